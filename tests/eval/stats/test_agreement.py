"""Measures of agreement, against examples worked out by hand and against their own laws."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.stats.agreement import (
    RELATION_MEASURES,
    SCORE_MEASURES,
    alpha,
    average_ranks,
    krippendorff_alpha,
    pearson,
    quadratic_kappa,
    spearman,
)
from eval.stats.agreement_intervals import measured, resamples
from eval.stats.measure import ClusterSettings, Measure
from eval.stats.verdict_agreement import (
    BINARY_MEASURES,
    CLASS_MEASURES,
    CORRECT,
    INCORRECT,
    REFUSAL,
    auroc,
    balanced_accuracy,
    cohen_kappa,
    refusal_f1,
)
from tests.support.rows import over

pairs = st.lists(st.tuples(st.integers(10, 100), st.integers(10, 100)), min_size=1, max_size=30)
QUICK = ClusterSettings(resamples=200)
# Differences -1, 0, 3, -1; squares 1, 0, 9, 1 with mean 2.75.
JUDGE, PEOPLE = np.array([7.0, 8.0, 9.0, 4.0]), np.array([8.0, 8.0, 6.0, 5.0])


@over(
    "name, expected",
    [
        ("within_one", 3 / 4),
        ("mae", 5 / 4),
        ("mean_shift", 1 / 4),
        ("share_high", 2 / 4),
        ("people_share_high", 2 / 4),
        # Deviations 0, 1, 2, -3 and 5/4, 5/4, -3/4, -7/4: products 5, squares 14 and 6.75.
        ("pearson", 5 / math.sqrt(14 * 6.75)),
        # Ranks 2, 3, 4, 1 and 3.5, 3.5, 2, 1: products 1.5, squares 5 and 4.5.
        ("spearman", 1.5 / math.sqrt(5 * 4.5)),
        # By chance: 14/4 + 6.75/4 + 0.25^2 = 5.25.
        ("quadratic_kappa", 1 - 2.75 / 5.25),
        # All eight values about their mean: 14 + 6.75 + 8 * 0.125^2 = 20.875, over 7, twice.
        ("alpha", 1 - 2.75 / (2 * 20.875 / 7)),
    ],
)
def test_scores_by_hand(name: str, expected: float) -> None:
    assert SCORE_MEASURES[name](JUDGE, PEOPLE) == pytest.approx(expected)


def test_one_apart_at_one_decimal_is_within_one() -> None:
    # 8.3 - 7.3 is 1.0000000000000009 in floats.
    assert SCORE_MEASURES["within_one"](np.array([8.3]), np.array([7.3])) == 1


def test_ranks_of_equal_values_are_shared() -> None:
    assert list(average_ranks(np.array([5.0, 1.0, 5.0, 9.0]))) == [2.5, 1, 2.5, 4]


def test_alpha_of_krippendorffs_own_example() -> None:
    # "Computing Krippendorff's Alpha-Reliability" (2011), four observers, twelve units, interval data: 0.849.
    observers = ["12332141 2...", "123322412 5.3", ".33323422 51.", "123324412 51."]
    rows = [row.replace(" ", "") for row in observers]
    units = [[float(row[i]) for row in rows if row[i] != "."] for i in range(12)]
    assert krippendorff_alpha(units) == pytest.approx(0.849, abs=5e-4)


def test_what_has_no_spread_has_no_correlation_and_no_kappa() -> None:
    same = np.array([8.1] * 7)
    assert pearson(same, np.arange(7.0)) is None
    assert spearman(same, np.arange(7.0)) is None
    assert quadratic_kappa(same, same) is None
    assert alpha(same, same) is None
    assert krippendorff_alpha([[3, 3], [3, 3]]) is None
    assert krippendorff_alpha([[3], []]) is None


@over("measures", [SCORE_MEASURES, RELATION_MEASURES, BINARY_MEASURES, CLASS_MEASURES])
def test_nothing_measures_nothing(measures: dict[str, object]) -> None:
    assert {name: m.value for name, m in measured(measures, [], [], []).items()} == dict.fromkeys(measures)  # type: ignore[arg-type]


def test_binary_by_hand() -> None:
    judge, people = np.array([0.9, 0.4, 0.6, 0.4]), np.array([1.0, 1.0, 0.0, 0.0])
    # Of the four pairs 0.9 wins two, 0.4 loses one and ties one.
    assert auroc(judge, people) == 2.5 / 4
    assert balanced_accuracy(judge, people) == (1 / 2 + 1 / 2) / 2
    assert BINARY_MEASURES["share_true"](judge, people) == 2 / 4
    assert auroc(judge, np.ones(4)) is None
    assert balanced_accuracy(judge, np.zeros(4)) is None


def test_classes_by_hand() -> None:
    judge = np.array([CORRECT, CORRECT, INCORRECT, REFUSAL])
    people = np.array([CORRECT, INCORRECT, INCORRECT, REFUSAL])
    # Agreed 3/4; by chance 2/4 * 1/4 + 1/4 * 2/4 + 1/4 * 1/4 = 5/16.
    assert cohen_kappa(judge, people) == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    assert refusal_f1(judge, people) == 1
    assert refusal_f1(judge, np.array([REFUSAL, CORRECT, CORRECT, REFUSAL])) == 2 / 3
    assert refusal_f1(judge[:3], people[:3]) is None
    assert cohen_kappa(judge[:2], judge[:2]) is None


@given(rows=pairs)
def test_laws_of_two_raters(rows: list[tuple[int, int]]) -> None:
    one, other = (np.array(side, dtype=float) / 10 for side in zip(*rows, strict=True))
    for name in ("within_one", "mae", "spearman", "pearson", "quadratic_kappa", "alpha"):
        forth, back = SCORE_MEASURES[name](one, other), SCORE_MEASURES[name](other, one)
        assert forth == pytest.approx(back, abs=1e-9), name
        assert forth is None or name == "mae" or forth <= 1 + 1e-9
        itself = SCORE_MEASURES[name](one, one)
        assert itself is None or itself == pytest.approx(0 if name == "mae" else 1), name
    assert alpha(one, other) == pytest.approx(
        krippendorff_alpha([list(row) for row in zip(one, other, strict=True)])
    )
    shift = SCORE_MEASURES["mean_shift"](one, other)
    assert shift is not None
    assert abs(shift) <= (SCORE_MEASURES["mae"](one, other) or 0) + 1e-9


@given(rows=pairs)
def test_ranks_alone_count_for_spearman_and_auroc(rows: list[tuple[int, int]]) -> None:
    one, other = (np.array(side, dtype=float) for side in zip(*rows, strict=True))
    assert spearman(one**3, other) == pytest.approx(spearman(one, other))
    label = (other > 50).astype(float)
    area = auroc(one, label)
    assert auroc(one**3, label) == pytest.approx(area)
    if area is not None:
        assert auroc(-one, label) == pytest.approx(1 - area)


@given(rows=st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=25))
def test_kappa_in_closed_form_is_that_of_the_table(rows: list[tuple[int, int]]) -> None:
    n = len(rows)
    observed = sum((i - j) ** 2 for i, j in rows) / n
    expected = sum((i - j) ** 2 for i, _ in rows for _, j in rows) / n**2
    found = quadratic_kappa(*(np.array(side, dtype=float) for side in zip(*rows, strict=True)))
    assert (found is None) == (expected == 0)
    if found is not None:
        assert found == pytest.approx(1 - observed / expected)


def test_whole_questions_are_drawn() -> None:
    clusters = ["a", "a", "b", "c", "c", "c"]
    for index in resamples(clusters, QUICK):
        drawn = list(index)
        assert drawn.count(0) == drawn.count(1)
        assert drawn.count(3) == drawn.count(4) == drawn.count(5)
        assert drawn.count(0) + drawn.count(2) + drawn.count(3) == 3


def test_an_interval_over_two_questions_by_hand() -> None:
    # The questions' shifts are 0 and 2; resamples give 0, 1, 2 and the percentiles reach to the ends.
    found = measured(
        {"mean_shift": SCORE_MEASURES["mean_shift"]}, [5, 5, 7, 7], [5, 5, 5, 5], ["a", "a", "b", "b"], QUICK
    )
    assert found == {"mean_shift": Measure(value=1.0, low=0.0, high=2.0)}


def test_one_question_has_no_interval_and_copies_of_answers_do_not_narrow_one() -> None:
    mae = {"mae": SCORE_MEASURES["mae"]}
    assert measured(mae, [5, 6], [5, 5], ["a", "a"], QUICK)["mae"] == Measure(value=0.5)
    few = measured(mae, [5, 6, 9, 4], [5] * 4, list("abcd"), QUICK)["mae"]
    many = measured(mae, [5, 6, 9, 4] * 50, [5] * 200, list("abcd") * 50, QUICK)["mae"]
    assert many == few


def test_same_seed_same_interval_and_another_seed_another() -> None:
    def interval(seed: int) -> Measure:
        settings = ClusterSettings(seed=seed, resamples=200)
        values = [float(n * n % 17) for n in range(40)]
        return measured(
            {"mae": SCORE_MEASURES["mae"]}, values, [5.0] * 40, [str(n) for n in range(40)], settings
        )["mae"]

    assert interval(1) == interval(1)
    assert interval(1) != interval(2)
