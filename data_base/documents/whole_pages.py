"""A document whole: its pages as Markdown that may be read and cut again, and what it says of itself."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from data_base.documents.cutting import Cut
from data_base.documents.page import PageBlocks, TextBlock


class DocumentAbout(NamedTuple):
    """What a document says of itself."""

    title: str = ""
    """Its title; empty where it has none."""
    published: str = ""
    """When it was published, as it is written there; empty where it does not say."""


def whole_pages(pages: Iterable[PageBlocks]) -> Iterator[Cut]:
    """The text of each page that has some: headings are marked, and a table has the line below its head."""
    for page in pages:
        text = "\n\n".join(_marked(block) for block in page.blocks if block.text.strip())
        if text:
            yield Cut(page.number, text)


def _marked(block: TextBlock) -> str:
    if block.kind == "heading":
        return f"## {' '.join(block.text.split())}"
    return _with_rule(block.text) if block.kind == "table" else block.text


def _with_rule(table: str) -> str:
    """A table as Markdown; its head is the first row, and what is above that a caption."""
    lines = table.split("\n")
    head = next((at for at, line in enumerate(lines) if line.startswith("|")), None)
    if head is None or set("".join(lines[head + 1 : head + 2])) <= set("|-: "):
        return table
    return "\n".join((*lines[: head + 1], "|---" * (lines[head].count("|") - 1) + "|", *lines[head + 1 :]))
