"""Whether a time or a number of things that a question asks for stands by what it asks of (zh, en, ru).

A document may speak of a person or a thing at length, with dates and figures, and not tell when or how many.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.asked import asked_terms, counts_things

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.questions import QuestionPart
    from scoring.windows import Window

WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:星期|禮拜|礼拜|週|周)[一二三四五六日天末]|"
    r"\b(?:понедельник|вторник|сред[ауыеой]|четверг|пятниц|суббот|воскресен)\w*",
    re.IGNORECASE,
)
"""Days of the week, which tell a time without a date."""
# How well a value's surroundings must fit the question; a date that fits less than well must stand by all
# that is asked to have happened.
_FITS, _FITS_WELL = 0.18, 0.4
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
    elif part.kind == "quantity" and counts_things(part.own):
        fitting = any(fit >= _FITS and _counts(value) for fit, value in best)
    else:
        return False
    return not fitting and not _is_told_in_words(part, window, evidence)


def _is_of_event(part: QuestionPart, fit: float, value: Occurrence, evidence: Evidence) -> bool:
    """Whether a date fits well, or its sentence says what is asked to have happened, if by a synonym."""
    if fit >= _FITS_WELL:
        return True
    happened = {term for term in asked_terms(part.own, synonyms=True) if term.startswith("§")}
    return happened <= evidence.reworded.units[value.unit].reach


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
