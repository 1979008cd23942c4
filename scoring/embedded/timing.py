"""Whether a value is found for the year or day that it is claimed for."""

from collections.abc import Sequence
from typing import Literal

from data_base.text.dates import DateMention, excludes
from scoring.embedded.answer import Stated
from scoring.embedded.document import Document
from scoring.embedded.values import Value, alike
from scoring.values.periods import periods_in

Timed = Literal["", "agrees", "differs", "unclear"]
Equal = tuple[int, Value, str]
_AS_WELL, _AGREES = 0.8, 0.15


def of_another_time(period: DateMention | None, value: Value, document: Document) -> bool:
    """Whether a value of the passages is for another year or day than the one that is claimed."""
    told = document.periods.get(id(value))
    return period is not None and told is not None and excludes(period, told)


def best_in_time(
    stated: Stated,
    found: Sequence[Equal],
    asked: Sequence[DateMention],
    score: Sequence[float],
    document: Document,
) -> tuple[Equal, Timed]:
    """The place with an equal value that fits best, and whether that is for the claimed period.

    What the question does not ask for is held against a value only where the passages give another one for
    that period in a place that fits (by ``score``) as well.
    """
    period = stated.period
    allowed = [each for each in found if not _is_excluded(period, each, document)]
    bonus = _AGREES * max(score, default=0.0)

    def fit(each: Equal) -> tuple[float, bool]:
        return score[each[0]] + bonus * _is_of(period, each[1], document), each[2] == "exact"

    best = max(allowed or found, key=fit)
    if period is None:
        return best, ""
    if not allowed:
        other = in_its_place(stated, score, document)
        fits = other is not None and score[other] >= _AS_WELL * score[best[0]]
        return best, "differs" if fits or period in asked else ""
    if _is_of(period, best[1], document):
        return best, "agrees"
    return best, "unclear" if _names_others(period, best[0], document) else ""


def in_its_place(stated: Stated, score: Sequence[float], document: Document) -> int | None:
    """The place of a value that the passages give for the claimed period, by score the best of several."""
    there = [
        i
        for i, value in document.valued
        if alike(stated.value, value) and _is_of(stated.period, value, document)
    ]
    return max(there, key=lambda i: score[i], default=None)


def _is_excluded(period: DateMention | None, found: Equal, document: Document) -> bool:
    """Whether a value is for another period, as where the same sentence gives this period's own one.

    "48.6, up from 44.1 in 2023" says so of 48.6.
    """
    place, value, _ = found
    if period is None or id(value) in document.periods:
        return of_another_time(period, value, document)
    return any(
        other is not value and alike(value, other) and _is_of(period, other, document)
        for other in document.values[place]
    )


def _is_of(period: DateMention | None, value: Value, document: Document) -> bool:
    told = document.periods.get(id(value))
    return period is not None and told is not None and not excludes(period, told)


def _names_others(period: DateMention, place: int, document: Document) -> bool:
    """Whether a sentence is about years, not the claimed one, and none of them is another figure's."""
    text = document.places[place].text
    if "\n" in text or any(id(value) in document.periods for value in document.values[place]):
        return False
    named = periods_in(text)
    return bool(named) and all(excludes(period, other) for other in named)
