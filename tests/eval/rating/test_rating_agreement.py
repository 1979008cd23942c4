"""Agreement of people with each other and of the judge with them."""

import pytest

from data_base.schemas.rating import MODEL_RATER, Rating
from eval.rating.rating_agreement import rating_agreement
from eval.stats.agreement import krippendorff_alpha


def rating(case: str, rater: str, accuracy: float) -> Rating:
    return Rating(
        case_id=case,
        system="s",
        rater=rater,
        scores={"accuracy": accuracy},
        created_at="2026-01-01",
    )


def test_people_are_compared_with_each_other_and_with_the_judge() -> None:
    ratings = [rating("a", "Ann", 9), rating("a", "Ben", 7), rating("b", "Ann", 2), rating("c", "Ben", 5)]
    judged = {("a", "s"): {"accuracy": 9.0}, ("b", "s"): {"accuracy": 4.0}, ("c", "s"): {}}
    found = rating_agreement(ratings, judged)
    assert found.raters == {"Ann": 2, "Ben": 2}
    (row,) = found.dimensions
    assert (row.answers, row.shared, row.judged) == (3, 1, 2)
    assert row.alpha == krippendorff_alpha([[9, 7], [2], [5]])
    # People's means: 8, 2 and 5; the judge scored the first two 9 and 4.
    assert row.people == pytest.approx(5)
    assert (row.judge, row.shift, row.distance) == (6.5, 1.5, 1.5)
    assert row.correlation == pytest.approx(1)


def test_without_ratings_there_is_nothing_to_say() -> None:
    found = rating_agreement([], {})
    assert (found.raters, found.dimensions) == ({}, ())


def test_people_alone_are_enough() -> None:
    (row,) = rating_agreement([rating("a", "Ann", 9)], {}).dimensions
    assert (row.people, row.judge, row.distance, row.correlation, row.alpha) == (9, None, None, None, None)


def test_a_model_s_ratings_are_not_among_people_s() -> None:
    judged = {("a", "s"): {"accuracy": 9.0}}
    ann = rating("a", "Ann", 9)
    found = rating_agreement([ann, rating("a", MODEL_RATER, 1), rating("b", MODEL_RATER, 1)], judged)
    assert found == rating_agreement([ann], judged)
