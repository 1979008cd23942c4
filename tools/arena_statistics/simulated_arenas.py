"""Arenas of four invented contestants of known quality, a judge who errs, people who rate some answers."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from eval.standings.bradley_terry import ELO, MEAN_SCORE, BradleyTerry, contests
from eval.standings.compared_pair import ComparedPair
from eval.stats.agreement import Numbers

SYSTEMS = ("a", "b", "c", "d")
PASSES_FROM = 6.0
_QUALITY = np.asarray([0.6, 0.2, -0.2, -0.6])
_PAIRS = list(combinations(range(len(SYSTEMS)), 2))
_FIRST, _SECOND = (np.asarray(side) for side in zip(*_PAIRS, strict=True))
_MANY = 60_000


@dataclass(frozen=True)
class Cell:
    """One kind of arena.

    Attributes:
        questions: asked of each contestant.
        labels: people's ratings, at most one an answer; all answers to a question are rated, or none.
        bias: grades that the judge gives the first contestant too many.
        ties: whether grades are whole and close pairs ties; else grades have a decimal and pairs a winner.
    """

    questions: int
    labels: int
    bias: float
    ties: bool

    @property
    def rated_questions(self) -> int:
        """How many questions' answers people rate."""
        return min(self.questions, self.labels // len(SYSTEMS))


@dataclass(frozen=True)
class Arena:
    """What is seen of one arena.

    Attributes:
        people: questions x systems; grades that people would give, of which the first rows are known.
        judge: the judge's grades.
        verdicts: questions x pairs; the judge's values for the first, both orders averaged.
    """

    people: Numbers
    judge: Numbers
    verdicts: Numbers

    def outcomes(self) -> list[ComparedPair]:
        """The verdicts as values."""
        return [
            ComparedPair(question=str(question), first=SYSTEMS[i], second=SYSTEMS[j], value=value)
            for question, values in enumerate(self.verdicts.tolist())
            for (i, j), value in zip(_PAIRS, values, strict=True)
        ]


def simulated(cell: Cell, rng: np.random.Generator, questions: int | None = None) -> Arena:
    """An arena of this kind, with other questions each time."""
    shape = (questions or cell.questions, len(SYSTEMS))
    people = 6 + _QUALITY + rng.normal(0, 1.2, (shape[0], 1)) + rng.normal(0, 1.2, shape)
    judge = 0.6 + 0.1 * _QUALITY + 0.9 * people + rng.normal(0, 1.0, shape)
    judge[:, 0] += cell.bias
    decimals = 0 if cell.ties else 1
    graded, judged = (np.clip(np.round(grades, decimals), 1, 10) for grades in (people, judge))
    gaps = judge[:, _FIRST] - judge[:, _SECOND]
    # The answer shown first has an advantage; a pair with another winner in each order counts as a tie.
    orders = [_verdict(gaps + shown + rng.normal(0, 1, gaps.shape), cell) for shown in (0.3, -0.3)]
    inconsistent = (orders[0] - 0.5) * (orders[1] - 0.5) < 0
    return Arena(graded, judged, np.where(inconsistent, 0.5, (orders[0] + orders[1]) / 2))


@dataclass(frozen=True)
class Truth:
    """What intervals should contain, for each system: the figures over all questions there could be."""

    people: Numbers
    people_pass: Numbers
    judge: Numbers
    pair_scores: Numbers


def truth(cell: Cell, rng: np.random.Generator) -> Truth:
    """The truth of this kind of arena, from very many questions."""
    arena = simulated(cell, rng, _MANY)
    model = BradleyTerry(contests(_FIRST, _SECOND, len(SYSTEMS)))
    wins = arena.verdicts.sum(axis=0)[None]
    strengths = model.fit(wins, np.full_like(wins, _MANY))[0]
    return Truth(
        people=arena.people.mean(axis=0),
        people_pass=(arena.people >= PASSES_FROM).mean(axis=0),
        judge=arena.judge.mean(axis=0),
        pair_scores=MEAN_SCORE + ELO * strengths,
    )


def _verdict(leads: Numbers, cell: Cell) -> Numbers:
    if not cell.ties:
        return (leads > 0).astype(float)
    return np.searchsorted(np.asarray([-2.0, -0.5, 0.5, 2.0]), leads) / 4
