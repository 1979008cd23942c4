"""Two passages that answer a question only together: one says who or what is meant, the other the rest.

"Where was the designer of the bridge born?": one sentence names the designer, another begins with that name
and says where she was born.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

from data_base.text.names import names
from scoring.aliases import folded
from scoring.asked import wants_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

# How much of the question the passages have words for.
_KNOWN = 0.6
# How much of the question the first sentence says at least, and both together.
_FIRST, _BOTH = 0.35, 0.7
# How much more both together say than any one place, and of what the first leaves open.
_MORE, _OF_THE_REST = 0.15, 0.6
# What a sentence is about stands at its beginning, in so many characters.
_SUBJECT = 6
_OPENING = 60
_MOST_FIRST = 4
# A Chinese name is found as the beginning of a sentence that another sentence repeats.
_HAN_NAME = re.compile(r"[\u3400-\u9fff·]{2,8}")
_SHORTEST_HAN = 2
_PARTICLES = "的是在由为于和与及有将已会也之其不"
_HAN_NUMBER = re.compile(r"[一二三四五六七八九十百千万亿〇零两]")


@dataclass(frozen=True, slots=True)
class Bridge:
    """Where the two halves of an answer stand.

    Attributes:
        first: index of the unit that says who or what the question means.
        second: index of the unit that says the rest of it.
        link: the name in both.
        recall: the weighted share of the question's terms that both say, in [0, 1].
    """

    first: int
    second: int
    link: str
    recall: float


def find_bridge(
    part: QuestionPart, asked: Mapping[str, float], alone: float, evidence: Evidence
) -> Bridge | None:
    """The two places that answer a part of a question together and neither alone, if there are such.

    Args:
        part: the part.
        asked: its terms with their weights.
        alone: how much of that weight the best single place covers.
        evidence: the passages.
    """
    # A word that no passage has can be looked for in none.
    weights = {term: weight for term, weight in asked.items() if term in evidence.idf}
    total = fsum(weights.values())
    if total < _KNOWN * fsum(asked.values()) or not total:
        return None
    least = max(total * _BOTH, alone + total * _MORE)
    if least > total:
        return None
    found = [
        (said, -first, -second, link)
        for first in _firsts(weights, total, evidence)
        for second, link in _seconds(first, part.text, evidence)
        if _may_answer(part, second, evidence)
        and (said := _said_by_both(first, second, weights, evidence)) >= least
    ]
    if not found:
        return None
    said, first, second, link = max(found)
    return Bridge(-first, -second, link, said / total)


def _firsts(weights: Mapping[str, float], total: float, evidence: Evidence) -> list[int]:
    """The sentences that say most of the question, though not all."""
    scored = sorted(((_mass(unit.reach, weights), -i) for i, unit in enumerate(evidence.units)), reverse=True)
    return [-place for said, place in scored[:_MOST_FIRST] if said >= total * _FIRST]


def _seconds(first: int, question: str, evidence: Evidence) -> Iterator[tuple[int, str]]:
    """Sentences about a name that stands in the first one and not in the question."""
    text, asked = folded(evidence.units[first].text), folded(question)
    known = [name for name in _names(evidence.units[first].text) if name not in asked]
    for place, unit in enumerate(evidence.units):
        if place == first:
            continue
        other = _opening(unit.text)
        link = next((name for name in known if name in other[: len(name) + _SUBJECT]), "")
        if link := link or _han_name(other, text, asked):
            yield place, link


def _may_answer(part: QuestionPart, unit: int, evidence: Evidence) -> bool:
    """Whether a place holds a figure or a date where the question wants one."""
    if not wants_value(part.kind):
        return True
    found = (o.mention for o in evidence.occurrences if o.unit == unit)
    return any(mention.date if part.kind == "date" else mention.figure for mention in found)


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str, ...]:
    return tuple(map(folded, names(text)))


@lru_cache(maxsize=8192)
def _opening(text: str) -> str:
    return folded(text[:_OPENING]).lstrip("|「『“«\"' #*-")


def _han_name(sentence: str, text: str, asked: str) -> str:
    """The longest beginning of a Chinese sentence that another one repeats and the question does not."""
    match = _HAN_NAME.match(sentence)
    run = match[0] if match else ""
    for length in range(len(run), _SHORTEST_HAN, -1):
        name = run[:length]
        if name in text and name not in asked and not _HAN_NUMBER.match(name) and name[-1] not in _PARTICLES:
            return name
    return ""


def _said_by_both(first: int, second: int, weights: Mapping[str, float], evidence: Evidence) -> float:
    """What both say of the question; 0 where the second adds too little of what the first leaves open."""
    one, two = evidence.units[first].reach, evidence.units[second].reach
    said = _mass(one, weights)
    rest = fsum(weights.values()) - said
    added = _mass(two - one, weights)
    return said + added if added >= rest * _OF_THE_REST else 0.0


def _mass(terms: frozenset[str], weights: Mapping[str, float]) -> float:
    return fsum(weight for term, weight in weights.items() if term in terms)
