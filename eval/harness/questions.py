"""The question file of the answer-quality harness: a question in each row."""

import difflib
import math
from collections.abc import Mapping
from pathlib import Path

from data_base.errors import InputError
from eval.files.columns import CellKind, Columns
from eval.files.rows import read_rows
from scoring.keyword_question import KeywordQuestion, read_keyword_question

_LIKE = 0.8
_COLUMNS = Columns(
    {
        **dict.fromkeys(("must_include", "must_not_include"), CellKind.LINES),
        "must_include_any": CellKind.JSON,
        "require_citation": CellKind.TRUTH,
        "weight": CellKind.NUMBER,
        "tags": CellKind.LABELS,
        "id": CellKind.TEXT,
        "question": CellKind.TEXT,
    }
)


def read_harness_questions(path: Path) -> tuple[KeywordQuestion, ...]:
    """All questions of a file; fields that are not known are passed over, unless they look misspelt.

    Raises:
        InputError: naming file, line and field; also for an id that comes twice, a file without questions
            and one whose weights are all 0, or whose sum is infinite.
    """
    questions: dict[str, KeywordQuestion] = {}
    lines: dict[str, int] = {}
    for row in read_rows(path, _COLUMNS):
        number, place = row.number, row.place
        question = _question(row.fields, place)
        if question.id in lines:
            raise InputError(
                f'{place}: field "id": {question.id!r} is already in {row.unit} {lines[question.id]}; '
                "use unique ids."
            )
        lines[question.id], questions[question.id] = number, question
    if not questions:
        raise InputError(f'{path} has no questions; write one per line: {{"id": "…", "question": "…"}}.')
    if not any(question.weight for question in questions.values()):
        raise InputError(f'{path}: every "weight" is 0, which makes no score; raise one above 0.')
    if not math.isfinite(sum(question.weight for question in questions.values())):
        raise InputError(f'{path}: the sum of "weight" is infinite; lower the values.')
    return tuple(questions.values())


def _question(fields: Mapping[str, object], place: str) -> KeywordQuestion:
    for name in fields:
        near = difflib.get_close_matches(name, KeywordQuestion.model_fields, n=1, cutoff=_LIKE)
        if name not in KeywordQuestion.model_fields and near:
            raise InputError(f'{place}: unknown field "{name}"; did you mean "{near[0]}"?')
    try:
        return read_keyword_question(fields)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error
