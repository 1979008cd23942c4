"""Passages that give two values for the one thing that a question asks.

Two sentences state the same quantity where their values are of one kind and measure, both answer the question
about as well, and nothing that stands with the one and not with the other tells them apart: a year, a name,
a word such as "planned" or "of which". A false alarm is worse than a conflict that goes unnoticed, so that
whatever could tell them apart is taken to do so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from data_base.text.figures import satisfies
from scoring.answerability import MOST_VALUES
from scoring.asked import asked_terms, asked_years, ranked_values, wants_value
from scoring.conflict_report import may_be_of_one_thing, speaks_of_conflict
from scoring.evidence import script_of_text
from scoring.mentions import stated_or_worded
from scoring.narrowing import narrows
from scoring.quantities import agrees, could_replace, gist, may_agree, near_in_value
from scoring.value_places import is_end_of_year, place_of, said_of, unsaid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.answerability import Answerability
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention
    from scoring.questions import QuestionPart
    from scoring.value_places import ValuePlace

    Asked = tuple[QuestionPart, Sequence[tuple[float, Occurrence]]]

# How well the better and the worse of two accounts must fit the question, and the worse beside the better.
_FITS, _FITS_TOO, _BESIDE = 0.15, 0.12, 0.25
# The same of dates, of which a document gives many for one subject, and of values that lie far apart.
_FITS_WELL, _BESIDE_WELL = 0.3, 0.5
# One of the two is about the best value there is.
_ABOUT_BEST = 0.8
# Share of the question's words with the one value that may be missing with the other, and of further words.
_MISSING, _FURTHER, _FURTHER_BOTH = 0.3, 0.75, 0.5
# More may be missing where the other says nothing else instead, as a row of a table.
_MISSING_TERSE, _TERSE = 0.55, 0.1
# Further words with values that lie far apart.
_FURTHER_FAR = 0.15
# Whole numbers below this stand in rows of tables for anything.
_BY_CHANCE = 10
_RANGE_AFTER = re.compile(r"\s?(?:[-–—~～至到]|to|до|or|或|или)\s?[$€£¥]?\d", re.IGNORECASE)
_RANGE_BEFORE = re.compile(r"\d\S{0,6}\s?(?:[-–—~～至到]|to|до|or|或|или)\s?$", re.IGNORECASE)


def with_conflicts(
    findings: Sequence[FigureFinding],
    answer: str,
    answers: Sequence[tuple[QuestionPart, Answerability]],
    evidence: Evidence,
) -> list[FigureFinding]:
    """The findings; a value that is one of two accounts of what is asked is given the other as its rival.

    Args:
        findings: what the passages say of the answer's figures.
        answer: the answer.
        answers: the parts of its question with how far the passages answer them.
        evidence: the passages.
    """
    if speaks_of_conflict(answer) or not any(may_be_disputed(finding) for finding in findings):
        return list(findings)
    asked: list[Asked] = [
        (part, holds.values) for part, holds in answers if wants_value(part.kind) and len(holds.values) > 1
    ]
    if not asked:
        asked = _asked_openly(findings, [part for part, _ in answers], evidence)
    question = " ".join(part.text for part, _ in answers)
    said = stated_or_worded(answer)
    return [_with_rival(finding, question, said, asked, evidence) for finding in findings]


def may_be_disputed(finding: FigureFinding) -> bool:
    """Whether a value stands in the passages and is not the question's own."""
    return finding.source is not None and not finding.figure.given


def _asked_openly(
    findings: Sequence[FigureFinding], parts: Sequence[QuestionPart], evidence: Evidence
) -> list[Asked]:
    """What a question that names no kind of value asks for, where the answer gives one value alone."""
    given = [finding.figure.mention for finding in findings if may_be_disputed(finding)]
    values = [mention for mention in given if not mention.is_year]
    if len(parts) != 1 or parts[0].kind != "open" or len(values) != 1:
        return []
    part = replace(parts[0], kind="date" if values[0].date else "quantity")
    return [(part, ranked_values(part, evidence)[:MOST_VALUES])]


