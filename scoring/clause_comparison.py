"""Does a sentence say the same as a clause, or the opposite?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms
from scoring.denials import (
    NEGATION,
    before_in_clause,
    behind_in_clause,
    clauses,
    denials,
    is_condition,
    shares_what_it_denies,
    tells_of_loss,
)
from scoring.opposite_words import ATTRIBUTES, EXCEPTION, leaves_room, sides_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_REMARK = re.compile(r"[(（][^()（）]*[)）]")
# What a denial reaches: a few words, or Chinese characters, behind it.
_CLOSE_BEFORE = re.compile(r"(?:[^\s\u4e00-\u9fff]+\s+){0,4}[^\s\u4e00-\u9fff]*$|[\u4e00-\u9fff]{1,6}$")
# Bounds, denied denials and names deny nothing: "no more than 5", "not unusual", 不锈钢.
_BOUND = re.compile(
    r"\b(?:no|not) (?:more|less|fewer|later|earlier|longer|higher|lower) than\b|\bnot (?:only|un\w+)\b|"
    r"\bне (?:более|менее|больше|меньше|выше|ниже|позднее|только)\b|不(?:超過|超过|少於|少于|低於|低于|"
    r"高於|高于|多於|多于|只|僅|仅|必)|"
    r"不[锈銹鏽良动動时時等论論管日惜妨]|[无無](?:缝|縫|锡|錫|偿|償|论|論|形|菌|机|機|烟|煙|息|障|尘|塵|纺|紡|纸|紙)",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\s*(?:(?:for|of)\s)?(?:no (?:more|less|fewer|later|longer) than|at (?:most|least)|up to|only)\b|"
    r"\s*(?:не более|не менее|не больше|не меньше|до|только)\b|(?:不超[過过]|至多|最多|至少|最少|只)",
    re.IGNORECASE,
)
# Without a pair of opposites only a denial differs: then nearly all must be the same, in both directions.
_SAME_WORDS, _BOTH_WAYS = 0.85, 0.6
# Fewer terms say nothing of a subject; of a question that names no opposites one more is wanted.
_FEWEST, _FEWEST_ASKED = 2, 3


def _denials(clause: str) -> int:
    """How often a clause denies what it speaks of; a bound ("no more than 5") does not."""
    return denials(_BOUND.sub(" ", clause))


def compare(
    clause: str, subject: Mapping[str, float], sentence: str, *, alike: bool, asks: bool
) -> bool | None:
    """Whether a sentence says the same as a clause, or the opposite.

    Args:
        clause: a clause of a claim, or what a question puts to the passages.
        subject: what it speaks of, opposites and denials aside, by weight.
        sentence: a sentence of a passage that speaks of it.
        alike: whether the sentence speaks of nearly all of it, so that a denial alone makes them differ.
        asks: whether the clause is a question's, which its answer goes beyond.

    Returns:
        True for the same, False for the opposite, None where it says neither.
    """
    if (exception := EXCEPTION.search(sentence)) is not None:
        return _compare_excepted(clause, subject, sentence, exception)
    if leaves_room(sentence):
        return None
    nearest = _nearest(sentence, subject)
    if sides_of(clause):
        return _compare_sides(clause, subject, sentence, nearest)
    return _compare_denials(clause, subject, nearest, asks=asks) if alike else None


def _nearest(sentence: str, subject: Mapping[str, float]) -> str:
    """The clause that speaks of most of the same; none where two do equally."""
    ranked = sorted(((_mass(piece, subject), piece) for piece in clauses(sentence)), reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return ""
    return ranked[0][1]


def _mass(text: str, weights: Mapping[str, float]) -> float:
    return sum(weights.get(term, 0.0) for term in dict.fromkeys(plain_terms(text)))


def _compare_sides(clause: str, subject: Mapping[str, float], sentence: str, nearest: str) -> bool | None:
    told, told_nearest = sides_of(sentence), sides_of(nearest)
    for name, (side, match) in sides_of(clause).items():
        held = (name not in ATTRIBUTES and told_nearest.get(name)) or told.get(name)
        if held and (name in told_nearest or _speaks_of(held[1], subject)):
            same_side = side == held[0]
            if same_side and _limits(match) != _limits(held[1]):
                continue
            if same_side and is_condition(clause) != is_condition(_clause_around(held[1])):
                continue
            return _agree(_denied(match), _denied(held[1]), same_side=same_side)
    return None


def _limits(match: re.Match[str]) -> bool:
    """Whether a word opens a limit without denying it: "allows no more than 5 %" is "does not allow more"."""
    return _LIMIT.match(behind_in_clause(match)) is not None


def _clause_around(match: re.Match[str]) -> str:
    return f"{before_in_clause(match)}{match[0]}{behind_in_clause(match)}".strip()


def _speaks_of(match: re.Match[str], subject: Mapping[str, float]) -> bool:
    """Whether the clause around a word speaks of the subject, or of nothing of its own."""
    own = plain_terms(f"{before_in_clause(match)} {behind_in_clause(match)}")
    return not own or not subject.keys().isdisjoint(own)


def _denied(match: re.Match[str]) -> int:
    """How often a word is denied by what stands close before it."""
    close = _CLOSE_BEFORE.search(_BOUND.sub(" ", before_in_clause(match)))
    return denials(close[0]) if close else 0


def _compare_denials(clause: str, subject: Mapping[str, float], nearest: str, *, asks: bool) -> bool | None:
    own = frozenset(plain_terms(nearest))
    both_ways = _FEWEST_ASKED if asks else len(own) * _BOTH_WAYS
    if len(own & subject.keys()) < max(_FEWEST, both_ways, len(subject) * _SAME_WORDS):
        return None
    if any(NEGATION.search(remark) for text in (clause, nearest) for remark in _REMARK.findall(text)):
        return None
    if not (shares_what_it_denies(clause, nearest) and shares_what_it_denies(nearest, clause)):
        return None
    if is_condition(clause) != is_condition(nearest):
        return None
    said, given = _denials(clause), _denials(nearest)
    if said != given and (tells_of_loss(clause, nearest) if said else tells_of_loss(nearest, clause)):
        return None
    # That none denies says little of a claim: its words may be about another thing.
    return _agree(said, given, same_side=True) if asks or said or given else None


def _compare_excepted(
    clause: str, subject: Mapping[str, float], sentence: str, exception: re.Match[str]
) -> bool | None:
    """The same for what a sentence excepts; of the rest it says nothing certain."""
    excepted = plain_terms(exception["what"])
    if not excepted or subject.keys().isdisjoint(excepted):
        return None
    said, told = sides_of(clause), sides_of(sentence)
    shared = [name for name in said if name in told]
    if not shared:
        return None
    (side, match), (other, held) = said[shared[0]], told[shared[0]]
    agreed = _agree(_denied(match), _denied(held), same_side=side == other)
    return None if agreed is None else not agreed


def _agree(said: int, given: int, *, same_side: bool) -> bool | None:
    """Whether two that deny so often agree; None where one denies twice, which may mean either."""
    return None if max(said, given) > 1 else same_side == (said == given)
