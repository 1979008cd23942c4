"""A verdict on a pair from what a judge says of each answer by itself, on the same passages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.judges.pairs.pair_request import PairRequest
from agents.judges.pairs.prompt import chosen
from agents.judges.pairs.reply import quote_found
from agents.judges.pairs.support_and_abstention import gives_no_answer, has_verified_support
from agents.judges.priced_judge import PricedJudge
from agents.judges.settings import EvaluatorSettings
from data_base.schemas.judgement import ParseRung
from data_base.schemas.pair_verdict import PairChoice, PairEvidence, PairVerdict
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult

BETTER_FROM = 0.5
"""Points of the weighted score (1 to 10) from which one answer is better: a point of accuracy, which weighs
half. Less than that is what a slip off the point or a few words too many make."""
MUCH_BETTER_FROM = 2.0
"""From here on it is much better: its accuracy is in another band of the rubric, two points or more apart in
all three dimensions, or four in accuracy alone."""
_MOST_EVIDENCE = 3
_KNOWN = 100
"""As many answers as a question of a large arena has."""


@dataclass(frozen=True, slots=True)
class ScoresPairJudge:
    """Judges both answers one by one and compares their scores; implements :class:`.PairJudge`.

    The verdict is the same in either order. An answer that abstains is never better, nor as good, as one
    that the same passages support, see :func:`has_verified_support`.
    """

    judge: PricedJudge
    """Judges each answer."""
    settings: EvaluatorSettings
    """Weights, and how many passages are shown."""
    token_budget: int
    """Estimated tokens of the passages shown."""
    name: str
    """The name of the judge."""
    known: dict[JudgeRequest, FineGrainedEvaluationResult] = field(default_factory=dict)
    """What the judge said of the latest answers; of n answers to a question each is in n - 1 pairs."""

    async def estimate(self, request: PairRequest) -> CallEstimate:
        """What judging both answers will cost."""
        return sum([await self.judge.estimate(each) for each in self._requests(request)], CallEstimate())

    async def compare(self, request: PairRequest) -> PairVerdict:
        """Judge one pair; an error where either answer's judgement failed."""
        return self.verdict(request, await self.evaluations(request))

    async def evaluations(self, request: PairRequest) -> list[FineGrainedEvaluationResult]:
        """What the judge says of the first and of the second answer."""
        return await all_of(self._evaluation(each) for each in self._requests(request))

    async def _evaluation(self, request: JudgeRequest) -> FineGrainedEvaluationResult:
        if (known := self.known.get(request)) is not None:
            # It was paid for once.
            return known.model_copy(update={"usage": TokenUsage(), "latency_ms": 0.0})
        found = self.settings.evaluation(await self.judge.judge(request))
        if found.scored:
            if len(self.known) >= _KNOWN:
                del self.known[next(iter(self.known))]
            self.known[request] = found
        return found

    def verdict(self, request: PairRequest, found: list[FineGrainedEvaluationResult]) -> PairVerdict:
        """The verdict that two evaluations make."""
        first, second = found
        shown = set(first.passages_shown)
        return PairVerdict(
            case_id=request.case_id,
            first=request.first,
            second=request.second,
            judge=self.name,
            compared_by="scores",
            model_id=first.model_id,
            model_served=first.model_served,
            prompt=first.prompt,
            usage=first.usage + second.usage,
            latency_ms=max(first.latency_ms, second.latency_ms),
            passages_shown=first.passages_shown,
            passages_left_out=tuple(each.id for each in request.passages or () if each.id not in shown),
            **_said(request, first, second),
        )

    def _requests(self, request: PairRequest) -> list[JudgeRequest]:
        choice = chosen(request, self.settings.passage_limit, self.token_budget)
        handed = enumerate(request.passages or (), start=1)
        shown = [(number, passage) for number, passage in handed if passage.id in choice.ids]
        return [
            JudgeRequest(
                question=request.question,
                answer=answer,
                documents=None if request.passages is None else tuple(passage for _, passage in shown),
                numbers=tuple(number for number, _ in shown),
                reference_answer=request.reference_answer,
                key_points=request.key_points,
                blocked=request.blocked,
            )
            for answer in (request.first_answer, request.second_answer)
        ]


def _said(
    request: PairRequest, first: FineGrainedEvaluationResult, second: FineGrainedEvaluationResult
) -> dict[str, Any]:
    for which, one in (("first", first), ("second", second)):
        if one.evaluation_failed:
            return {"error": f"the {which} answer was not judged: {one.reason}"}
    rungs: list[ParseRung] = [one.parse_method for one in (first, second) if one.parse_method != "default"]
    return {
        "verdict": _choice(request, first, second),
        "parse_method": max(rungs, key=get_args(ParseRung).index),
        "reason": "\n".join(f"{one.metrics.weighted_score:.2f}: {one.reason}" for one in (first, second)),
        "evidence": (*_evidence("first", first), *_evidence("second", second)),
    }


def _choice(
    request: PairRequest, first: FineGrainedEvaluationResult, second: FineGrainedEvaluationResult
) -> PairChoice:
    lead = round(first.metrics.weighted_score - second.metrics.weighted_score, 9)
    if gives_no_answer(first, request.first_answer) and has_verified_support(second):
        lead = min(lead, -BETTER_FROM)
    if gives_no_answer(second, request.second_answer) and has_verified_support(first):
        lead = max(lead, BETTER_FROM)
    if abs(lead) < BETTER_FROM:
        return "tie"
    if abs(lead) < MUCH_BETTER_FROM:
        return "first_better" if lead > 0 else "second_better"
    return "first_much_better" if lead > 0 else "second_much_better"


def _evidence(
    answer: Literal["first", "second"], evaluation: FineGrainedEvaluationResult
) -> Iterator[PairEvidence]:
    """What is wrong first, and then what is right."""
    ordered = sorted(evaluation.issues, key=lambda issue: issue.verdict == "supported")
    for issue in ordered[:_MOST_EVIDENCE]:
        yield PairEvidence(
            answer=answer,
            says=issue.claim,
            passage_id=issue.passage_id,
            quote=issue.quote,
            quote_found=quote_found(issue),
        )
