"""Rows of a table that was printed as plain lines, and the columns that its header names.

A PDF gives a table as ``Ostmere 4.1 4.6 5.2`` under ``Plant 2021 2022 2023``: cells are told apart by white
space alone, a label may end in a number, a thousands separator may itself be a space. What is certain is the
right end of a row, so cells are counted from there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?|янв\w*|фев\w*|мар\w*|апр\w*|ма[йя]|"
    r"июн\w*|июл\w*|"
    r"авг\w*|сен\w*|окт\w*|ноя\w*|дек\w*"
)
_DATE = (
    rf"(?:\d{{1,2}}\s(?:{_MONTH})(?:\s\d{{4}}(?:\s?года?)?)?|(?:{_MONTH})\s\d{{1,2}},?\s\d{{4}}|"
    r"\d{4}\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?|\s?第\s?[一二三四1-4]\s?季度?)?|"
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|"
    r"\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?|\d{1,2}\.\d{1,2}\.\d{4}|Q[1-4]\s\d{4}|\d{4}\sQ[1-4]|"
    rf"(?:I{{1,3}}|IV)\s(?:квартал|кв\.)(?:\s\d{{4}}(?:\s?года?)?)?|\d{{4}}\s?(?:год[а-я]*|г\.))"
)
_GROUPED = r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+,\d+"
_NUMBER = rf"(?:{_GROUPED}|\d[\d.,]*)"
_UNIT = (
    r"(?:%|‰|°C|℃|million|billion|thousand|bn|mn|млн|млрд|тыс\.?|[kKMGT]?Wh?|[kKM]?V|km|m|kg|t|"
    r"[万萬億亿](?:元)?|元|公里|人|部|次|種|种)"
)
_VALUE = rf"[(（]?[-–−+]?[€$£¥]?\s?{_NUMBER}(?:\s?{_UNIT}(?![\w]))*[)）]?"
_EMPTY = r"(?:[-–—－]|n/?a|not \w+|нет|无|無)"
_CELL = re.compile(
    rf"(?<!\S)(?<!№\s)(?:(?P<date>{_DATE})|(?P<value>{_VALUE})|(?P<empty>{_EMPTY}))(?!\S)", re.IGNORECASE
)
_SENTENCE_LIKE = re.compile(r"[。！？；;]|[.!?](?:\s+[^\Wa-zа-яё\d]|$)|[，：]|,\s|:\s")
_CAPTION = re.compile(
    r"^(?:表|圖|图|附表|table|fig(?:ure)?\.?|tab\.?|таблица|рис\w*\.?)\s*[\dIVX一二三四五六七八九十]+",
    re.IGNORECASE,
)
_LINE_LENGTH = 240
_PERIOD_ONLY = re.compile(
    rf"(?:(?:19|20)\d\d(?:[-/]\d{{2,4}})?\s?(?:年|г\.|год[а-я]*)?|\d{{1,2}}\s?月|Q[1-4](?:\s\d{{4}})?|"
    rf"FY\s?\d{{2,4}}|{_MONTH})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row.

    Attributes:
        text: what stands in it.
        column: the header over it, empty where it cannot be told.
    """

    text: str
    column: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its table's words.

    Attributes:
        label: the row's own name, the first column.
        cells: the others, left to right.
        header: the whole header line.
        caption: the table's title, empty where there is none.
        text: the row as it stands in the passage.
    """

    label: str
    cells: tuple[Cell, ...]
    header: str
    caption: str
    text: str


@dataclass(frozen=True, slots=True)
class PlainRow:
    """A printed line read as label and cells, before any header is known."""

    label: str
    cells: tuple[str, ...]
    text: str

    @property
    def is_header(self) -> bool:
        """Whether all its cells are years, quarters or months: the heads of columns."""
        return all(_PERIOD_ONLY.fullmatch(cell) for cell in self.cells)


def corner_of(row: Row) -> str:
    """The head over the labels of a row's table, empty where it cannot be told."""
    first = row.cells[0].column if row.cells else ""
    return row.header.partition(first)[0].strip() if first else ""


def cell_of(raw: str, row: Row) -> Cell | None:
    """The cell of a row that a value was read from, None where it stands in none.

    Args:
        raw: the value as it was read, with the unit that the table gives it.
        row: the row.
    """
    # Spaces between digits may be of any kind.
    text = "".join(raw.strip("= ").split())
    squeezed = [(_squeezed(cell.text), cell) for cell in row.cells]
    for own, cell in squeezed:
        if own and own == text:
            return cell
    held = [(own, cell) for own, cell in squeezed if own and (_holds(text, own) or _holds(own, text))]
    return max(held, key=lambda each: len(each[0]), default=("", None))[1]


@lru_cache(maxsize=4096)
def _squeezed(cell: str) -> str:
    """A cell without blanks, and without the plus that a value is read without."""
    return "".join(cell.split()).lstrip("+＋")


def _holds(text: str, part: str) -> bool:
    """Whether a text holds another that is no piece of one of its numbers: "11870" does not hold "11"."""
    if part not in text:
        return False
    return part == text or re.search(rf"(?<![\d.,]){re.escape(part)}(?![\d.,]?\d)", text) is not None


