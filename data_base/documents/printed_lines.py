"""Printed lines become paragraphs and tables again.

A PDF knows lines, not paragraphs. A line that fills the page's width and does not end a sentence goes on in
the next one; a short line stands for itself (a heading, a table row).
"""

import re
import unicodedata
from functools import cache

from data_base.documents.page import Block

# A wrapped line is nearly as wide as the widest; less than this share and it ended by intent.
_FULL_LINE = 0.82
_TABLE_ROWS = 2
_SENTENCE_END = tuple('。！？；.!?;：:」』”"')
_HEADING_MARK = re.compile(
    r"^(?:#+\s|第[一二三四五六七八九十百\d]+[章節节部]|附[錄录]|[一二三四五六七八九十]+、|\d+(?:\.\d+)*\.?\s+\D|"
    r"(?:chapter|section|part|appendix|table|глава|раздел|таблица|表|圖|图)\s*\d)",
    re.IGNORECASE,
)
# A name and two or more figures, nothing behind them: a row of a table is no wrapped sentence's end.
_ROW = re.compile(r"\S.{0,80}?(?:\s[(（]?[-−–+]?[€$£¥]?\d[\d.,/%-]*[)）]?){2,}")
_BULLET = re.compile(r"^(?:[•●▪◦‣·*–—-]\s|\(?\d{1,2}[.)、]\s|[（(][一二三四五六七八九十\d]+[）)])")


def printed_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of a page's printed text, in order."""
    lines = [line.strip() for line in text.split("\n")]
    return tuple(_grouped(_unwrapped([line for line in lines if line])))


def _width(line: str) -> int:
    return len(line) if line.isascii() else sum(map(_char_width, line))


@cache
def _char_width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _unwrapped(lines: list[str]) -> list[str]:
    full = _FULL_LINE * max(map(_width, lines), default=0)
    joined: list[str] = []
    open_ended = False
    for line in lines:
        if (
            open_ended
            and not any(p.match(line) for p in (_BULLET, _HEADING_MARK))
            and not _ROW.fullmatch(line)
        ):
            joined[-1] = _join(joined[-1], line)
        else:
            joined.append(line)
        open_ended = _width(line) >= full and not line.endswith(_SENTENCE_END)
    return joined


def _join(left: str, right: str) -> str:
    wide = unicodedata.east_asian_width(left[-1]) in "WF" or unicodedata.east_asian_width(right[0]) in "WF"
    return left + right if wide else f"{left} {right}"


def _grouped(lines: list[str]) -> list[Block]:
    blocks: list[Block] = []
    short: list[str] = []
    for line in lines:
        if line.endswith(_SENTENCE_END) or _BULLET.match(line):
            blocks += _short_lines(short)
            short = []
            blocks.append(Block(line))
        else:
            short.append(line)
    return blocks + _short_lines(short)


def _short_lines(lines: list[str]) -> list[Block]:
    """Lines that end no sentence: headings first or last, what is between is a table."""
    if len(lines) <= _TABLE_ROWS:
        return [Block(line, "heading") for line in lines]
    start = next((i for i, line in enumerate(lines) if not _HEADING_MARK.match(line)), len(lines))
    end = len(lines) - 1 if _HEADING_MARK.match(lines[-1]) else len(lines)
    heads = [Block(line, "heading") for line in lines[:start]]
    tail = [Block(line, "heading") for line in lines[max(start, end) :]]
    table = lines[start : max(start, end)]
    return [*heads, *([Block("\n".join(table), "table")] if table else []), *tail]
