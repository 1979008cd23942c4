"""Answers that a model's window cannot contain are judged part by part, and the judgements merged."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.judges.context_use import context_of_parts
from agents.judges.key_points import POINTS_PER_CALL, unless_blocked
from agents.judges.merged_judgements import Judgement, own_completeness
from agents.judges.priced_judge import PricedJudge
from agents.judges.reply_check import evidence_check
from data_base.computing import computed
from data_base.logs import module_logger
from data_base.schemas.judgement import (
    HIGHEST_SCORE,
    LOWEST_SCORE,
    Answered,
    FailedJudgement,
    Issue,
    JudgementTrace,
    ScoredJudgement,
)
from data_base.schemas.key_point import KeyPointFinding, KeyPointVerdict
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.usage import TokenUsage
from data_base.text.sentences import sentence_spans
from data_base.text.tokens import estimate_tokens
from data_base.text_cache import reading
from scoring.evidence_check import is_said

_log = module_logger(__name__)
# More calls than this for one answer are said before they are made.
_MANY_PARTS = 20
# Passages take .6 of a window at most; the rubric, the question and the reply need the rest.
_ANSWER_SHARE = 0.2
_RUBRIC_AND_REPLY = 8_000
"""Tokens for the longest of the prompts, the fences of passages, and a reply without key points."""
_POINT_REPLY = 80
"""Tokens of a reply for each key point."""
_RANGE = HIGHEST_SCORE - LOWEST_SCORE


def answer_parts(answer: str, budget: int) -> list[str]:
    """The answer in parts of whole sentences that take at most so many estimated tokens each.

    One sentence that takes more is a part of its own. Together the parts are the answer, but for white space.
    """
    if estimate_tokens(answer) <= budget:
        return [answer]
    parts: list[str] = []
    start = end = 0
    for _, stop in sentence_spans(answer):
        if start < end and estimate_tokens(answer[start:stop]) > budget:
            parts.append(answer[start:end].strip())
            start = end
        end = stop
    return [*parts, answer[start:].strip()]


@dataclass(frozen=True, slots=True)
class LongAnswerJudge:
    """Judges an answer whole where the model's window allows, else part by part.

    It gets what passages, key points, question, rubric and reply leave, and a fifth of the window at least.

    Accuracy, clarity and the user's own dimensions are the means of the parts by their lengths. Completeness
    is that of the key points, or of the parts together as if each covered its share independently of the
    others: ``1 - product(1 - share)``, where a completeness of 1 to 10 is a share of 0 to 1. A part that
    covers nothing changes nothing, two halves are three quarters.
    """

    judge_of_parts: PricedJudge
    """Judges each part."""
    window: int
    """Tokens that the model reads at most."""
    passage_budget: int
    """Estimated tokens that passages may take."""

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What judging all parts will cost."""
        each = [await self.judge_of_parts.estimate(part) for part in self._parts(request)]
        return sum(each, CallEstimate())

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Judge one answer; failed where the judgement of a part failed."""
        parts = self._parts(request)
        if len(parts) == 1:
            return await self.judge_of_parts.judge(request)
        found = await all_of(self.judge_of_parts.judge(part) for part in parts)
        return await computed(partial(merged_parts, request, [part.answer for part in parts], found))

    def _budget(self, request: JudgeRequest) -> int:
        """Estimated tokens that the answer may take in one call."""
        least = int(self.window * _ANSWER_SHARE)
        if estimate_tokens(request.answer) <= least:
            return least
        points = request.key_points[:POINTS_PER_CALL]
        told = (request.question, request.reference_answer or "", *(point.text for point in points))
        passages = sum(estimate_tokens(passage.text) for passage in request.passages)
        others = sum(map(estimate_tokens, told)) + _RUBRIC_AND_REPLY + _POINT_REPLY * len(points)
        return max(least, self.window - others - min(passages, self.passage_budget))

    def _parts(self, request: JudgeRequest) -> list[JudgeRequest]:
        parts = answer_parts(request.answer, self._budget(request))
        if len(parts) > _MANY_PARTS:
            _log.warning(
                "an answer of %s characters takes %s calls, part by part, since the judge's model is said to "
                "have a small window (max_input_tokens); a model with a larger one takes fewer",
                f"{len(request.answer):,}",
                len(parts),
            )
        # What a mark leads to is in the list of the whole answer.
        update: dict[str, object] = {} if len(parts) == 1 else {"blocked": ()}
        return [request.model_copy(update={"answer": part, **update}) for part in parts]


@reading()
def merged_parts(request: JudgeRequest, parts: Sequence[str], found: Sequence[Judgement]) -> Judgement:
    """One judgement of the judgements of an answer's parts."""
    trace = _trace([one.trace for one in found])
    failed = [(n, one) for n, one in enumerate(found, start=1) if isinstance(one, FailedJudgement)]
    if failed:
        number, first = failed[0]
        error = f"part {number} of the answer's {len(parts)} was not judged: {first.error}"
        return first.model_copy(update={"trace": trace, "error": error})
    scored = [one for one in found if isinstance(one, ScoredJudgement)]
    lengths = [len(part) for part in parts]

    def mean(values: Sequence[float]) -> float:
        weighed = sum(value * length for value, length in zip(values, lengths, strict=True))
        return round(weighed / sum(lengths), 9)

    least = min(scored, key=lambda one: one.accuracy)
    by_part = zip(*(one.key_points for one in scored), strict=True)
    # The list that a mark leads to is in one part, as a rule the last.
    points = tuple(unless_blocked(_point(each), request) for each in by_part)
    issues = _issues(request, scored)
    evidence = evidence_check(request, issues)
    whole = least.model_copy(
        update={
            "trace": trace.model_copy(update={"evidence": evidence}),
            "analysis": _joined([one.analysis for one in scored]),
            "reason": _joined([one.reason for one in scored]),
            "accuracy": mean([one.accuracy for one in scored]),
            "clarity": mean([one.clarity for one in scored]),
            "completeness": _together([own_completeness(one) for one in scored]),
            "dimensions": {name: mean([one.dimensions[name] for one in scored]) for name in least.dimensions},
            "issues": issues,
            "answered": _answered([one.answered for one in scored]),
            "context": context_of_parts([one.context for one in scored if one.context], trace.passages_shown),
        }
    )
    return whole.with_key_points(points) if points else whole


