"""Versions of programs and percentiles: numbers that name something, and when passages know them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_VERSION = re.compile(r"\d+(?:\.\d+){2,}|\d+(?:\.\d+)*\.x")
_ANY_VERSION = r"(?<![\d.])\d+(?:\.\d+)+(?![\d.]*\d)"
# Between a product and its version: words of one sentence or cells of one row, but no other number.
_BETWEEN = r"[^\d.!?。！？；;\n]{0,40}"
# So much of a word stays the same in all its forms.
_STEM = 4
_PERCENTILE = r"(?:st|nd|rd|th|-?[йг]о?)?\s?(?:分位|百分位|percentile|per cent|перцентил|процентил|квантил)"


def is_version(digits: str) -> bool:
    """Whether a number can only be a version: 4.0.1, 3.x."""
    return _VERSION.fullmatch(digits) is not None


def is_known_version(word: str, version: str, sources: Sequence[str], *, named: bool) -> bool:
    """Whether sources give a version of what is called so ("Java 4.0.1"; 驱动不低于 4.0.1).

    A word that stands with no version in the sources is no product of theirs ("upgrade to 4.0.1"); there the
    version alone must stand in them. A family such as 3.x is known by any member of it.

    Args:
        word: the word before the version, empty where there is none.
        version: see :func:`is_version`.
        sources: the texts in which to look, folded as names are.
        named: whether the word is a name, which sources must hold.
    """
    number = _number(version)
    if not word:
        return any(re.search(number, source) for source in sources)
    stem = re.escape(word[-2:] if word[-1] >= "\u4e00" else word[:_STEM])
    before = rf"(?<![a-zа-яё]){stem}" if word[-1] < "\u4e00" else stem
    behind = rf"{before}\w*{_BETWEEN}"
    if any(re.search(behind + number, source) for source in sources):
        return True
    if any(re.search(behind + _ANY_VERSION, source) for source in sources):
        return False
    if named and not any(re.search(before, source) for source in sources):
        return False
    return any(re.search(number, source) for source in sources)


def is_known_percentile(digits: str, sources: Sequence[str]) -> bool:
    """Whether sources name the percentile that p99 stands for: 99 分位, the 99th percentile."""
    return any(re.search(rf"(?<!\d){re.escape(digits)}{_PERCENTILE}", source) for source in sources)


def _number(version: str) -> str:
    if not version.endswith(".x"):
        return rf"(?<![\d.]){re.escape(version)}(?!\.?\d)"
    return rf"(?<![\d.]){re.escape(version.removesuffix('.x'))}\.(?:x\b|\d)"
