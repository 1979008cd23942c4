"""Standings from scores, in the same shape as those from pairs."""

from collections.abc import Mapping

import numpy as np

from eval.standings.ranks import question_weights, standings
from eval.standings.standing import Standing
from eval.standings.within_questions import WithinQuestions, score_table
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings


def standings_from_scores(
    scores: Mapping[str, Mapping[str, float]], settings: ClusterSettings | None = None
) -> tuple[Standing, ...]:
    """Standings by mean score, with intervals by bootstrap over questions.

    Where not every system has a score for every question, means are adjusted for how hard the questions are
    that each was scored on; see :mod:`eval.standings.within_questions`. Two are told apart by their paired
    difference on the questions that both have.

    Args:
        scores: for each system its score for each question id; questions without a score are left out.
        settings: seed, resamples, confidence.

    Raises:
        InputError: where a system has no score.
    """
    settings = settings or ClusterSettings()
    table = score_table(scores)
    model = WithinQuestions.of(table)
    count = table.shape[1]
    means, _ = model.fit(np.ones((1, count)))
    weights = question_weights(count, settings.resamples, settings.seed)
    draws, _ = model.fit(weights)
    return standings(
        list(scores),
        means[0],
        draws,
        beats_field(table),
        evidence=model.evidence(weights),
        confidence=settings.confidence,
    )


def beats_field(table: Numbers) -> Numbers:
    """The share of its questions on which a system is above the mean of all, a tie being half.

    Args:
        table: scores as systems x questions, NaN where there is none.
    """
    lead = table - np.nanmean(table, axis=0)
    halves = np.where(np.isnan(lead), np.nan, 0.5 + 0.5 * np.sign(np.round(lead, 9)))
    shares: Numbers = np.nanmean(halves, axis=1)
    return shares
