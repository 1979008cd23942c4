"""Whether a table's row answers a question: the row that is asked about, in a table of what is asked."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from scoring.asked import asked_terms, asked_years
from scoring.asked_together import asked_together
from scoring.contexts import plain_terms
from scoring.windows import weighed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

# What is asked of values and need not be said beside them.
_OF_VALUES = frozenset(
    term
    for terms in (
        ("§change", "§difference", "§increase", "§decrease", "§share", "§maximum", "§minimum", "§average"),
        ("point", "year", "процентн", "пункт", "прирост", "год", "百分", "分点", "年底", "年末", "年间"),
    )
    for term in terms
)
_ROWS_KINDS = frozenset({"quantity", "money", "percent", "open"})
# The share of what is asked that the row and what stands over it must name.
_MOSTLY = 0.64
# What stands over the columns and the table must name something, too: the row alone only names a subject.
_OVER = 0.25
_TELLING = 2


def row_answers(part: QuestionPart, evidence: Evidence) -> bool:
    """Whether a row that the question names, in a table of what it asks for, holds values of its years."""
    if part.kind not in _ROWS_KINDS:
        return False
    years = asked_years(part.text)
    rows = [i for i, unit in enumerate(evidence.units) if unit.row is not None]
    if not rows:
        return False
    return any(
        _tells(row, weights, evidence) and _has_years(row, years, evidence)
        for weights in (weighed(asked, evidence) for asked in _asked(part))
        if len(weights) >= _TELLING
        for row in rows
    )


def row_is_named(place: int, part: QuestionPart, evidence: Evidence) -> bool:
    """Whether a unit, by index, is a table's row whose label the question says.

    Args:
        place: the unit.
        part: what is asked.
        evidence: the passages.
    """
    row = evidence.units[place].row
    label = frozenset(plain_terms(row.label)) if row else frozenset()
    return bool(label) and label <= frozenset(plain_terms(part.text))


def _asked(part: QuestionPart) -> list[tuple[str, ...]]:
    """The terms asked for; for things asked together, those of each with what they share."""
    terms = tuple(term for term in asked_terms(part.text) if term not in _OF_VALUES)
    things = asked_together(part.own)
    if not things:
        return [terms]
    return [
        tuple(term for term in terms if term in thing or not any(term in other for other in things))
        for thing in things
    ]


def _tells(place: int, weights: dict[str, float], evidence: Evidence) -> bool:
    """Whether a row with a number is named, and with what stands over it tells most of what is asked."""
    unit = evidence.units[place]
    label = frozenset(plain_terms(unit.row.label)) if unit.row else frozenset()
    if unit.row is None or not label or not label <= weights.keys() or _is_of_no_number(place, evidence):
        return False
    columns = {term for cell in unit.row.cells for term in plain_terms(cell.column)}
    total, above = fsum(weights.values()), _mass((unit.reach | columns) - label, weights)
    return above >= total * _OVER and above + _mass(label, weights) >= total * _MOSTLY


def _mass(terms: Iterable[str], weights: dict[str, float]) -> float:
    held = frozenset(terms)
    return fsum(weight for term, weight in weights.items() if term in held)


def _is_of_no_number(place: int, evidence: Evidence) -> bool:
    return not any(o.unit == place and o.mention.figure is not None for o in evidence.occurrences)


def _has_years(place: int, asked: frozenset[int], evidence: Evidence) -> bool:
    told = frozenset[int]().union(*(o.context.years for o in evidence.occurrences if o.unit == place))
    return not asked or not told or bool(asked & told)
