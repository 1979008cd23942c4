"""Means over judged answers, and what is said of those without scores."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from data_base.schemas.context_use import ContextUse, ReferenceClaim
from eval.judging.summary import summaries
from eval.stats.paired import worst_case
from tests.support.arena import evaluation, failed_evaluation

if TYPE_CHECKING:
    from data_base.schemas.judgement import JudgeMode
    from data_base.schemas_deep_research import FineGrainedEvaluationResult


def scored(score: float, mode: JudgeMode = "documents") -> FineGrainedEvaluationResult:
    return evaluation(score, score, score, mode=mode)


def test_a_failed_judgement_enters_no_mean_but_widens_the_bounds() -> None:
    (summary,) = summaries([scored(4), failed_evaluation("documents"), scored(8)])
    assert (summary.scored, summary.total) == (2, 3)
    assert summary.means["weighted_score"] == pytest.approx(6)
    bounds = summary.worst_case["weighted_score"]
    assert [bounds.low, bounds.high] == pytest.approx([13 / 3, 22 / 3])
    assert "2 of 3 scored" in str(summary)
    supposed = "; if the unscored answer had 1, or 10, the weighted mean would be 4.33, or 7.33"
    assert str(summary).endswith(supposed)
    (summary,) = summaries([scored(4), *[failed_evaluation("documents")] * 2])
    supposed = "; if the unscored answers all had 1, or all 10, the weighted mean would be 2.00, or 8.00"
    assert str(summary).endswith(supposed)


@drawn(st.lists(st.one_of(st.none(), st.floats(1, 10)), min_size=1, max_size=30))
def test_sums_on_the_way_give_what_all_scores_at_once_give(scores: list[float | None]) -> None:
    given = [failed_evaluation("documents") if each is None else scored(each) for each in scores]
    (summary,) = summaries(given)
    all_of = [each.metrics.scores().get("accuracy") if each.scored else None for each in given]
    assert summary.worst_case["accuracy"] == worst_case(all_of)
    known = [each for each in all_of if each is not None]
    assert summary.means.get("accuracy") == (fmean(known) if known else None)


def test_context_means_are_over_the_answers_that_have_them() -> None:
    whole = ContextUse(
        reference_claims=(ReferenceClaim(claim="x", passage_ids=("a",)),), precision=1, recall=1
    )
    found = [whole, ContextUse(precision=0.25, recall=0.5), ContextUse(precision=0.25), ContextUse(), None]
    (summary,) = summaries(evaluation(mode="documents", context=each) for each in found)
    assert str(summary).endswith("; context: precision 0.50 (3 answers), recall 0.75 (2 answers)")
    (summary,) = summaries([scored(8)])
    assert (summary.context, "context" in str(summary)) == (None, False)


def test_modes_are_never_mixed() -> None:
    other = scored(2, "no_documents")
    first, second = summaries([scored(8), other])
    assert (first.mode, first.means["accuracy"]) == ("documents", 8)
    assert (second.mode, second.means["accuracy"]) == ("no_documents", 2)


def test_without_any_score_there_is_no_mean() -> None:
    (summary,) = summaries([failed_evaluation("documents")])
    assert summary.means == {}
    assert str(summary) == "documents: 0 of 1 scored"
