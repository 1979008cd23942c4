"""Data files of a task: what was said and what is right, one sample a row."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from data_base.errors import InputError
from data_base.marks.bare_answer import bare_answer
from data_base.schemas.canonical_answer import (
    AnswerMeta,
    AnswerType,
    CanonicalAnswer,
    ChoiceValue,
    ListValue,
    NumberValue,
    ReasoningValue,
    TextValue,
)
from eval.files.columns import ColumnUse, columns_of
from eval.files.json_lines import field_and_reason
from eval.files.rows import read_rows
from eval.tasks.list_items import list_items
from eval.tasks.task import Metric, Task
from scoring.answers.given_answer import given_answer

Fields = dict[str, object]
_VALUES: Mapping[AnswerType, type] = {
    "choice": ChoiceValue,
    "number": NumberValue,
    "list": ListValue,
    "text": TextValue,
    "reasoning": ReasoningValue,
}
_TEXTS = TypeAdapter(tuple[str, ...])
_LANGUAGE: TypeAdapter[str | None] = TypeAdapter(str | None)
_EVIDENCE = TypeAdapter(dict[str, str])
_WEIGHT = TypeAdapter(float)
_ABSENT = object()
ValueT = TypeVar("ValueT")
KEYWORDS_FIELD = "gt_keywords"


@dataclass(frozen=True, slots=True)
class Sample:
    """One line of a data file."""

    id: str
    """The line's id."""
    fields: Fields
    """The line as written."""
    place: str
    """The file and line, for messages."""
    weight: float = 1.0
    """How much the line counts in the run's mean."""
    keywords: tuple[str, ...] = ()
    """What the line's text must mention, empty if it does not say."""
    evidence: dict[str, str] = field(default_factory=dict)
    """Id to text of what its reasoning may cite."""
    language: str | None = None
    """The language tag, None if the line does not say."""
    tags: tuple[str, ...] = ()
    """Labels for grouping."""


def iter_samples(task: Task, path: str | Path) -> Iterator[Sample]:
    """Read a data file a row at a time, in any format of :func:`eval.files.rows.read_rows`.

    Raises:
        InputError: naming file, line and field; also for an id that comes twice.
    """
    seen: dict[str, int] = {}
    file = Path(path)
    for row in read_rows(file, columns_of(ColumnUse.EVAL)):
        number, fields, place = row.number, row.fields, row.place
        sample = Sample(
            id=_id(fields, task.id_field, place, number),
            fields=fields,
            place=place,
            weight=_weight(fields, task.weight_field, place),
            keywords=_checked(_TEXTS, fields.get(KEYWORDS_FIELD) or [], place, KEYWORDS_FIELD),
            evidence=_checked(_EVIDENCE, _evidence(fields, task), place, task.evidence_field),
            language=_checked(_LANGUAGE, fields.get("language"), place, "language"),
            tags=_checked(_TEXTS, fields.get("tags") or [], place, "tags"),
        )
        if sample.id in seen:
            raise InputError(
                f"{place}: the id {sample.id!r} is already in {row.unit} {seen[sample.id]}; use unique ids."
            )
        seen[sample.id] = number
        yield sample


def canonical(task: Task, metric: Metric, sample: Sample, said: Fields | None = None) -> CanonicalAnswer:
    """What a metric reads of a sample, in the one form of every answer.

    Args:
        task: the task.
        metric: of the task.
        sample: the line.
        said: what a system said, by field, where the line itself is not what was said.

    Raises:
        InputError: the ground truth is missing or has the wrong form; naming file, line and field. A
            prediction in the wrong form is the system's fault and reads as nothing said.
    """
    right = _at(sample.fields, metric.gold_field)
    if right is _ABSENT:
        raise InputError(
            f'{sample.place}: the field "{metric.gold_field}" is missing, which {metric.metric} '
            "compares with; write it there."
        )
    truth = _typed(metric, right)
    if isinstance(truth, ValidationError):
        raise InputError(f"{sample.place}: {field_and_reason(truth, metric.gold_field)}.")
    found = _at(said, metric.field, None) if said is not None else _said(metric, sample.fields)
    prediction = None if found is _ABSENT else _typed(metric, found, _names(truth))
    if isinstance(prediction, ValidationError):
        prediction = _VALUES[metric.answer_type]()
    return CanonicalAnswer.model_validate(
        {
            "task_id": task.task,
            "sample_id": sample.id,
            "answer_type": metric.answer_type,
            "prediction": prediction,
            "ground_truth": truth,
            "meta": AnswerMeta(prompt_version=task.prompt_version),
        }
    )


