"""A sentence with several values as parts: which is of what, by the words of each part alone."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from data_base.text.folding import fold
from data_base.text.han_variants import fold_variants
from data_base.text.word_lists import any_of
from data_base.text_cache import text_cache
from scoring.embedded.words import letters, root, terms
from scoring.words.opposites import IN_ORDER
from scoring.words.terms import is_han

_HAN = re.compile(r"[\u3400-\u9fff]+")
_LABELLED = re.compile(r"\s*[-*•]?\s*[^\W\d_][^\d\n]*[:：—–-]\s*\S{1,24}(?: \S{1,24}){0,2}\s*")


class Keys(NamedTuple):
    """For each of several values the words of its part alone, and whether they go by the order."""

    words: list[list[str]]
    in_order: bool


@cache
def _joins() -> re.Pattern[str]:
    """Where a part ends for certain."""
    listed = any_of("clauses.joins", "clauses.parts", "clauses.compares")
    return re.compile(
        rf"[;；\n]|{listed}|[(（](?=[^()（）]*\w[^()（）]*$)|<br\s*/?>|</(?:p|li|div|td|tr)>", re.IGNORECASE
    )


@cache
def _cut() -> re.Pattern[str]:
    return re.compile(rf"[,，、:：]|{_joins().pattern}", re.IGNORECASE)


def blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A text without the values in it, every other character in its place."""
    cased = fold(text).cased
    for start, end in spans:
        cased = cased[:start] + " " * (end - start) + cased[end:]
    return cased


def is_labelled(text: str) -> bool:
    """Whether every line is a label and one value: "Adults: $18"."""
    return all(_LABELLED.fullmatch(line) for line in text.strip().splitlines())


@text_cache(200_000)
def keys(text: str, spans: tuple[tuple[int, int], ...]) -> Keys:
    """What tells several values of a sentence apart."""
    pieces = _in_order(text, spans)
    parts = list(map(words_apart, pieces or parts_of_sentence(text, spans)))
    met = Counter(word for part in parts for word in part)
    # A part of which every word is said of another one, too, has no name.
    return Keys(
        [[word for word in part if met[word] == 1] or [""][: len(part)] for part in parts], bool(pieces)
    )


def _in_order(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """What each value is of in "A and B had 4 and 5 respectively"; empty for other sentences."""
    if not IN_ORDER.search(text):
        return []
    before, behind = _cut().split(text[: spans[0][0]]), _cut().split(text[spans[-1][1] :])
    found = (before[-len(spans) :], behind[: len(spans)])
    return next((each for each in found if len(each) == len(spans) and all(map(words_apart, each))), [])


def parts_of_sentence(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """The part of a sentence that each value is in, cut where the next begins."""
    cuts = [(0, 0), *(_between(text, end, start) or (end, start) for (_, end), (start, _) in pairwise(spans))]
    tail = _cut().search(text, spans[-1][1])
    cuts.append(tail.span() if tail else (len(text), len(text)))
    return [text[first:last] for (_, first), (last, _) in pairwise(cuts)]


def _between(text: str, end: int, start: int) -> tuple[int, int] | None:
    """Where one part of a sentence ends between two values."""
    found = _joins().search(text, end, start) or next(reversed(list(_cut().finditer(text, end, start))), None)
    return found.span() if found else None


def runs(text: str, spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Values with nothing that parts them as one, as of "from 06:20 until 13:45" both ends are said."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and _between(text, found[-1][1], start) is None:
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return tuple(found)


@text_cache(200_000)
def words_apart(text: str) -> tuple[str, ...]:
    """Roots of words, each once; of Chinese every pair of characters, as 卒于 tells apart from 生于."""
    found = [run[i : i + 2] for run in _HAN.findall(fold_variants(text)) for i in range(max(len(run) - 1, 1))]
    found += letters(text)
    return tuple(dict.fromkeys([*found, *(root(term) for term in terms(text) if not is_han(term))]))
