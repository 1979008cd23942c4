"""Whether two texts say the opposite of each other: by a word's opposite or a denial, clause by clause."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from data_base.text.word_lists import lexicon, word_list
from data_base.text_cache import text_cache
from scoring.words.terms import folded, is_han, read_words, terms
from scoring.words.word_list_matching import hits

Likeness = Literal["same", "opposite", "perhaps"]
TURNED: tuple[Likeness, ...] = ("opposite", "perhaps")
CLAUSE = re.compile(
    r"(?:[，、;；：()（）—–]|[,:](?!\d))\s*|\s(?:and|but|while|whereas|versus|against|и|а|но|против)\s|(?:而|但|并且|並且)",
    re.IGNORECASE,
)
IN_ORDER = re.compile(r"\brespectively\b|\bсоответственно\b|分[别別]|各[为為]", re.IGNORECASE)
_ALIKE, _BRIEF = 0.75, 2
"""So much of a clause's words another one has that speaks of the same; and how much longer it may be."""
_LEAST, _MOST = 2, 40


class _Clause(NamedTuple):
    """A clause: its words in order, what it says of pairs of opposites, and whether it denies."""

    words: tuple[str, ...]
    sides: frozenset[tuple[str, str]]
    denies: bool

    def first(self, other: "_Clause") -> str:
        """The first of its words that another clause has, too."""
        return next((word for word in self.words if word in other.words), "")


def likeness(claim: str, text: str) -> Likeness | None:
    """Whether a text says the same as a claim or the opposite; None where it speaks of something else.

    "perhaps" is the opposite in another order of words, as in "the bus is dearer than the ferry".
    """
    found = {each for clause in _clauses(claim) if (each := _likeness(clause, _clauses(text)))}
    order: tuple[Likeness, ...] = ("opposite", "perhaps", "same")
    return next((each for each in order if each in found), None)


def turned(claim: str, text: str) -> bool:
    """Whether a text says the opposite of a claim, be it in another order of words."""
    return likeness(claim, text) in TURNED


def opposed(one: str, other: str) -> bool:
    """Whether two texts say different sides of a pair of opposites, whatever else they say."""
    mine, others = dict(_sides(one)), dict(_sides(other))
    return any(others.get(pair, side) != side for pair, side in mine.items())


def _likeness(mine: _Clause, others: tuple[_Clause, ...]) -> Likeness | None:
    if len(mine.words) + len(mine.sides) < _LEAST or not mine.words:
        return None
    alike = [(len(set(mine.words) & set(other.words)) / len(mine.words), other) for other in others]
    most = max((share for share, _ in alike), default=0.0)
    if most < _ALIKE:
        return None
    best = [other for share, other in alike if share == most]
    if not all(_opposed(mine, other) for other in best):
        return "same"
    return "opposite" if any(other.first(mine) == mine.first(other) for other in best) else "perhaps"


def _opposed(mine: _Clause, other: _Clause) -> bool:
    """A pair's other side, or a denial, makes an opposite; both together make none."""
    pairs = {pair for pair, _ in mine.sides} & {pair for pair, _ in other.sides}
    turned = any((pair in pairs) for pair, _ in mine.sides - other.sides)
    if mine.denies == other.denies:
        return turned
    # What a long clause denies may be something else in it.
    return not turned and len(other.words) <= _BRIEF * len(mine.words)


@text_cache(500_000)
def _clauses(text: str) -> tuple[_Clause, ...]:
    pieces = [text] if IN_ORDER.search(text) else CLAUSE.split(text)
    return tuple(_clause(piece) for piece in pieces[:_MOST] if piece)


def _clause(text: str) -> _Clause:
    # A letter keeps the characters on both sides of a word apart.
    plain = _han().sub(" a ", folded(text))
    said = tuple(term for term in terms(plain) if term not in _forms())
    return _Clause(said, frozenset(_sides(text)), bool(hits(text, "negation")))


def _sides(text: str) -> Iterator[tuple[str, str]]:
    """Of which pairs of opposites a text says one alone."""
    for pair in lexicon("opposites"):
        one, other = (bool(hits(text, f"opposites.{pair}.{side}")) for side in ("one", "other"))
        if one != other:
            yield pair, "one" if one else "other"


@cache
def _listed() -> tuple[str, ...]:
    return tuple(map(folded, (*word_list("opposites"), *word_list("negation"))))


@cache
def _forms() -> frozenset[str]:
    return frozenset(word.form for phrase in _listed() for word in read_words(phrase))


@cache
def _han() -> re.Pattern[str]:
    longest = sorted((word for word in _listed() if is_han(word)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest)))
