"""From scores and their resamples to ranges of ranks, and to groups that cannot be told apart.

Two systems are told apart where the difference of their scores, in units of its standard error, is larger
than the largest such deviation among all pairs in all but 5 % of resamples. So with 95 % confidence no two
are told apart wrongly, however many there are, and all ranges of ranks are right together (M. Mogstad,
J. Romano, A. Shaikh and D. Wilhelm, "Inference for Ranks with Applications to Mobility across Neighbourhoods
and Academic Achievement across Countries", Review of Economic Studies 91, 2024). The percentile is expanded
for few questions as in :mod:`eval.stats.paired`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eval.standings.standing import Standing
from eval.stats.agreement import Numbers
from eval.stats.paired import FEWEST_QUESTIONS, expanded_tail

_NO_ERROR = 1e-9


def question_weights(questions: int, resamples: int, seed: int) -> Numbers:
    """How often each question is in each resample (resamples x questions): a bootstrap over questions."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(questions, np.full(questions, 1 / questions), size=resamples).astype(float)


def standings(
    systems: Sequence[str],
    scores: Numbers,
    draws: Numbers,
    beats_field: Numbers,
    *,
    questions: int,
    confidence: float,
) -> tuple[Standing, ...]:
    """Standings, the best first.

    Args:
        systems: their names.
        scores: of each.
        draws: the scores in every resample of the questions, resamples x systems.
        beats_field: of each, from 0 to 1.
        questions: how many were resampled.
        confidence: of the intervals, and of all ranks together.
    """
    low, high = intervals(scores, draws, questions, confidence)
    order = np.argsort(-scores, kind="stable")
    apart = _told_apart(scores, draws, questions, confidence)
    above = apart & (scores[:, None] > scores[None, :])
    groups = _groups(apart[np.ix_(order, order)])
    return tuple(
        Standing(
            system=systems[i],
            score=float(scores[i]),
            low=float(low[i]),
            high=float(high[i]),
            beats_field=float(beats_field[i]),
            rank_low=1 + int(above[:, i].sum()),
            rank_high=len(systems) - int(above[i].sum()),
            group=group,
        )
        for i, group in zip(order, groups, strict=True)
    )


def intervals(values: Numbers, draws: Numbers, questions: int, confidence: float) -> tuple[Numbers, Numbers]:
    """Expanded percentile intervals of values from their resamples (resamples x values)."""
    if questions <= 1:
        return np.full_like(values, -np.inf), np.full_like(values, np.inf)
    tail = expanded_tail(questions, confidence)
    low, high = np.quantile(draws, [tail, 1 - tail], axis=0)
    # Rounding must not push the interval off a value that is the same in every resample.
    return np.minimum(low, values), np.maximum(high, values)


def _told_apart(scores: Numbers, draws: Numbers, questions: int, confidence: float) -> NDArray[np.bool_]:
    count = len(scores)
    if questions < FEWEST_QUESTIONS:
        return np.zeros((count, count), dtype=bool)
    first, second = np.triu_indices(count, 1)
    gaps = scores[first] - scores[second]
    deviations = draws[:, first] - draws[:, second] - gaps
    errors = np.maximum(deviations.std(axis=0), _NO_ERROR)
    largest = np.abs(deviations / errors).max(axis=1)
    limit = np.quantile(largest, 1 - 2 * expanded_tail(questions, confidence))
    apart = np.zeros((count, count), dtype=bool)
    apart[first, second] = apart[second, first] = np.abs(gaps) > limit * errors
    return apart


def _groups(apart: NDArray[np.bool_]) -> list[int]:
    """The group of each system, best first: one that is told apart from any of its group begins the next."""
    groups = [1]
    for i in range(1, len(apart)):
        members = [j for j in range(i) if groups[j] == groups[-1]]
        groups.append(groups[-1] + int(apart[i, members].any()))
    return groups
