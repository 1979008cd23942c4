"""The monotone calibration map: pooled by hand, its laws, its file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas_deep_research import Weighing
from eval.judging.calibration_map import MonotoneMap, ScoreMap, fit, load, save
from tests.support.arena import evaluation, failed_evaluation

score = st.integers(10, 100).map(lambda tenths: tenths / 10)
rows = st.lists(st.tuples(score, score), min_size=1, max_size=25)


def test_violators_are_pooled_by_hand() -> None:
    # By the judge's score: 3 -> 2; 5 -> 6 and 4, mean 5; 7 -> 3. The last two fall, and are pooled with
    # their weights to (6 + 4 + 3) / 3 = 13/3.
    found = fit([7, 5, 3, 5], [3, 6, 2, 4])
    assert found.judge == (3, 5, 7)
    assert found.people == pytest.approx((2, 13 / 3, 13 / 3))
    assert found.n == 4


def test_it_is_straight_between_corners_and_level_beyond() -> None:
    found = MonotoneMap(judge=(3, 5), people=(2, 8), n=2)
    assert [found(x) for x in (1, 3, 4, 4.5, 5, 10)] == [2, 2, 5, 6.5, 8, 8]


@given(rows=rows, one=score, other=score)
def test_it_never_falls_and_stays_among_what_people_gave(
    rows: list[tuple[float, float]], one: float, other: float
) -> None:
    judge, people = [row[0] for row in rows], [row[1] for row in rows]
    found = fit(judge, people)
    low, high = sorted((one, other))
    assert found(low) <= found(high) + 1e-9
    assert min(people) - 1e-9 <= found(one) <= max(people) + 1e-9


@given(rows=rows)
def test_it_errs_less_than_the_scores_themselves_and_keeps_the_mean(rows: list[tuple[float, float]]) -> None:
    judge, people = [row[0] for row in rows], [row[1] for row in rows]
    found = fit(judge, people)
    mapped = sum((found(j) - p) ** 2 for j, p in rows)
    assert mapped <= sum((j - p) ** 2 for j, p in rows) + 1e-6
    assert sum(found(j) for j in judge) == pytest.approx(sum(people))


@given(rows=rows)
def test_what_is_monotone_already_stays(rows: list[tuple[float, float]]) -> None:
    judge = sorted({row[0] for row in rows})
    people = sorted(row[1] for row in rows)[: len(judge)]
    found = fit(judge, people)
    assert [found(j) for j in judge] == pytest.approx(people)


def score_map(judge: str = "stub") -> ScoreMap:
    return ScoreMap(
        judge=judge,
        scorer_version="1",
        source_sha256="0" * 64,
        maps={"accuracy": MonotoneMap(judge=(4, 8), people=(2, 6), n=9)},
    )


def test_only_mapped_dimensions_change_and_the_rest_follows() -> None:
    plain = evaluation(accuracy=8, completeness=8, clarity=8)
    mapped = score_map().applied(plain, Weighing())
    assert (mapped.metrics.accuracy, mapped.metrics.completeness, mapped.metrics.clarity) == (6, 8, 8)
    assert mapped.metrics.weighted_score == 0.5 * 6 + 0.3 * 8 + 0.2 * 8
    assert (plain.is_passing, mapped.is_passing) == (True, False)


def test_a_failed_evaluation_stays_one() -> None:
    failed = failed_evaluation()
    assert score_map().applied(failed, Weighing()) is failed


def test_a_map_comes_back_from_its_file(tmp_path: Path) -> None:
    save(score_map(), tmp_path / "map.json")
    assert load(tmp_path / "map.json", "stub") == score_map()
    assert [path.name for path in tmp_path.iterdir()] == ["map.json"]


def test_a_map_is_for_its_judge_alone(tmp_path: Path) -> None:
    save(score_map("openai:m"), tmp_path / "map.json")
    with pytest.raises(InputError, match=r"map\.json was fitted for the judge openai:m, not for embedded"):
        load(tmp_path / "map.json", "embedded")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is no score map"),
        ("[]", "is no score map"),
        (score_map().model_dump_json().replace('"version":"1"', '"version":"9"'), "version 9 is not read"),
        (score_map().model_dump_json().replace("accuracy", "wit"), "no such dimension: wit"),
        (score_map().model_dump_json().replace("[4.0,8.0]", "[8.0,4.0]"), "judge must rise"),
        (score_map().model_dump_json().replace("[2.0,6.0]", "[6.0,2.0]"), "people must not fall"),
        (score_map().model_dump_json().replace("[2.0,6.0]", "[2.0,11.0]"), "maps.accuracy.people"),
    ],
)
def test_what_is_no_map_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "map.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        load(tmp_path / "map.json", "stub")


def test_a_map_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"map\.json cannot be read"):
        load(tmp_path / "map.json", "stub")
