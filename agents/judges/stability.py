"""How steady a judge is: the same answer judged several times."""

from __future__ import annotations

import asyncio
from collections import Counter
from statistics import median, stdev
from typing import TYPE_CHECKING

from pydantic import Field

from agents.judges.cascade import single_judge_of
from agents.judges.model_judge import DRAWS_APART
from agents.judges.settings import EvaluatorSettings
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import ScoredJudgement
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import EvaluationMetrics

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from data_base.schemas.judgement import FailedJudgement
    from data_base.schemas.protocols import JudgeRequest

_LEAST_REPEATS = 2


class Spread(Frozen):
    """How far repeated scores of one dimension lie apart.

    Attributes:
        median: of the scores.
        least: the lowest.
        greatest: the highest.
        deviation: sample standard deviation (n - 1).
    """

    median: float
    least: float
    greatest: float
    deviation: float = Field(ge=0)


class Stability(Frozen):
    """What repeated judgements of one answer say.

    Attributes:
        repeats: judgements asked for.
        failed: those that failed; they enter no spread.
        spreads: dimension (``weighted_score`` too) to spread; empty where fewer than two were scored.
        threshold: the accuracy that decides.
        passed: scored judgements at or above it.
        usage: tokens and calls of all judgements.
        models_served: the models that served them, each with the number of judgements.
    """

    repeats: int = Field(ge=_LEAST_REPEATS)
    failed: int = Field(ge=0)
    spreads: dict[str, Spread]
    threshold: float
    passed: int = Field(ge=0)
    usage: TokenUsage = TokenUsage()
    models_served: dict[str, int] = Field(default_factory=dict)

    @property
    def flips(self) -> int:
        """Scored judgements on the smaller side of the threshold; 0 where all agree."""
        return min(self.passed, self.repeats - self.failed - self.passed)


async def stability(
    llm: BaseChatModel, request: JudgeRequest, *, repeats: int = 5, settings: EvaluatorSettings | None = None
) -> Stability:
    """Judge one answer several times with the same prompt; each repeat is paid for once.

    Args:
        llm: the judge's model.
        request: what to judge.
        repeats: how often.
        settings: how to judge; ``deciding_accuracy`` is the threshold.

    Raises:
        InputError: fewer than two repeats, or something must be mended before the model can be asked.
    """
    if repeats < _LEAST_REPEATS:
        raise InputError(f"{repeats} judgements show no spread; ask for {_LEAST_REPEATS} or more.")
    bound = settings or EvaluatorSettings()
    judges = [single_judge_of(llm, bound, first_draw=DRAWS_APART * number) for number in range(repeats)]
    found = await asyncio.gather(*(judge.judge(request) for judge in judges))
    return _summed(found, bound)


def _summed(found: list[ScoredJudgement | FailedJudgement], settings: EvaluatorSettings) -> Stability:
    scored = [one for one in found if isinstance(one, ScoredJudgement)]
    metrics = [
        EvaluationMetrics.weigh(one.accuracy, one.completeness, one.clarity, settings.weights)
        for one in scored
    ]
    threshold = settings.deciding_accuracy
    return Stability(
        repeats=len(found),
        failed=len(found) - len(scored),
        spreads={
            name: _spread([getattr(each, name) for each in metrics])
            for name in (EvaluationMetrics.model_fields if len(metrics) > 1 else ())
        },
        threshold=threshold,
        passed=sum(one.accuracy >= threshold for one in scored),
        usage=sum((one.trace.usage for one in found), TokenUsage()),
        models_served=dict(Counter(one.trace.model_served for one in found if one.trace.model_served)),
    )


def _spread(values: list[float]) -> Spread:
    return Spread(median=median(values), least=min(values), greatest=max(values), deviation=stdev(values))
