"""Question files: one case per row."""

import difflib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.text.language import LANGUAGES
from eval.files.columns import ColumnUse, columns_of
from eval.files.json_lines import field_and_reason
from eval.files.rows import FileRow, read_rows
from scoring.unanswerable_reference import ContradictionError, known_answer

PASSED_OVER = frozenset({"also", "evidence"})
"""Fields that a question file may carry for other readers."""


def iter_questions(path: str | Path) -> Iterator[Case]:
    """Read a question file a row at a time.

    A row has the fields of :class:`.Case`; only ``question`` must be there. A row without
    an ``id`` is named after its number (``q7``).

    Args:
        path: a file in any format of :func:`eval.files.rows.read_rows`.

    Raises:
        InputError: naming file, line and field.
    """
    return (case for _, case in question_rows(Path(path)))


def question_rows(path: Path) -> Iterator[tuple[FileRow, Case]]:
    """The rows of a question file with what each says, as :func:`iter_questions` reads them."""
    seen: dict[str, int] = {}
    for row in read_rows(path, columns_of(ColumnUse.QUESTIONS)):
        number, place = row.number, row.place
        case = case_of({"id": f"q{number}", **row.fields}, place)
        if case.id in seen:
            raise InputError(
                f"{place}: the id {case.id!r} is already in {row.unit} {seen[case.id]}; use unique ids."
            )
        seen[case.id] = number
        yield row, case


def read_questions(path: str | Path) -> list[Case]:
    """All cases of a question file.

    Raises:
        InputError: naming file, line and field; also for a file without questions.
    """
    cases = list(iter_questions(path))
    if not cases:
        raise InputError(
            f'{path} contains no questions; write one JSON object per line: {{"question": "…"}}.'
        )
    return cases


def questions_hash(cases: Iterable[Case]) -> str:
    """Sha256 over the cases, whatever the layout of the file they came from."""
    digest = hashlib.sha256()
    for case in cases:
        digest.update(case.model_dump_json().encode() + b"\n")
    return digest.hexdigest()


def case_of(fields: Mapping[str, object], place: str) -> Case:
    """The case that a row of a question file gives.

    Args:
        fields: of the row, with an ``id``.
        place: file and row, for messages.

    Raises:
        InputError: naming file, line and field.
    """
    known = {name: value for name, value in fields.items() if name not in PASSED_OVER}
    unknown = sorted(set(known) - set(Case.model_fields))
    if unknown:
        raise InputError(f"{place}: {_unknown_field(unknown[0])}")
    question = known.get("question")
    if question is None or (isinstance(question, str) and not question.strip()):
        raise InputError(f'{place}: the required field "question" is missing or empty.')
    language = known.get("language")
    if isinstance(language, str) and language not in LANGUAGES:
        raise InputError(
            f'{place}: field "language": {language!r} is not one of {", ".join(LANGUAGES)}; '
            "write one of these, or leave the field out."
        )
    try:
        # Through JSON, so that lists become tuples and nothing else is quietly turned into something else.
        case = Case.model_validate_json(json.dumps(known), strict=True)
        known_answer(case.question, case.gold_answer, case.answerable)
    except ValidationError as error:
        raise InputError(f"{place}: {field_and_reason(error)}.") from error
    except ContradictionError as error:
        raise InputError(f'{place}: fields "answerable" and "gold_answer": {error}.') from error
    return case


def _unknown_field(name: str) -> str:
    near = difflib.get_close_matches(name, Case.model_fields, n=1)
    advice = f'did you mean "{near[0]}"?' if near else "take it out, or put it into tags."
    return f'unknown field "{name}"; {advice}'
