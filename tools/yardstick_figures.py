"""Figures of the yardstick, and how they are calculated from what was judged.

The measures themselves are those of :mod:`eval.stats.agreement` and :mod:`eval.stats.verdict_agreement`;
this module adds those of claims that may stay undecided, and shares. A verdict on a claim is written as a
number: :data:`SUPPORTED`, :data:`UNSUPPORTED` or :data:`UNDECIDABLE`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from data_base.schemas.frozen import Frozen
from eval.stats.agreement import Numbers, NumericMeasure
from eval.stats.agreement_intervals import measured
from eval.stats.measure import ClusterSettings

SUPPORTED, UNSUPPORTED, UNDECIDABLE = 1.0, 0.0, 0.5


class Seen(NamedTuple):
    """A number of the judge with the people's.

    Attributes:
        what: the figures that it counts for name this.
        cluster: what is resampled as a whole: a document, a question.
        judge: the judge's number.
        people: the people's; 1 where the number is a share.
        milliseconds: what judging took; 0 where it was not timed.
    """

    what: str
    cluster: str
    judge: float
    people: float = 1.0
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table.

    Attributes:
        name: as printed.
        what: which numbers count for it (:attr:`Seen.what`).
        measure: of the judge's numbers and the people's.
        floor: the least that passes; None for no floor.
        goal: what is wanted; None for none.
    """

    name: str
    what: tuple[str, ...]
    measure: NumericMeasure
    floor: float | None = None
    goal: float | None = None


class Figure(Frozen):
    """A measured line.

    Attributes:
        name: as printed.
        value: None where the measure is not defined.
        low: lower end of the 95 % interval; None with fewer than two clusters.
        high: upper end.
        rows: how many numbers it is calculated from.
        floor: the least that passes; None for no floor.
        goal: what is wanted; None for none.
        milliseconds: mean processor time of a judgement; None where it was not timed.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    rows: int
    floor: float | None = None
    goal: float | None = None
    milliseconds: float | None = None

    @property
    def passes(self) -> bool:
        """Whether the value is at least its floor."""
        return self.floor is None or (self.value is not None and self.value >= self.floor)


def figures(lines: Iterable[Line], seen: Sequence[Seen], bootstrap: ClusterSettings) -> list[Figure]:
    """Measure every line that there are numbers for."""
    found = []
    for line in lines:
        rows = [each for each in seen if each.what in line.what]
        if rows:
            found.append(_figure(line, rows, bootstrap))
    return found


def _figure(line: Line, rows: Sequence[Seen], bootstrap: ClusterSettings) -> Figure:
    judge, people = [row.judge for row in rows], [row.people for row in rows]
    clusters = [row.cluster for row in rows]
    measure = measured({line.name: line.measure}, judge, people, clusters, bootstrap)[line.name]
    return Figure(
        name=line.name,
        value=measure.value,
        low=measure.low,
        high=measure.high,
        rows=len(rows),
        floor=line.floor,
        goal=line.goal,
        milliseconds=fmean(row.milliseconds for row in rows) or None,
    )


def share(judge: Numbers, people: Numbers) -> float | None:  # noqa: ARG001  (measures are alike)
    """Mean of the judge's numbers; of ones and zeros the share of ones."""
    return float(judge.mean()) if judge.size else None


def decided_share(judge: Numbers, people: Numbers) -> float | None:  # noqa: ARG001  (measures are alike)
    """Share of verdicts that are not undecidable, in [0, 1]."""
    return float((judge != UNDECIDABLE).mean()) if judge.size else None


def undecided_share(judge: Numbers, people: Numbers) -> float | None:
    """Share of verdicts that are undecidable, in [0, 1]."""
    decided = decided_share(judge, people)
    return None if decided is None else 1 - decided


def decided_accuracy(judge: Numbers, people: Numbers) -> float | None:
    """Share of right verdicts among those decided, in [0, 1]; None where none is."""
    decided = judge != UNDECIDABLE
    return float((judge == people)[decided].mean()) if decided.any() else None


def decided_wrong(judge: Numbers, people: Numbers) -> float | None:
    """Share of all verdicts that are decided and wrong, in [0, 1]."""
    return float(((judge != UNDECIDABLE) & (judge != people)).mean()) if judge.size else None
