"""Answers that some system gave elsewhere, read from a file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.files.columns import ColumnUse, columns_of
from eval.files.other_tools.results import RECOGNISED, ToolResults, read_tool_results
from eval.files.rows import FileRow, NoRowsError, read_rows
from eval.systems.returned_answer import UnusableAnswerError, read_answer

_NOTE = "_note"
_MISSING = object()
RECORDED = "recorded answers"
"""The name of a system whose answers are given, where it has no other."""


class RecordedAnswers:
    """A system whose answers are in a file: ``{"id": …, "answer": …}`` per line, or another tool's results.

    The answer is a text, or an object as :func:`eval.systems.returned_answer.read_answer` reads it. A line
    with the single field ``_note`` says something about the file that every report must show. What other
    tools write is read by :func:`eval.files.other_tools.results.read_tool_results`.

    Attributes:
        name: the system's name in runs and reports.
        answers: question id to answer, as the file has it.
        notes: what the file says about itself.
    """

    def __init__(self, path: str | Path, *, name: str = RECORDED, system: str | None = None) -> None:
        """Read the file.

        Args:
            path: the file.
            name: the system's name in runs and reports.
            system: whose answers are meant, in the results of a tool that has several systems' in one file.

        Raises:
            InputError: naming file, line and field.
        """
        self.name = name
        self.path = Path(path)
        results = read_tool_results(self.path)
        if results is None and system is not None:
            raise InputError(f"{self.path} is of one system; leave out system: {system}.")
        self._read = _of_lines(self.path) if results is None else _of_results(results, system)
        self.answers: Mapping[str, Answer] = self._read.answers
        self.notes = tuple(self._read.notes)

    def find(self, case: Case) -> Answer | None:
        """The answer to a question, None where there is none.

        It is found by the question's id, unless the file asks another question under that id; else by the
        question's text.
        """
        asked = _wording(case.question)
        if self._read.wordings.get(case.id, asked) == asked and case.id in self.answers:
            return self.answers[case.id]
        return self.answers.get(self._read.ids.get(asked, ""))

    def require(self, cases: Iterable[Case]) -> None:
        """Check that every case has an answer.

        Raises:
            InputError: naming the first case that has none.
        """
        for case in cases:
            if self.find(case) is None:
                raise InputError(
                    f"{self.path} has no answer for the question {case.id!r}; add a line for it."
                )

    async def answer(self, case: Case) -> Answer:
        """The recorded answer.

        Raises:
            LookupError: there is none for this case.
        """
        answer = self.find(case)
        if answer is None:
            raise LookupError(f"{self.path} has no answer for the question {case.id!r}")
        return answer


@dataclass(frozen=True, slots=True)
class _Read:
    """What a file contains: answers and questions by id, and ids by question."""

    answers: dict[str, Answer] = field(default_factory=dict)
    wordings: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def _wording(question: str) -> str:
    return " ".join(question.split())


def _of_results(results: ToolResults, system: str | None) -> _Read:
    read = _Read()
    chosen = results.of(system)
    for each in chosen:
        if each.answer is None or each.id in read.answers:
            continue
        passages = [{"text": text} for text in each.documents]
        read.answers[each.id] = read_answer({"answer": each.answer, "passages": passages})
        if each.question is not None:
            read.wordings[each.id] = _wording(each.question)
            read.ids.setdefault(read.wordings[each.id], each.id)
    failed = [each for each in chosen if each.answer is None]
    if not read.answers:
        raise InputError(f"{results.path} contains no answers: {failed[0].error} in {failed[0].place}.")
    if failed:
        why = f"{failed[0].place}: {failed[0].error}"
        read.notes.append(
            f"{results.path.name} has {counted(len(failed), 'question')} without an answer ({why})."
        )
    if again := len(chosen) - len(failed) - len(read.answers):
        read.notes.append(
            f"{results.path.name} answers {counted(again, 'question')} again; the first answer counts."
        )
    return read


def _of_lines(path: Path) -> _Read:
    try:
        return _of_rows(path)
    except NoRowsError as error:
        raise _not_ours(path) from error


def _of_rows(path: Path) -> _Read:
    read, answered = _Read(), False
    for number, row in enumerate(read_rows(path, columns_of(ColumnUse.RECORDED))):
        fields, place = row.fields, row.place
        if number == 0 and not {"id", "answer", _NOTE} & fields.keys():
            raise _not_ours(path)
        if _NOTE in fields:
            read.notes.append(_text(fields, _NOTE, place))
            continue
        case_id = _text(fields, "id", place)
        if case_id in read.answers:
            raise InputError(f"{place}: a second answer for {case_id!r}; keep one.")
        try:
            read.answers[case_id] = read_answer("" if _is_blank(row) else fields.get("answer"))
        except UnusableAnswerError as error:
            raise InputError(f'{place}: the field "answer" cannot be used: {error}.') from error
        answered = answered or "answer" in fields
    if read.answers and not answered:
        raise _not_ours(path)
    return read


def _is_blank(row: FileRow) -> bool:
    """Whether a row has nothing where others have an answer, as of a system that is not sure."""
    return row.fields.get("answer", None if row.unit == "row" else _MISSING) is None


def _not_ours(path: Path) -> InputError:
    return InputError(
        f"{path}: neither recorded answers (id and answer in every row) nor results of {RECOGNISED}; "
        "convert it to one of these."
    )


def _text(fields: Mapping[str, object], name: str, place: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f'{place}: the field "{name}" must be a non-empty string.')
    return value
