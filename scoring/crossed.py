"""Figures and dates that an answer gives to what the passages give another one to, right beside it.

"Closed on 3 May" where the passage says opened on 3 May and closed on 9 June; "the south wing has 40 beds"
where it has 25 and the north wing 40. What is said of a figure is held against what the passage says of it
and of the like ones beside it: of which side of an opposition it is (:mod:`scoring.poles`), of what it is
(:mod:`scoring.labelled`), of what year. It is exchanged only where that fits another one clearly better.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice, product
from math import fsum
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms
from scoring.labelled import MARKS, beside, names_in, readings
from scoring.mentions import years_of
from scoring.neutral_words import neutral_terms
from scoring.poles import MOST_FIGURES, asked_poles, is_alike, poles_named, poles_of
from scoring.quantities import agrees, gist, is_bare, which_may_agree
from scoring.table_cells import cell_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.labelled import Labels
    from scoring.mentions import Mention
    from scoring.poles import Poles

# What a side of an opposition counts where the other figure alone is on it, and where this one is on another.
_SIDE, _OTHER_SIDE, _EVENT = 0.8, 0.8, 1.0
_YEAR, _OUTDATED = 1.0, 1.0
# The unit is a word that stands in one sentence of the passages. More words tell hardly more.
_MOST_WORDS, _WORDS_BESIDE_SIDES = 2.0, 0.5
# A label is said where so much of it is; one of which a word is left out is another's.
_SAID, _NOT_SAID, _HALF_SAID, _HARDLY_SAID, _BY_LABEL = 0.8, 0.7, 0.4, 0.4, 1.0
_CLEARLY = 0.9
# So many places of a value, and like figures near each, are held against it: more are no prose and no table.
_MOST_PLACES, _MOST_NEAR = 12, 60
# Axes on which the question's word may be said of the only figure of a claim.
_ASKED_OF = frozenset({"event", "plan", "extreme", "tax", "sex", "rank"})


# "2.1 to 8.7 dB" is 8.7 at most.
_RANGE = re.compile(r"\s*(?:[至到~～–—-]|to|до)\s*", re.IGNORECASE)
_AT_MOST = re.compile(
    r"\b(?:up to|as (?:much|high) as|at (?:most|worst)|most|maximum|highest|worst|peak\w*)\b|"
    r"\b(?:до|максим\w+|наибол\w+|сам\w{2} (?:больш|высок)\w+|хуже всего|больше всего)\b|"
    r"最|之首|居首|[高多]達|[高多]达|至多",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A figure of an answer with what its claim says of it.

    Attributes:
        finding: what was found out about it.
        text: its claim.
        beside: the like figures of the claim.
        only: whether no like figure stands in the whole answer.
        poles: the sides it is on.
        asked: the terms of the question.
    """

    finding: FigureFinding
    text: str
    beside: tuple[Mention, ...]
    only: bool
    poles: Poles
    asked: frozenset[str]

    @property
    def mention(self) -> Mention:
        """The figure."""
        return self.finding.figure.mention


