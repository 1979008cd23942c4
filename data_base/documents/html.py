"""HTML files: what a reader would see, block by block; scripts and navigation are left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.documents.page import Block, BlockKind, Page
from data_base.documents.plain import read_text

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import Tag

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TEXT_BLOCKS = ("p", "li", "table", "pre", "blockquote", "dt", "dd", "figcaption")
_BLOCKS = (*_HEADINGS, *_TEXT_BLOCKS, "div", "section", "article")
_UNSEEN = ("script", "style", "noscript", "template", "nav", "head", "svg")
_SPACE = re.compile(r"\s+")


def html_blocks(markup: str) -> tuple[Block, ...]:
    """Blocks of an HTML text; a table becomes one block with a row a line."""
    from bs4 import BeautifulSoup  # noqa: PLC0415  (a heavy import)

    soup = BeautifulSoup(markup, "html.parser")
    for unseen in soup(_UNSEEN):
        unseen.decompose()
    root = soup.body or soup
    found = [block for tag in root.find_all(_BLOCKS) if (block := _block_of(tag))]
    return tuple(found) or _whole(root)


def _block_of(tag: Tag) -> Block | None:
    if tag.find_parent("table") or (tag.name != "table" and tag.find(_BLOCKS)):
        return _loose_text(tag)
    kind: BlockKind = "table" if tag.name == "table" else "heading" if tag.name in _HEADINGS else "paragraph"
    text = _rows(tag) if kind == "table" else _visible(tag)
    return Block(text, kind) if text else None


def _loose_text(tag: Tag) -> Block | None:
    """Text that stands straight in a container beside its blocks."""
    if tag.find_parent("table"):
        return None
    own = _SPACE.sub(" ", " ".join(str(part) for part in tag.find_all(string=True, recursive=False))).strip()
    return Block(own) if own else None


def _rows(table: Tag) -> str:
    rows = [[_visible(cell) for cell in row(["td", "th"])] for row in table("tr")]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in rows if any(cells))


def _visible(tag: Tag) -> str:
    return _SPACE.sub(" ", tag.get_text(" ")).strip()


def _whole(root: Tag) -> tuple[Block, ...]:
    text = _visible(root)
    return (Block(text),) if text else ()


def read_html(path: Path) -> list[Page]:
    """An HTML file as one page without a number.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    return [Page(None, html_blocks(read_text(path)))]
