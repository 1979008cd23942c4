"""The judge as one more rater among people, by hand."""

import math

import numpy as np
import pytest

from eval.stats.judge_among_people import AmongPeople, judge_among_people
from tests.support.rows import over, table


def grades(*high: int) -> np.ndarray:
    """Ten answers, of which these get a 9 and the others a 2."""
    return np.array([9.0 if n in high else 2.0 for n in range(1, 11)])


ANN, BOB, CYD = grades(1, 2, 3, 4, 5), grades(1, 2, 3, 4, 6), grades(1, 2, 5, 6, 7)
JUDGE = grades(1, 2, 3, 4, 7)


def test_by_hand() -> None:
    # Everyone gives five of each, so that chance agrees on half: kappa is twice the share agreed on less one.
    # Ann and Bob agree on 8 of 10 (0.6), Cyd with either on 6 (0.2); the judge on 8, 8 and 6.
    found = judge_among_people(JUDGE, {"Ann": ANN, "Bob": BOB, "Cyd": CYD})
    assert (found.people, found.items) == (("Ann", "Bob", "Cyd"), 10)
    assert found.judge_kappa == pytest.approx((0.6 + 0.6 + 0.2) / 3)
    assert found.people_kappa == pytest.approx((0.6 + 0.2 + 0.2) / 3)
    # Means in the group of four: 7/15, 7/15, 3/15; the judge's 7/15. The people's mean is 17/45, with
    # deviations 4/45, 4/45, -8/45: their standard deviation is 4/45 * sqrt(6 / 2), and z is 4/45 over that.
    assert found.z == pytest.approx(1 / math.sqrt(3))


def test_a_judge_that_says_the_opposite_stands_out() -> None:
    found = judge_among_people(11 - ANN, {"Ann": ANN, "Bob": BOB, "Cyd": CYD})
    # Kappas with the judge -1, -0.6, -0.2. Means: 0.8 - 1, 0.8 - 0.6, 0.4 - 0.2 over 3; the judge's -1.8 / 3.
    means = np.array([-0.2, 0.2, 0.2]) / 3
    assert found.z == pytest.approx((-0.6 - means.mean()) / means.std(ddof=1))
    assert found.human_like_or_better is False


def test_a_judge_that_is_too_strict_throughout_correlates_and_stands_out() -> None:
    people = {"Ann": ANN, "Bob": ANN + np.eye(10)[0], "Cyd": ANN - np.eye(10)[0]}
    found = judge_among_people(ANN / 3, people)
    assert found.pearson is not None
    assert found.pearson > 0.99
    assert found.z is not None
    assert found.z < -1
    assert found.human_like_or_better is False


def test_what_cannot_be_compared_has_no_figure() -> None:
    two = judge_among_people(JUDGE, {"Ann": ANN, "Bob": BOB})
    assert [two.judge_kappa, two.people_kappa] == pytest.approx([0.6, 0.6])
    assert two.z is None
    same = judge_among_people(ANN, {"Ann": ANN, "Bob": ANN, "Cyd": ANN})
    assert (same.judge_kappa, same.people_kappa, same.z) == (1, 1, None)
    flat = np.full(10, 5.0)
    assert judge_among_people(flat, {"Ann": flat, "Bob": flat, "Cyd": flat}) == AmongPeople(
        people=("Ann", "Bob", "Cyd"), items=10
    )
    nothing = np.array([])
    assert judge_among_people(nothing, {"Ann": nothing, "Bob": nothing}).judge_kappa is None


@over(
    "pearson, z, passes",
    table(__file__, "test_both_steps_are_needed"),
)
def test_both_steps_are_needed(pearson: float | None, z: float | None, passes: bool | None) -> None:
    among = AmongPeople(people=("Ann", "Bob", "Cyd"), items=30, pearson=pearson, z=z)
    assert among.human_like_or_better is passes
