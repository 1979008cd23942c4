"""Standings from mean scores, in the same shape as those from pairs."""

from collections.abc import Mapping, Sequence

import numpy as np

from data_base.errors import InputError
from eval.standings.ranks import question_weights, standings
from eval.standings.standing import Standing
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings


def standings_from_scores(
    scores: Mapping[str, Mapping[str, float]], settings: ClusterSettings | None = None
) -> tuple[Standing, ...]:
    """Standings by mean score, with intervals by bootstrap over questions.

    Args:
        scores: for each system its score for each question id; questions without a score are left out.
        settings: seed, resamples, confidence.

    Raises:
        InputError: where a system has no score.
    """
    settings = settings or ClusterSettings()
    table = score_table(scores)
    count = table.shape[1]
    there = np.isfinite(table)
    filled = np.where(there, table, 0.0)
    means = filled.sum(axis=1) / there.sum(axis=1)
    weights = question_weights(count, settings.resamples, settings.seed)
    scored = weights @ there.T
    draws = np.where(scored > 0, weights @ filled.T / np.maximum(scored, 1), means)
    return standings(
        list(scores), means, draws, beats_field(table), questions=count, confidence=settings.confidence
    )


def score_table(scores: Mapping[str, Mapping[str, float]]) -> Numbers:
    """Scores as systems x questions, NaN where there is none; columns are in the order of first occurrence.

    Raises:
        InputError: where a system has no score.
    """
    for system, own in scores.items():
        if not own:
            raise InputError(f"{system} has no score, and so no place in the standings; leave it out.")
    questions = score_questions(scores)
    return np.asarray([[own.get(question, np.nan) for question in questions] for own in scores.values()])


def score_questions(scores: Mapping[str, Mapping[str, float]]) -> Sequence[str]:
    """The ids of all questions that any system has a score for."""
    return list(dict.fromkeys(question for own in scores.values() for question in own))


def beats_field(table: Numbers) -> Numbers:
    """The share of its questions on which a system is above the mean of all, a tie being half.

    Args:
        table: scores as systems x questions, NaN where there is none.
    """
    lead = table - np.nanmean(table, axis=0)
    halves = np.where(np.isnan(lead), np.nan, 0.5 + 0.5 * np.sign(np.round(lead, 9)))
    shares: Numbers = np.nanmean(halves, axis=1)
    return shares