def exchanged(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], question: str, evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a figure that the passages give beside it to something else counts as misplaced.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        question: what was asked.
        evidence: the passages.
    """
    counts = Counter(finding.figure.claim for finding in findings)
    read = {
        place: _read(finding, findings, claims[finding.figure.claim].text, question)
        for place, finding in enumerate(findings)
        if counts[finding.figure.claim] <= MOST_FIGURES
    }
    said = list(read.values())
    checked = list(findings)
    for place, one in read.items():
        rival = _rival(one, said, evidence)
        if rival is not None:
            source = checked[place].source
            checked[place] = replace(checked[place], verdict="misplaced", source=source, rival=rival)
    return checked


def _read(finding: FigureFinding, findings: Sequence[FigureFinding], text: str, question: str) -> _Said:
    figure = finding.figure
    others = [f for f in findings if f is not finding and is_alike(figure.mention, f.figure.mention)]
    poles = poles_of(text).get(figure.mention.start, frozenset())
    # Where the question itself names a year, what it says is said of that one.
    if not others and not (figure.mention.is_year and years_of(question)):
        axes = {axis for axis, _ in poles}
        asked = asked_poles(question, of_date=figure.mention.date is not None)
        poles |= {side for side in asked if side[0] in _ASKED_OF - axes and _is_only(side, asked)}
    beside_it = tuple(f.figure.mention for f in others if f.figure.claim == figure.claim)
    return _Said(finding, text, beside_it, not others, poles, frozenset(plain_terms(question)))


def _is_only(side: tuple[str, str], sides: Poles) -> bool:
    return sum(axis == side[0] for axis, _ in sides) == 1


def _rival(one: _Said, said: Sequence[_Said], evidence: Evidence) -> Occurrence | None:
    """The figure beside its own that what is said of a figure is said of in the passages."""
    if not one.finding.holds or one.finding.verdict == "derived" or one.finding.figure.given:
        return None
    source = one.finding.source
    places = list(islice(_places(one.mention, evidence), _MOST_PLACES))
    if source is not None and source.mention.standing != "stated":
        return None
    best: tuple[float, Occurrence] | None = None
    for own in places:
        scores = [
            (_across(one, own, other, said, evidence), other)
            for other in islice(_near(one, own, evidence), _MOST_NEAR)
        ]
        most = max(scores, key=lambda pair: pair[0], default=None)
        if most is not None and most[0] >= _CLEARLY:
            best = most if best is None or own is source else best
        elif own is source or any(score <= -_CLEARLY for score, _ in scores):
            return None
    return best[1] if best else None


def _places(mention: Mention, evidence: Evidence) -> Iterator[Occurrence]:
    """Where the passages state a value."""
    for index in which_may_agree(gist(mention), evidence.gists):
        place = evidence.occurrences[index]
        stated = place.mention.standing == "stated" and place.mention.is_year == mention.is_year
        if stated and _is_same(mention, place.mention) and _could_stand(place, evidence):
            yield place


def _is_same(claimed: Mention, held: Mention) -> bool:
    """Whether two values agree, or the passage leaves the unit to the next figure: "48 and 17 tonnes"."""
    if agrees(claimed, held):
        return True
    return (
        is_bare(held)
        and claimed.figure is not None
        and held.figure is not None
        and (claimed.figure.count == held.figure.count)
    )


def _near(one: _Said, own: Occurrence, evidence: Evidence) -> Iterator[Occurrence]:
    """The like figures of other values in the same sentence or the next, or in the same row or column."""
    for unit in _units_near(own, evidence):
        for other in evidence.stated_in.get(unit, ()):
            if other.passage != own.passage or other.tabular != own.tabular or other is own:
                continue
            like = is_alike(own.mention, other.mention) or _is_part_of(own, other, evidence)
            beside = unit == own.unit or not own.tabular or _column(own, evidence) == _column(other, evidence)
            same = _is_same(one.mention, other.mention) or _is_begin_of_range(one, own, other, evidence)
            if like and beside and not same and _could_stand(other, evidence):
                yield other


def _is_begin_of_range(one: _Said, own: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether a value is where the range begins that ends with the one a claim gives as the most."""
    if own.tabular or other.unit != own.unit or not _AT_MOST.search(one.text):
        return False
    between = evidence.units[own.unit].text[other.mention.end : own.mention.start]
    return _RANGE.fullmatch(between) is not None


def _could_stand(place: Occurrence, evidence: Evidence) -> bool:
    """Whether a figure is told of something; the number of a row and the head over a column only name it."""
    row = evidence.units[place.unit].row
    return row is None or place.mention.date is not None or cell_of(place.mention.raw, row) is not None


def _units_near(own: Occurrence, evidence: Evidence) -> Iterable[int]:
    """The sentence with its neighbours, or the rows of the table."""
    row = evidence.units[own.unit].row
    if row is None:
        return range(own.unit - 1, own.unit + 2)
    if len(row.cells) > MOST_FIGURES:
        return ()
    first = last = own.unit
    while first and _is_of_table(first - 1, own, evidence):
        first -= 1
    while _is_of_table(last + 1, own, evidence):
        last += 1
    return range(first, last + 1)


def _is_of_table(unit: int, own: Occurrence, evidence: Evidence) -> bool:
    if unit >= len(evidence.units) or evidence.units[unit].passage != own.passage:
        return False
    row, other = evidence.units[own.unit].row, evidence.units[unit].row
    return row is not None and other is not None and other.header == row.header


