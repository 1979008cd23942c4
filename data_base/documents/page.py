"""A page of a document as blocks of text, before it is cut into passages."""

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "paragraph", "table"]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A heading, a paragraph (or list item), or a table with one row per line."""

    text: str
    kind: BlockKind = "paragraph"


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """What is on a page."""

    number: int | None
    """Page number from 1, None where the format has no pages."""
    blocks: tuple[TextBlock, ...]
    """In reading order."""
