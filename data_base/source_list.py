"""The list of sources at the end of a report, which states nothing of its own."""

import re
from collections.abc import Callable
from functools import cache

from data_base.text.word_lists import any_of

_LONGEST, _NAME = 400, 120
"""Characters of an item: a title, an address, a date of access; and of one that is no more than a name."""
_ADDRESS = r"(?:https?://|\bwww\.\w|\bdoi:\s?10\.)\S+"
_HAS_ADDRESS = re.compile(_ADDRESS, re.IGNORECASE)
_NUMBER = r"[\[【［]\^?\d{1,3}[\]】］][:：.]?"
_NUMBERED = re.compile(rf"(?:{_NUMBER}|\(?\d{{1,3}}[.)、:：]|\^\d{{1,3}})\s*\S")
_BULLET = re.compile(r"(?:[-*+]\s+|[•●·]\s*)(?P<name>\S.*)")
# Without a heading: a number in brackets and an address, or an address or a link and nothing else.
_SOURCE = re.compile(
    rf"{_NUMBER}.*{_ADDRESS}.*|(?:[-*+•●·]|\d{{1,3}}[.)、])?\s*(?:<?{_ADDRESS}>?|\[[^\[\]]+\]\(\s*{_ADDRESS}\))\s*",
    re.IGNORECASE,
)


def without_source_list(text: str) -> str:
    """The text up to a list of sources, links or references that ends it; all of it where none does.

    Such a list is under a heading that says so, every line of it an address, a numbered item or a name; or it
    has no heading, and every line of it is a number in brackets with an address, or an address alone. A text
    that is nothing else stays as it is.
    """
    lines = text.splitlines(keepends=True)
    first = _above(lines, _is_source)
    headed = _above(lines, _is_item)
    if headed < len(lines) and headed and _heading().fullmatch(lines[headed - 1].strip()):
        first = headed - 1
    before = "".join(lines[:first]).rstrip()
    return before if before and any(line.strip() for line in lines[first:]) else text


def _above(lines: list[str], belongs: Callable[[str], bool]) -> int:
    """Where the lines that belong to a list begin, seen from the end; blank ones may be between them."""
    first = len(lines)
    while first and (not lines[first - 1].strip() or belongs(lines[first - 1].strip())):
        first -= 1
    return first


def _is_source(line: str) -> bool:
    head, colon, rest = line.replace("：", ":").partition(":")
    if colon and _heading().fullmatch(head):
        line = rest.strip()
    return len(line) <= _LONGEST and _SOURCE.fullmatch(line) is not None


def _is_item(line: str) -> bool:
    if len(line) > _LONGEST or _HAS_ADDRESS.search(line) or _NUMBERED.match(line):
        return len(line) <= _LONGEST
    bullet = _BULLET.match(line)
    return bullet is not None and len(line) <= _NAME and bullet["name"][-1] not in ".。!！?？"


@cache
def _heading() -> re.Pattern[str]:
    return re.compile(rf"[#*_\s]*{any_of('source_headings')}[*_\s]*[:：]?[*_\s]*", re.IGNORECASE)
