"""Key points in the order in which they are read, in words, and as cells of a table."""

import json
from typing import Any

import pytest

from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.run import RunItem
from eval.judging.summary import summaries
from eval.runs.answered_counts import key_point_counts
from eval.runs.item_table import item_row
from eval.runs.ranked_points import (
    completeness_line,
    counted_completeness,
    coverage_line,
    group_shares,
    point_line,
    ranked_points,
)
from tests.support.arena import evaluation

EVERY = (
    KeyPointFinding(text="said", verdict="covered", group="facts"),
    KeyPointFinding(text="does not apply", verdict="not_applicable", may_not_apply=True),
    KeyPointFinding(text="not asked", group="style"),
    KeyPointFinding(text="half", verdict="partial", group="facts"),
    KeyPointFinding(text="absent fault", weight=-1, verdict="missing"),
    KeyPointFinding(text="fault", weight=-1, verdict="covered", group="style"),
    KeyPointFinding(text="from a blog", verdict="blocked", judged="covered"),
    KeyPointFinding(text="needed", verdict="missing", must=True, group="facts", id="date"),
)


def judged(*points: KeyPointFinding, **found: Any) -> Any:
    return evaluation(key_points=points, **found)


def test_misses_come_first_and_a_fault_that_is_there_is_one() -> None:
    lines = [point_line(point) for point in ranked_points(EVERY)]
    assert lines == [
        "missing (must, group facts): needed",
        "fault there (group style): fault",
        "blocked (judged covered): from a blog",
        "partial (group facts): half",
        "no verdict (group style): not asked",
        "covered (group facts): said",
        "fault not there: absent fault",
        "not applicable: does not apply",
    ]
    assert [point.name for point in ranked_points(EVERY)][:3] == ["date", "6", "7"]


def test_coverage_is_said_with_its_range_its_groups_and_what_failed() -> None:
    # 1.5 of 5 positive weights less a fault; the one without a verdict is 0 or 1 more of 5.
    line = coverage_line(judged(*EVERY).coverage)
    assert line == ("12%, 10% to 30% with those without a verdict; facts 50%, style none; must failed: date")
    undecided = KeyPointFinding(text="x", must=True, id="where")
    assert coverage_line(judged(*EVERY, undecided).coverage).endswith("; must without a verdict: where")
    assert coverage_line(None) == ""


@pytest.mark.parametrize(
    ("verdict", "must", "own", "counts"),
    [("covered", False, 6.0, True), ("missing", True, 8.0, True), ("covered", False, None, False)],
)
def test_which_completeness_counts_is_what_the_judge_was_told_whatever_a_score_map_makes_of_it(
    verdict: Any, must: bool, own: float | None, counts: bool
) -> None:
    point = KeyPointFinding(text="x", verdict=verdict, must=must)
    for setting in ("key_points", "judge"):
        # A score map made 10 of 6, or 6 of 10.
        for given in (6.0, 10.0):
            found = judged(point, completeness=given, judged_completeness=own)
            result = found.model_copy(update={"completeness_from": setting})
            assert counted_completeness(result) == (setting if counts else None)
            assert bool(completeness_line(result)) == counts


def test_a_failed_must_may_lower_both_figures_to_one() -> None:
    points = (
        KeyPointFinding(text="x", verdict="missing", must=True),
        KeyPointFinding(text="y", weight=9, verdict="covered"),
    )
    result = judged(*points, completeness=9.1, judged_completeness=7)
    assert result.metrics.completeness == 4
    assert completeness_line(result) == (
        "completeness 9.10 by key points, 7.00 by the judge; 4 counts, since a must failed"
    )


def test_a_row_has_the_coverage_its_groups_and_the_failed_musts() -> None:
    row = item_row(RunItem(case_id="1", system="A", evaluation=judged(*EVERY, judged_completeness=5)))
    assert row["coverage"] == pytest.approx(0.125)
    assert json.loads(str(row["coverage_groups"])) == {"facts": 0.5, "style": None}
    # Of eight points two are penalties, of which one is a fault that is there.
    assert (row["key_points_covered"], row["key_points"]) == (1, 6)
    assert (row["must_failed"], row["judged_completeness"]) == (["date"], 5)
    bare = item_row(RunItem(case_id="1", system="A", evaluation=judged()))
    assert [bare[name] for name in ("coverage", "coverage_groups", "must_failed")] == [None] * 3


def test_means_of_groups_are_over_the_answers_that_have_a_share() -> None:
    whole = judged(KeyPointFinding(text="x", verdict="covered", group="facts"))
    assert group_shares([judged(*EVERY), whole]) == {"facts": [0.5, 1.0], "style": []}
    assert key_point_counts(EVERY)["covered"] == key_point_counts(EVERY)["missing"] == 1
    (summary,) = summaries([judged(*EVERY), whole])
    assert (summary.groups, summary.must_failed) == ({"facts": 0.75}, 1)
    assert summary.key_points["covered"] == 2
    assert "; groups: facts 75%; must failed: 1 answer" in str(summary)
