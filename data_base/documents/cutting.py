"""Pages are cut into texts: whole paragraphs, whole table rows, headings with what they head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from data_base.documents.page import PageBlocks, TextBlock
from data_base.text.sentences import sentence_spans
from data_base.text.tokens import estimate_tokens

PASSAGE_TOKENS = 240
"""Estimated tokens of a passage: long enough for a paragraph or a small table, short enough that ten of
them fit any model."""

# A longer line, or one that ends in a stop, is a sentence of its own.
_CAPTION_LENGTH, _STOPS = 120, ("。", "！", "？", ".", "!", "?", ";", "；")


class Cut(NamedTuple):
    """A text that becomes a passage, and the page it is on (from 1, None where there are no pages)."""

    page: int | None
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    tokens: int
    heads: bool

    @classmethod
    def of(cls, text: str, *, heads: bool = False) -> _Piece:
        return cls(text, estimate_tokens(text), heads)


def cut_pages(pages: Iterable[PageBlocks], *, size: int = PASSAGE_TOKENS) -> Iterator[Cut]:
    """Cut a document into texts that never cross a page, in reading order.

    A sentence or table row is never cut, however long; a table that does not fit repeats its header row; a
    section that goes on in a further text of the same page repeats its heading.

    Args:
        pages: the document's pages.
        size: estimated tokens of a text at most, unless one sentence or row is longer.
    """
    for page in pages:
        yield from (Cut(page.number, text) for text in _packed(page.blocks, size))


def _packed(blocks: Sequence[TextBlock], size: int) -> Iterator[str]:
    batch: list[_Piece] = []
    heading: _Piece | None = None
    tokens, only_heads = 0, True
    for piece in _pieces(blocks, size):
        if not only_heads and tokens + piece.tokens > size:
            carried = _trailing_heads(batch)
            yield _text(batch[: len(batch) - len(carried)])
            repeated = heading if heading and not carried and not piece.heads else None
            batch = [*([repeated] if repeated else []), *carried]
            tokens, only_heads = sum(each.tokens for each in batch), True
        batch.append(piece)
        tokens, only_heads = tokens + piece.tokens, only_heads and piece.heads
        heading = piece if piece.heads else heading
    if batch:
        yield _text(batch)


def _trailing_heads(batch: Sequence[_Piece]) -> list[_Piece]:
    carried: list[_Piece] = []
    for piece in reversed(batch):
        if not piece.heads:
            break
        carried.insert(0, piece)
    return carried


def _text(batch: Sequence[_Piece]) -> str:
    return "\n".join(piece.text for piece in batch)


def _pieces(blocks: Sequence[TextBlock], size: int) -> Iterator[_Piece]:
    for block in _with_captions([block for block in blocks if block.text.strip()]):
        whole = _Piece.of(block.text, heads=block.kind == "heading")
        if whole.tokens <= size or whole.heads:
            yield whole
        elif block.kind == "table":
            yield from _table_pieces(block, size)
        else:
            yield from _sentence_pieces(block, size)


def _with_captions(blocks: Sequence[TextBlock]) -> Iterator[TextBlock]:
    """The blocks; a line right over a table, which says what it contains or in what unit, is part of it."""
    captions = {
        place
        for place, (block, below) in enumerate(pairwise(blocks))
        if block.kind == "paragraph" and below.kind == "table" and _is_caption(block.text)
    }
    for place, block in enumerate(blocks):
        if place - 1 in captions:
            yield replace(block, text=f"{blocks[place - 1].text.strip()}\n{block.text}")
        elif place not in captions:
            yield block


def _is_caption(text: str) -> bool:
    line = text.strip()
    return "\n" not in line and len(line) <= _CAPTION_LENGTH and not line.endswith(_STOPS)


def _table_pieces(block: TextBlock, size: int) -> Iterator[_Piece]:
    rows = block.text.split("\n")
    head = _head_lines(rows)
    top = _Piece.of("\n".join(rows[:head]))
    batch = top
    for row in map(_Piece.of, rows[head:]):
        if batch is not top and batch.tokens + row.tokens > size:
            yield batch
            batch = top
        batch = replace(batch, text=f"{batch.text}\n{row.text}", tokens=batch.tokens + row.tokens)
    yield batch


def _head_lines(rows: Sequence[str]) -> int:
    """How many lines head a table: the caption (a line without bars above one with), the header, its rule."""
    captions = len(rows) > 1 and rows[1].startswith("|") and not rows[0].startswith("|")
    below = rows[1 + captions : 2 + captions]
    return 1 + captions + any(set(row) <= set("|-: ") for row in below)


def _sentence_pieces(block: TextBlock, size: int) -> Iterator[_Piece]:
    start = 0
    for begin, end in _sentence_borders(block.text):
        kept = _Piece.of(block.text[start:begin].strip())
        if kept.text and kept.tokens + estimate_tokens(block.text[begin:end].strip()) > size:
            yield kept
            start = begin
    yield _Piece.of(block.text[start:].strip())


def _sentence_borders(text: str) -> Iterator[tuple[int, int]]:
    """From sentence to sentence, with the rows of dots and the like between them that are none."""
    ends = [end for _, end in sentence_spans(text)]
    return pairwise((0, *ends[:-1], len(text)))
