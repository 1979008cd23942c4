"""The returned attempt: the best judged one in the order the loop promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.research.best_attempt import best_index, weighted_score
from tests.support.research import attempt, evaluation, failed_evaluation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas_deep_research import Attempt

THRESHOLD = 8.0
SCORES = st.sampled_from([1.0, 3.0, 7.5, 8.0, 9.0, 10.0])
VERDICTS = st.one_of(st.none(), st.builds(failed_evaluation), st.builds(evaluation, SCORES, SCORES, SCORES))
LEDGERS = st.lists(
    st.builds(lambda verdict, abstained: attempt(1, verdict, abstained=abstained), VERDICTS, st.booleans()),
    max_size=6,
)


def outranks(one: Attempt, other: Attempt) -> bool:
    """The order in words: threshold, then answering, then the weighted score."""
    assert one.evaluation is not None
    assert other.evaluation is not None
    reached = [item.evaluation.metrics.accuracy >= THRESHOLD for item in (one, other) if item.evaluation]
    if reached[0] != reached[1]:
        return reached[0]
    if reached[0] and one.abstained != other.abstained:
        return other.abstained
    return one.evaluation.metrics.weighted_score > other.evaluation.metrics.weighted_score


@given(LEDGERS)
def test_nothing_judged_outranks_the_best(ledger: Sequence[Attempt]) -> None:
    judged = [index for index, item in enumerate(ledger) if item.evaluation and item.evaluation.scored]
    best = best_index(ledger, THRESHOLD)
    assert (best is None) == (not judged)
    if best is not None:
        assert best in judged
        assert not any(outranks(ledger[index], ledger[best]) for index in judged)
        assert all(outranks(ledger[best], ledger[index]) for index in judged if index < best)


@pytest.mark.parametrize(
    ("ledger", "best"),
    [
        pytest.param([(9, 9, False), (3, 10, False)], 0, id="the best, not the last"),
        pytest.param([(7.9, 10, False), (8, 1, False)], 1, id="threshold before weighted score"),
        pytest.param([(10, 10, True), (8, 5, False)], 1, id="answering before abstaining"),
        pytest.param([(3, 9, True), (3, 5, False)], 0, id="below the threshold abstaining is no matter"),
        pytest.param([(9, 9, False), (9, 9, False)], 0, id="the earlier of equals"),
    ],
)
def test_order(ledger: list[tuple[float, float, bool]], best: int) -> None:
    attempts = [
        attempt(number, evaluation(accuracy, completeness), abstained=abstained)
        for number, (accuracy, completeness, abstained) in enumerate(ledger, start=1)
    ]
    assert best_index(attempts, THRESHOLD) == best


def test_a_failed_judgement_is_no_score() -> None:
    assert weighted_score(attempt(1, failed_evaluation())) is None
    assert best_index([attempt(1, evaluation(1, 1, 1)), attempt(2, failed_evaluation())], THRESHOLD) == 0
