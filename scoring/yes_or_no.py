"""Answers that begin with yes or no (zh, en, ru)."""

from __future__ import annotations

import re

_YES = re.compile(
    r"^\W*(?:(?:yes|yep|да)\b[\s,.:;!–—-]*|it (?:did|does|is|was|will|has|can)\b[.!]?$|"
    r"(?:是的?|對|对|會|会|能|可以|有)[，,。：])",
    re.IGNORECASE,
)
# "No permit is needed" and 不過 deny nothing.
_NO = re.compile(
    r"^\W*(?:(?:no|nope|нет)\b(?!\s\w)[\s,.:;!–—-]*|it (?:did|does|is|was|will|has|can)(?:\s?not|n[’']t)\b|"
    r"(?:否|不是|不會|不会|不能|不可以|不行|不准|不得|沒有|没有|不)[，,。：])",
    re.IGNORECASE,
)


def says_yes(text: str) -> bool | None:
    """Whether a text begins with yes, or with no; None where it begins with neither."""
    if _YES.match(text):
        return True
    return False if _NO.match(text) else None


def without_yes_or_no(text: str) -> str:
    """What a text says behind its yes or no."""
    return _NO.sub("", _YES.sub("", text))
