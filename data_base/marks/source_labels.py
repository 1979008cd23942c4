"""What leads to a source and says nothing itself: ``(Source: [1])``, ``See also [2].``, ``[link](https://…)``."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from data_base.marks.cited_sources import SourceMark

_LABEL = (
    r"(?:sources?|see(?: also)?|cf\.|refs?\.?|references?|citations?|links?|read more|"
    r"источники?|см\.(?: также)?|ссылк[аи]|подробнее|"
    r"(?:[資资]料|[數数][據据]|[參参]考)?[來来]源|[參参]考(?:[資资]料|文[獻献])?|出[處处]|[參参詳详]?[見见]|[鏈链]接|連結)"
)
_BEFORE = rf"(?:{_LABEL}|via|per|from|по|из)"
# In the text that is searched every character of a mark is this one.
_SIGN = "\0"
_BETWEEN = r"(?:[\0 \t,;，；、&]|\band\b|\bи\b|和|及)*"
_IN_BRACKETS = re.compile(rf"[(（][ \t]*(?:{_BEFORE}[ \t]?[:：]?)?[ \t]*\0{_BETWEEN}[)）]", re.IGNORECASE)
_BEHIND_STOP = r"(?<=[.!?。！？…])[\"'”’」』）)*_]{0,3}[ \t]*"
_AT_END = re.compile(
    rf"(?:(?:^[ \t]*(?:(?:[-*+•>]|\d{{1,3}}[.)])[ \t]+)?|{_BEHIND_STOP})"
    rf"(?P<label>[*_(（]{{0,3}}{_LABEL}[*_]{{0,2}}[ \t]?[:：]?[*_]{{0,2}})|{_BEHIND_STOP})"
    rf"[ \t]*(?P<marks>\0{_BETWEEN})(?P<stop>[.。]?)[)）*_ \t]{{0,9}}$",
    re.IGNORECASE | re.MULTILINE,
)
_NAMELESS = re.compile(rf"{_LABEL}|here|this|тут|здесь|[這这][裡里]", re.IGNORECASE)
_ENDED = (".", "!", "?", "。", "！", "？")


class SourceLabels(NamedTuple):
    """Where a text only leads to its sources."""

    spans: Sequence[tuple[int, int]]
    """Words, brackets and marks that say nothing else."""
    wordless: frozenset[int]
    """Where the links begin whose words name the source."""
    trailing: frozenset[int]
    """Where the marks begin that belong to what is before them, be it a line above."""


def source_labels(text: str, marks: Sequence[SourceMark]) -> SourceLabels:
    """Find what only leads to a source: labels, what is in brackets with marks alone, and links by a name.

    Args:
        text: a report.
        marks: its marks, in order.
    """
    signs = list(text.replace(_SIGN, " "))
    for mark in marks:
        signs[mark.start : mark.end] = [
            "\n" if sign == "\n" else _SIGN for sign in text[mark.start : mark.end]
        ]
    searched = "".join(signs)
    starts = [mark.start for mark in marks]

    def within(found: re.Match[str]) -> Sequence[SourceMark]:
        return marks[bisect_left(starts, found.start()) : bisect_left(starts, found.end())]

    spans: list[tuple[int, int]] = []
    leading, trailing = [mark for mark in marks if mark.said and _names_the_page(mark)], set[int]()
    for found in _IN_BRACKETS.finditer(searched):
        spans.append(found.span())
        leading += within(found)
    for found in _AT_END.finditer(searched):
        own = within(found)
        if found["label"]:
            spans.append((found.start("label"), found.end()))
            trailing |= {mark.start for mark in own}
        elif found["stop"] or any(mark.said.endswith(_ENDED) for mark in own):
            continue  # a sentence that is a link
        leading += own
    return SourceLabels(spans, frozenset(mark.start for mark in leading), frozenset(trailing))


def _names_the_page(mark: SourceMark) -> bool:
    """Whether a link says no more than "source", or the host that it leads to."""
    said = mark.said.strip(" *_[]()").casefold().removeprefix("www.")
    return _NAMELESS.fullmatch(said) is not None or said == _host(mark.url)


def _host(url: str | None) -> str:
    try:
        return (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return ""
