"""People's ratings of some answers correct what the judge says of all."""

import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.schemas.rating import MODEL_RATER, Rating
from eval.arena.rating_corrections import people, read_ratings
from eval.arena.result import CaseResult
from tests.support.arena import evaluation, failed_evaluation, item

QUESTIONS = [str(number) for number in range(40)]


def results() -> list[CaseResult]:
    """The judge gives A 8 or 9 and B 5 or 6."""
    return [
        CaseResult(
            case=Case(id=case, question="q?"),
            items=tuple(
                item(name, case, evaluation(*(accuracy + int(case) % 2,) * 3))
                for name, accuracy in (("A", 8), ("B", 5))
            ),
        )
        for case in QUESTIONS
    ]


def rating(case: str, system: str, score: float, rater: str = "ana", **changes: float) -> Rating:
    scores = dict.fromkeys(("accuracy", "completeness", "clarity"), score) | changes
    return Rating(case_id=case, system=system, rater=rater, scores=scores, created_at="2024-05-01T12:00:00Z")


def test_the_means_are_those_that_people_would_give() -> None:
    """People give A 2 points less than the judge does, and B none."""
    ratings = [rating(case, "A", 6 + int(case) % 2) for case in QUESTIONS[:30]]
    ratings += [rating(case, "B", 5 + int(case) % 2) for case in QUESTIONS[:30]]
    found = people(results(), ratings)
    assert found is not None
    assert (found.raters, found.ratings) == (1, 60)
    a, b = found.sides
    assert a.mean is not None
    assert b.mean is not None
    assert (a.mean.judge_only, a.mean.value) == pytest.approx((8.5, 6.5))
    assert (b.mean.judge_only, b.mean.value) == pytest.approx((5.5, 5.5))
    (pair,) = found.pairs
    assert pair.mean is not None
    assert pair.mean.value == pytest.approx(-1.0)


def test_pass_rates_go_by_people_s_accuracy() -> None:
    ratings = [rating(case, "A", 9, accuracy=6 + int(case) % 2) for case in QUESTIONS[:30]]
    found = people(results(), ratings)
    assert found is not None
    rate = found.sides[0].pass_rate
    assert rate is not None
    assert rate.judge_only == 1
    assert rate.value == pytest.approx(0.5, abs=0.05)


def test_of_several_people_the_mean_counts_and_few_ratings_say_so() -> None:
    ratings = [
        rating(case, "A", 5 + 2 * (who == "bo"), who) for case in QUESTIONS[:4] for who in ("ana", "bo")
    ]
    found = people(results(), ratings)
    assert found is not None
    assert (found.raters, found.ratings, found.sides[0].rated) == (2, 8, 4)
    mean = found.sides[0].mean
    assert mean is not None
    assert mean.labels_only == pytest.approx(6)
    assert found.sides[1].mean is None


def test_few_ratings_of_a_contestant_are_warned_of() -> None:
    """Nothing that runs looked at whether there are few."""
    ratings = [rating(case, "A", 6) for case in QUESTIONS[:29]] + [rating("0", "B", 5)]
    found = people(results(), ratings)
    assert found is not None
    few, none = found.warnings
    assert few.startswith("Fewer than 30 answers each of A (29) are rated")
    assert none == "Judge only, since fewer than 3 answers are rated: B."
    ratings = [rating(case, name, 5) for case in QUESTIONS[:30] for name in "AB"]
    whole = people(results(), ratings)
    assert whole is not None
    assert whole.warnings == ()


def test_of_one_person_s_ratings_of_an_answer_the_last_counts() -> None:
    found = people(results(), [rating(case, "A", score) for score in (2, 8) for case in QUESTIONS[:3]])
    assert found is not None
    assert found.ratings == 3
    assert found.sides[0].mean is not None
    assert found.sides[0].mean.labels_only == 8


def test_ratings_of_answers_without_a_score_count_for_nothing() -> None:
    (first, *rest) = results()
    failed = first.model_copy(update={"items": (item("A", "0", failed_evaluation()), first.items[1])})
    assert people([failed, *rest], [rating("0", "A", 9), rating("0", "nobody", 9)]) is None


def line(id: str, **fields: object) -> str:  # noqa: A002  (as the file calls it)
    return json.dumps({"id": id, "question": "q?", "answer": "an answer", **fields})


def test_a_file_of_ratings_is_read_as_the_pages_export_it(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    scores = {"accuracy": 6, "completeness": 5, "clarity": 9}
    rows = [line("3/A", scores=scores, rater=who) for who in ("ana", "bo")]
    path.write_text("\n".join([*rows, line("elsewhere/A", scores=scores)]) + "\n", encoding="utf-8")
    found = read_ratings(path, results())
    assert [(each.case_id, each.system, each.rater, each.scores) for each in found] == [
        ("3", "A", "ana", scores),
        ("3", "A", "bo", scores),
    ]


def test_a_file_of_other_answers_ratings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    path.write_text(line("elsewhere/A", scores={"accuracy": 6}) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"none of its ratings is on an answer of this arena.*such as 0/A"):
        read_ratings(path, results())


def test_a_model_s_ratings_correct_nothing() -> None:
    given = [rating("1", "A", 3)]
    model = [rating(each.case.id, "A", 10, MODEL_RATER) for each in results()]
    assert people(results(), [*given, *model]) == people(results(), given)
    assert people(results(), model) is None
