"""Judging as a job for an engine: by the judge that is here, or by the same one made again in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.evaluator import RAGEvaluator
from agents.models.names import EMBEDDED
from data_base.schemas_deep_research import Weighing
from eval.engines.engine import Job
from eval.judging.answer_file import SYSTEM, RecordedAnswer, item_of
from eval.judging.request import ChosenJudge, named_judge

if TYPE_CHECKING:
    from agents.evaluator import AnyJudge
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas.run import RunItem
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.engines.outcome import CaseHandler
    from eval.judging.calibration_map import ScoreMap
    from eval.judging.request import Evaluate

_PACE = "requests_per_minute"


def judging_job(judge: ChosenJudge, run_id: str) -> Job[RecordedAnswer]:
    """Judging the answers of a run."""
    settings = {
        # A worker's folder is another.
        name: value.absolute() if isinstance(value, Path) else value
        for name, value in judge.given.items()
        if name != _PACE
    }
    return Job(
        name=run_id,
        here=judged_with(judge.evaluate),
        there=partial(_there, named_judge(judge.request, judge.settings), settings, judge.score_map),
        requests_per_minute=judge.given.get(_PACE),
        quick=judge.name == EMBEDDED,
        concurrency=judge.request.concurrency,
    )


def cases_at_once(judge: ChosenJudge) -> int:
    """Answers that must be under way for the engine of the request to be busy."""
    request = judge.request
    return request.engine.cases_at_once(request.concurrency, quick=judge.name == EMBEDDED)


def judged_with(evaluate: Evaluate, system: str = SYSTEM) -> CaseHandler[RecordedAnswer]:
    """The work of judging an answer of a system."""

    async def work(answer: RecordedAnswer, _kept: RunItem | None) -> RunItem:
        return item_of(answer, await evaluate(answer), system)

    return work


def _there(
    judge: AnyJudge, settings: Mapping[str, Any], score_map: ScoreMap | None
) -> CaseHandler[RecordedAnswer]:
    evaluator = RAGEvaluator(judge, **settings)
    weighing = Weighing.model_validate(evaluator.terms)

    async def evaluate(answer: JudgeRequest) -> FineGrainedEvaluationResult:
        result = await evaluator.evaluate(answer)
        return result if score_map is None else score_map.applied(result, weighing)

    return judged_with(evaluate)
