import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.runs.score_format import shown_change
from eval.stats.paired import (
    BootstrapSettings,
    Bounds,
    Estimate,
    Outcomes,
    central_probability,
    estimate,
    estimates,
    outcomes,
    t_quantile,
    worst_case,
    worst_case_difference,
)
from tests.support.rows import over

scores = st.floats(1, 10, allow_nan=False)
maybe_scores = st.one_of(st.none(), scores)
QUICK = BootstrapSettings(resamples=400)


# Two-sided 5 % points as printed in any table of Student's t.
@over("degrees, expected", [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)])
def test_t_quantiles_are_those_of_the_tables(degrees: int, expected: float) -> None:
    assert t_quantile(0.95, degrees) == pytest.approx(expected, abs=5e-4)


@given(t=st.floats(0, 50), degrees=st.integers(1, 60))
def test_central_probability_is_a_probability_and_inverts(t: float, degrees: int) -> None:
    probability = central_probability(t, degrees)
    assert -1e-12 <= probability <= 1 + 1e-12
    if 0.01 < probability < 0.999:
        assert t_quantile(probability, degrees) == pytest.approx(t, rel=1e-6)


def test_mean_of_nothing_and_of_one() -> None:
    assert estimate([]) == Estimate(n=0)
    assert estimate([3.5]) == Estimate(n=1, mean=3.5)


def test_a_constant_has_an_interval_of_no_width() -> None:
    found = estimate([2.1] * 7, QUICK)
    assert (found.mean, found.low, found.high) == pytest.approx((2.1, 2.1, 2.1))
    assert found.sign == 1


@over("questions", [12, 1000])
def test_noise_that_is_rounding_has_no_sign(questions: int) -> None:
    """A drop of -0.0000 was "more than noise"."""
    found = estimate([0.1 * n - n / 10 for n in range(questions)], QUICK)
    assert (found.sign, shown_change(-2e-17, None), shown_change(-1e-6, "percent")) == (
        0,
        "+0.0000",
        "+0.00 points",
    )
    assert estimate([1e-6] * questions, QUICK).sign == 1
    assert estimate([-0.1 * 3 + 0.3] * questions, QUICK).sign == 0


def test_two_values_by_hand() -> None:
    # Resamples of {0, 2} have means 0, 1, 2 with shares 1/4, 1/2, 1/4; with one degree of freedom the
    # percentiles are pushed out to the very ends.
    assert estimate([0.0, 2.0]) == Estimate(n=2, mean=1.0, low=0.0, high=2.0)


def test_interval_follows_student_t_for_many_well_behaved_values() -> None:
    values = list(np.random.default_rng(3).normal(1.0, 2.0, size=60))
    half = t_quantile(0.95, 59) * float(np.std(values, ddof=1)) / math.sqrt(60)
    found = estimate(values, BootstrapSettings(seed=1))
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low == pytest.approx(2 * half, rel=0.05)


def test_intervals_hold_the_true_mean_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(11)
    population = [0.0] * 40 + [0.5] * 20 + [-0.5] * 10 + [3.0] * 15 + [6.0] * 10 + [-2.0] * 5
    truth = float(np.mean(population))
    held = 0
    for seed in range(300):
        found = estimate(list(rng.choice(population, 12)), BootstrapSettings(seed=seed, resamples=400))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    assert held / 300 > 0.88


def test_same_seed_same_interval_and_another_seed_another() -> None:
    values = [1.0, 2.5, 3.0, 7.0, 8.0, 9.5, 4.0]
    assert estimate(values, BootstrapSettings(seed=4)) == estimate(values, BootstrapSettings(seed=4))
    assert estimate(values, BootstrapSettings(seed=4)) != estimate(values, BootstrapSettings(seed=5))


def test_the_order_of_scores_does_not_move_their_interval() -> None:
    """An arena's page and the list of runs draw from the same scores, read in different orders."""
    scores = [0.9, 0.31, 0.77, 0.42, 0.68, 0.15]
    assert estimate(scores) == estimate(scores[::-1]) == estimate(sorted(scores))


