"""The returned attempt: the best judged one in the order the loop promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.research.best_attempt import answered, best_index, weighted_score
from tests.support.research import attempt, evaluation, failed_evaluation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas_deep_research import Attempt

THRESHOLD = 8.0
SCORES = st.sampled_from([1.0, 3.0, 7.5, 8.0, 9.0, 10.0])
SAID = st.sampled_from([None, "yes", "partly", "no"])
VERDICTS = st.one_of(
    st.none(),
    st.builds(failed_evaluation),
    st.builds(evaluation, SCORES, SCORES, SCORES, answered=SAID),
)
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
    answers = [["no", "partly", "yes"].index(answered(item)) for item in (one, other)]
    if reached[0] and answers[0] != answers[1]:
        return answers[0] > answers[1]
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


def test_what_answers_outranks_what_answers_in_part_and_this_what_does_not() -> None:
    ledger = [
        attempt(1, evaluation(10, 10, 10, answered="no")),
        attempt(2, evaluation(9, 9, 9, answered="partly")),
        attempt(3, evaluation(8, 5, 5, answered="yes"), abstained=True),
        attempt(4, evaluation(7.9, 10, 10, answered="yes")),
    ]
    assert [best_index(ledger[:end], THRESHOLD) for end in (1, 2, 3, 4)] == [0, 1, 2, 2]


def test_a_failed_judgement_is_no_score() -> None:
    assert weighted_score(attempt(1, failed_evaluation())) is None
    assert best_index([attempt(1, evaluation(1, 1, 1)), attempt(2, failed_evaluation())], THRESHOLD) == 0
