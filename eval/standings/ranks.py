"""From scores and their resamples to ranges of ranks, and to groups that cannot be told apart.

Two systems are told apart where the difference of their scores, in units of its standard error, is larger
than the largest such deviation among all pairs in all but 5 % of resamples. So with 95 % confidence no two
are told apart wrongly, however many there are, and all ranges of ranks are right together (M. Mogstad,
J. Romano, A. Shaikh and D. Wilhelm, "Inference for Ranks with Applications to Mobility across Neighbourhoods
and Academic Achievement across Countries", Review of Economic Studies 91, 2024). The percentile is expanded
for few questions as in :mod:`eval.stats.paired`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from eval.standings.standing import Standing
from eval.stats.agreement import Numbers
from eval.stats.paired import FEWEST_QUESTIONS, expanded_tail

_NO_ERROR = 1e-9


@dataclass(frozen=True)
class RankingData:
    """What there is to tell systems apart by."""

    questions: int
    """How many are resampled."""
    counts: NDArray[np.int_]
    """For each system, how many of them it is judged on."""
    shared: NDArray[np.int_]
    """Systems x systems, how many questions two are compared on."""
    leads: Numbers
    """Systems x systems, by how much the first is ahead of the second."""
    drawn: Numbers
    """The same in every resample, resamples x systems x systems.

    NaN where none of their questions is drawn.
    """

    @classmethod
    def of_all(cls, questions: int, scores: Numbers, draws: Numbers) -> "RankingData":
        """Every system is judged on every question."""
        systems = len(scores)
        return cls(
            questions,
            np.full(systems, questions),
            np.full((systems, systems), questions),
            scores[:, None] - scores[None, :],
            draws[:, :, None] - draws[:, None, :],
        )


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
    evidence: RankingData,
    confidence: float,
) -> tuple[Standing, ...]:
    """Standings, the best first.

    Args:
        systems: their names.
        scores: of each.
        draws: the scores in every resample of the questions, resamples x systems; NaN where a system has none
            of the questions drawn.
        beats_field: of each, from 0 to 1.
        evidence: what was resampled, and how any two compare.
        confidence: of the intervals, and of all ranks together.
    """
    low, high = intervals(scores, draws, evidence.counts, confidence)
    order = np.argsort(-scores, kind="stable")
    # Who is ahead in all, but behind on the questions that both have, is not told apart.
    ahead = (scores[:, None] > scores[None, :]) & (evidence.leads > 0)
    above = _implied(_told_apart(evidence, confidence) & ahead)
    groups = _groups((above | above.T)[np.ix_(order, order)])
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


def intervals(
    values: Numbers, draws: Numbers, questions: int | NDArray[np.int_], confidence: float
) -> tuple[Numbers, Numbers]:
    """Expanded percentile intervals of values from their resamples (resamples x values).

    Args:
        values: the estimates.
        draws: of them; NaN where a resample says nothing.
        questions: how many each value rests on; without bounds where that is one.
        confidence: of each interval.
    """
    low, high = np.full_like(values, -np.inf), np.full_like(values, np.inf)
    counts = np.broadcast_to(questions, values.shape)
    for count in {int(each) for each in counts.flat if each > 1}:
        there = counts == count
        tail = expanded_tail(count, confidence)
        low[there], high[there] = np.nanquantile(draws[:, there], [tail, 1 - tail], axis=0)
    # Rounding must not push the interval off a value that is the same in every resample.
    return np.minimum(low, values), np.maximum(high, values)


def _told_apart(evidence: RankingData, confidence: float) -> NDArray[np.bool_]:
    count = len(evidence.counts)
    apart = np.zeros((count, count), dtype=bool)
    first, second = np.triu_indices(count, 1)
    fewer = evidence.shared[first, second]
    enough = fewer >= FEWEST_QUESTIONS
    first, second, fewer = first[enough], second[enough], fewer[enough]
    if not first.size:
        return apart
    gaps = evidence.leads[first, second]
    deviations = evidence.drawn[:, first, second] - gaps
    # Two that share fewer questions than there are need a lead that much larger.
    tail = expanded_tail(evidence.questions, confidence)
    reach = {
        n: -NormalDist().inv_cdf(expanded_tail(n, confidence)) for n in {evidence.questions, *fewer.tolist()}
    }
    wider = [reach[n] / reach[evidence.questions] for n in fewer.tolist()]
    errors = np.maximum(np.nanstd(deviations, axis=0), _NO_ERROR) * wider
    limit = np.quantile(np.nanmax(np.abs(deviations / errors), axis=1), 1 - 2 * tail)
    apart[first, second] = apart[second, first] = np.abs(gaps) > limit * errors
    return apart


def _implied(above: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """With all that follows: who is above one that is above a third is above the third."""
    for middle in range(len(above)):
        above = above | np.outer(above[:, middle], above[middle])
    return above


def _groups(apart: NDArray[np.bool_]) -> list[int]:
    """The group of each system, best first: the next begins where all so far are told apart from the rest."""
    groups = [1]
    for i in range(1, len(apart)):
        groups.append(groups[-1] + int(apart[:i, i:].all()))
    return groups
