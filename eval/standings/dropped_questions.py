"""How many questions would have to be dropped for another system to be ahead of the leader.

T. Broderick, R. Giordano and R. Meager, "An Automatic Finite-Sample Robustness Metric: When Can Dropping a
Little Data Make a Big Difference?", arXiv 2011.14999: the questions with the most influence on the lead are
dropped, and a new fit without them says whether the lead is gone. Few questions that decide the first place
are a warning, however narrow the intervals.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from data_base.cancellation import go_on
from eval.standings.bradley_terry import RIDGE, BradleyTerry, probability
from eval.standings.compared_pair import ComparedPair
from eval.standings.comparisons import PairTable, comparisons, pair_table
from eval.standings.fixed_effects import FixedEffects, score_questions, score_table
from eval.standings.standing import Overtaking
from eval.stats.agreement import Numbers

_ROUNDING = 1e-6
"""What floating point may make of a tie."""


def overtaken_in_pairs(outcomes: Sequence[ComparedPair]) -> Overtaking | None:
    """How many questions decide who is first by pair verdicts.

    Questions are dropped one by one, always the one with the most influence on the lead over a rival, and the
    model is fitted again each time: the set found does what is said of it, and a smaller one is unlikely.

    Returns:
        None where there is one system, or it stays first until nothing is left.

    Raises:
        InputError: as :func:`.standings_from_pairs`.
    """
    table = pair_table(comparisons(outcomes))
    model = BradleyTerry(table.design)
    kept = np.ones(len(table.questions))
    leader, *rivals = np.argsort(-_strengths(model, table, kept), kind="stable")
    best: Overtaking | None = None
    for rival in rivals:
        most = len(kept) - 1 if best is None else len(best.questions) - 1
        if dropped := _dropped(model, table, int(leader), int(rival), most):
            best = Overtaking(
                leader=table.systems[leader],
                system=table.systems[rival],
                questions=tuple(table.questions[i] for i in dropped),
            )
    return best


def overtaken_in_scores(scores: Mapping[str, Mapping[str, float]]) -> Overtaking | None:
    """How many questions decide who is first by mean score, adjusted as in the standings.

    Returns:
        None where there is one system, or it stays first as long as it shares a question with its rival.

    Raises:
        InputError: where a system has no score.
    """
    model, questions, systems = (
        FixedEffects.of(score_table(scores)),
        score_questions(scores),
        list(scores),
    )
    leader, *rivals = np.argsort(-model.fit(np.ones((1, len(questions))))[0][0], kind="stable")
    best: Overtaking | None = None
    for rival in rivals:
        most = len(questions) - 1 if best is None else len(best.questions) - 1
        if dropped := _dropped_scores(model, int(leader), int(rival), most):
            best = Overtaking(
                leader=systems[leader],
                system=systems[rival],
                questions=tuple(questions[i] for i in dropped),
            )
    return best


def _dropped_scores(model: FixedEffects, leader: int, rival: int, most: int) -> list[int]:
    """As :func:`_dropped`, for scores."""
    shared = model.there[leader] * model.there[rival]
    kept = np.ones(len(shared))
    means = model.fit(kept[None])[0][0]
    dropped: list[int] = []
    while len(dropped) < most:
        go_on()
        influence = model.influence(kept, means)
        lead = np.where(kept > 0, influence[:, leader] - influence[:, rival], -np.inf)
        dropped.append(int(lead.argmax()))
        kept[dropped[-1]] = 0
        if not (kept @ shared):
            return []
        means = model.fit(kept[None])[0][0]
        if means[rival] > means[leader] + _ROUNDING:
            return dropped
    return []


def _dropped(model: BradleyTerry, table: PairTable, leader: int, rival: int, most: int) -> list[int]:
    """Questions to drop, at most so many, until the rival is ahead; empty where that does not do."""
    kept = np.ones(len(table.questions))
    dropped: list[int] = []
    while len(dropped) < most:
        strengths = _strengths(model, table, kept)
        influence = _influence(model, table, kept, strengths)
        lead = np.where(kept > 0, influence[:, leader] - influence[:, rival], -np.inf)
        dropped.append(int(lead.argmax()))
        kept[dropped[-1]] = 0
        strengths = _strengths(model, table, kept, strengths)
        if strengths[rival] > strengths[leader] + _ROUNDING:
            return dropped
    return []


def _strengths(model: BradleyTerry, table: PairTable, kept: Numbers, start: Numbers | None = None) -> Numbers:
    found: Numbers = model.fit(*table.weighted(kept[None, :]), start)[0]
    return found


def _influence(model: BradleyTerry, table: PairTable, kept: Numbers, strengths: Numbers) -> Numbers:
    """By how much each question raises each strength (questions x systems), to first order."""
    chance = probability(model.design @ strengths)
    spread = (kept @ table.trials) * chance * (1 - chance)
    curvature = (model.design.T * spread) @ model.design + RIDGE * np.eye(len(strengths))
    slopes = (table.wins - table.trials * chance) @ model.design
    influence: Numbers = np.linalg.solve(curvature, slopes.T).T.astype(float)
    return influence
