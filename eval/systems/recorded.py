"""Answers that some system gave elsewhere, read from a file."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.files.json_lines import json_lines
from eval.systems.answer_object import UnusableAnswerError, read_answer

_NOTE = "_note"


class RecordedAnswers:
    """A system whose answers are in a JSONL file: ``{"id": …, "answer": …}`` per line.

    The answer is a text, or an object as :func:`eval.systems.answer_object.read_answer` reads it. A line with
    the single field ``_note`` says something about the file that every report must show.

    Attributes:
        name: the system's name in runs and reports.
        answers: case id to answer.
        notes: what the file says about itself.
    """

    def __init__(self, path: str | Path, *, name: str = "recorded answers") -> None:
        """Read the file.

        Raises:
            InputError: naming file, line and field.
        """
        self.name = name
        self.path = Path(path)
        answers, notes = _read(self.path)
        self.answers: Mapping[str, Answer] = MappingProxyType(answers)
        self.notes = notes

    def require(self, cases: Iterable[Case]) -> None:
        """Check that every case has an answer.

        Raises:
            InputError: naming the first case that has none.
        """
        for case in cases:
            if case.id not in self.answers:
                raise InputError(
                    f"{self.path} has no answer for the question {case.id!r}; add a line for it."
                )

    async def answer(self, case: Case) -> Answer:
        """The recorded answer.

        Raises:
            LookupError: there is none for this case.
        """
        if case.id not in self.answers:
            raise LookupError(f"{self.path} has no answer for the question {case.id!r}")
        return self.answers[case.id]


def _read(path: Path) -> tuple[dict[str, Answer], tuple[str, ...]]:
    answers: dict[str, Answer] = {}
    notes: list[str] = []
    for number, fields in json_lines(path):
        place = f"{path}, line {number}"
        if _NOTE in fields:
            notes.append(_text(fields, _NOTE, place))
            continue
        case_id = _text(fields, "id", place)
        if case_id in answers:
            raise InputError(f"{place}: a second answer for {case_id!r}; keep one.")
        try:
            answers[case_id] = read_answer(fields.get("answer"))
        except UnusableAnswerError as error:
            raise InputError(f'{place}: the field "answer" cannot be used: {error}; correct it.') from error
    return answers, tuple(notes)


def _text(fields: Mapping[str, object], name: str, place: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f'{place}: the field "{name}" must be a text that is not empty; write it there.')
    return value
