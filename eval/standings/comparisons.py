"""Pair outcomes as arrays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from data_base.errors import InputError
from eval.standings.bradley_terry import Indices, contests
from eval.standings.compared_pair import ComparedPair
from eval.standings.connected_groups import connected_groups
from eval.stats.agreement import Numbers

POSITION = "position"
KIN = "kin"


@dataclass(frozen=True)
class Comparisons:
    """Verdicts between systems, a row each."""

    systems: tuple[str, ...]
    """Names, in alphabetical order."""
    questions: tuple[str, ...]
    """Ids, in the order in which they first occur."""
    question: Indices
    """The question of each row, an index."""
    first: Indices
    """System of each row, an index."""
    second: Indices
    """The other system."""
    value: Numbers
    """The first's, from 0 to 1."""
    weight: Numbers
    """0.5 for each of two orders of a pair, else 1."""
    terms: Numbers
    """Rows x further terms of the model."""
    names: tuple[str, ...] = ()
    """The names of the terms."""
    units: tuple[float, ...] = ()
    """What one unit of a term is."""

    @cached_property
    def design(self) -> Numbers:
        """Rows x (systems, then further terms)."""
        return np.hstack([contests(self.first, self.second, len(self.systems)), self.terms])

    def weighted(self, questions: Numbers) -> tuple[Numbers, Numbers]:
        """Wins and trials of every row (draws x rows) where each question counts so often."""
        trials = questions[:, self.question] * self.weight
        return trials * self.value, trials


@dataclass(frozen=True)
class PairTable:
    """Wins and trials of every pair of systems, question by question: all that strengths depend on."""

    systems: tuple[str, ...]
    """Names, in alphabetical order."""
    questions: tuple[str, ...]
    """Ids."""
    design: Numbers
    """Pairs x systems."""
    wins: Numbers
    """Questions x pairs; the first's."""
    trials: Numbers
    """Questions x pairs."""

    def weighted(self, questions: Numbers) -> tuple[Numbers, Numbers]:
        """Wins and trials of every pair (draws x pairs) where each question counts so often."""
        return questions @ self.wins, questions @ self.trials


def comparisons(outcomes: Sequence[ComparedPair]) -> Comparisons:
    """A row for each outcome, without further terms.

    Raises:
        InputError: where there are none, or two systems are compared neither with each other nor by way of
            others.
    """
    return _rows(outcomes, [(outcome, outcome.value, 1.0, 0.0) for outcome in outcomes], {})


def controlled_comparisons(outcomes: Sequence[ComparedPair]) -> Comparisons:
    """A row for each order that was judged, or for the mean where orders are not known, with further terms.

    A term is a typical difference of style (divided by its root mean square), the position, or kinship; those
    that are the same in all rows are left out.

    Raises:
        InputError: as :func:`comparisons`.
    """
    rows = [row for outcome in outcomes for row in _orders(outcome)]
    styles = sorted({name for outcome in outcomes for name in outcome.style})
    columns = {name: np.asarray([outcome.style.get(name, 0.0) for outcome, *_ in rows]) for name in styles}
    columns[POSITION] = np.asarray([shown for *_, shown in rows])
    columns[KIN] = np.asarray([float(outcome.kin) for outcome, *_ in rows])
    return _rows(outcomes, rows, {name: column for name, column in columns.items() if column.any()})


def pair_table(rows: Comparisons, counted: NDArray[np.bool_] | None = None) -> PairTable:
    """Sum the rows by question and pair, or those that are counted; further terms are left out."""
    systems = len(rows.systems)
    low, high = np.minimum(rows.first, rows.second), np.maximum(rows.first, rows.second)
    pairs, pair = np.unique(low * systems + high, return_inverse=True)
    value = np.where(rows.first == low, rows.value, 1 - rows.value)
    weight = rows.weight if counted is None else rows.weight * counted
    shape = len(rows.questions), len(pairs)
    wins, trials = np.zeros(shape), np.zeros(shape)
    np.add.at(wins, (rows.question, pair), value * weight)
    np.add.at(trials, (rows.question, pair), weight)
    design = contests(pairs // systems, pairs % systems, systems)
    return PairTable(rows.systems, rows.questions, design, wins, trials)


_Row = tuple[ComparedPair, float, float, float]


def _orders(outcome: ComparedPair) -> Iterator[_Row]:
    both = (outcome.shown_first, 1.0), (outcome.shown_second, -1.0)
    orders = [(value, shown) for value, shown in both if value is not None]
    for value, shown in orders or [(outcome.value, 0.0)]:
        yield outcome, value, 1 / max(1, len(orders)), shown


def _rows(
    outcomes: Sequence[ComparedPair], rows: Sequence[_Row], columns: Mapping[str, Numbers]
) -> Comparisons:
    if not outcomes:
        raise InputError("There are no pair verdicts to make standings from.")
    systems = sorted({name for outcome in outcomes for name in (outcome.first, outcome.second)})
    questions = list(dict.fromkeys(outcome.question for outcome in outcomes))
    _check_connected(outcomes, systems)
    place, number = {name: i for i, name in enumerate(systems)}, {name: i for i, name in enumerate(questions)}
    units = {
        name: 1.0 if name in (POSITION, KIN) else float(np.sqrt((column**2).mean()))
        for name, column in columns.items()
    }
    scaled = [column / units[name] for name, column in columns.items()]
    return Comparisons(
        systems=tuple(systems),
        questions=tuple(questions),
        question=np.asarray([number[outcome.question] for outcome, *_ in rows]),
        first=np.asarray([place[outcome.first] for outcome, *_ in rows]),
        second=np.asarray([place[outcome.second] for outcome, *_ in rows]),
        value=np.asarray([value for _, value, *_ in rows]),
        weight=np.asarray([weight for *_, weight, _ in rows]),
        terms=np.stack(scaled, axis=1) if scaled else np.empty((len(rows), 0)),
        names=tuple(columns),
        units=tuple(units.values()),
    )


def _check_connected(outcomes: Sequence[ComparedPair], systems: Sequence[str]) -> None:
    groups = connected_groups(systems, ((outcome.first, outcome.second) for outcome in outcomes))
    if len(groups) > 1:
        here, there = (min(group) for group in groups[:2])
        raise InputError(
            f"{here} and {there} have no common standings: no verdict compares them, directly or by way of "
            "others; judge more pairs."
        )
