import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.stats.paired import t_quantile
from eval.stats.prediction_powered import corrected_mean, corrected_mean_difference

grades = st.floats(1, 10, allow_nan=False)


def arena(
    items: int, rated: int, noise: float, bias: float = 0.0
) -> tuple[dict[str, float], dict[str, float]]:
    """A judge's grades of all items and people's of the first."""
    rng = np.random.default_rng(6)
    people = rng.normal(6, 1.5, items)
    judge = people + bias + rng.normal(0, noise, items)
    return (
        {str(i): float(grade) for i, grade in enumerate(judge)},
        {str(i): float(grade) for i, grade in enumerate(people[:rated])},
    )


def test_a_kind_judge_is_corrected_and_a_good_one_saves_labels() -> None:
    judge, people = arena(2_000, 100, noise=0.3, bias=2.0)
    found = corrected_mean(judge, people)
    assert found is not None
    assert (found.labels, found.judged) == (100, 2_000)
    assert found.judge_only == pytest.approx(8, abs=0.1)
    assert found.low < 6 < found.high
    assert found.judge_only > found.high
    # Of the variance 0.09 / 2.34 is left to the labels.
    assert 500 < found.labels_worth <= 2_000


def test_a_judge_who_guesses_gets_no_say_and_saves_nothing() -> None:
    judge, people = arena(2_000, 29, noise=0.0)
    guessed = dict(zip(judge, reversed(judge.values()), strict=True))
    found = corrected_mean(guessed, people)
    assert found is not None
    assert found.value == pytest.approx(found.labels_only, abs=0.25)
    assert found.labels_worth == pytest.approx(29, rel=0.2)


def test_with_all_items_rated_the_judge_adds_nothing() -> None:
    judge, people = arena(12, 12, noise=1.0)
    found = corrected_mean(judge, people)
    assert found is not None
    values = np.asarray(list(people.values()))
    half = t_quantile(0.95, 11) * values.std(ddof=1) / np.sqrt(12)
    assert (found.low, found.value, found.high) == pytest.approx(
        (values.mean() - half, values.mean(), values.mean() + half)
    )
    assert found.labels_worth == pytest.approx(12)


@given(shift=st.floats(-5, 5), rows=st.lists(st.tuples(grades, grades), min_size=4, max_size=20))
def test_a_shift_of_the_judges_grades_changes_nothing_but_what_the_judge_says_alone(
    shift: float, rows: list[tuple[float, float]]
) -> None:
    judge = {str(i): grade for i, (grade, _) in enumerate(rows)}
    people = {str(i): grade for i, (_, grade) in enumerate(rows[: len(rows) // 2 + 1])}
    found = corrected_mean(judge, people)
    moved = corrected_mean({item: grade + shift for item, grade in judge.items()}, people)
    if found is None or moved is None:
        assert len(people) < 3
        return
    assert moved.value == pytest.approx(found.value, abs=1e-6)
    assert moved.judge_only == pytest.approx(found.judge_only + shift)


def test_a_difference_is_paired_and_counts_questions_rated_on_both_sides() -> None:
    hard = np.random.default_rng(1).normal(0, 3, 40)
    judge = [{str(i): 5 + lead + hard[i] for i in range(40)} for lead in (0.0, 1.0)]
    people = [{str(i): 4 + lead + hard[i] for i in range(30)} for lead in (0.0, 0.5)]
    del people[0]["0"]
    found = corrected_mean_difference((judge[0], judge[1]), (people[0], people[1]))
    assert found is not None
    assert found.labels == 29
    assert (found.low, found.value, found.high) == pytest.approx((0.5, 0.5, 0.5))
    assert found.judge_only == pytest.approx(1)


def test_two_labels_say_nothing_and_ratings_of_other_items_do_not_count() -> None:
    assert corrected_mean({"1": 5, "2": 6, "3": 7}, {"1": 5, "2": 6, "9": 7}) is None


def test_with_many_labels_estimate_and_interval_are_those_of_the_paper() -> None:
    # ppi-python itself would be the oracle; it installs a package named tests, which hides this one.
    for noise in (0.4, 1.5, 6.0):
        judge, people = arena(5_000, 1_000, noise, bias=1.0)
        found = corrected_mean(judge, people)
        assert found is not None
        f, y = np.asarray(list(judge.values())), np.asarray(list(people.values()))
        lam = np.clip(np.cov(y, f[:1_000])[0, 1] / ((1 + 1_000 / 4_000) * f.var()), 0, 1)
        value = lam * f[1_000:].mean() + (y - lam * f[:1_000]).mean()
        error = np.sqrt(lam**2 * f[1_000:].var() / 4_000 + (y - lam * f[:1_000]).var() / 1_000)
        assert found.value == pytest.approx(value, abs=0.01)
        assert (found.low, found.high) == pytest.approx(
            (value - 1.96 * error, value + 1.96 * error), abs=0.01
        )
