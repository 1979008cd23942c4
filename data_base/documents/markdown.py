"""Markdown files: the parser says where blocks begin and end, the text stays as it was written."""

from markdown_it import MarkdownIt

from data_base.documents.named_bytes import Source
from data_base.documents.page import BlockKind, PageBlocks, TextBlock
from data_base.documents.plain import read_text

_KINDS: dict[str, BlockKind] = {"heading_open": "heading", "table_open": "table"}
_CONTAINERS = {"bullet_list_open", "ordered_list_open", "blockquote_open"}


def markdown_blocks(text: str) -> tuple[TextBlock, ...]:
    """Top-level blocks of a Markdown text; list items are blocks of their own."""
    lines = text.split("\n")
    blocks: list[TextBlock] = []
    covered = 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.map is None or token.nesting < 0 or token.type in _CONTAINERS or token.map[0] < covered:
            continue
        start, covered = token.map
        body = "\n".join(lines[start:covered]).strip()
        kind = _KINDS.get(token.type, "paragraph")
        if body:
            blocks.append(TextBlock(body.lstrip("# ") if kind == "heading" else body, kind))
    return tuple(blocks)


def read_markdown(source: Source) -> list[PageBlocks]:
    """A Markdown file as one page without a number.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    return [PageBlocks(None, markdown_blocks(read_text(source)))]
