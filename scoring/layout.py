"""A passage taken apart: table rows with their heads, and prose with its heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from data_base.text.sentences import sentences
from scoring.numbered_rows import named_first
from scoring.table_cells import Cell, PlainRow, Row, is_caption, plain_row, with_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# What Markdown sets around a heading or a caption.
_EMPHASIS = "#*_ "
# Columns of print; a longer line without a stop was wrapped.
_HEADING_WIDTH = 60
_STOP = tuple("。！？；：.!?;:，,、")
_RULE = re.compile(r"^\|?[\s:|-]*-[\s:|-]*$")
_LIST_MARK = re.compile(r"^\s*(?:[-*•●▪·]|\d{1,2}[.)、])\s")
# "(£ thousand)", ", тыс. руб.", 单位：万元, "Amounts in thousands of pounds." at the end of a line; what
# introduces a table may end in a colon.
_NAMES_UNIT = re.compile(
    r"[(（][^()（）]{1,40}[)）]\s?[:：]?$|,\s[^,\d]{1,16}$|(?:单位|單位|units?|ед\.\s?изм\.?|единиц[аы])\s?[:：]|"
    r"\b(?:amounts|figures|values|sums|numbers|all|суммы|значения|данные|всё|все)\b[^.]{0,20}\b(?:in|в)\b[^.]{1,60}\.?$",
    re.IGNORECASE,
)
# "After the accident of 20 May the board made new rules:" heads a list, but states something too.
_INTRODUCES = re.compile(r"\d.*[:：]$")
_BREAK = re.compile(r"\s*\n\s*")
_HAN_BREAK = re.compile(r"(?<=[\u2e80-\uffef])\s*\n\s*(?=[\u2e80-\uffef])")
_SPACES = re.compile(r"[^\S\n]+")


_MARKED_HEADING = re.compile(r"#{1,6}\s+\S")
# "该段", "this section", "этот участок".
_POINTS_BACK = re.compile(
    r"(?<![應应])[該该](?=[\u4e00-\u9fff])|上述|\b(?:this|these|the same)\s[a-z]{3,}|"
    r"\b(?:эт(?:от|а|о|и|ом|ой|ого|ому|их|им|у)|данн\w{2,3}|указанн\w{2,3})\s[а-яё]{3,}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Prose:
    """A sentence of running text.

    Attributes:
        text: the sentence.
        before: the sentence before it in the same paragraph, empty for the first.
        heading: the heading it stands under, empty where there is none.
        item: the first sentence of the list item that it goes on with, empty for any other sentence.
        meant: the first sentence of its paragraph where it points back to what that names ("this section"),
            empty for any other sentence.
    """

    text: str
    before: str
    heading: str
    item: str = ""
    meant: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a passage holds, in order of kind."""

    rows: tuple[Row, ...]
    prose: tuple[Prose, ...]
    headings: tuple[str, ...]


def layout(text: str) -> Layout:
    """Take a passage apart; text that looks like nothing else is prose.

    Both Markdown tables (``| a | b |``) and tables printed as plain lines are read.
    """
    lines = [_SPACES.sub(" ", line).strip() for line in text.split("\n")]
    rows: list[Row] = []
    rest: list[str] = []
    index = 0
    while index < len(lines):
        table, length = _table_at(lines, index)
        if length:
            rows += table
            index += length
        else:
            rest.append(lines[index])
            index += 1
    prose, headings = _prose(rest)
    return Layout(tuple(rows), tuple(prose), tuple(headings))


def _table_at(lines: Sequence[str], start: int) -> tuple[list[Row], int]:
    """The table that begins at a line and how many lines it takes; (nothing, 0) where none does."""
    if lines[start].startswith("|"):
        return _ruled_table(lines, start)
    return _plain_table(lines, start)


def _ruled_table(lines: Sequence[str], start: int) -> tuple[list[Row], int]:
    end = start
    while end < len(lines) and lines[end].startswith("|") and not (end > start and _opens_table(lines, end)):
        end += 1
    body = [_bars(line) for line in lines[start:end] if not _RULE.match(line)]
    caption = _caption_over(lines, start)
    if not body:
        return [], end - start
    head, *rest = body
    rows = [_ruled_row(head, cells, caption) for cells in rest if cells]
    return rows or [_ruled_row([""] * len(head), head, caption)], end - start


