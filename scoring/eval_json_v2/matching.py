"""Which texts match: one holds the other, or their character bigrams are much the same.

A list against a list needs up to eighty comparisons, so each text is normalised and cut into bigrams once,
and a comparison is made only where it can change the result.
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

THRESHOLD = Fraction(18, 25)
"""Jaccard index of the bigram sets from which two texts match: 0.72."""
_SHARE, _WHOLE = THRESHOLD.as_integer_ratio()
_BETWEEN = "\n"
_PAIR = 2


def squeezed(text: str) -> str:
    """The text in NFKC, case folded, without white space; Traditional and Simplified stay apart."""
    return "".join(folded(text).split())


def folded(text: str) -> str:
    """The text in NFKC, case folded."""
    return text.casefold() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def bigrams(text: str) -> set[int]:
    """The pairs of neighbouring characters, each as one number; none in a text of one character."""
    size = len(text)
    if size < _PAIR:
        return set()
    # Four bytes a character, read eight at a time from the first and from the second character on: no
    # string is made for a pair, which is what cutting bigrams costs.
    codes = memoryview(text.encode("utf-32-le", "surrogatepass"))
    even, odd = codes[: size // 2 * 8], codes[4 : 4 + (size - 1) // 2 * 8]
    return {*even.cast("Q"), *odd.cast("Q")}


def matches(expected: str, got: str) -> bool:
    """Whether two texts match; an empty one matches nothing but an empty one."""
    first, second = squeezed(expected), squeezed(got)
    if not first or not second:
        return first == second
    return first in second or second in first or _similar(bigrams(first), bigrams(second))


def list_f1(expected: Sequence[str], got: Sequence[str], *, longest: int) -> float:
    """F1 of a list of texts.

    Recall is the share of expected items that match some got item, precision the share of got items that
    match some expected item; F1 = 2PR/(P+R), and 0 where both are 0. Two empty lists give 1, one gives 0.

    Args:
        expected: the texts looked for.
        got: the texts found.
        longest: only so many of ``got`` count, from the first.
    """
    got = got[:longest]
    if not expected or not got:
        return float(not expected and not got)
    found, right = _matched([squeezed(text) for text in expected], [squeezed(text) for text in got])
    if not found:
        return 0.0
    recall, precision = found / len(expected), right / len(got)
    return 2 * precision * recall / (precision + recall)


def _matched(expected: list[str], got: list[str]) -> tuple[int, int]:
    """How many expected texts match some got one, and how many got ones some expected one."""
    found, right = [False] * len(expected), [False] * len(got)
    _mark_contained(expected, got, found, right)
    _mark_contained(got, expected, right, found)
    if not (all(found) and all(right)):
        _mark_similar([bigrams(text) for text in expected], [bigrams(text) for text in got], found, right)
    return sum(found), sum(right)


def _mark_similar(
    expected: list[set[int]], got: list[set[int]], found: list[bool], right: list[bool]
) -> None:
    """Mark the two sides of every pair that is alike, where that changes a mark."""
    for i, pairs in enumerate(expected):
        for j, others in enumerate(got):
            if not (found[i] and right[j]) and _similar(pairs, others):
                found[i] = right[j] = True


def _mark_contained(parts: list[str], wholes: list[str], in_parts: list[bool], in_wholes: list[bool]) -> None:
    """Mark every part that stands in a whole, and every whole that holds one."""
    # White space is gone from all of them, so nothing found in the joined text reaches over a border.
    joined = _BETWEEN.join(wholes)
    for i, part in enumerate(parts):
        if part not in joined:
            continue
        for j, whole in enumerate(wholes):
            if part in whole if part else not whole:
                in_parts[i] = in_wholes[j] = True


def _similar(first: set[int], second: set[int]) -> bool:
    one, other = len(first), len(second)
    # The smaller set over the larger one is the highest the index can be; most pairs end here.
    if one * _WHOLE < other * _SHARE or other * _WHOLE < one * _SHARE or first.isdisjoint(second):
        return False
    shared = len(first & second)
    return shared * _WHOLE >= (one + other - shared) * _SHARE
