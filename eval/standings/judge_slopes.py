"""How clearly each judge of a panel tells the contestants apart, compared with all judges together.

A judge's verdicts are regressed on the strengths that all judges together find (D. Cox, "Two Further
Applications of a Model for Binary Regression", Biometrika 45, 1958): the slope is 1 where it tells
contestants apart as clearly as the panel, above 1 where more clearly, 0 where its verdicts have nothing to do
with the panel's, and below 0 where they contradict them.
"""

from collections.abc import Sequence

import numpy as np

from eval.standings.bradley_terry import RIDGE, BradleyTerry, probability
from eval.standings.compared_pair import ComparedPair
from eval.standings.comparisons import comparisons, pair_table
from eval.standings.ranks import intervals, question_weights
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings, Measure

_STEPS = 50
_LONGEST_STEP = 1.0
_CLOSE = 1e-4


def judge_slopes(
    outcomes: Sequence[ComparedPair], settings: ClusterSettings | None = None
) -> dict[str, Measure]:
    """The slope of each judge with its interval by bootstrap over questions; empty for a single judge.

    Raises:
        InputError: as :func:`.standings_from_pairs`.
    """
    settings = settings or ClusterSettings()
    judges = sorted({each.judge for each in outcomes})
    if len(judges) < 2:  # noqa: PLR2004  (one judge is the panel)
        return {}
    rows = comparisons(outcomes)
    table = pair_table(rows)
    model = BradleyTerry(table.design)
    count = len(table.questions)
    whole = np.ones((1, count))
    weights = question_weights(count, settings.resamples, settings.seed)
    found = model.fit(*table.weighted(whole))
    leads, drawn = (
        strengths @ table.design.T for strengths in (found, model.fit(*table.weighted(weights), found[0]))
    )
    own = np.asarray([each.judge for each in outcomes])
    slopes = {}
    for judge in judges:
        verdicts = pair_table(rows, own == judge)
        value = _slope(leads, *verdicts.weighted(whole))
        low, high = intervals(
            value, _slope(drawn, *verdicts.weighted(weights))[:, None], count, settings.confidence
        )
        slopes[judge] = Measure(value=float(value[0]), low=float(low[0]), high=float(high[0]))
    return slopes


def _slope(leads: Numbers, wins: Numbers, trials: Numbers) -> Numbers:
    """By which the leads (fits x pairs) have to be multiplied to make the verdicts most likely."""
    slope = np.ones(len(leads))
    for _ in range(_STEPS):
        chance = probability(slope[:, None] * leads)
        gradient = ((wins - trials * chance) * leads).sum(axis=1) - RIDGE * (slope - 1)
        step = gradient / ((trials * chance * (1 - chance) * leads**2).sum(axis=1) + RIDGE)
        slope += np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        if np.abs(step).max() < _CLOSE:
            break
    return slope
