"""How steady a judge is: the same answers judged several times."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median, stdev
from typing import NamedTuple

from pydantic import Field

from agents.calls.concurrency import in_order
from agents.calls.estimate import CallEstimate
from agents.models.missing_packages import packages_last
from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.run import RunManifest
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.judging.answer_file import RecordedAnswer
from eval.judging.judging_request import ChosenJudge, JudgingRequest, MappedJudge, judged_with
from eval.judging.run import judged, read_through
from eval.runs.runner import ItemListener, no_listener

_LEAST_REPEATS = 2
StabilityListener = Callable[[RecordedAnswer, "Stability"], None]
"""Called with each answer and its figures."""


class DimensionSpread(Frozen):
    """How much repeated scores of one dimension vary."""

    median: float
    """The median score."""
    least: float
    """The lowest score."""
    greatest: float
    """The highest score."""
    deviation: float = Field(ge=0)
    """The sample standard deviation (n - 1)."""


class Stability(Frozen):
    """What repeated judgements of one answer say."""

    repeats: int = Field(ge=_LEAST_REPEATS)
    """Judgements asked for."""
    failed: int = Field(ge=0)
    """Judgements that failed; they enter no spread."""
    failure: str | None = None
    """Why the first of these failed."""
    spreads: dict[str, DimensionSpread]
    """Dimension (``weighted_score`` too) to spread; empty if fewer than two were scored."""
    threshold: float
    """The accuracy that decides."""
    passed: int = Field(ge=0)
    """Scored judgements at or above it."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls of all judgements."""
    models_served: dict[str, int] = Field(default_factory=dict)
    """The models that served them, each with the number of judgements."""

    @property
    def flips(self) -> int:
        """Scored judgements on the smaller side of the threshold; 0 where all agree."""
        return min(self.passed, self.repeats - self.failed - self.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilityRequest(JudgingRequest):
    """Answers to be judged several times, and by whom."""

    repeats: int = 5
    """Judgements of each answer."""
    threshold: float | None = None
    """The accuracy at which verdicts flip; the judge's own if None."""


@dataclass(frozen=True, slots=True)
class StabilityRun:
    """Answers that can be judged several times."""

    judge: ChosenJudge
    """Judges them."""
    answers: Sequence[RecordedAnswer]
    """The answers."""
    threshold: float
    """The accuracy at which verdicts flip."""
    repeats: int
    """Judgements of each answer."""
    manifest: RunManifest
    """Of the run."""

    def repeated(self, number: int) -> MappedJudge:
        """What gives one of the judgements of an answer: it reads no other's reply from the cache."""
        again = self.judge.evaluator.repeated(number, passing_accuracy=self.threshold)
        return MappedJudge(again, self.judge.score_map)

    async def estimate(self) -> CallEstimate:
        """Calls, tokens and cost of all judgements; no model is asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        judges = [self.repeated(number).evaluator for number in range(self.repeats)]
        return sum([await judge.estimate(self.answers) for judge in judges], CallEstimate())


@packages_last()
def prepare(request: StabilityRequest) -> StabilityRun:
    """Read the answers; no model is asked.

    Raises:
        InputError: the file or the judge cannot be used, or the repeats would show no spread.
    """
    judge = ChosenJudge.of(request)
    if request.repeats < _LEAST_REPEATS:
        raise InputError(
            f"{counted(request.repeats, 'judgement')} of an answer cannot differ; ask for 2 or more."
        )
    if len(judge.spec.turns) > 1:
        raise InputError(f"{request.judge} is several judges; measure them one by one.")
    read = read_through(request)
    threshold = judge.mapped.weighing.passing_accuracy if request.threshold is None else request.threshold
    manifest = judge.manifest(
        "stability",
        {"answers": read.sha256},
        {
            "answers": read.count,
            "repeats": request.repeats,
            "threshold": threshold,
            **read.references,
        },
        planned=read.count * request.repeats,
    )
    return StabilityRun(judge, tuple(read.read()), threshold, request.repeats, manifest)


class StabilityResult(NamedTuple):
    """What came of judging answers several times."""

    run_id: str
    """The run in the store."""
    found: tuple[Stability, ...]
    """What the judgements of each answer say, in the answers' order."""


async def measure(
    repeating: StabilityRun, *, show: StabilityListener | None = None, watch: ItemListener = no_listener
) -> StabilityResult:
    """Judge each answer several times with the same prompt, or what an unfinished run left.

    Every judgement is paid for once, and is in the store before its answer's figures are shown.

    Args:
        repeating: as :func:`prepare` gives it.
        show: called with each answer and its figures, in the order of the answers.
        watch: called with each item of the run.

    Raises:
        InputError: something must be fixed before the model can be asked; what was judged is kept.
    """
    repeats = repeating.repeats
    figures: list[Stability] = []
    suite = repeating.judge.suite(repeating.manifest, lambda: iter(repeating.answers))
    async with suite.opened(watch) as run:

        async def repeat(answer: RecordedAnswer, number: int) -> FineGrainedEvaluationResult:
            system = f"repeat {number + 1}"
            # A judgement that fails is a failed one here, and is not made again.
            work = judged_with(partial(repeating.repeated(number).evaluate, tries=1), system)
            found = judged(run, [answer], system=system, work=work)
            ((_, result),) = [each async for each in found]
            return result

        async def measured(answer: RecordedAnswer) -> tuple[RecordedAnswer, Stability]:
            found = await asyncio.gather(*(repeat(answer, number) for number in range(repeats)))
            return answer, summed(found, repeating.threshold)

        at_once = max(1, repeating.judge.request.concurrency // repeats)
        async for answer, one in in_order(repeating.answers, measured, concurrency=at_once):
            figures.append(one)
            if show is not None:
                show(answer, one)
        run.finish()
    return StabilityResult(run.manifest.run_id, tuple(figures))


def summed(found: Sequence[FineGrainedEvaluationResult], threshold: float) -> Stability:
    """What repeated judgements of one answer say."""
    scored = [one for one in found if one.scored]
    return Stability(
        repeats=len(found),
        failed=len(found) - len(scored),
        failure=next((one.reason for one in found if not one.scored), None),
        spreads={
            name: _spread([one.metrics.scores()[name] for one in scored])
            for name in (scored[0].metrics.scores() if len(scored) > 1 else ())
        },
        threshold=threshold,
        passed=sum(one.is_passing for one in scored),
        usage=sum((one.usage for one in found), TokenUsage()),
        models_served=dict(Counter(one.model_served for one in found if one.model_served)),
    )


def _spread(values: list[float]) -> DimensionSpread:
    return DimensionSpread(
        median=median(values), least=min(values), greatest=max(values), deviation=stdev(values)
    )
