"""HealthBench: a conversation and a rubric a line.

A line has ``prompt`` (chat messages), ``prompt_id``, ``rubrics`` (``criterion``, ``points`` of either sign,
``tags``, of which one names an axis), ``example_tags`` and ``ideal_completions_data``.
"""

from pydantic import Field, field_validator

from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPoint
from eval.files.rubric_tasks.rubric_format import Row, RubricFormat, TaskPart, Words

_AXIS = "axis:"
_USER = "user"


class _Message(TaskPart):
    role: str
    content: str


class _Criterion(TaskPart):
    criterion: Words
    points: float = Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)
    tags: list[str] = Field(default_factory=list)

    @field_validator("points")
    @classmethod
    def _counts(cls, points: float) -> float:
        if not points:
            raise ValueError("is 0; take out a criterion that counts for nothing")
        return points

    @property
    def axis(self) -> str | None:
        named = (tag.removeprefix(_AXIS) for tag in self.tags if tag.startswith(_AXIS))
        return next((name for name in named if name), None)


class _Example(TaskPart):
    prompt: list[_Message] = Field(min_length=1)
    prompt_id: Words
    rubrics: list[_Criterion]
    example_tags: list[str] = Field(default_factory=list)

    @field_validator("prompt")
    @classmethod
    def _asks(cls, prompt: list[_Message]) -> list[_Message]:
        if not any(each.content.strip() for each in prompt):
            raise ValueError("has no words in it")
        return prompt


def _question_of(row: Row) -> dict[str, object]:
    example = _Example.model_validate(row)
    question: dict[str, object] = {"id": example.prompt_id, "question": _asked(example.prompt)}
    if example.example_tags:
        question["tags"] = example.example_tags
    if example.rubrics:
        question["key_points"] = [
            {"text": each.criterion, "weight": _plain(each.points)}
            | ({"group": each.axis} if each.axis else {})
            for each in example.rubrics
        ]
    return question


def _asked(messages: list[_Message]) -> str:
    """What the user wrote; of several messages each after its role, as HealthBench's judge reads them."""
    if len(messages) == 1 and messages[0].role == _USER:
        return messages[0].content
    return "\n\n".join(f"{each.role}: {each.content}" for each in messages)


def _task_of(case: Case) -> dict[str, object]:
    example: dict[str, object] = {
        "prompt": [{"role": _USER, "content": case.question}],
        "prompt_id": case.id,
        "rubrics": [_criterion(point) for point in case.key_points],
    }
    return example | ({"example_tags": list(case.tags)} if case.tags else {})


def _criterion(point: KeyPoint) -> dict[str, object]:
    said: dict[str, object] = {"criterion": point.text, "points": _plain(point.weight)}
    return said | ({"tags": [f"{_AXIS}{point.group}"]} if point.group else {})


def _plain(number: float) -> float:
    return int(number) if float(number).is_integer() else number


HEALTHBENCH = RubricFormat(
    label="HealthBench",
    marks=frozenset({"prompt", "prompt_id", "rubrics"}),
    mapping={"prompt": "question", "example_tags": "tags", "rubrics": "key_points"},
    question_of=_question_of,
    task_of=_task_of,
)