def truth_in(metric: Metric, sample: Sample) -> object:
    """What the line says is right, as written; None where it does not say."""
    return _at(sample.fields, metric.gold_field, None)


def said_in(task: Task, sample: Sample) -> object:
    """What the line says was said, for showing: one value, or several by field; None for no reply."""
    firsts = [group[0] for group in task.places.values()] or list(task.own)
    said = {
        metric.field: value for metric in firsts if (value := _said(metric, sample.fields)) is not _ABSENT
    }
    return next(iter(said.values())) if len(firsts) == 1 and said else said or None


def _said(metric: Metric, fields: Fields) -> object:
    if metric.prediction is not None:
        return _at(fields, metric.prediction)
    if (name := f"pred_{metric.field}") in fields:
        return fields[name]
    parsed = fields.get("parsed", _ABSENT)
    # A reply that was had and lacks the field says nothing; a reply that was never had is no reply.
    return _at(parsed, metric.field, None) if isinstance(parsed, dict) else _ABSENT


def _at(fields: object, path: str, absent: object = _ABSENT) -> object:
    """The value of a field, dots leading into objects; a field whose own name has dots goes before."""
    if isinstance(fields, dict) and path in fields:
        return fields[path]
    head, _, rest = path.partition(".")
    if not rest or not isinstance(fields, dict) or head not in fields:
        return absent
    return _at(fields[head], rest, absent)


def _names(truth: object) -> tuple[str, ...]:
    """The members of a right list, which a text that is read as a list has whole."""
    return truth.items if isinstance(truth, ListValue) else ()


def _typed(metric: Metric, value: object, names: Collection[str] = ()) -> object:
    """A field's value as the type that the metric reads, or what is wrong with it."""
    options = {
        name: option
        for name in ("unit", "tolerance_abs", "tolerance_rel", "ordered", "unique", "normalize")
        if (option := getattr(metric, name)) is not None
    }
    given = {**options, **_fields(metric.answer_type, value, names)}
    try:
        return _VALUES[metric.answer_type].model_validate(given)  # type: ignore[attr-defined]
    except ValidationError as error:
        return error


def _fields(answer_type: AnswerType, value: object, names: Collection[str]) -> Fields:
    if isinstance(value, dict):
        if answer_type == "reasoning" and not isinstance(value.get("final_answer", {}), dict):
            return {**value, "final_answer": {"value": value["final_answer"]}}
        return {**value, "items": _items(value["items"], names)} if "items" in value else value
    if answer_type == "list":
        return {"items": _items(value, names)}
    return {"final_answer": {"value": value}} if answer_type == "reasoning" else {"value": value}


def _items(value: object, names: Collection[str]) -> object:
    """The items of a list; a text, as sheets have it, is read as a reply is."""
    if isinstance(value, str):
        given = given_answer(bare_answer(value))
        given = [given] if isinstance(given, int | float) else given
        return list_items(given, names) if isinstance(given, str) else given
    return [] if value is None else value


def _id(fields: Fields, name: str, place: str, number: int) -> str:
    value = fields.get(name, str(number))
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise InputError(f'{place}: the field "{name}" must be a non-empty string.')
    return str(value)


def _weight(fields: Fields, name: str, place: str) -> float:
    weight = _checked(_WEIGHT, fields.get(name, 1.0), place, name)
    if not 0 <= weight < float("inf"):
        raise InputError(f'{place}: field "{name}": {weight} is no weight; write a number from 0 up.')
    return weight


def _evidence(fields: Fields, task: Task) -> object:
    """The evidence, as an object of texts or as a list of objects with ``id`` and ``text``."""
    value = fields.get(task.evidence_field)
    if isinstance(value, list) and all(
        isinstance(part, dict) and {"id", "text"} <= set(part) for part in value
    ):
        return {str(part["id"]): part["text"] for part in value}
    return value if isinstance(value, dict) else {}


def _checked(kind: TypeAdapter[ValueT], value: object, place: str, name: str) -> ValueT:
    try:
        return kind.validate_json(json.dumps(value))
    except ValidationError as error:
        raise InputError(f"{place}: {field_and_reason(error, name)}.") from error
