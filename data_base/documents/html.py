"""HTML files: what a reader would see, block by block; scripts and navigation are left out."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from data_base.documents.html_encoding import declared_encoding
from data_base.documents.named_bytes import Source
from data_base.documents.page import BlockKind, PageBlocks, TextBlock
from data_base.documents.plain import read_text

_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
# What begins and ends a line of its own; every other element is within a line.
_BLOCK_NAMES = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
figcaption figure footer form head header hgroup hr html legend li main menu ol optgroup option
p pre search section select summary table tbody td tfoot th thead tr ul
"""
_BLOCKS = _HEADINGS | frozenset(_BLOCK_NAMES.split())
_ROWS = frozenset({"table", "tr", "caption"})
# No head among them: without its end tag it contains the whole page. Readings in ruby repeat the word.
_UNSEEN = frozenset({"script", "style", "noscript", "template", "title", "meta", "nav", "svg", "rt", "rp"})
_HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_EXPONENT = re.compile(r"[+\-−–]?[0-9]")
# What HTML allows is more than any table that is read has.
_MOST_COLUMNS, _MOST_DIGITS, _ALL_ROWS = 100, 6, 10**6
_REPEATED = 60
"""Characters up to which a merged cell is said in each of its places; else it leaves them empty."""
_SPACE = re.compile(r"\s+")
# Stands for <br> until white space is squeezed; no HTML text may contain it.
_BREAK = "\0"


@dataclass(slots=True)
class _Cell:
    """A cell, which may reach over further columns and rows."""

    texts: list[str] = field(default_factory=list)
    across: int = 1
    down: int = 1

    @property
    def text(self) -> str:
        return _squeezed("".join(self.texts).replace(_BREAK, " "))


@dataclass(slots=True)
class _Row:
    """A row of a table, or its caption, which gets no bars."""

    barred: bool = True
    table: int = 0
    """Which of the tables within one another it is a row of, from 1; 0 for text between rows."""
    cells: list[_Cell] = field(default_factory=list)


def html_blocks(markup: str | BeautifulSoup) -> tuple[TextBlock, ...]:
    """Blocks of an HTML text, parsed or not; a table is one block with a row per line, its caption first."""
    return tuple(_flow(BeautifulSoup(markup, "html.parser") if isinstance(markup, str) else markup))


def _flow(root: Tag) -> Iterator[TextBlock]:
    """The blocks below an element: each stretch of text between two borders of block elements is one."""
    texts: list[str] = []
    headings = verbatim = 0
    for part, step in _walk(root, leaf="table"):
        if isinstance(part, str):
            texts.append(part)
        elif part.name in _BLOCKS:
            yield from _text_block(texts, "heading" if headings else "paragraph", verbatim=bool(verbatim))
            texts = []
            headings += step * (part.name in _HEADINGS)
            verbatim += step * (part.name == "pre")
            if part.name == "table" and step > 0:
                yield from _table(part)
    yield from _text_block(texts, "paragraph")


def _text_block(texts: Sequence[str], kind: BlockKind, *, verbatim: bool = False) -> Iterator[TextBlock]:
    written = "".join(texts)
    if verbatim:
        text = written.replace(_BREAK, "\n").strip("\n").rstrip()
    else:
        text = "\n".join(filter(None, map(_squeezed, written.split(_BREAK))))
    if text:
        yield TextBlock(text, kind)


def _table(table: Tag) -> Iterator[TextBlock]:
    """A table as one block; a table in one of its cells adds its rows to it."""
    rows, open_tables, tables = [_Row()], [1], 1
    for part, step in _walk(table):
        if isinstance(part, str):
            if part.strip() and not rows[-1].cells:
                rows[-1].cells.append(_Cell())
            if rows[-1].cells:
                rows[-1].cells[-1].texts.append(part)
        elif part.name in _ROWS:
            if part.name == "table":
                tables += step > 0
                open_tables = [*open_tables, tables] if step > 0 else open_tables[:-1]
            begun = open_tables[-1] if part.name == "tr" and step > 0 else 0
            rows.append(_Row(part.name != "caption" or step < 0, begun))
        elif part.name in {"td", "th"} and step > 0:
            across, down = _span(part, "colspan"), _span(part, "rowspan")
            rows[-1].cells.append(_Cell(across=across, down=down))
        elif part.name in _BLOCKS and rows[-1].cells:
            rows[-1].cells[-1].texts.append(" ")
    text = "\n".join(filter(None, _lines(rows)))
    if text:
        yield TextBlock(text, "table")


