"""Whether an answer stands where the passages speak of what is asked, in these words or their synonyms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.announcing import announces
from scoring.answer_place import LEADS_IN, TOLD_AT_LENGTH, listed_below
from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.denials import one_denies
from scoring.explained import leads_to_reason, names_a_reason, wants_explanation
from scoring.paragraphs import next_in_paragraph
from scoring.windows import best_window

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.questions import QuestionPart
    from scoring.word_check import WordFinding

# A sentence speaks of what is asked if it holds this share of the question's words, and nearly the most.
_SPEAKS_OF_IT, _NEARLY = 0.4, 0.85
# The share of what a claim adds to the question that must stand there.
_NEARLY_ALL = 0.5
# A single word that both have may be there by chance, unless it is all that the claim adds.
_FEW = 2
# Kinds of parts whose answer is wording, and the share of it that comes from the sentence which it restates.
_TOLD_IN_WORDS = frozenset({"reason", "open", "yes_no"})
_TAKEN_UP, _TAKEN_UP_BY_MORE = 0.2, 0.17
# Within so many sentences a report comes to the reason of what it tells.
_SOON = 3
# Where the question is in other words, too, it is enough that so much of it stands there.
_ASKED_OTHERWISE = 0.3
# A claim of which so much stands in one place repeats it, and says nothing in words of its own.
_WORD_FOR_WORD = 0.75


def told_there(
    part: QuestionPart,
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
    *,
    but: int | None = None,
) -> float:
    """Share of an answer's claims that stand in the very sentences that speak of the question, 0 to 1.

    These are the sentences that hold most of the question's words; the items of a list that one of them
    leads in; and for a reason the sentences beside one that names none itself. What adds nothing to the
    question, or has a figure that does not hold, counts for nothing.

    Args:
        part: what is asked.
        claims: the answer's claims.
        findings: where its figures stand.
        evidence: the passages.
        but: a unit, by index, that is none of these sentences.
    """
    facts = [i for i, claim in enumerate(claims) if claim.kind == "fact"]
    places = frozenset(_places(part, evidence.reworded)) - {but} if facts else frozenset()
    if not places:
        return 0.0
    said = frozenset().union(*(evidence.reworded.units[place].terms for place in places))
    asked = frozenset(_terms_of(part.text))
    wrong = {f.figure.claim for f in findings if not f.holds and not f.figure.mention.is_year}
    news = {i: _terms_of(claims[i].text) - asked for i in facts}
    telling = [i for i in facts if news[i] or i in wrong]
    told = [i for i in telling if i not in wrong and _is_told(news[i], said, evidence.reworded)]
    return len(told) / len(telling) if telling else 0.0


def _terms_of(text: str) -> frozenset[str]:
    return frozenset(plain_terms(text, synonyms=True))


def _is_told(news: frozenset[str], said: frozenset[str], evidence: Evidence) -> bool:
    held = news & said
    if not held or (len(held) < _FEW and held != news):
        return False
    return evidence.mass(held) >= _NEARLY_ALL * evidence.mass(news)


def _places(part: QuestionPart, evidence: Evidence) -> Iterator[int]:
    """The units, by index, that speak of a part of the question or go on about it."""
    for lead in leads(part, evidence):
        yield lead
        unit = evidence.units[lead]
        if unit.text.rstrip().endswith(LEADS_IN):
            yield from listed_below(lead, evidence)
        elif TOLD_AT_LENGTH.search(part.own) and announces(unit.text, part.text):
            yield from _beside((lead + 1, lead + 2), lead, evidence)
        elif wants_explanation(part.own) and not names_a_reason(unit.text):
            yield from _beside((lead - 1, lead + 1), lead, evidence)
        yield from _reasons_behind(part, [lead], evidence)


def _explained_behind(lead: int, evidence: Evidence) -> Iterator[int]:
    """The sentence behind one in its paragraph that gives the reason of it, shortly after it."""
    place: int | None = lead
    for _ in range(_SOON):
        place = next_in_paragraph(place, evidence) if place is not None else None
        if place is not None and leads_to_reason(evidence.units[place].text):
            yield place
            return


def _beside(places: Iterable[int], lead: int, evidence: Evidence) -> Iterator[int]:
    """Those of some units that are in the same passage as another."""
    for place in places:
        if 0 <= place < len(evidence.units) and evidence.units[place].passage == evidence.units[lead].passage:
            yield place


def _asked(part: QuestionPart, evidence: Evidence) -> frozenset[str]:
    """The terms of a part of the question; of all that it leans on where its own stand nowhere."""
    own = frozenset(asked_terms(part.own, synonyms=True))
    return frozenset(asked_terms(part.text, synonyms=True)) if own.isdisjoint(evidence.idf) else own


def places_near(part: QuestionPart, evidence: Evidence) -> frozenset[int]:
    """The units, by index, that speak of a part of the question, those right beside them and its reason.

    Args:
        part: what is asked.
        evidence: the passages as reworded.
    """
    found = leads(part, evidence)
    return _with_neighbours(found, evidence) | _reasons_behind(part, found, evidence)


def _reasons_behind(part: QuestionPart, found: Iterable[int], evidence: Evidence) -> frozenset[int]:
    if part.kind != "reason":
        return frozenset()
    return frozenset(place for lead in found for place in _explained_behind(lead, evidence))


def _with_neighbours(found: Collection[int], evidence: Evidence) -> frozenset[int]:
    beside = (place for lead in found for place in _beside((lead - 1, lead + 1), lead, evidence))
    return frozenset((*found, *beside))


def told_near(
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    words: Sequence[WordFinding | None],
    evidence: Evidence,
) -> frozenset[int]:
    """The claims, by index, that take up in words of their own a sentence which speaks of what is asked.

    Or one right beside it. For what is told in words alone, reasons and descriptions: who says the same in
    other words keeps some of those that the question does not give away, and who makes something up hits upon
    hardly any.

    Args:
        parts: what is asked.
        claims: the answer's claims.
        words: how their words fare.
        evidence: the passages.
    """
    told = [part for part in parts if part.kind in _TOLD_IN_WORDS]
    reworded = evidence.reworded
    near = frozenset().union(*(_restated(part, reworded) for part in told))
    asked = frozenset().union(*(_terms_of(part.text) for part in parts))
    return frozenset(
        index
        for index, (claim, found) in enumerate(zip(claims, words, strict=True))
        if near
        and found is not None
        and found.share < _WORD_FOR_WORD
        and _takes_up(claim.text, near, asked, reworded)
    )


def _restated(part: QuestionPart, evidence: Evidence) -> frozenset[int]:
    """The units that an answer to a part would restate; beside those that speak of it a reason must be."""
    found = frozenset(leads(part, evidence)) or _best_place(part, evidence)
    beside = _with_neighbours(found, evidence) - found
    if part.kind == "reason":
        beside = frozenset(place for place in beside if names_a_reason(evidence.units[place].text))
    return found | beside | _reasons_behind(part, found, evidence)


def _best_place(part: QuestionPart, evidence: Evidence) -> frozenset[int]:
    """The place that holds most of a question whose words hardly stand anywhere; empty where none does."""
    asked = {term: evidence.weight(term) for term in sorted(_asked(part, evidence))}
    window = best_window(asked, evidence)
    return frozenset(range(window.first, window.last + 1) if window.recall >= _ASKED_OTHERWISE else ())


def _takes_up(claim: str, near: frozenset[int], asked: frozenset[str], evidence: Evidence) -> bool:
    news = _terms_of(claim) - asked
    held = {place: news & evidence.units[place].terms for place in sorted(near)}
    place = max(held, key=lambda each: evidence.mass(held[each]))
    share = evidence.mass(held[place]) / (evidence.mass(news) or 1.0)
    enough = share >= (_TAKEN_UP if len(held[place]) == _FEW else _TAKEN_UP_BY_MORE)
    return len(held[place]) >= _FEW and enough and not one_denies(claim, evidence.units[place].text)


def leads(part: QuestionPart, evidence: Evidence) -> list[int]:
    """The units that hold nearly as many of a question's words as any, alone or with their neighbours.

    Args:
        part: what is asked.
        evidence: the passages as reworded.
    """
    asked = _asked(part, evidence)
    total = evidence.mass(asked)
    shares = {place: evidence.mass(held) for place, held in evidence.holding(sorted(asked)).items()}
    enough = max(_SPEAKS_OF_IT * total, _NEARLY * max(shares.values(), default=0.0))
    alone = {place for place, share in shares.items() if share >= enough}
    window = best_window({term: evidence.weight(term) for term in sorted(asked)}, evidence)
    if window.recall < _SPEAKS_OF_IT:
        return sorted(alone)
    return sorted(alone | (shares.keys() & set(range(window.first, window.last + 1))))
