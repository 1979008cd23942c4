"""Which texts match: one contains the other, or their character bigrams are much the same.

A list against a list needs some hundred comparisons, so each text is normalised and cut into bigrams once,
and a comparison is made only where it can change the result.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from data_base.text.normalise import composed

THRESHOLD = Fraction(18, 25)
"""Jaccard index of the bigram sets from which two texts match: 0.72."""
_SHARE, _WHOLE = THRESHOLD.as_integer_ratio()
# shared / (one + other - shared) >= share / whole, with shared on one side.
_BOTH = _SHARE + _WHOLE
_BETWEEN = "\n"


def squeezed(text: str) -> str:
    """The text in NFKC, case folded, without white space; Traditional and Simplified stay distinct."""
    return "".join(folded(text).split())


def folded(text: str) -> str:
    """The text in NFKC, case folded."""
    return composed("NFKC", text).casefold()


def bigrams(texts: Sequence[str]) -> list[set[int]]:
    """Each text's pairs of neighbouring characters, each as one number; none in a text of one character."""
    joined = "".join(texts)
    size = len(joined)
    # Four bytes a character, read eight at a time from the first and from the second character on: no
    # string is made for a pair, which is what cutting bigrams costs.
    codes = memoryview(joined.encode("utf-32-le", "surrogatepass"))
    pairs = [0] * max(size - 1, 0)
    pairs[::2] = codes[: size // 2 * 8].cast("Q").tolist()
    pairs[1::2] = codes[4 : 4 + max(size - 1, 0) // 2 * 8].cast("Q").tolist()
    found, start = [], 0
    for text in texts:
        end = start + len(text)
        # The pair at the end reaches into the next text, and an empty text has none.
        found.append(set(pairs[start : max(start, end - 1)]))
        start = end
    return found


def matches(expected: str, got: str) -> bool:
    """Whether two texts match; an empty one matches nothing but an empty one."""
    first, second = squeezed(expected), squeezed(got)
    if not first or not second:
        return first == second
    return first in second or second in first or _similar(*bigrams((first, second)))


def _similar(first: set[int], second: set[int]) -> bool:
    """Whether the Jaccard index is high enough: what is shared, over what is in either of the two."""
    shared = len(first & second)
    return shared > 0 and shared * _BOTH >= (len(first) + len(second)) * _SHARE


class ListMatch(NamedTuple):
    """How a list of texts agrees with the one looked for."""

    recall: float
    """Share of the expected texts that match some got one; 1 where none is expected."""
    precision: float
    """Share of the got texts that match some expected one; 1 where there are none."""

    @property
    def f1(self) -> float:
        """2PR/(P+R), 0 where both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def list_match(expected: Sequence[str], got: Sequence[str], *, longest: int) -> ListMatch:
    """Recall and precision of a list of texts; of two lists one of which is empty, one of them is 0.

    Args:
        expected: the texts looked for.
        got: the texts found.
        longest: only so many of ``got`` count, from the first.
    """
    got = got[:longest]
    if not expected or not got:
        return ListMatch(float(not expected), float(not got))
    found, right = _matched([squeezed(text) for text in expected], [squeezed(text) for text in got])
    return ListMatch(found / len(expected), right / len(got))


def list_f1(expected: Sequence[str], got: Sequence[str], *, longest: int) -> float:
    """F1 of a list of texts; see :func:`list_match`. Two empty lists give 1, one gives 0."""
    return list_match(expected, got, longest=longest).f1


def _matched(expected: list[str], got: list[str]) -> tuple[int, int]:
    """How many expected texts match some got one, and how many got ones some expected one."""
    found, right = [False] * len(expected), [False] * len(got)
    _mark_contained(expected, got, found, right)
    _mark_contained(got, expected, right, found)
    if not (all(found) and all(right)):
        _mark_similar(expected, got, found, right)
    return sum(found), sum(right)


def _mark_similar(expected: list[str], got: list[str], found: list[bool], right: list[bool]) -> None:
    """Mark the two sides of every pair that is alike, where that changes a mark."""
    texts = list(dict.fromkeys(expected + got))
    cut = dict(zip(texts, bigrams(texts), strict=True))
    others = [cut[text] for text in got]
    sizes = [len(other) for other in others]
    for i, text in enumerate(expected):
        pairs = cut[text]
        size = len(pairs)
        # The smaller set over the larger one is the highest the index can be.
        least, most = -(-size * _SHARE // _WHOLE), size * _WHOLE // _SHARE
        # So many are in both sets if they are alike, so one of these is: most comparisons end here.
        some = list(islice(pairs, size - least + 1))
        for j, other_size in enumerate(sizes):
            if (
                least <= other_size <= most
                and not (found[i] and right[j])
                and not others[j].isdisjoint(some)
                and _similar(pairs, others[j])
            ):
                found[i] = right[j] = True


def _mark_contained(parts: list[str], wholes: list[str], in_parts: list[bool], in_wholes: list[bool]) -> None:
    """Mark every part in a whole, and every whole that contains one."""
    # White space is gone from all of them, so nothing found in the joined text reaches over a border.
    joined = _BETWEEN.join(wholes)
    for i, part in enumerate(parts):
        if part not in joined:
            continue
        for j, whole in enumerate(wholes):
            if part in whole if part else not whole:
                in_parts[i] = in_wholes[j] = True