def _with_rival(
    finding: FigureFinding,
    question: str,
    said: Sequence[Mention],
    asked: Sequence[Asked],
    evidence: Evidence,
) -> FigureFinding:
    """A finding with the rival that was found, or without one that is of something else."""
    if finding.source is None or not may_be_disputed(finding):
        return finding
    if finding.holds and finding.rival:
        apart = _are_told_apart(finding.source, finding.rival, question, evidence)
        return replace(finding, rival=None) if apart else finding
    for part, values in asked:
        found = _accounts(finding.figure.mention, part, values, said, evidence)
        if found is None:
            continue
        mine, rival = found
        if finding.holds:
            return replace(finding, source=mine, rival=rival)
        if finding.verdict == "misplaced" and finding.rival and agrees(finding.rival.mention, rival.mention):
            return replace(finding, verdict="supported", source=mine, rival=rival)
    return finding


def _accounts(
    given: Mention,
    part: QuestionPart,
    values: Sequence[tuple[float, Occurrence]],
    said: Sequence[Mention],
    evidence: Evidence,
) -> tuple[Occurrence, Occurrence] | None:
    """The place that a value of the answer comes from and the place that gives another, None without one."""
    if given.is_year and part.kind != "date":
        return None
    known = gist(given)
    mine = next((v for v in values if may_agree(known, v[1].gist) and agrees(given, v[1].mention)), None)
    if mine is None or mine[0] < _FITS_TOO:
        return None
    # Most fit too poorly to be looked at, which is dear.
    fitting = [value for value in values if value[0] >= max(_FITS_TOO, mine[0] * _BESIDE)]
    like = [value for value in fitting if value is mine or is_of_a_kind(mine[1], value[1])]
    for rival in like:
        if rival is mine or any(may_be_one(rival[1].mention, other) for other in said):
            continue
        if max(mine[0], rival[0]) < like[0][0] * _ABOUT_BEST:
            break
        if _fit_alike(mine, rival) and _state_the_same(mine[1], rival[1], part, evidence):
            return mine[1], rival[1]
    return None


def is_of_a_kind(mine: Occurrence, other: Occurrence) -> bool:
    """Whether another sentence's value is of the same kind and measure, and not the same."""
    if mine.unit == other.unit or (mine.tabular and other.tabular and mine.passage == other.passage):
        return False
    tabular = mine.tabular or other.tabular
    alike = could_replace(mine.mention, other.mention, tabular=tabular) or may_be_of_one_thing(
        mine.mention, other.mention
    )
    return alike and not may_be_one(mine.mention, other.mention)


def may_be_one(one: Mention, other: Mention) -> bool:
    """Whether two values agree, over rounding and bounds, in either direction."""
    if agrees(one, other) or agrees(other, one):
        return True
    if one.figure is None or other.figure is None:
        return False
    if (one.figure.value < 0) != (other.figure.value < 0):
        return True
    return satisfies(one.figure, other.figure) or satisfies(other.figure, one.figure)


def _fit_alike(one: tuple[float, Occurrence], other: tuple[float, Occurrence]) -> bool:
    worse, better = sorted((one[0], other[0]))
    if one[1].mention.date is not None or not near_in_value(one[1].mention, other[1].mention):
        return worse >= _FITS_WELL and worse >= better * _BESIDE_WELL
    return better >= _FITS and worse >= _FITS_TOO and worse >= better * _BESIDE


def _state_the_same(mine: Occurrence, rival: Occurrence, part: QuestionPart, evidence: Evidence) -> bool:
    """Whether two values that both answer a question are accounts of one thing."""
    if {evidence.script(mine.unit), evidence.script(rival.unit)} != {script_of_text(part.text)}:
        return False  # words of another language tell too little
    if _are_told_apart(mine, rival, part.text, evidence):
        return False
    one, other = place_of(mine, evidence), place_of(rival, evidence)
    if names_apart(one, other, part.text) or names_apart(other, one, part.text):
        return False
    return _are_worded_alike(one, other, part, evidence, near=near_in_value(mine.mention, rival.mention))


