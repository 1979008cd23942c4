"""Where the passages answer a question in other words than its own: below its lead-in, or right beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.asked import asked_terms
from scoring.explained import names_a_reason, wants_explanation
from scoring.questions import WHY_HAN
from scoring.word_check import SUPPORTED_FROM, WEAK_FROM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.answerability import Answerability
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.questions import QuestionPart
    from scoring.word_check import WordFinding

LEADS_IN = (":", "：")
"""How a sentence ends that leads in a list."""
_ITEM = re.compile(
    r"\s*(?:[-–—*+•●▪·]|\(?\d{1,2}[.)、）]|[(（]?[一二三四五六七八九十]{1,3}[)）、.]|[①-⑳]|[a-zа-я][.)])\s*\S"
)
# What is done, or how it comes about, is told in the sentences after the one that names it.
TOLD_AT_LENGTH = re.compile(
    rf"怎[麼么樣样]|如何|{WHY_HAN}|哪些(?:措施|辦法|办法|步驟|步骤|做法|手段|原因|理由)|靠什[麼么]|"
    r"\bhow\b(?!\s(?:many|much|long|far|often|big|large|high|deep|old|tall|fast|wide|heavy)\b)|\bwhy\b|"
    r"\bwhat (?:measures|steps|methods|reasons)\b|\bby what means\b|"
    r"\b(?:каким образом|почему|отчего|за сч[её]т чего|какие меры|какими мерами)\b|"
    r"\bкак\b(?!\s(?:долго|часто|много|велик\w*|давно|далеко)\b)",
    re.IGNORECASE,
)
# The share of the question's words that a heading, or a sentence, must hold for what follows to be about it.
_SPEAKS_OF_IT = 0.5
# What a list of which one item is given is covered at least.
_ONE_ITEM = 0.5


def covered_in_place(
    part: QuestionPart,
    holds: Answerability,
    claims: Sequence[Claim],
    words: Sequence[WordFinding | None],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> float:
    """How far an answer tells what stands where the passages turn to the question, 0 to 1.

    "Which duties has the keeper?" may be answered in the words of the list under "The keeper's duties are:"
    alone; what stands in another section of the passages is no answer, however true.

    Args:
        part: what is asked.
        holds: where the passages speak of it.
        claims: the answer's claims.
        words: where the words of each claim stand, None for those that state nothing.
        findings: where its figures stand.
        evidence: the passages.
    """
    told = _told_at(part, holds, evidence)
    facts = [i for i, claim in enumerate(claims) if claim.kind == "fact"]
    if not told.units or not facts:
        return 0.0
    places = [_places(i, words[i], findings, told.least) & told.units for i in facts]
    share = sum(map(bool, places)) / len(facts)
    if not told.listed:
        return share
    return share * (_ONE_ITEM + (1 - _ONE_ITEM) * len(frozenset().union(*places)) / len(told.units))


@dataclass(frozen=True, slots=True)
class _Place:
    """The units where the passages go on about what is asked.

    Attributes:
        units: their indices; none where the passages only name it.
        least: the share of a claim's words that must stand there.
        listed: whether they are the items of a list, of which an answer should give all.
    """

    units: frozenset[int] = frozenset()
    least: float = SUPPORTED_FROM
    listed: bool = False


def _told_at(part: QuestionPart, holds: Answerability, evidence: Evidence) -> _Place:
    """Where an answer in words of its own may come from.

    A list under a lead-in holds nothing else; a sentence that merely follows, or stands under a heading that
    says all that the question does, must bear the claim out.
    """
    if not holds.window.recall:
        return _Place()
    own = set(asked_terms(part.text))
    enough = _SPEAKS_OF_IT * evidence.mass(own)
    leads = range(holds.window.first, holds.window.last + 1)
    lead = max(leads, key=lambda i: len(own & evidence.units[i].reach))
    if evidence.units[lead].text.rstrip().endswith(LEADS_IN):
        items = frozenset(listed_below(lead, evidence))
        return _Place(items | (frozenset(leads) - {lead}), WEAK_FROM, listed=bool(items))
    told = {
        i for i, unit in enumerate(evidence.units) if evidence.mass(own & (unit.reach - unit.terms)) > enough
    }
    told_itself = wants_explanation(part.own) and names_a_reason(evidence.units[lead].text)
    at_length = TOLD_AT_LENGTH.search(part.own) and not told_itself
    if at_length and evidence.mass(own & evidence.units[lead].reach) >= enough:
        told.update(i for i in (lead + 1, lead + 2) if _is_beside(i, lead, evidence))
    return _Place(frozenset(told))


def _is_beside(unit: int, lead: int, evidence: Evidence) -> bool:
    return unit < len(evidence.units) and evidence.units[unit].passage == evidence.units[lead].passage


def _places(
    claim: int, words: WordFinding | None, findings: Sequence[FigureFinding], least: float
) -> frozenset[int]:
    """The units that bear a claim out, by its words and by its figures."""
    found = {f.source.unit for f in findings if f.figure.claim == claim and f.holds and f.source is not None}
    if words is not None and words.share >= least:
        found.update(range(words.window.first, words.window.last + 1))
    return frozenset(found)


def listed_below(lead: int, evidence: Evidence) -> Iterator[int]:
    """The items, by index, under a lead-in, also where a cut through the section parts them from it."""
    units = evidence.units
    at = lead + 1
    if at == len(units) or units[at].passage != units[lead].passage:
        at = _continuation(lead, evidence)
    while at < len(units) and _ITEM.match(units[at].text):
        yield at
        at += 1


def _continuation(lead: int, evidence: Evidence) -> int:
    """Where a passage of the same heading begins with list items; past the last unit if none does."""
    units = evidence.units
    headings = {unit.text for unit in units if unit.passage == units[lead].passage}
    over = units[lead].reach - units[lead].terms
    for place, unit in enumerate(units):
        if unit.passage == units[lead].passage or (place and units[place - 1].passage == unit.passage):
            continue
        repeated = unit.text in headings
        first = place + repeated
        same = repeated or (over and unit.reach - unit.terms == over)
        if same and first < len(units) and units[first].passage == unit.passage:
            return first
    return len(units)
