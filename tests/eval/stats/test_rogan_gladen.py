import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.stats.rogan_gladen import corrected_pass_rate, corrected_pass_rate_difference

verdicts = st.lists(st.booleans(), min_size=3, max_size=30)


def passes(values: list[bool]) -> dict[str, bool]:
    return {str(i): value for i, value in enumerate(values)}


def judged(
    rate: float, items: int, rated: int, *, sensitivity: float, specificity: float
) -> tuple[dict[str, bool], dict[str, bool]]:
    """A judge's verdicts on all items, and people's on the first."""
    rng = np.random.default_rng(3)
    people = rng.random(items) < rate
    judge = np.where(people, rng.random(items) < sensitivity, rng.random(items) > specificity)
    return passes(judge.tolist()), passes(people[:rated].tolist())


def test_a_mild_judge_is_corrected_by_its_sensitivity_and_specificity() -> None:
    judge, people = judged(0.5, 1_000, 100, sensitivity=0.95, specificity=0.7)
    found = corrected_pass_rate(judge, people)
    assert found is not None
    assert found.judge_only > found.high
    assert found.low < 0.5 < found.high
    assert 130 < found.labels_worth < 400
    # Rogan and Gladen's formula, with sensitivity and specificity in the mix of passes of all items.
    rated = [(judge[item], verdict) for item, verdict in people.items()]
    seen = {verdict: found.judge_only if verdict else 1 - found.judge_only for verdict in (True, False)}
    weight = {verdict: seen[verdict] / sum(said == verdict for said, _ in rated) for verdict in (True, False)}

    def share(of: bool, said: bool) -> float:
        among: list[tuple[float, bool]] = [
            (weight[each], each == said) for each, people_said in rated if people_said == of
        ]
        return sum(much for much, agrees in among if agrees) / sum(much for much, _ in among)

    q1, q0, p = share(True, True), share(False, False), found.judge_only
    assert found.value == pytest.approx((p + q0 - 1) / (q0 + q1 - 1))


def test_a_judge_who_guesses_saves_nothing() -> None:
    judge, people = judged(0.5, 400, 60, sensitivity=0.5, specificity=0.5)
    found = corrected_pass_rate(judge, people)
    assert found is not None
    assert found.labels_worth == pytest.approx(60, rel=0.15)


def test_labels_that_all_agree_still_leave_doubt() -> None:
    found = corrected_pass_rate(passes([True] * 100), passes([True] * 7))
    assert found is not None
    assert (found.value, found.high) == (1.0, 1.0)
    # Wilson's interval for seven of seven.
    assert found.low == pytest.approx(0.646, abs=0.01)


def test_a_difference_of_the_same_system_is_zero_and_paired_ones_are_narrower() -> None:
    judge, people = judged(0.6, 200, 60, sensitivity=0.9, specificity=0.9)
    same = corrected_pass_rate_difference((judge, judge), (people, people))
    assert same is not None
    assert (same.low, same.value, same.high) == pytest.approx((0, 0, 0), abs=0.01)
    better = passes([value or i % 5 == 0 for i, value in enumerate(judge.values())])
    said = passes([value or i % 5 == 0 for i, value in enumerate(people.values())])
    found = corrected_pass_rate_difference((judge, better), (people, said))
    assert found is not None
    assert 0 < found.low < 0.08 < found.high
    alone, other = corrected_pass_rate(judge, people), corrected_pass_rate(better, said)
    assert alone is not None
    assert other is not None
    assert found.value == pytest.approx(other.value - alone.value)
    assert found.high - found.low < other.high - alone.low


@given(judge=verdicts, people=verdicts, others=verdicts)
def test_intervals_hold_the_estimate_and_stay_in_range(
    judge: list[bool], people: list[bool], others: list[bool]
) -> None:
    found = corrected_pass_rate(passes(judge), passes(people))
    assert found is not None
    assert 0 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= 1
    gap = corrected_pass_rate_difference((passes(judge), passes(others)), (passes(people), passes(people)))
    assert gap is not None
    assert -1 - 1e-9 <= gap.low <= gap.value + 1e-9 <= gap.high + 2e-9 <= 1 + 1e-8


def test_two_labels_say_nothing() -> None:
    assert corrected_pass_rate(passes([True] * 9), passes([True, False])) is None
    both = passes([True] * 9), passes([True] * 9)
    assert corrected_pass_rate_difference(both, (passes([True] * 9), passes([True, False]))) is None
