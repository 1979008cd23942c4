"""Whether a time or a number of things that a question asks for stands by what it asks of (zh, en, ru).

A document may speak of a person or a thing at length, with dates and figures, and not tell when or how many.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.asked import asked_terms, counts_things
from scoring.contexts import plain_terms
from scoring.mentions import mentions, worded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.questions import QuestionPart
    from scoring.windows import Window

WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:星期|禮拜|礼拜|週|周)[一二三四五六日天末]|"
    r"\b(?:понедельник|вторник|сред[ауыеой]|четверг|пятниц|суббот|воскресен)\w*|"
    r"\bdays? \d+\b|第\s?\d+\s?[天日]|\b\d+-?(?:й|е|го|м)? (?:день|дня|дне|сутки)\b|\bдень \d+",
    re.IGNORECASE,
)
"""Days of the week and numbered days, which tell a time without a date."""
# How well a value's surroundings must fit the question; a date that fits less than well must stand by all
# that is asked to have happened.
_FITS, _FITS_WELL = 0.18, 0.4
# The share of the words asked that a sentence must hold to tell of it, and how it says that time went by.
_MOSTLY, _TIMES = 0.5, frozenset({"s", "month"})
_AFTER = re.compile(r"\b(?:after|within|later|через|спустя|после|в течение|за)\b|[後后內内]", re.IGNORECASE)
# What is to be counted, and what parts a sentence.
_COUNTED = re.compile(
    r"\bhow many ((?:[a-z]+ ){0,1}?[a-z]+)(?= (?:are|were|is|was|do|does|did|have|has|had|can|could|will|"
    r"would|"
    r"work\w*|live\w*|took|take\w*|at|in|on|of|there|from|for|with|by)\b|\?|$)|"
    r"\bсколько ((?:[а-яё]+[ыи]х )?[а-яё]{4,})|"
    r"[多幾几]少?(?:位|名|個|个|家|座|艘|輛|辆|棵|件|台|部|所|隻|只|頭|"
    r"头)([\u4e00-\u9fff]{2,6})(?=[？?，,]|$)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[，,；;。]|\.\s")
_TOTALS = re.compile(
    r"(?:共計?计?|[總总][共數数]|[有為为是達达約约僅仅只]|[數数][為为]?)\s?$|"
    r"\b(?:numbers?|numbered|total(?:s|led|ling)?|reached|were|are|is|was|:)\s$|\b(?:составля\w+|"
    r"составил\w*|всего|—|-)\s$",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
# How far behind a number stands what it counts.
_NEAR_HAN, _NEAR = 8, 30
_WORD_HAN = 2
# A window that holds so much of the question speaks of it.
_WHOLLY = 0.8


def gives_none_of_it(
    part: QuestionPart, best: Sequence[tuple[float, Occurrence]], window: Window, evidence: Evidence
) -> bool:
    """Whether a time or a number of things is asked for, and none stands by the words of the question.

    Args:
        part: what is asked.
        best: the values of the kind that is asked for with how well they fit.
        window: where the passages speak most of it.
        evidence: the passages.
    """
    if part.kind == "date":
        fitting = any(fit >= _FITS and _is_of_event(part, fit, value, evidence) for fit, value in best)
        fitting = fitting or _comes_after(part, evidence)
    elif part.kind == "quantity" and counts_things(part.own):
        if _is_uncounted(part, evidence):
            return True
        fitting = any(fit >= _FITS and _counts(value) for fit, value in best)
    else:
        return False
    return not fitting and not _is_told_in_words(part, window, evidence)


def _is_uncounted(part: QuestionPart, evidence: Evidence) -> bool:
    """Whether the passages name what is to be counted, but never beside a number.

    "38 residents; the nurses were trained in May" counts no nurses.
    """
    match = _COUNTED.search(part.own)
    thing = set(plain_terms(match[match.lastindex or 0])) if match else set()
    speaking = [unit for place in evidence.holding(thing) if thing <= (unit := evidence.units[place]).reach]
    if not thing or not speaking or any(unit.row is not None for unit in speaking):
        return False
    clauses = [clause for unit in speaking for clause in _CLAUSE.split(unit.text)]
    held = [clause for clause in clauses if thing <= set(plain_terms(clause))]
    return bool(held) and not any(_may_count(clause, thing) for clause in held)


def _may_count(clause: str, thing: set[str]) -> bool:
    """Whether a clause has a number that may count the thing: no measure, and of nothing else."""
    return any(
        figure is not None
        and figure.unit is None
        and (
            figure.noun is None
            or _TOTALS.search(clause[: figure.start]) is not None
            or _ends_in_the_thing(clause[: figure.start], thing)
            or _begins_the_thing(clause[figure.end :], figure.noun, thing)
        )
        for mention in (*mentions(clause), *worded(clause))
        for figure in [mention.figure]
    )


def _begins_the_thing(behind: str, noun: str, thing: set[str]) -> bool:
    """Whether what follows a number is the thing, with a counter and some words before it."""
    near = behind[: _NEAR_HAN if _HAN.match(noun) else _NEAR]
    return bool(thing & {*plain_terms(near), *plain_terms(noun)}) or thing <= set(plain_terms(near))


def _ends_in_the_thing(before: str, thing: set[str]) -> bool:
    """Whether a Chinese number stands right behind the thing: "新開門市8家"."""
    return _HAN.match(before[-1:]) is not None and not thing.isdisjoint(plain_terms(before[-_WORD_HAN:]))


def _is_of_event(part: QuestionPart, fit: float, value: Occurrence, evidence: Evidence) -> bool:
    """Whether a date fits well, or its sentence says what is asked to have happened, if by a synonym."""
    if fit >= _FITS_WELL:
        return True
    happened = {term for term in asked_terms(part.own, synonyms=True) if term.startswith("§")}
    return happened <= evidence.reworded.units[value.unit].reach


def _comes_after(part: QuestionPart, evidence: Evidence) -> bool:
    """Whether a sentence with most of what is asked tells after how long it came: "met it after 233 days"."""
    asked = frozenset(asked_terms(part.own, synonyms=True))
    return bool(asked) and any(
        place.mention.figure is not None
        and place.mention.figure.unit in _TIMES
        and len(asked & evidence.reworded.units[place.unit].reach) >= len(asked) * _MOSTLY
        and _AFTER.search(evidence.units[place.unit].text) is not None
        for place in evidence.stated
    )


def _counts(value: Occurrence) -> bool:
    """Whether a value may be a number of things: it has no measure."""
    figure = value.mention.figure
    return figure is not None and figure.kind == "number" and figure.unit is None


def _is_told_in_words(part: QuestionPart, window: Window, evidence: Evidence) -> bool:
    """Whether a window that speaks of it names a day of the week or a number in words."""
    if window.recall < _WHOLLY:
        return False
    places = range(window.first, window.last + 1)
    if part.kind == "date":
        return any(WEEKDAY.search(evidence.units[i].text) for i in places)
    return any(o.unit in places and o.mention.standing == "worded" for o in evidence.occurrences)