def is_caption(line: str) -> bool:
    """Whether a line is the title of a table ("Table 3 ...", "表 3 ...", "Таблица 3 ...")."""
    return _CAPTION.match(line) is not None


@lru_cache(maxsize=4096)
def plain_row(line: str) -> PlainRow | None:
    """A printed line as a row, None where it reads as anything else.

    A row has a label, at least one cell behind it, and (almost) nothing but cells from there on.
    """
    if (
        len(line) > _LINE_LENGTH
        or is_caption(line)
        or line.endswith((".", "。"))
        or _SENTENCE_LIKE.search(_without_values(line))
    ):
        return None
    cells = list(_CELL.finditer(line))
    tail = _tail(line, cells)
    if not tail or not line[: tail[0].start()].strip():
        return None
    label = line[: tail[0].start()].strip()
    return PlainRow(label, tuple(cell[0] for cell in tail), line)


def _without_values(line: str) -> str:
    return _CELL.sub(" ", line).replace(", ", " ") if _looks_tabular(line) else line


def _looks_tabular(line: str) -> bool:
    return len(_CELL.findall(line)) > 1


def _tail(line: str, cells: list[re.Match[str]]) -> list[re.Match[str]]:
    """The run of cells that reaches the line's end with only white space between them."""
    run: list[re.Match[str]] = []
    end = len(line)
    for cell in reversed(cells):
        if line[cell.end() : end].strip():
            break
        run.insert(0, cell)
        end = cell.start()
    return run


def with_columns(row: PlainRow, header: str, caption: str) -> Row:
    """The row with each cell under its head, as far as the header can be cut into as many heads."""
    heads = column_heads(header, len(row.cells))
    count = len(row.cells)
    if heads and len(heads) < count:  # the label ended in a number that was taken for a cell
        spare = count - len(heads)
        label = " ".join((row.label, *row.cells[:spare]))
        cells = row.cells[spare:]
    else:
        label, cells = row.label, row.cells
    heads = heads[-len(cells) :] if heads else [""] * len(cells)
    pairs = tuple(Cell(text, head) for text, head in zip(cells, heads, strict=True))
    return Row(label, pairs, header, caption, row.text)


def column_heads(header: str, count: int) -> list[str]:
    """Cut a header line into the heads of its value columns (the label's own head left out).

    Args:
        header: the printed line.
        count: cells that a row below it seems to have.

    Returns:
        As many heads as there are cells, one fewer where a row's label seems to end in a number, or none
        where no way of cutting fits.
    """
    ways = (
        (_years_alone, _years_attached, _capitals)
        if _has_han(header)
        else (_capitals, _names, _years_attached, _years_alone)
    )
    cuts = [cut for way in ways if len(cut := way(header)) > 1]
    for wanted in (count + 1, count):
        for cut in cuts:
            if len(cut) == wanted:
                return cut[1:]
    # Columns of words may stand between the label and the figures.
    named = _capitals(header)
    if len(named) > count + 1 and not _has_han(header):
        return named[-count:]
    periods = [match[0] for match in _PERIOD_ONLY.finditer(header)]
    return periods if len(periods) == count else []


_PARENTHESIS = re.compile(r"\s+(?=[(（])")
_YEAR_WORD = re.compile(r"(?<=\d)\s+(?=(?:年|月|季|г\.|год))")
_HEAD_UNIT = re.compile(r",\s+(?=\S)")


def _words(header: str) -> list[str]:
    """White-space pieces, with parenthesised units and year words kept on what they belong to."""
    glued = _YEAR_WORD.sub("", header)
    glued = _HEAD_UNIT.sub(",\u00a0", glued)
    inside = re.sub(r"[(（][^)）]*[)）]", lambda m: m[0].replace(" ", "\u00a0"), glued)
    return [word.replace("\u00a0", " ") for word in _PARENTHESIS.sub("", inside).split(" ") if word]


def _years_alone(header: str) -> list[str]:
    words = _words(header)
    if any(_PERIOD_ONLY.fullmatch(word) for word in words) and not _has_han(header):
        return _merged(words, lambda word: _PERIOD_ONLY.fullmatch(word) is not None)
    return words


def _years_attached(header: str) -> list[str]:
    heads: list[str] = []
    for word in _words(header):
        if heads and _PERIOD_ONLY.fullmatch(word) and not _PERIOD_ONLY.fullmatch(heads[-1].split(" ")[-1]):
            heads[-1] += f" {word}"
        else:
            heads.append(word)
    return heads


def _capitals(header: str) -> list[str]:
    return _merged(_words(header), lambda word: word[:1].isupper() or word[:1].isdigit())


def _names(header: str) -> list[str]:
    """Heads that begin with a capital letter, as in "Days 1-140 Days 141-280"; a number goes on with one."""
    return _merged(_words(header), lambda word: word[:1].isupper())


def _merged(words: Sequence[str], begins: object) -> list[str]:
    heads: list[str] = []
    alone = False
    for word in words:
        starts = bool(begins(word))  # type: ignore[operator]
        if starts or not heads or alone:
            heads.append(word)
        else:
            heads[-1] += f" {word}"
        alone = _PERIOD_ONLY.fullmatch(word) is not None
    return heads


def _has_han(text: str) -> bool:
    return re.search(r"[\u4e00-\u9fff]", text) is not None