def _is_part_of(own: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether one of two figures of a sentence is counted out of the other."""
    if own.unit != other.unit or own.tabular or own.mention.date or other.mention.date:
        return False
    sides = _poles_at(own, other, evidence) | _poles_at(other, own, evidence)
    return {("whole", "part"), ("whole", "whole")} <= sides


def _column(place: Occurrence, evidence: Evidence) -> str:
    """The head over a cell with that of its table; empty where there is none."""
    row = evidence.units[place.unit].row
    if row is None:
        return ""
    cell = cell_of(place.mention.raw, row)
    return f"{row.header}\n{cell.column}" if cell else ""


def _across(
    one: _Said, own: Occurrence, other: Occurrence, said: Sequence[_Said], evidence: Evidence
) -> float:
    """How much better what is said of a figure fits another one; below 0 where it fits its own better."""
    partner = _partner(one, other, said)
    # What is a part here may be a whole there: 56 of 428 suppliers, and 38 of these 56.
    apart = partner is None and bool(one.beside)
    poles = frozenset(side for side in one.poles if not apart or side[0] != "whole")
    sides = _by_poles(poles, own, other, evidence) + _by_year(one, own, other)
    if partner is None:
        sides += _OUTDATED * _tells_the_old(one, own, other, evidence)
        return _weighed(sides, _by_words_alone(one, own, other, evidence))
    together = sides + _by_poles(partner.poles, other, own, evidence) + _by_year(partner, other, own)
    score = _weighed(together, _by_words(one, partner, own, other, evidence))
    if together or score <= 0 or _both_first(one, partner, own, other):
        return score
    # The answer may have given the other figure to a third thing.
    return max(score, _by_words_alone(one, own, other, evidence, given=True))


def _tells_the_old(one: _Said, own: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether an answer's only figure is what the sentence says was before, told as what is."""
    figure = one.finding.figure
    if not one.only or figure.of_the_past or own.unit != other.unit or own.tabular:
        return False
    if any(axis == "time" for axis, _ in one.poles):
        return False
    if figure.context.years and not figure.context.years & other.context.years:
        return False
    return ("time", "old") in _poles_at(own, other, evidence) and ("time", "new") in _poles_at(
        other, own, evidence
    )


def _weighed(sides: float, words: float) -> float:
    # What the sentence is about is said beside its first figure only.
    most = _MOST_WORDS if abs(sides) < _SIDE + _OTHER_SIDE else _WORDS_BESIDE_SIDES
    return sides + max(-most, min(most, words))


def _both_first(one: _Said, partner: _Said, own: Occurrence, other: Occurrence) -> bool:
    """Whether claim and passage begin with what the claim takes for one: words there may be said of both."""
    return (one.mention.start < partner.mention.start) != (own.mention.start < other.mention.start)


def _partner(one: _Said, other: Occurrence, said: Sequence[_Said]) -> _Said | None:
    """The figure of the same claim that has the value of a figure of the passages."""
    claim = one.finding.figure.claim
    return next(
        (
            each
            for each in said
            if each.finding.figure.claim == claim
            and each is not one
            and _is_same(each.mention, other.mention)
        ),
        None,
    )


def _by_poles(claimed: Poles, own: Occurrence, other: Occurrence, evidence: Evidence) -> float:
    mine, others = _poles_at(own, other, evidence), _poles_at(other, own, evidence)
    score = 0.0
    for axis in {axis for axis, _ in claimed}:
        sides, at_own, at_other = (
            {side for on, side in poles if on == axis} for poles in (claimed, mine, others)
        )
        straight, across = bool(sides & (at_own - at_other)), bool(sides & (at_other - at_own))
        if straight != across:
            strength = (_EVENT if axis == "event" else _SIDE) + _OTHER_SIDE * bool(
                (at_own if across else at_other) - sides
            )
            score += strength if across else -strength
    return score


def _poles_at(own: Occurrence, other: Occurrence, evidence: Evidence) -> Poles:
    """The sides that the passage puts a figure on, of two years the earlier and the later included."""
    unit = evidence.units[own.unit]
    date = own.mention.date is not None
    if unit.row is None:
        poles = poles_of(unit.text).get(own.mention.start, frozenset())
    else:
        column = _column(own, evidence).partition("\n")[2]
        poles = poles_named(f"{unit.row.label} {column}", of_date=date)
    mine, others = own.context.years, other.context.years
    if not date and len(mine) == len(others) == 1 and mine != others and own.context.dated:
        poles |= {("time", "old" if max(mine) < max(others) else "new")}
    return poles


def _by_year(one: _Said, own: Occurrence, other: Occurrence) -> float:
    claim = one.finding.figure.context
    if one.mention.date is not None or not (claim.dated and own.context.dated and other.context.dated):
        return 0.0
    straight, across = bool(claim.years & own.context.years), bool(claim.years & other.context.years)
    return _YEAR * (across - straight)


def _by_words(
    one: _Said, partner: _Said | None, own: Occurrence, other: Occurrence, evidence: Evidence
) -> float:
    """By how many words more a figure's words agree with what the other one is called."""
    if partner is None:
        return _by_words_alone(one, own, other, evidence)
    straight = max(
        (
            _shared(mine, first, evidence) + _shared(others, second, evidence)
            for (mine, others), (first, second) in _pairs(one, partner, own, other, evidence, wide=True)
        ),
        default=0.0,
    )
    across = left = 0.0
    both = False
    # What stands before the first figure of claim and passage may be said of both there.
    turned = _both_first(one, partner, own, other)
    for (mine, others), (first, second) in _pairs(one, partner, own, other, evidence):
        at_own = _shared(mine, first, evidence) + _shared(others, second, evidence)
        crossing = _telling(mine, second, evidence), _telling(others, first, evidence)
        later = crossing[one.mention.start < partner.mention.start]
        at_other = fsum(crossing) if later >= evidence.once * _CLEARLY or not turned else later
        across = max(across, at_other)
        total = _shared(first, first, evidence) + _shared(second, second, evidence)
        both = both or min(crossing) >= evidence.once * _CLEARLY
        left = max(left, at_own / total)
    difference = (across - straight) / evidence.once
    return max(difference, _BY_LABEL) if both and left <= _NOT_SAID else difference


def _pairs(
    one: _Said, partner: _Said, own: Occurrence, other: Occurrence, evidence: Evidence, *, wide: bool = False
) -> Iterator[tuple[Labels, Labels]]:
    """What the claim and the passages call two figures, without what both are called, in every reading."""
    for said, held in product(
        readings(one.text, one.mention.start, partner.mention.start, wide=wide),
        _held(own, other, evidence, wide=wide),
    ):
        labels = _apart(held)
        if any(labels):
            yield _apart(said), labels


def _by_words_alone(
    one: _Said, own: Occurrence, other: Occurrence, evidence: Evidence, *, given: bool = False
) -> float:
    """The same of a figure by itself; ``given`` where its claim gives the other one, too."""
    if not own.tabular and own.unit != other.unit:
        return 0.0
    near = beside(one.text, one.mention.start)
    near = near.difference(*(beside(one.text, each.start) for each in one.beside))
    said = near if given else near | frozenset(plain_terms(one.text))
    straight = across = left = whole = 0.0
    for held in _held(own, other, evidence, wide=True):
        first, second = _apart(held)
        straight = max(straight, _shared(said, first, evidence), _asked_of(one, first, second, evidence))
    for held in _held(own, other, evidence):
        first, second = _apart(held)
        across = max(across, _telling(near, second, evidence))
        # What the question names need not be said again.
        if total := _shared(second, second, evidence):
            whole = max(whole, _telling(near | one.asked, second, evidence) / total)
        if total := _shared(first, first, evidence):
            left = max(left, _shared(said, first, evidence) / total)
    # What stands before the first figure of a sentence may be said of all.
    leads = own.unit != other.unit or own.mention.start < other.mention.start
    bar = _NOT_SAID if leads else _HARDLY_SAID
    # Dates hold no word of a subject apart from what happened then.
    if own.mention.date:
        return min(0.0, -straight / evidence.once)
    difference = (across - straight) / evidence.once
    if across < evidence.once * _CLEARLY or left > bar or whole < _HALF_SAID:
        return min(0.0, difference)
    return max(difference, _BY_LABEL) if leads and whole >= _SAID else difference


def _asked_of(one: _Said, own: frozenset[str], other: frozenset[str], evidence: Evidence) -> float:
    """What the question says of one figure, where it says nothing of the other."""
    return 0.0 if one.asked & other else _shared(one.asked, own, evidence)


def _held(own: Occurrence, other: Occurrence, evidence: Evidence, *, wide: bool = False) -> Sequence[Labels]:
    """What the passages call two figures, in each way in which they can be read."""
    if own.tabular:
        return [(_key(own, evidence), _key(other, evidence))]
    if own.unit != other.unit:
        return [(own.context.key, other.context.key)]
    return readings(evidence.units[own.unit].text, own.mention.start, other.mention.start, wide=wide)


def _key(cell: Occurrence, evidence: Evidence) -> frozenset[str]:
    row = evidence.units[cell.unit].row
    if row is None:
        return cell.context.key
    label = f"{row.label} {_column(cell, evidence).rpartition(chr(10))[2]}"
    if not plain_terms(row.label):  # a rank; what the row is of stands in a cell
        named = " ".join(each.text for each in row.cells if plain_terms(each.text))
        return cell.context.key | names_in(f"{label} {named}") | frozenset(plain_terms(named))
    return cell.context.key | names_in(label)


def _telling(claim: frozenset[str], source: frozenset[str], evidence: Evidence) -> float:
    return _shared(claim - neutral_terms(), source, evidence)


def _apart(labels: Labels) -> Labels:
    """Labels without what both say."""
    return labels[0] - labels[1], labels[1] - labels[0]


def _shared(claim: frozenset[str], source: frozenset[str], evidence: Evidence) -> float:
    return fsum(evidence.once if term[0] in MARKS else evidence.weight(term) for term in claim & source)