def _opens_table(lines: Sequence[str], at: int) -> bool:
    """Whether a row is the head of a table: a rule stands right under it."""
    return at + 1 < len(lines) and not _RULE.match(lines[at]) and _RULE.match(lines[at + 1]) is not None


def _caption_over(lines: Sequence[str], start: int) -> str:
    """The line right over a table, or over the blank line before it, where that says what the table holds."""
    over = lines[start - 1].strip(_EMPHASIS) if start else ""
    if over:
        return over if _may_head(over) else _unit_sentence(over)
    over = lines[start - 2].strip(_EMPHASIS) if start > 1 else ""
    return over if is_caption(over) else _unit_sentence(over)


def _unit_sentence(line: str) -> str:
    """The sentence of a line that names the unit of what follows; empty where none does."""
    return next((each for each in sentences(line) if _NAMES_UNIT.search(each)), "")


def _bars(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _ruled_row(head: list[str], cells: list[str], caption: str) -> Row:
    heads = [*head, *[""] * len(cells)]
    name = named_first(head, cells)
    pairs = tuple(Cell(text, heads[i]) for i, text in enumerate(cells) if i != name)
    return Row(cells[name], pairs, " ".join(filter(None, head)), caption, "| " + " | ".join(cells) + " |")


def _plain_table(lines: Sequence[str], start: int) -> tuple[list[Row], int]:
    caption_lines = 1 if is_caption(lines[start]) else 0
    at = start + caption_lines
    if at + 1 >= len(lines):
        return [], 0
    header, first = lines[at], plain_row(lines[at + 1])
    if not _is_header(header, first):
        return [], 0
    caption = lines[start] if caption_lines else ""
    rows: list[Row] = []
    at += 1
    while at < len(lines) and (row := plain_row(lines[at])) and not row.is_header and _belongs(rows, row):
        rows.append(with_columns(row, header, caption))
        at += 1
    return (rows, at - start) if rows else ([], 0)


def _is_header(line: str, below: PlainRow | None) -> bool:
    """Whether a line heads the columns of the row below it."""
    if below is None or below.is_header or not line or line.endswith(_STOP) or _LIST_MARK.match(line):
        return False
    own = plain_row(line)
    if own is not None:
        return own.is_header
    cut = with_columns(below, line, "")
    return len(line.split(" ")) > 1 and any(cell.column for cell in cut.cells)


def _belongs(rows: Sequence[Row], row: PlainRow) -> bool:
    """A row of a table has about as many cells as the rows before it."""
    return not rows or len(row.cells) >= min(len(rows[0].cells), 2) or len(rows[0].cells) == 1


def _may_head(line: str) -> bool:
    if not line or line.endswith(_STOP) or _LIST_MARK.match(line):
        return False
    return len(line) + sum(char > "\u2e80" for char in line) <= _HEADING_WIDTH


def _prose(lines: Sequence[str]) -> tuple[list[Prose], list[str]]:
    prose: list[Prose] = []
    headings: list[str] = []
    for heading, body in _sections(lines):
        if heading:
            headings.append(heading)
            if _INTRODUCES.search(heading):
                prose.append(Prose(heading, "", ""))
        for paragraph in body:
            found = [_joined(sentence) for sentence in sentences(paragraph)]
            first = found[0] if found else ""
            listed = first if _LIST_MARK.match(paragraph) else ""
            prose += [
                Prose(
                    text,
                    before,
                    heading,
                    item=listed if before not in {"", listed} else "",
                    meant=first if before and _POINTS_BACK.search(text) else "",
                )
                for before, text in pairwise(["", *found])
            ]
    return prose, headings


def _joined(sentence: str) -> str:
    """A wrapped sentence on one line; between two Chinese characters the break was no space."""
    return _BREAK.sub(" ", _HAN_BREAK.sub("", sentence))


def _sections(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Headings with the paragraphs below them; a line without a stop before other text is a heading."""
    heading = ""
    body: list[str] = []
    for line, following in pairwise([*lines, ""]):
        heads = (is_caption(line) or _may_head(line.lstrip("# "))) and following and not plain_row(line)
        if heads or _MARKED_HEADING.match(line):
            yield heading, body
            heading, body = line.lstrip("# "), []
        elif line:
            if body and not body[-1].endswith(_STOP[:7]) and not _LIST_MARK.match(line):
                body[-1] += f"\n{line}"
            else:
                body.append(line)
    yield heading, body