def test_rounding_does_not_decide_whether_an_interval_contains_0() -> None:
    """The lower end was 7e-18, and a winner was named."""
    found = estimate([-0.3, 0.1, 0.1, 0.1, 0.1, 1.1, 1.1, 1.1], BootstrapSettings(resamples=500))
    assert (found.low, found.sign) == (0, 0)


def test_resamples_are_drawn_once_for_all_columns_of_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of 50 contestants took 89 s: resamples were drawn for each of 1,225 pairs."""
    columns = [[1.0, 2.5, float(n)] for n in range(50)] + [[1.0, 2.0], [3.0], []]
    apart = [estimate(values, QUICK) for values in columns]
    generators = [np.random.default_rng(QUICK.seed) for _ in range(2)]
    monkeypatch.setattr(np.random, "default_rng", lambda _: generators.pop())
    assert estimates(columns, QUICK) == apart


def test_drawing_in_parts_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [1.0, 2.5, 3.0, 7.0, 8.0]
    whole = estimate(values, QUICK)
    monkeypatch.setattr("eval.stats.paired._CELLS_AT_ONCE", 35)
    assert estimate(values, QUICK) == whole


@settings(max_examples=40, deadline=None)
@given(values=st.lists(scores, min_size=2, max_size=12))
def test_interval_lies_around_the_mean_and_within_the_values(values: list[float]) -> None:
    found = estimate(values, QUICK)
    assert found.mean is not None
    assert found.low is not None
    assert found.high is not None
    assert min(values) - 1e-9 <= found.low <= found.mean <= found.high <= max(values) + 1e-9


@settings(max_examples=40, deadline=None)
@given(values=st.lists(st.integers(-9, 9).map(float), min_size=2, max_size=12))
def test_turning_every_difference_round_turns_the_sign_round(values: list[float]) -> None:
    # Only the sign is compared where the interval is clear of 0 by more than the noise of the draw.
    found = estimate(values, QUICK)
    turned = estimate([-value for value in values], QUICK)
    assert found.mean == pytest.approx(-(turned.mean or 0.0))
    if abs(found.mean or 0.0) > max(abs(value) for value in values) * 0.9:
        assert found.sign == -turned.sign != 0


def test_wins_ties_and_losses() -> None:
    assert outcomes([2.0, 0.05, 0.049, 0.0, -0.049, -0.05, -7.0]) == Outcomes(wins=2, ties=3, losses=2)


@given(values=st.lists(st.floats(-9, 9, allow_nan=False)))
def test_outcomes_count_every_question_once_and_mirror(values: list[float]) -> None:
    count = outcomes(values)
    assert count.wins + count.ties + count.losses == len(values)
    mirrored = outcomes([-value for value in values])
    assert (mirrored.wins, mirrored.losses) == (count.losses, count.wins)


def test_worst_cases_by_hand() -> None:
    assert worst_case([]) is None
    assert worst_case([4.0, None]) == Bounds(low=2.5, high=7.0)
    # Baseline [4, ?] and challenger [?, 8]: at worst (1+8)/2 - (4+10)/2, at best (10+8)/2 - (4+1)/2.
    assert worst_case_difference([4.0, None], [None, 8.0]) == Bounds(low=-2.5, high=6.5)
    with pytest.raises(ValueError, match="same questions"):
        worst_case_difference([1.0], [1.0, 2.0])


@given(pairs=st.lists(st.tuples(maybe_scores, maybe_scores), min_size=1, max_size=20), filler=scores)
def test_whatever_the_missing_scores_are_the_bounds_hold(
    pairs: list[tuple[float | None, float | None]], filler: float
) -> None:
    bounds = worst_case_difference([first for first, _ in pairs], [second for _, second in pairs])
    assert bounds is not None
    filled = [tuple(filler if score is None else score for score in pair) for pair in pairs]
    mean = math.fsum(second - first for first, second in filled) / len(filled)
    assert bounds.low - 1e-9 <= mean <= bounds.high + 1e-9
