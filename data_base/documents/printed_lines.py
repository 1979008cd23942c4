"""Printed lines become paragraphs and tables again.

A PDF knows lines, not paragraphs. A line that fills the page's width and does not end a sentence goes on in
the next one; a short line stands for itself (a heading, a table row). A wrapped line may well begin with a
number ("on 26 July / 2024. The new lamps …"): only a line that is short itself and ends no sentence is then a
numbered heading.
"""

import re
import unicodedata
from functools import cache

from data_base.documents.line_hyphens import BROKEN
from data_base.documents.page import TextBlock

# A wrapped line is nearly as wide as the widest; less than this share and it ended by intent.
_FULL_LINE = 0.82
_TABLE_ROWS = 2
# What fills more lines than this and ends no sentence is a paragraph that the page's end cut off, no heading.
_HEADING_LINES = 2
_SENTENCE_END = tuple('。！？；.!?;：:」』”"')
_HEADING_WORD = (
    r"#+\s|第[一二三四五六七八九十百\d]+[章節节部]|附[錄录]|[一二三四五六七八九十]+、|"
    r"(?:chapter|section|part|appendix|table|глава|раздел|таблица|表|圖|图)\s*\d"
)
_WORDED_HEADING = re.compile(rf"^(?:{_HEADING_WORD})", re.IGNORECASE)
_HEADING_MARK = re.compile(rf"^(?:{_HEADING_WORD}|\d+(?:\.\d+)*\.?\s+\D)", re.IGNORECASE)
# A name and two or more figures, nothing behind them: a row of a table is no wrapped sentence's end.
_ROW = re.compile(r"\S.{0,80}?(?:\s[(（]?[-−–+]?[€$£¥]?\d[\d.,/%-]*[)）]?){2,}")
_BULLET = re.compile(r"^(?:[•●▪◦‣·*–—-]\s|\(?\d{1,2}[.)、]\s|[（(][一二三四五六七八九十\d]+[）)])")
_NUMBERED = re.compile(r"^\d{1,2}[.、]\s")


def printed_blocks(text: str) -> tuple[TextBlock, ...]:
    """Blocks of a page's printed text, in order; the breaks of words are marked by ``BROKEN``."""
    lines = [line for line in (each.strip() for each in text.split("\n")) if line]
    widest = max(map(_width, lines), default=0)
    return tuple(_grouped(_unwrapped(lines, _FULL_LINE * widest), widest))


def _width(line: str) -> int:
    return len(line) if line.isascii() else sum(map(_char_width, line))


@cache
def _char_width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _unwrapped(lines: list[str], full: float) -> list[str]:
    joined: list[str] = []
    open_ended = False
    for line in lines:
        goes_on = _width(line) >= full and not line.endswith(_SENTENCE_END)
        if joined and joined[-1].endswith(BROKEN):
            joined[-1] = joined[-1][:-1] + line
        elif open_ended and not _begins(line, ends=line.endswith(_SENTENCE_END) or goes_on):
            joined[-1] = _join(joined[-1], line)
        else:
            joined.append(line)
        open_ended = goes_on
    return joined


def _begins(line: str, *, ends: bool) -> bool:
    """Whether a line begins something of its own, though the one above is full and ends no sentence.

    Args:
        line: the line.
        ends: whether it ends a sentence or goes on in the next line: a heading does neither.
    """
    if _BULLET.match(line) or _WORDED_HEADING.match(line) or _ROW.fullmatch(line):
        return True
    return not ends and bool(_HEADING_MARK.match(line))


def _join(left: str, right: str) -> str:
    wide = unicodedata.east_asian_width(left[-1]) in "WF" or unicodedata.east_asian_width(right[0]) in "WF"
    return left + right if wide else f"{left} {right}"


def _grouped(lines: list[str], widest: int) -> list[TextBlock]:
    blocks: list[TextBlock] = []
    short: list[str] = []
    for index, line in enumerate(lines):
        ends = line.endswith(_SENTENCE_END)
        if ends or _width(line) > _HEADING_LINES * widest or _listed(lines, index):
            blocks += _short_lines(short)
            short = []
            blocks.append(TextBlock(line))
        else:
            short.append(line)
    return blocks + _short_lines(short)


def _listed(lines: list[str], index: int) -> bool:
    """Whether a line is an item of a list; a number without another next to it heads a section."""
    if not _BULLET.match(lines[index]):
        return False
    neighbours = [*lines[max(index - 1, 0) : index], *lines[index + 1 : index + 2]]
    return not _NUMBERED.match(lines[index]) or any(map(_NUMBERED.match, neighbours))


def _short_lines(lines: list[str]) -> list[TextBlock]:
    """Lines that end no sentence: headings first or last, what is between is a table."""
    if len(lines) <= _TABLE_ROWS:
        return [TextBlock(line, "heading") for line in lines]
    start = next((i for i, line in enumerate(lines) if not _HEADING_MARK.match(line)), len(lines))
    end = len(lines) - 1 if _HEADING_MARK.match(lines[-1]) else len(lines)
    heads = [TextBlock(line, "heading") for line in lines[:start]]
    tail = [TextBlock(line, "heading") for line in lines[max(start, end) :]]
    table = lines[start : max(start, end)]
    return [*heads, *([TextBlock("\n".join(table), "table")] if table else []), *tail]
