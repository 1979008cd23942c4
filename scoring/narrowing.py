"""Words of a value's clause that narrow down what is asked: "a family ticket", "seats in the gallery"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from scoring.asked import asked_terms
from scoring.neutral_words import FUNCTION_CHARACTERS, neutral_han, neutral_terms
from scoring.terms import terms
from scoring.value_places import OTHER, VALUE, is_same_word, unsaid

if TYPE_CHECKING:
    from scoring.value_places import ValuePlace

_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(rf"[^\W\d_]+|[{VALUE}{OTHER}]")
_PREPOSITIONS = frozenset(
    re.findall(
        r"\w+",
        "in at for of on with from by across near under behind beside above below over through around along "
        "between without в во на для из у о от по с со за при над под около возле близ через между без",
    )
)
_OF, _FOR = "of", frozenset({"for", "для"})
_JOINS = frozenset({"and", "or", "but", "и", "или", "а", "но"})


def narrows(place: ValuePlace, other: ValuePlace, question: str) -> bool:
    """Whether a value's clause says more of what is asked than the question and the other place do.

    In English and Russian further words count that stand right before a word of the question ("a family
    ticket"), behind one with a preposition ("seats in the gallery"), or as what is said of the value ("96 are
    let"); in Chinese, which tells less by order, any.

    Args:
        place: where the value stands.
        other: where the value stands that is held against it.
        question: what is asked.
    """
    if _HAN.search(place.clause):
        return _narrows_han(place, other, question)
    marks = _marks(place, other, frozenset(asked_terms(question)))
    return any(pattern in marks for pattern in ("na", "noa", "apn", "fn", "nv", "vn", "van"))


def _marks(place: ValuePlace, other: ValuePlace, asked: frozenset[str]) -> str:
    """A letter for every word of a clause that tells something, in order.

    v: the value; w: another; a: asked for; k: neutral, or said at the other place too; n: new; j: "and" and
    the like; o: "of"; f: "for"; p: a preposition, of whatever kind behind what is asked for.
    """
    found: list[str] = []
    for word in _WORD.findall(place.clause):
        low = word.casefold()
        own = terms(word)
        if word in {VALUE, OTHER}:
            found.append("v" if word == VALUE else "w")
        elif low in _JOINS:
            found.append("j")
        elif low in _PREPOSITIONS:
            found.append("p" if found[-1:] == ["a"] else "o" if low == _OF else "f" if low in _FOR else "p")
        elif own and _is_asked(own, asked):
            found.append("k" if neutral_terms().issuperset(own) else "a")
        elif own:
            found.append("n" if unsaid(own, other.known, other.text) else "k")
    return "".join(found)


def _is_asked(own: tuple[str, ...], asked: frozenset[str]) -> bool:
    return any(term in asked or any(is_same_word(term, other) for other in asked) for term in own)


def _narrows_han(place: ValuePlace, other: ValuePlace, question: str) -> bool:
    known = FUNCTION_CHARACTERS.union(fold_variants(question), other.text)
    said = neutral_han().sub(" ", fold_variants(place.clause))
    return any(_HAN.match(character) and character not in known for character in said)
