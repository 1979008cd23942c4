"""Standings from scores, in the same shape as those from pairs."""

from collections.abc import Mapping

import numpy as np

from eval.standings.connected import islands
from eval.standings.ranks import Evidence, question_weights, standings
from eval.standings.standing import Standing
from eval.standings.within_questions import WithinQuestions, score_table
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings


def standings_from_scores(
    scores: Mapping[str, Mapping[str, float]], settings: ClusterSettings | None = None
) -> tuple[Standing, ...]:
    """Standings by mean score, with intervals by bootstrap over questions.

    Where not every system has a score for every question, means are adjusted for how hard the questions are
    that each was scored on; see :mod:`eval.standings.within_questions`.

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
    draws, _ = model.fit(question_weights(count, settings.resamples, settings.seed))
    return standings(
        list(scores),
        means[0],
        draws,
        beats_field(table),
        evidence=evidence(table),
        confidence=settings.confidence,
    )


def evidence(table: Numbers) -> Evidence:
    """What scores (systems x questions, NaN where there is none) tell systems apart by."""
    there = np.isfinite(table)
    systems = range(len(table))
    shared = there @ there.T.astype(float)
    groups = islands(systems, ((i, j) for i in systems for j in systems if i < j and shared[i, j]))
    home = {system: number for number, group in enumerate(groups) for system in group}
    homes = np.asarray([home[system] for system in systems])
    return Evidence(table.shape[1], there.sum(axis=1), homes[:, None] == homes[None, :])


def beats_field(table: Numbers) -> Numbers:
    """The share of its questions on which a system is above the mean of all, a tie being half.

    Args:
        table: scores as systems x questions, NaN where there is none.
    """
    lead = table - np.nanmean(table, axis=0)
    halves = np.where(np.isnan(lead), np.nan, 0.5 + 0.5 * np.sign(np.round(lead, 9)))
    shares: Numbers = np.nanmean(halves, axis=1)
    return shares
