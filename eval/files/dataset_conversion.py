"""Data sets and results of other tools, as data of a task, answers to be judged or questions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from data_base.errors import InputError
from eval.files.cells import written_list
from eval.files.gold_field_names import GOLD_NAMES
from eval.files.other_tools.results import Tool
from eval.files.other_tools.tool_answer import QUESTION_NAMES
from eval.files.rubric_tasks.rubric_format import RubricTool

Role = Literal["id", "question", "answer", "truth", "documents", "reference_documents", "tags"]
Row = dict[str, object]
_LISTS: frozenset[Role] = frozenset({"documents", "reference_documents", "tags"})


class DatasetSource(StrEnum):
    """Where a data set comes from."""

    RAGAS = "ragas"
    DEEPEVAL = "deepeval"
    DEEP_RESEARCH_BENCH = Tool.DEEP_RESEARCH_BENCH.value
    PROMPTFOO = Tool.PROMPTFOO.value
    EVALS = Tool.EVALS.value
    SHEET = Tool.SHEET.value
    DRB2 = RubricTool.DRB2.value
    HEALTHBENCH = RubricTool.HEALTHBENCH.value
    RACE = RubricTool.RACE.value
    PLAIN = "plain"


class OutputShape(StrEnum):
    """What is written: data for ``judge eval``, answers for ``judge evaluate``, or questions."""

    EVAL = "eval"
    EVALUATE = "evaluate"
    QUESTIONS = "questions"
    ARENA = "arena"
    """Another name of ``questions``."""


# As eval.files.other_tools gives the results of tools whose files are no tables.
_OF_RESULTS: Mapping[Role, tuple[str, ...]] = {
    "id": ("id",),
    "question": ("question",),
    "answer": ("answer",),
    "truth": ("gold_answer",),
    "documents": ("documents",),
    "reference_documents": (),
    "tags": ("tags",),
}
# ragas: SingleTurnSample, and the columns before its version 0.2. deepeval: LLMTestCase and Golden as
# EvaluationDataset.save_as writes them, and the camel case of its service. The first that is there is taken.
_NAMES: Mapping[DatasetSource, Mapping[Role, tuple[str, ...]]] = {
    DatasetSource.RAGAS: {
        "id": ("id", "sample_id"),
        "question": ("user_input", "question"),
        "answer": ("response", "answer"),
        "truth": ("reference", "ground_truth", "ground_truths"),
        "documents": ("retrieved_contexts", "contexts"),
        "reference_documents": ("reference_contexts",),
    },
    DatasetSource.DEEPEVAL: {
        "id": ("id", "name"),
        "question": ("input",),
        "answer": ("actual_output", "actualOutput"),
        "truth": ("expected_output", "expectedOutput"),
        "documents": ("retrieval_context", "retrievalContext"),
        "reference_documents": ("context",),
    },
    DatasetSource.PLAIN: {
        "id": ("id", "sample_id", "question_id"),
        "question": QUESTION_NAMES,
        "answer": ("answer", "pred_answer", "prediction", "response", "output"),
        "truth": (*GOLD_NAMES, "label", "target"),
        "documents": ("documents", "contexts", "context", "passages"),
        "reference_documents": ("reference_documents", "reference_contexts"),
        "tags": ("tags",),
    },
    **{DatasetSource(tool.value): _OF_RESULTS for tool in Tool},
}
_MARKS: Mapping[DatasetSource, frozenset[str]] = {
    DatasetSource.RAGAS: frozenset(
        {"user_input", "retrieved_contexts", "reference_contexts", "ground_truths"}
    ),
    DatasetSource.DEEPEVAL: frozenset(
        {"actual_output", "expected_output", "retrieval_context", "actualOutput", "expectedOutput"}
    ),
}
_DELIMITERS = {DatasetSource.DEEPEVAL: "|"}


@dataclass(frozen=True, slots=True)
class FieldMapping:
    """Which field of a data set is what."""

    source: DatasetSource
    """Where the data set comes from."""
    fields: Mapping[Role, str]
    """What it is to us, to its name there."""
    unused: tuple[str, ...]
    """Names there that are nothing to us."""


def field_mapping(names: list[str], source: DatasetSource | None, given: Mapping[str, str]) -> FieldMapping:
    """Work out which field is what.

    Args:
        names: the fields of the data set.
        source: where it comes from, None to recognise it by its fields.
        given: what the user says about it, which wins; an empty name says that there is none.

    Raises:
        InputError: what is given names no field, or there is no question.
    """
    found_source = source or next(
        (each for each, marks in _MARKS.items() if marks & set(names)), DatasetSource.PLAIN
    )
    known = _NAMES[found_source]
    for role, name in given.items():
        if role not in known:
            raise InputError(f"--map {role}={name}: there is no {role!r}; map {', '.join(known)}.")
        if name and name not in names:
            raise InputError(f"--map {role}={name}: the data has no such field; it has {', '.join(names)}.")
    fields = {
        role: name
        for role, candidates in known.items()
        if (name := given.get(role, _first_of(candidates, names)))
    }
    if "question" not in fields:
        raise InputError(f"No field is the question; say which with --map question=…: {', '.join(names)}.")
    unused = tuple(name for name in names if name not in fields.values())
    return FieldMapping(found_source, fields, unused)


def _first_of(candidates: tuple[str, ...], names: list[str]) -> str:
    """The first candidate that is there, if need be in capitals or with spaces; the empty text for none."""
    folded = {name.lower().replace(" ", "_"): name for name in reversed(names)}
    return next((one if one in names else folded[one] for one in candidates if one in {*names, *folded}), "")


def convert(
    rows: Iterator[tuple[str, Row]], mapping: FieldMapping, shape: OutputShape, delimiter: str | None = None
) -> Iterator[Row]:
    """Rows as lines of ours.

    A missing or null answer is left out: no reply was had, and ``judge eval`` leaves it unscored. Of several
    answers to a question, the question is written once.

    Args:
        rows: the fields of each with its place for messages.
        mapping: which field is what.
        shape: what is written.
        delimiter: what parts passages in one text; ``|`` for deepeval, as it writes them itself.

    Raises:
        InputError: naming file, line and field.
    """
    parts_at = delimiter or _DELIMITERS.get(mapping.source)
    asked: set[object] = set()
    for number, (place, row) in enumerate(rows, start=1):
        values = {
            role: _value(role, row.get(name), f'{place}: field "{name}"', parts_at)
            for role, name in mapping.fields.items()
        }
        said: Row = {role: value for role, value in values.items() if value is not None}
        if "question" not in said:
            raise InputError(
                f'{place}: the field "{mapping.fields["question"]}" is missing or empty; fill it in.'
            )
        said.setdefault("id", str(number))
        if shape is not OutputShape.QUESTIONS or said["id"] not in asked:
            yield _line(said, shape, place)
        asked.add(said["id"])


def _line(said: Row, shape: OutputShape, place: str) -> Row:
    if shape is OutputShape.QUESTIONS:
        return {name: said[name] for name in ("id", "question", "tags") if name in said} | _gold(said)
    if shape is OutputShape.EVALUATE:
        if "answer" not in said:
            raise InputError(
                f"{place}: there is no answer to judge; leave the row out, or map it with --map."
            )
        wanted = ("id", "question", "answer", "documents", "reference_documents", "tags")
        return {name: said[name] for name in wanted if name in said} | _gold(said)
    names = {"id": "id", "question": "question", "truth": "gt_answer", "answer": "pred_answer"}
    names |= {"documents": "documents", "reference_documents": "reference_documents"}
    # A row without a truth gets an empty one: judge lint shows it, and judge eval leaves it unscored.
    return {"gt_answer": None} | {names[role]: value for role, value in said.items() if role in names}


def _gold(said: Row) -> Row:
    return {"gold_answer": said["truth"]} if isinstance(said.get("truth"), str) else {}


def _value(role: Role, value: object, place: str, delimiter: str | None) -> object:
    if value is None:
        return None
    if role in _LISTS:
        return _texts(value, place, delimiter)
    if role == "truth" and isinstance(value, list) and len(value) == 1:
        return value[0]
    if role == "question" and not isinstance(value, str):
        raise InputError(
            f"{place}: conversations of several turns are not read; bring it down to one question."
        )
    if role == "id" and isinstance(value, str | int):
        return str(value) or None
    return value if role != "question" or str(value).strip() else None


def _texts(value: object, place: str, delimiter: str | None) -> list[str] | None:
    """Passages from a list, from a list written as Python or JSON does in a cell, or from one text."""
    if isinstance(value, str):
        text = value.strip()
        if not text:
            return None
        value = written_list(text) or (text.split(delimiter) if delimiter else [text])
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise InputError(
            f"{place}: expected a list of texts; write it so, or leave the field out with --map."
        )
    return [part for part in value if part.strip()]