def _are_told_apart(mine: Occurrence, rival: Occurrence, question: str, evidence: Evidence) -> bool:
    """Whether their time, a qualifying word, their form or a sentence with both tells two values apart."""
    if may_be_one(mine.mention, rival.mention):
        return True
    if is_in_a_range(mine, evidence) or is_in_a_range(rival, evidence):
        return True
    one, other = place_of(mine, evidence), place_of(rival, evidence)
    if one.qualified - other.around or other.qualified - one.around:
        return True
    if _are_of_other_times(mine, rival, one, other, question):
        return True
    if _differs_in_kind(one, other, question) or _differs_in_kind(other, one, question):
        return True
    return is_explained(mine.mention, rival.mention, evidence)


def _differs_in_kind(here: ValuePlace, there: ValuePlace, question: str) -> bool:
    """Whether one place says something else where the other says what is asked, or narrows that down."""
    asked = frozenset(asked_terms(question))
    if unsaid(asked & here.key, there.key) and unsaid(there.key - asked, here.key):
        return True
    return narrows(here, there, question)


def is_in_a_range(place: Occurrence, evidence: Evidence) -> bool:
    """Whether a value is one end of a range."""
    text, mention = evidence.units[place.unit].text, place.mention
    if place.tabular or mention.figure is None:
        return False
    return bool(_RANGE_AFTER.match(text, mention.end) or _RANGE_BEFORE.search(text[: mention.start]))


def _are_of_other_times(
    mine: Occurrence, rival: Occurrence, one: ValuePlace, other: ValuePlace, question: str
) -> bool:
    """Whether two values are of different years, or only one of a month or day that nobody asked for."""
    if mine.mention.date is not None:
        return False
    if any(year for year, *_ in one.days & other.days):
        return False
    years, others = mine.context.years, rival.context.years
    if years and others and not years & others:
        return True
    if (years ^ others) - asked_years(question):
        return True
    asked = frozenset(_days(question))
    return any(not is_end_of_year(day) for day in (one.days ^ other.days) - asked)


def _days(text: str) -> Iterable[tuple[int | None, ...]]:
    """What the dates of a text tell, with and without their year."""
    for mention in stated_or_worded(text):
        if mention.date is not None and not mention.is_year:
            said = said_of(mention.date)
            yield said
            yield None, *said[1:]


def names_apart(one: ValuePlace, other: ValuePlace, question: str) -> bool:
    """Whether a place names what neither the question nor the other place does."""
    known = f"{question} {other.text}".casefold()
    return any(name[:5].casefold() not in known for name in one.names)


def _are_worded_alike(
    one: ValuePlace, other: ValuePlace, part: QuestionPart, evidence: Evidence, *, near: bool
) -> bool:
    """Whether two places say the same of their values, as far as the question goes.

    Args:
        one: a value's place.
        other: the other's.
        part: what is asked.
        evidence: the passages.
        near: whether the values are of about the same size; others must be worded all the same.
    """
    asked = frozenset(asked_terms(part.text))
    further: list[float] = []
    for here, there in ((one, other), (other, one)):
        known = f"{here.text} {part.text}"
        more = _share(unsaid(there.near - asked, here.known, known), there.near, evidence)
        missing = _share(unsaid(asked & here.about, there.known, there.text), asked & here.about, evidence)
        if missing > (_MISSING if more > _TERSE else _MISSING_TERSE):
            return False
        further.append(more)
    return max(further) <= (_FURTHER if near else _FURTHER_FAR) and min(further) <= _FURTHER_BOTH


def _share(some: Iterable[str], of: Iterable[str], evidence: Evidence) -> float:
    """What some terms weigh among others."""
    whole = fsum(map(evidence.weight, of))
    return fsum(map(evidence.weight, some)) / whole if whole else 0.0


def is_explained(one: Mention, other: Mention, evidence: Evidence) -> bool:
    """Whether a sentence or row gives both values, and so says how they go together."""
    return bool(_units_with(one, evidence) & _units_with(other, evidence))


def _units_with(value: Mention, evidence: Evidence) -> frozenset[int]:
    known = gist(value)
    return frozenset(
        o.unit
        for o in evidence.occurrences
        if may_agree(known, o.gist) and agrees(value, o.mention) == "exact" and not _is_any_cell(o)
    )


def _is_any_cell(place: Occurrence) -> bool:
    """Whether it is a small bare number in a table, of which a row may hold any two by chance."""
    figure = place.mention.figure
    return place.tabular and figure is not None and figure.kind == "number" and abs(figure.value) < _BY_CHANCE
