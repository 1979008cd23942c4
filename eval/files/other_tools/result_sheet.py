"""Our own sheets of results: ``answers.csv`` of an arena, and runs exported as CSV or as a workbook."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from data_base.errors import InputError
from eval.files.cells import value_of
from eval.files.columns import CellKind
from eval.files.other_tools.tool_answer import Placed, Row, ToolAnswer, text_of


def is_of_result_sheet(row: Row) -> bool:
    """Whether a row is that of a sheet of results: a case, who answered it, and what became of it."""
    return {"case_id", "system", "status"} <= row.keys()


def read_result_sheet(_path: Path, rows: Iterable[Placed]) -> Iterator[ToolAnswer]:
    """The answers; scores and reasons are left behind."""
    for place, row in rows:
        yield ToolAnswer(
            place=place,
            system=text_of(row.get("system")) or "",
            id=str(row.get("case_id") or ""),
            question=text_of(row.get("question")),
            answer=text_of(row.get("answer")),
            error=text_of(row.get("error")) or "the answer is empty",
            gold_answer=text_of(row.get("gold_answer")),
            answerable=_answerable(row.get("answerable"), place),
        )


def _answerable(said: object, place: str) -> bool | None:
    if said is None or isinstance(said, bool):
        return said
    try:
        return bool(value_of(str(said), CellKind.TRUTH))
    except ValueError as error:
        raise InputError(f'{place}, column "answerable": {error}.') from error
