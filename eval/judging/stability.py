"""How steady a judge is: the same answers judged several times."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from statistics import median, stdev
from typing import TYPE_CHECKING

from pydantic import Field

from agents.judges.cascade import single_judge_of
from agents.judges.model_judge import DRAWS_APART
from agents.judges.spec import JudgeSpec
from agents.models.names import EMBEDDED, model_id
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import EvaluationMetrics, FineGrainedEvaluationResult
from eval.judging.answer_file import iter_answers
from eval.judging.run import item_of
from eval.runs import terms
from eval.runs.manifest import manifest_of
from eval.runs.open_run import open_run
from eval.runs.preflight import require_answers
from eval.runs.runner import Runner

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel

    from agents.judges.settings import EvaluatorSettings
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas.run import RunItem, RunManifest

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


@dataclass(frozen=True, slots=True)
class Repeating:
    """Answers that are to be judged several times.

    Attributes:
        llm: the judge's model.
        answers: what to judge.
        repeats: how often each.
        settings: how to judge; ``deciding_accuracy`` is the threshold.
        manifest: the terms of the run.
    """

    llm: JudgeSpec
    answers: Sequence[JudgeRequest]
    repeats: int
    settings: EvaluatorSettings
    manifest: RunManifest


def prepare(
    file: Path,
    model: str | BaseChatModel,
    *,
    repeats: int,
    settings: EvaluatorSettings,
    limit: int | None = None,
) -> Repeating:
    """Read the answers; nobody is asked.

    Raises:
        InputError: the file or the model cannot be used, or the repeats would show no spread.
    """
    llm, answers = JudgeSpec.of(model), list(islice(iter_answers(file), limit))
    if repeats < _LEAST_REPEATS:
        raise InputError(f"{repeats} judgements show no spread; ask for {_LEAST_REPEATS} or more.")
    if len(llm.turns) > 1:
        raise InputError(f"{model} is several judges; measure them one by one.")
    if not answers:
        raise InputError(f"{file} holds no answers; write one JSON object a line.")
    manifest = manifest_of(
        "stability",
        models={"judge": llm},
        data_hashes={"answers": terms.file_hash(file)},
        settings={"answers": len(answers), "repeats": repeats, "threshold": settings.deciding_accuracy},
        scorer_version=terms.scorer_version(),
        prompts=terms.prompt_refs(),
    )
    return Repeating(llm, answers, repeats, settings, manifest)


async def measure(
    repeating: Repeating, store: str | None = None, *, fresh: bool = False
) -> AsyncIterator[tuple[JudgeRequest, Stability]]:
    """Judge each answer several times with the same prompt, or what an earlier run of the same terms left.

    Every repeat is paid for once, and in the store before its answer's figures come.

    Args:
        repeating: as :func:`prepare` gives it.
        store: the run store, None for the one that all commands share.
        fresh: begin a new run, whatever was left unfinished.

    Raises:
        InputError: something must be mended before the model can be asked; what was judged is kept.
    """
    llm, settings = repeating.llm, repeating.settings
    with open_run(repeating.manifest, store, fresh=fresh) as (opened, manifest):
        runner = Runner(
            opened,
            manifest.run_id,
            first=lambda: require_answers([llm]),
            free=settings.cache is not None or model_id(llm) == EMBEDDED,
        )

        async def repeat(request: JudgeRequest, number: int) -> FineGrainedEvaluationResult:
            name = f"repeat {number + 1}"
            judge = single_judge_of(llm.members[0], settings, first_draw=DRAWS_APART * number)

            async def work(request: JudgeRequest, _kept: RunItem | None) -> RunItem:
                result = FineGrainedEvaluationResult.from_judgement(
                    await judge.judge(request),
                    weights=settings.weights,
                    passing_accuracy=settings.deciding_accuracy,
                )
                return item_of(request, result).model_copy(update={"system": name})

            (result,) = [item.evaluation async for item in runner.run([request], name, work)]
            assert result is not None  # noqa: S101  (the work above puts one there)
            return result

        for request in repeating.answers:
            found = await asyncio.gather(*(repeat(request, number) for number in range(repeating.repeats)))
            yield request, summed(found, settings.deciding_accuracy)
        runner.finish()


def summed(found: Sequence[FineGrainedEvaluationResult], threshold: float) -> Stability:
    """What repeated judgements of one answer say."""
    scored = [one for one in found if one.scored]
    return Stability(
        repeats=len(found),
        failed=len(found) - len(scored),
        spreads={
            name: _spread([getattr(one.metrics, name) for one in scored])
            for name in (EvaluationMetrics.model_fields if len(scored) > 1 else ())
        },
        threshold=threshold,
        passed=sum(one.is_passing for one in scored),
        usage=sum((one.usage for one in found), TokenUsage()),
        models_served=dict(Counter(one.model_served for one in found if one.model_served)),
    )


def _spread(values: list[float]) -> Spread:
    return Spread(median=median(values), least=min(values), greatest=max(values), deviation=stdev(values))
