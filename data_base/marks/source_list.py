"""The list of sources at the end of a report, which states nothing of its own."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate

from data_base.text.word_lists import any_of

_LONGEST, _NAME = 400, 120
"""Characters of an item: a title, an address, a date of access; and of one that is no more than a name."""
_ADDRESS = r"(?:https?://|\bwww\.\w|\bdoi:\s?10\.)\S+"
_HAS_ADDRESS = re.compile(_ADDRESS, re.IGNORECASE)
_NUMBER = r"(?:\\?[\[【［]\^?\d{1,3}\\?[\]】］][:：.]?|\[\d{1,3}\\?\.)"
_NUMBERED = re.compile(rf"(?:{_NUMBER}|\(?\d{{1,3}}[.)、:：]|\^\d{{1,3}})\s*\S")
_BULLET = re.compile(r"(?:[-*+]\s+|[•●·]\s*)(?P<name>\S.*)")
# Without a heading: a number in brackets and an address, or an address or a link and nothing else.
_SOURCE = re.compile(
    rf"{_NUMBER}.*{_ADDRESS}.*|"
    rf"(?:[-*+•●·]|\(?\d{{1,3}}[.)、:：])?\s*(?:<?{_ADDRESS}>?|\[(?:[^\[\]]|\[[^\[\]]*\])+\]\(\s*{_ADDRESS}\))\s*",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"\[\^[\w-]{1,40}\]:\s*(?P<name>\S.*)")
# An entry among others, wherever it is: "[12] …", "[^12]: …", "[12\\. …](https://…)".
_ENTRY = re.compile(r"[ \t]{0,3}(?:[-*+•]\s{1,3})?\\?\[\^?(?P<number>\d{1,3})(?:\\?\]|\\?\.(?=\s))")
_FEWEST_ENTRIES, _REMARK = 3, 600
"""Entries of a list without a heading, and characters of what may follow it."""
_RULE = re.compile(r"[-=*_]{3,}|>.{0,200}")


def without_source_list(text: str) -> str:
    """The text up to a list of sources, links or references that ends it; all of it where none does.

    Such a list is under a heading that says so, every line of it an address, a numbered item or a name; or it
    has no heading, and every line of it is a number in brackets with an address, an address alone, or a
    footnote that is a name. A text that is nothing else stays as it is.
    """
    lines = text.splitlines(keepends=True)
    first = _above(lines, _is_source)
    headed = _above(lines, _is_item)
    if headed < len(lines) and headed and _heading().fullmatch(lines[headed - 1].strip()):
        first = headed - 1
    if all(map(_is_blank, lines[first:])):
        return text
    while first and _is_blank(lines[first - 1]):
        first -= 1
    return "".join(lines[:first]).rstrip() or text


def source_list_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the lists of sources at the end of a report are: the one that ends it, and those right before.

    Some reports give their sources twice, with a remark between. A list before the last one is three or more
    lines that begin with bracketed numbers, each greater than the one before it; no more than a remark may
    follow it. A list under a heading that says so and footnotes belong to them wherever they are.
    """
    end = len(without_source_list(text))
    others = sorted([*_footnotes(text[:end]), *_headed(text[:end])])
    spans = [(end, len(text))] if end < len(text) else []
    for start, stop in reversed(_runs(text[:end])):
        if len(text[stop:end].strip()) > _REMARK:
            break
        spans.insert(0, (start, stop))
        end = start
    free: list[tuple[int, int]] = []
    for start, stop in others:
        if stop <= end and start >= (free[-1][1] if free else 0):
            free.append((start, stop))
    return (*free, *spans)


def _headed(text: str) -> Iterator[tuple[int, int]]:
    """Where entries follow each other below a heading, an address or more among them."""
    start, stop, place, has_address = -1, 0, 0, False
    for line in [*text.splitlines(keepends=True), "."]:
        plain = line.strip()
        if start >= 0 and plain and not _is_item(plain):
            if has_address:
                yield start, stop
            start = -1
        if start >= 0 and plain:
            stop, has_address = place + len(line), has_address or _HAS_ADDRESS.search(line) is not None
        if plain and _heading().fullmatch(plain):
            start, has_address = place, False
        place += len(line)


def _footnotes(text: str) -> Sequence[tuple[int, int]]:
    """Where the footnotes are, each by itself, but for those that cite something themselves."""
    lines = text.splitlines(keepends=True)
    places = accumulate(map(len, lines), initial=0)
    return [
        (place, place + len(line))
        for place, line in zip(places, lines, strict=False)
        if (note := _FOOTNOTE.match(line)) and ("[" not in note["name"] or _is_source(line.strip()))
    ]


def _runs(text: str) -> list[tuple[int, int]]:
    """Where lines with ascending numbers in brackets follow each other, blank lines apart."""
    runs: list[tuple[int, int]] = []
    start = end = place = last = count = 0
    for line in [*text.splitlines(keepends=True), "."]:
        entry = _ENTRY.match(line)
        number = int(entry["number"]) if entry else 0
        if not _is_blank(line) and number <= last:
            if count >= _FEWEST_ENTRIES:
                runs.append((start, end))
            start, last, count = place, 0, 0
        if number:
            start, last, count, end = (start if count else place), number, count + 1, place + len(line)
        place += len(line)
    return runs


def _above(lines: list[str], belongs: Callable[[str], bool]) -> int:
    """Where the lines that belong to a list begin, seen from the end; blank ones may be between them."""
    first = len(lines)
    while first and (_is_blank(lines[first - 1]) or belongs(lines[first - 1].strip())):
        first -= 1
    return first


def _is_blank(line: str) -> bool:
    """Whether a line is empty, a quoted remark or a rule, which also underlines a heading."""
    return not line.strip() or _RULE.fullmatch(line.strip()) is not None


def _is_source(line: str) -> bool:
    head, colon, rest = line.replace("：", ":").partition(":")
    if colon and _heading().fullmatch(head):
        line = rest.strip()
    if _is_short(line) and _SOURCE.fullmatch(line) is not None:
        return True
    footnote = _FOOTNOTE.match(line)
    if footnote is None or not _is_short(line):
        return False
    return _is_name(footnote["name"]) or _HAS_ADDRESS.search(line) is not None


def _is_item(line: str) -> bool:
    if _heading().fullmatch(line):
        return False
    if not _is_short(line) or _HAS_ADDRESS.search(line) or _NUMBERED.match(line):
        return _is_short(line)
    bullet = _BULLET.match(line)
    return bullet is not None and _is_name(bullet["name"])


def _is_short(line: str) -> bool:
    """Whether a line is no longer than an entry is, its address apart."""
    return len(line) <= _LONGEST or len(_HAS_ADDRESS.sub("", line)) <= _LONGEST


def _is_name(text: str) -> bool:
    return len(text) <= _NAME and text[-1] not in ".。!！?？"


@cache
def _heading() -> re.Pattern[str]:
    named = any_of("source_headings")
    return re.compile(rf"[#*_\s]*(?:\d{{1,2}}[.)、]\s*)?{named}[*_\s]*[:：]?[*_\s]*", re.IGNORECASE)
