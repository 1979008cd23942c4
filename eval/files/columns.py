"""The columns of the files that are read as rows, and what a cell of a spreadsheet means in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from eval.files.gold_field_names import GOLD_NAMES


class ColumnUse(StrEnum):
    """What a file of rows is read for."""

    EVALUATE = "evaluate"
    """Answers for ``judge evaluate`` and ``judge stability``."""
    CALIBRATE = "calibrate"
    """People's scores for ``judge calibrate``."""
    EVAL = "eval"
    """Data of a task for ``judge eval``."""
    QUESTIONS = "questions"
    """Questions of an arena."""
    RECORDED = "recorded"
    """Answers of a system: ``--answers`` of a suite, ``recorded`` of an arena."""


class CellKind(StrEnum):
    """What a cell is read as; the value says so in the table of ``docs/file_formats.md``."""

    TEXT = "text"
    NUMBER = "number"
    TRUTH = "true or false"
    LINES = "list, or one a line"
    ENTRIES = "list, or one text or object a line"
    LABELS = "list, or parted by commas, semicolons or lines"
    PASSAGES = "list, or one text"
    JSON = "JSON"
    ANY = "text; a list or an object where it is JSON"

    @property
    def is_list(self) -> bool:
        """Whether numbered columns (``key_points_1``, ``key_points_2``) are its entries."""
        return self in (CellKind.LINES, CellKind.ENTRIES, CellKind.LABELS, CellKind.PASSAGES)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of files that are read as rows; in JSON a field."""

    name: str
    """The name of the column."""
    kind: CellKind
    """What a cell is read as."""
    uses: Mapping[ColumnUse, bool]
    """Where it is read, each with whether it must be there."""
    meaning: str
    """One phrase for the table of ``docs/file_formats.md``."""
    also: tuple[str, ...] = ()
    """Other names that it goes by in ``evaluate`` and ``calibrate``."""


_EVALUATE, _CALIBRATE, _EVAL = ColumnUse.EVALUATE, ColumnUse.CALIBRATE, ColumnUse.EVAL
_QUESTIONS, _RECORDED = ColumnUse.QUESTIONS, ColumnUse.RECORDED
_JUDGED = {_EVALUATE: False, _CALIBRATE: False, _QUESTIONS: False}

COLUMNS = (
    Column(
        "id",
        CellKind.TEXT,
        {_EVALUATE: False, _CALIBRATE: True, _EVAL: False, _QUESTIONS: False, _RECORDED: True},
        "names the row, and is unique but for several people's scores of one answer; the number of the line "
        "or row if it is left out (of a question `q` and the number)",
    ),
    Column(
        "question",
        CellKind.TEXT,
        {_EVALUATE: True, _CALIBRATE: True, _EVAL: False, _QUESTIONS: True},
        "as the user asks it; `eval` needs it where a system is asked",
    ),
    Column(
        "answer",
        CellKind.TEXT,
        {_EVALUATE: True, _CALIBRATE: True, _RECORDED: True},
        "the answer; in JSON it may be the empty text",
    ),
    Column(
        "documents",
        CellKind.PASSAGES,
        {_EVALUATE: False},
        "texts, search results (as [in Python](embed.md#documents)) or [passages](#passages) that the answer "
        "came with. Left out: it came without any. An empty list (`[]`): a search found nothing",
    ),
    Column(
        "reference_documents",
        CellKind.PASSAGES,
        {_EVALUATE: False},
        "the same from elsewhere, to judge an answer without any of its own. `[3]` in an answer cites the "
        "third document (from Python, the one whose `numbers` say 3)",
    ),
    Column(
        "passages",
        CellKind.PASSAGES,
        {_CALIBRATE: False},
        "as `documents`: what the answer is judged by",
    ),
    Column(
        "documents",
        CellKind.LINES,
        {_CALIBRATE: False},
        "instead of `passages`: files below the folder of this file, read as passages",
    ),
    Column(
        "documents",
        CellKind.LINES,
        {_QUESTIONS: False},
        "names of the documents that contain the answer",
    ),
    Column(
        "reference_passages",
        CellKind.JSON,
        {_QUESTIONS: False},
        "list of [passages](#passages) that a person marked as evidence",
    ),
    Column(
        "gold_answer",
        CellKind.TEXT,
        _JUDGED,
        "an answer that is right and need not be exhaustive. `evaluate` and `calibrate` also read it as "
        + ", ".join(f"`{name}`" for name in sorted(GOLD_NAMES) if name != "gold_answer")
        + ". `--blind` leaves it out",
        also=GOLD_NAMES,
    ),
    Column(
        "key_points",
        CellKind.ENTRIES,
        _JUDGED,
        "what a complete answer says: texts, or objects with `text`, `weight` (1 unless given; below 0 it is "
        "a fault that must not be there), `must`, `group`, `id`, `parent` and `may_not_apply`; each gets a "
        "verdict. `--blind` leaves them out",
    ),
    Column(
        "blocked",
        CellKind.ENTRIES,
        _JUDGED,
        "sources that the answer may not use: titles, addresses, or objects with `title`, `authors` and "
        "`urls`; a key point that only such a source shows counts as missing",
    ),
    Column(
        "answerable",
        CellKind.TRUTH,
        _JUDGED,
        "whether the documents contain the answer; with false the judge is informed that they do not, unless "
        "`--blind`",
    ),
    Column(
        "language",
        CellKind.TEXT,
        {_EVALUATE: False, _CALIBRATE: False, _EVAL: False, _QUESTIONS: False},
        "of the question: `zh-Hant`, `zh-Hans`, `en` or `ru`; found out if it is left out",
    ),
    Column(
        "tags",
        CellKind.LABELS,
        {_EVALUATE: False, _CALIBRATE: False, _EVAL: False, _QUESTIONS: False},
        "labels of the question; they go onto the run's items",
    ),
    Column(
        "scores",
        CellKind.JSON,
        {_CALIBRATE: True},
        "what a person gave: an object with one or more of `accuracy`, `completeness`, `clarity`, from 1 to "
        "10; or these three as columns",
    ),
    Column("accuracy", CellKind.NUMBER, {_CALIBRATE: False}, "instead of `scores`"),
    Column("completeness", CellKind.NUMBER, {_CALIBRATE: False}, "instead of `scores`"),
    Column("clarity", CellKind.NUMBER, {_CALIBRATE: False}, "instead of `scores`"),
    Column("rater", CellKind.TEXT, {_CALIBRATE: False}, "who gave the scores; one row a rater and answer"),
    Column("reasons", CellKind.TEXT, {_CALIBRATE: False}, "for the reader; passed over"),
    Column("note", CellKind.TEXT, {_CALIBRATE: False}, "for the reader; passed over"),
    Column("evidence", CellKind.TEXT, {_QUESTIONS: False}, "for other readers; passed over"),
    Column(
        "also",
        CellKind.ANY,
        {_QUESTIONS: False},
        "for other readers; passed over. `judge import` keeps in it what a task of another tool has beyond "
        "these columns, and `judge export` restores it",
    ),
    Column(
        "weight", CellKind.NUMBER, {_EVAL: False}, "how much the row counts in the run's mean, 1 if left out"
    ),
    Column("gt_keywords", CellKind.LINES, {_EVAL: False}, "what the text must mention"),
    Column(
        "evidence",
        CellKind.JSON,
        {_EVAL: False},
        "id to text of what the reasoning may cite, as an object or a list of objects",
    ),
    Column("parsed", CellKind.JSON, {_EVAL: False}, "the reply as an object, field by field"),
    Column(
        "_note",
        CellKind.TEXT,
        {_RECORDED: False},
        "alone in its row: something that every report must say about the file",
    ),
)
"""All of them; a name comes several times where it means several things."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How the columns of one file are read."""

    kinds: Mapping[str, CellKind]
    """Name to what its cells are."""
    other: CellKind = CellKind.TEXT
    """What the cells of any other column are."""
    names_folded: bool = True
    """Whether ``Gold Answer`` is ``gold_answer``; not where names may be the user's own."""
    empty_kept: bool = False
    """Whether an empty cell is None, and not left out."""


AS_WRITTEN = Columns({}, names_folded=False, empty_kept=True)
"""Every cell is the text that is in it."""


def columns_of(use: ColumnUse) -> Columns:
    """The columns that a file is read by; a task's fields have names of their own, so the rest is any."""
    kinds = {
        name: column.kind
        for column in COLUMNS
        if use in column.uses
        for name in (column.name, *(column.also if use in (ColumnUse.EVALUATE, ColumnUse.CALIBRATE) else ()))
    }
    if use is ColumnUse.EVAL:
        return Columns(kinds, other=CellKind.ANY, names_folded=False)
    return Columns(kinds)


def names_of(use: ColumnUse) -> tuple[str, ...]:
    """The columns of a use, as a message lists them."""
    return tuple(column.name for column in COLUMNS if use in column.uses)
