"""HTML files: what a reader would see, block by block; scripts and navigation are left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import PageElement, PreformattedString, Tag

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
_SPACE = re.compile(r"\s+")
# Stands for <br> until white space is squeezed; no HTML text may contain it.
_BREAK = "\0"


@dataclass(slots=True)
class _Row:
    """A row of a table, or its caption, which gets no bars; a cell is a list of the texts in it."""

    barred: bool = True
    cells: list[list[str]] = field(default_factory=list)


def html_blocks(markup: str) -> tuple[TextBlock, ...]:
    """Blocks of an HTML text; a table becomes one block with a row per line, its caption the first line."""
    return tuple(_flow(BeautifulSoup(markup, "html.parser")))


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
    rows = [_Row()]
    for part, step in _walk(table):
        if isinstance(part, str):
            if part.strip() and not rows[-1].cells:
                rows[-1].cells.append([])
            if rows[-1].cells:
                rows[-1].cells[-1].append(part)
        elif part.name in _ROWS:
            rows.append(_Row(barred=part.name != "caption" or step < 0))
        elif part.name in {"td", "th"} and step > 0:
            rows[-1].cells.append([])
        elif part.name in _BLOCKS and rows[-1].cells:
            rows[-1].cells[-1].append(" ")
    text = "\n".join(filter(None, map(_line, rows)))
    if text:
        yield TextBlock(text, "table")


def _line(row: _Row) -> str:
    cells = [_squeezed("".join(texts).replace(_BREAK, " ")) for texts in row.cells]
    if not any(cells):
        return ""
    return f"| {' | '.join(cells)} |" if row.barred else " ".join(cells)


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


def _is_hidden(tag: Tag) -> bool:
    return tag.name in _UNSEEN or tag.has_attr("hidden") or bool(_HIDING.search(str(tag.get("style") or "")))


def _mark(tag: Tag) -> str:
    """The character an inline element stands for: without it 10<sup>6</sup> would read 106."""
    if tag.name == "br":
        return _BREAK
    return "^" if tag.name == "sup" and _EXPONENT.match(next(tag.stripped_strings, "")) else ""


def _squeezed(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def read_html(source: Source) -> list[PageBlocks]:
    """An HTML file as one page without a number.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    return [PageBlocks(None, html_blocks(read_text(source)))]