def _span(cell: Tag, name: str) -> int:
    """How many columns or rows a cell reaches over; 0 rows are all that follow."""
    said = str(cell.get(name) or "").strip()
    if not said.isdecimal():
        return 1
    wanted = int(said[:_MOST_DIGITS])
    return min(wanted, _MOST_COLUMNS) or 1 if name == "colspan" else wanted or _ALL_ROWS


def _lines(rows: Sequence[_Row]) -> Iterator[str]:
    """The rows as lines; what a merged cell says is in each column and row that it reaches over."""
    reaching: dict[int, dict[int, tuple[str, int]]] = {}
    for row in rows:
        if row.table:
            texts = _spread(row, reaching.setdefault(row.table, {}))
        else:
            texts = [cell.text for cell in row.cells]
        if not any(cell.text for cell in row.cells):
            yield ""
        else:
            yield f"| {' | '.join(texts)} |" if row.barred else " ".join(texts)


def _spread(row: _Row, reaching: dict[int, tuple[str, int]]) -> list[str]:
    """The texts of a row by column.

    Args:
        row: the row.
        reaching: by column the text of a cell above that reaches into it, and into how many rows yet.
    """
    texts: list[str] = []
    ahead = deque(row.cells)
    # A cell over the whole width is a heading within the table: it is said once.
    alone = len(ahead) == 1 and not reaching
    while ahead or any(column >= len(texts) for column in reaching):
        column = len(texts)
        if column in reaching:
            text, left = reaching.pop(column)
            if left > 1:
                reaching[column] = text, left - 1
            texts.append(text)
        elif column >= _MOST_COLUMNS:
            texts.append(" ".join(cell.text for cell in ahead))
            break
        elif not ahead:
            texts.append("")
        else:
            cell = ahead.popleft()
            across = 1 if alone else cell.across
            repeated = cell.text if len(cell.text) <= _REPEATED else ""
            texts += [cell.text, *[repeated] * (across - 1)]
            if cell.down > 1:
                reaching.update((column + n, (repeated, cell.down - 1)) for n in range(across))
    return texts


def _walk(root: Tag, *, leaf: str = "") -> Iterator[tuple[Tag | str, int]]:
    """What is seen of an element, in reading order: texts, and where other elements begin (1) and end (-1).

    It does not call itself, because a page that leaves out its end tags nests as deep as it is long. What is
    in a ``leaf`` element is passed over.
    """
    ahead: list[tuple[PageElement, int]] = [(child, 1) for child in reversed(root.contents)]
    while ahead:
        node, step = ahead.pop()
        if not isinstance(node, Tag):
            if not isinstance(node, PreformattedString):  # comments, the doctype
                yield str(node), 0
        elif step < 0:
            yield node, -1
        elif not _is_hidden(node):
            yield node, 1
            yield from ((mark, 0) for mark in _mark(node))
            ahead.append((node, -1))
            ahead.extend((child, 1) for child in reversed(node.contents) if node.name != leaf)


def inside(tag: Tag) -> Iterator[PageElement]:
    """What an element contains, in reading order; its own ``descendants`` look for the last of them first."""
    ahead = tag.contents[::-1]
    while ahead:
        node = ahead.pop()
        yield node
        if isinstance(node, Tag):
            ahead.extend(reversed(node.contents))


def words_inside(tag: Tag) -> Iterator[NavigableString]:
    """The texts of an element that say something; no comments."""
    for node in inside(tag):
        if isinstance(node, NavigableString) and not isinstance(node, PreformattedString) and node.strip():
            yield node


def _is_hidden(tag: Tag) -> bool:
    return tag.name in _UNSEEN or tag.has_attr("hidden") or bool(_HIDING.search(str(tag.get("style") or "")))


def _mark(tag: Tag) -> str:
    """The character an inline element stands for: without it 10<sup>6</sup> would read 106."""
    if tag.name == "br":
        return _BREAK
    return "^" if tag.name == "sup" and _EXPONENT.match(next(words_inside(tag), "").strip()) else ""


def _squeezed(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def read_html(source: Source) -> list[PageBlocks]:
    """An HTML file as one page without a number.

    Raises:
        InputError: the file cannot be read, or is neither UTF-8 nor in the encoding that it declares.
    """
    return [PageBlocks(None, html_blocks(read_text(source, declared_encoding)))]
