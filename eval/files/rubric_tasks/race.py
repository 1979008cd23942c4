"""RACE, the criteria of DeepResearch Bench: ``data/criteria_data/criteria.jsonl``.

A line has ``id`` (a number), ``language``, ``prompt``, ``dimension_weight`` (dimension to weight) and
``criterions`` (dimension to a list of ``criterion``, ``explanation``, ``weight``, and of some ``comment``).
"""

from typing import Annotated, Self

from pydantic import Field, model_validator

from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPoint
from data_base.text.language import is_cjk
from eval.files.rubric_tasks.rubric_format import Group, Row, RubricFormat, TaskPart, Words
from eval.files.rubric_tasks.task_language import our_language, their_language

_Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_COLON, _FULL_WIDTH_COLON = ": ", "\uff1a"
_DIGITS = 10
"""After the point: .3 x .15 is .045, and not .045 and something from the last bit."""


class _Criterion(TaskPart):
    criterion: Words
    explanation: str
    weight: _Weight

    @property
    def text(self) -> str:
        """The criterion with its explanation, both of which RACE shows its judge."""
        if not self.explanation.strip():
            return self.criterion
        colon = _FULL_WIDTH_COLON if any(map(is_cjk, self.criterion)) else _COLON
        return f"{self.criterion}{colon}{self.explanation}"


class _Task(TaskPart):
    id: int | Words
    prompt: Words
    language: str | None = None
    dimension_weight: dict[Group, _Weight]
    criterions: dict[Group, list[_Criterion]]

    @model_validator(mode="after")
    def _weighted(self) -> Self:
        if unweighted := [name for name in self.criterions if name not in self.dimension_weight]:
            raise ValueError(f"{unweighted[0]!r} has criterions and no weight in dimension_weight")
        return self


def _question_of(row: Row) -> dict[str, object]:
    task = _Task.model_validate(row)
    points = [
        {"text": each.text, "weight": weight, "group": dimension}
        for dimension, criterions in task.criterions.items()
        for each in criterions
        if (weight := round(task.dimension_weight[dimension] * each.weight, _DIGITS))
    ]
    said = {
        "id": str(task.id),
        "question": task.prompt,
        "language": our_language(task.language, task.prompt),
        "key_points": points,
    }
    return {name: value for name, value in said.items() if value not in (None, [])}


def _task_of(case: Case) -> dict[str, object]:
    dimensions: dict[str, list[KeyPoint]] = {}
    for number, point in enumerate(case.key_points, start=1):
        if point.group is None:
            raise ValueError(f'key point {number} has no "group"; give it one, such as insight')
        if point.is_penalty:
            raise ValueError(f"key point {number} is a penalty, of which RACE has none; take it out")
        dimensions.setdefault(point.group, []).append(point)
    totals = {name: sum(each.weight for each in own) for name, own in dimensions.items()}
    weights = {name: round(total, _DIGITS) or total for name, total in totals.items()}
    task: dict[str, object] = {
        "id": case.id,
        "prompt": case.question,
        "dimension_weight": weights,
        "criterions": {
            name: [_criterion(each, weights[name]) for each in own] for name, own in dimensions.items()
        },
    }
    return task | ({"language": their_language(case)} if case.language else {})


def _criterion(point: KeyPoint, dimension_weight: float) -> dict[str, object]:
    colon = _FULL_WIDTH_COLON if _FULL_WIDTH_COLON in point.text else _COLON
    criterion, _, explanation = point.text.partition(colon)
    if not criterion.strip():
        criterion, explanation = point.text, ""
    return {"criterion": criterion, "explanation": explanation, "weight": point.weight / dimension_weight}


RACE = RubricFormat(
    label="RACE",
    marks=frozenset({"prompt", "dimension_weight", "criterions"}),
    mapping={
        "prompt": "question",
        "criterions": "key_points",
        "dimension_weight": "key_points.weight",
    },
    question_of=_question_of,
    task_of=_task_of,
)
