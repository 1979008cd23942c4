"""Standings from scores, in the same shape as those from pairs."""

from collections.abc import Mapping
from math import isclose

import numpy as np

from eval.standings.fixed_effects import FixedEffects, score_table
from eval.standings.ranks import question_weights, standings
from eval.standings.standing import Standing
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings, Estimate, estimates


def standings_from_scores(
    scores: Mapping[str, Mapping[str, float]], settings: ClusterSettings | None = None
) -> tuple[Standing, ...]:
    """Standings by mean score, with intervals by bootstrap over questions.

    Where not every system has a score for every question, means are adjusted for how hard the questions are
    that each was scored on; see :mod:`eval.standings.fixed_effects`. Two are told apart by their paired
    difference on the questions that both have. A mean that is not adjusted has the interval of
    :func:`eval.stats.paired.estimate`.

    Args:
        scores: for each system its score for each question id; questions without a score are left out.
        settings: seed, resamples, confidence.

    Raises:
        InputError: where a system has no score.
    """
    settings = settings or ClusterSettings()
    table = score_table(scores)
    model = FixedEffects.of(table)
    count = table.shape[1]
    means, _ = model.fit(np.ones((1, count)))
    weights = question_weights(count, settings.resamples, settings.seed)
    draws, _ = model.fit(weights)
    found = standings(
        list(scores),
        means[0],
        draws,
        beats_field(table),
        evidence=model.evidence(weights),
        confidence=settings.confidence,
    )
    plain = estimates(
        [[*scores[each.system].values()] for each in found],
        BootstrapSettings(seed=settings.seed, confidence=settings.confidence),
    )
    return tuple(map(_with_plain_interval, found, plain))


def _with_plain_interval(place: Standing, found: Estimate) -> Standing:
    """A place whose score is a plain mean, with the interval that this mean has everywhere else."""
    if found.mean is None or found.low is None or not isclose(found.mean, place.score, abs_tol=1e-9):
        return place
    return place.model_copy(update={"low": found.low, "high": found.high})


def beats_field(table: Numbers) -> Numbers:
    """The share of its questions on which a system is above the mean of all, a tie being half.

    Args:
        table: scores as systems x questions, NaN where there is none.
    """
    lead = table - np.nanmean(table, axis=0)
    halves = np.where(np.isnan(lead), np.nan, 0.5 + 0.5 * np.sign(np.round(lead, 9)))
    shares: Numbers = np.nanmean(halves, axis=1)
    return shares