def _together(values: Sequence[float]) -> float:
    left_out = math.prod(1 - (value - LOWEST_SCORE) / _RANGE for value in values)
    return round(LOWEST_SCORE + _RANGE * (1 - left_out), 9)


def _joined(texts: Sequence[str]) -> str:
    count = len(texts)
    return "\n".join(f"[{n}/{count}] {text}" for n, text in enumerate(texts, start=1) if text)


@reading()
def _issues(request: JudgeRequest, scored: Sequence[ScoredJudgement]) -> tuple[Issue, ...]:
    """All issues; what one part misses and the whole answer says is none."""
    every = dict.fromkeys(issue for one in scored for issue in one.issues)
    return tuple(
        issue for issue in every if issue.verdict != "missing" or not is_said(issue.claim, request.answer)
    )


def _answered(given: Sequence[Answered | None]) -> Answered | None:
    order: tuple[Answered, ...] = ("yes", "partly", "no")
    return next((each for each in order if each in given), None)


def _point(found: Sequence[KeyPointFinding]) -> KeyPointFinding:
    """A key point over all parts: said and denied is partial, else the best that a part says of it.

    Where nothing is found of it and a part has no verdict, there is none: it may stand there.
    """
    by_verdict = {each.verdict: each for each in reversed([one.before_parents for one in found])}
    if found[0].is_penalty:
        worst: tuple[KeyPointVerdict | None, ...] = (
            "covered",
            "partial",
            "missing",
            "contradicted",
            "blocked",
        )
        return next((by_verdict[each] for each in worst if each in by_verdict), found[0].before_parents)
    if "contradicted" in by_verdict and "covered" in by_verdict:
        return by_verdict["covered"].model_copy(update={"verdict": "partial"})
    order: tuple[KeyPointVerdict | None, ...] = (
        *("covered", "contradicted", "partial", "blocked", None, "missing", "not_applicable"),
    )
    return next(by_verdict[verdict] for verdict in order if verdict in by_verdict)


def _trace(traces: Sequence[JudgementTrace]) -> JudgementTrace:
    shown = dict.fromkeys(one for trace in traces for one in trace.passages_shown)
    left_out = dict.fromkeys(one for trace in traces for one in trace.passages_left_out)
    return traces[0].model_copy(
        update={
            "usage": sum((trace.usage for trace in traces), TokenUsage()),
            "latency_ms": max(trace.latency_ms for trace in traces),
            "passages_shown": tuple(shown),
            "passages_left_out": tuple(one for one in left_out if one not in shown),
            "raw_reply": "\n".join(trace.raw_reply or "" for trace in traces),
            "answer_parts": len(traces),
        }
    )
