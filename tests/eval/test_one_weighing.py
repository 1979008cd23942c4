"""One reply has one weighted score and passes or not, whichever command shows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.settings_file import read_judge_settings
from data_base.schemas.case import Case
from data_base.schemas.rating import Rating
from data_base.schemas_deep_research import Weighing
from eval.arena.recomputed import with_ratings
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.score_aggregation import summarise
from eval.judging.calibration_map import MonotoneMap, ScoreMap, save
from eval.judging.judging_request import ChosenJudge, JudgingRequest
from eval.judging.run import read_answers
from eval.judging.stability import StabilityRequest, measure, prepare
from eval.reports.sections.rubric import rubric
from eval.stats.paired import BootstrapSettings
from tests.support.arena import item, manifest

if TYPE_CHECKING:
    from pathlib import Path

    from data_base.schemas.protocols import JudgeRequest

SETTINGS = """
version: house-1
weights: {accuracy: 0.6, completeness: 0.4, clarity: 0}
passing_accuracy: 3
dimensions:
  - {name: house_tone, description: Reads as our house writes., anchors: {10: calm, 1: shouts}, weight: 0.5}
"""
SCORES = {"accuracy": 4.0, "completeness": 6.0, "clarity": 8.0, "house_tone": 10.0}
WEIGHTED = 0.5 * (0.6 * 4 + 0.4 * 6) + 0.5 * 10
JUDGE = f"{__name__}:house_judge"


def house_judge(_: JudgeRequest) -> dict[str, Any]:
    """Gives every answer the same scores."""
    return {**SCORES, "reason": ""}


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "own.yaml"
    path.write_text(SETTINGS, encoding="utf-8")
    return path


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text(
        json.dumps({"id": "1", "question": "q?", "answer": "a", "documents": ["d"]}), encoding="utf-8"
    )
    return path


def same(tmp_path: Path) -> Path:
    """A score map that leaves every score as it is."""
    whole = MonotoneMap(judge=(1, 10), people=(1, 10), n=2)
    path = tmp_path / "map.json"
    save(
        ScoreMap(
            judge=RAGEvaluator(JUDGE).identity,
            scorer_version="1",
            source_sha256="0" * 64,
            maps={"accuracy": whole},
        ),
        path,
    )
    return path


@pytest.mark.parametrize("mapped", [False, True])
async def test_evaluate_and_stability_weigh_alike_with_and_without_a_score_map(
    tmp_path: Path, settings: Path, answers: Path, *, mapped: bool
) -> None:
    asked: dict[str, Any] = {
        "answers": answers,
        "judge": JUDGE,
        "settings": settings,
        "score_map": same(tmp_path) if mapped else None,
    }
    request = JudgingRequest(**asked)
    (answer,) = read_answers(request)
    result = await ChosenJudge.of(request).mapped.evaluate(answer)
    assert result.metrics.scores() == pytest.approx({**SCORES, "weighted_score": WEIGHTED})
    assert result.is_passing
    _, (found,) = await measure(prepare(StabilityRequest(**asked, repeats=2)))
    assert {name: spread.median for name, spread in found.spreads.items()} == result.metrics.scores()
    assert (found.threshold, found.passed) == (3, 2)
    # A threshold of the command's own takes the place of the judge's, mapped or not.
    _, (strict,) = await measure(prepare(StabilityRequest(**asked, repeats=2, threshold=5)))
    assert strict.passed == 0


async def test_an_arena_s_ratings_and_report_weigh_as_its_judge_does(settings: Path, answers: Path) -> None:
    request = JudgingRequest(answers=answers, judge=JUDGE, settings=settings)
    alone = await ChosenJudge.of(request).mapped.evaluate(next(read_answers(request)))
    evaluation = alone.model_copy(update={"mode": "comparison"})
    results = tuple(
        CaseResult(
            case=Case(id=case, question="q?"), items=tuple(item(name, case, evaluation) for name in "AB")
        )
        for case in "123"
    )
    result = ArenaResult(
        manifest=manifest(settings={"judge": read_judge_settings(settings).stated}),
        summary=summarise(results, BootstrapSettings(), questions_in_file=3),
        items=results,
    )
    # Who gives the judge's own scores corrects nothing; nobody rates the house's dimension.
    three = {name: score for name, score in SCORES.items() if name != "house_tone"}
    ratings = [
        Rating(case_id=case, system=name, rater="ana", scores=three, created_at="")
        for case in "123"
        for name in "AB"
    ]
    found = with_ratings(result, ratings).summary.people
    assert found is not None
    assert found.passing_accuracy == 3
    for side in found.sides:
        assert side.mean is not None
        assert (side.mean.judge_only, side.mean.labels_only) == pytest.approx((WEIGHTED, WEIGHTED))
        assert side.pass_rate is not None
        assert (side.pass_rate.judge_only, side.pass_rate.labels_only) == (1, 1)
    shown = rubric(result)
    assert shown.passing == 3
    assert sum(shown.weights[name] * score for name, score in SCORES.items()) == pytest.approx(WEIGHTED)


def test_a_weighing_is_read_of_whatever_states_it() -> None:
    assert Weighing.stated({}) == Weighing.stated({"judge": None}) == Weighing()
    judge = {"passing_accuracy": 3, "dimensions": [{"name": "tone", "weight": 0.25}]}
    stated = Weighing.stated({"judge": judge})
    three = {"accuracy": 0.375, "completeness": 0.225, "clarity": 0.15}
    assert stated.shares == pytest.approx({**three, "tone": 0.25})
    assert (stated.passes(3), stated.passes(2.9)) == (True, False)
