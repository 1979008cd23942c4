"""A judge that is one chat model: one call for one judgement."""

import logging
from dataclasses import replace
from functools import partial

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from agents.calls.complete import Completion, OutputSchema
from agents.calls.concurrency import both
from agents.calls.estimate import CallEstimate, estimate_call
from agents.errors import CutOffError
from agents.judges.context_use import context_use
from agents.judges.judge_reply import KEY_POINTS_SCHEMA, JudgeReply, reply_model
from agents.judges.key_points import KeyPointCalls, further_prompts, read_key_points
from agents.judges.prompt import PLAIN, REVERSED, JudgePrompt, judge_prompt, own_template
from agents.judges.reply_check import checked, read_verdict, weightiest
from agents.judges.settings import EvaluatorSettings
from agents.judges.verdict_calls import NoVerdictError, VerdictCalls
from agents.models.registry import model_id
from data_base.computing import computed
from data_base.logs import module_logger
from data_base.schemas.judgement import (
    EvidenceCheck,
    FailedJudgement,
    Issue,
    JudgementTrace,
    ParseRung,
    ScoredJudgement,
)
from data_base.schemas.key_point_coverage import coverage_of
from data_base.schemas.protocols import JudgeRequest
from scoring.embedded.wording import say

_log = module_logger(__name__)
# Far from the draws of usual judgements: a variant that looks like the plain prompt is asked anew too.
_VARIANT_DRAW = 1000
DRAWS_APART = 100
"""Between the first draws of judgements that repeat each other: each may take some more draws of its own."""


class ModelJudge:
    """Asks a model to judge; implements :class:`data_base.schemas.protocols.Judge`."""

    def __init__(
        self,
        llm: BaseChatModel,
        settings: EvaluatorSettings | None = None,
        *,
        failure_level: int = logging.ERROR,
        variant: str = PLAIN,
        first_draw: int = 0,
    ) -> None:
        """Bind model and settings.

        Args:
            llm: any LangChain chat model.
            settings: how to judge.
            failure_level: at which a judgement that failed is logged.
            variant: how the prompt differs from the usual one, so that the same model judges anew.
            first_draw: asks for other replies than those of other numbers, whatever the cache contains; even.

        Raises:
            InputError: the prompt file of the settings cannot be used.
        """
        self._llm = llm
        self._settings = settings or EvaluatorSettings()
        self._failure_level = failure_level
        self._first_draw = first_draw or (0 if variant == PLAIN else _VARIANT_DRAW)
        file = self._settings.prompt_file
        own = None if file is None else own_template(file)
        self.prompt = partial(judge_prompt, llm, self._settings, own, reverse=variant == REVERSED)
        """What the model is shown for a request."""

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What judging a request will cost; the model is not asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        prompt = await computed(partial(self.prompt, request))
        first = await estimate_call(
            self._llm, prompt.messages(), settings=self._settings, schema=self._wanted(prompt.schema)
        )
        if len(request.key_points) == len(prompt.points):
            return first
        schema = self._wanted(KEY_POINTS_SCHEMA)
        further = [
            await estimate_call(self._llm, messages, settings=self._settings, schema=schema)
            for messages in further_prompts(request, prompt.points, prompt.language)
        ]
        return sum(further, first)

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer.

        A model that fails, or whose replies cannot be read, gives a failed judgement.

        Raises:
            InputError: the user must fix something before the model can be asked.
        """
        # Of long passages the choice takes long, as does what is checked below: other work must go on.
        prompt = await computed(partial(self.prompt, request))
        read = partial(read_verdict, request=request, schema=reply_model(prompt.dimensions))
        calls = VerdictCalls(self._llm, self._settings, prompt, read, self._first_draw)
        points = KeyPointCalls(request, prompt.language, partial(self._ask_points, calls))
        try:
            asked = self._verdict(prompt, calls, points) if request.key_points else calls.verdict()
            reply, rung = await asked
        except NoVerdictError as error:
            _log.log(self._failure_level, "no judgement: %s", error)
            _, evidence = await checked(prompt.request, ())
            return FailedJudgement(trace=self._trace(prompt, calls, evidence), error=str(error))
        # A template of the user's own may ask for any number.
        kept = weightiest(reply.issues) if self._settings.prompt_file is None else tuple(reply.issues)
        issues, evidence = await checked(prompt.request, kept)
        trace = self._trace(prompt, calls, evidence)
        judgement = scored(reply, rung, issues, trace)
        reason = prompt.choice.with_note(judgement.reason, prompt.language)
        if left_out := len(reply.issues) - len(kept):
            reason = f"{reason} {say('issues_left_out', prompt.language, str(left_out))}".strip()
        if reply.unread:
            lists = ", ".join(reply.unread)
            _log.warning("%s: nothing in the reply's %s could be read", trace.model_id, lists)
            reason = f"{reason} {say('unread', prompt.language, lists)}".strip()
        judgement = judgement.model_copy(update={"reason": reason})
        if prompt.shows_reference and trace.passages_shown:
            context = context_use(
                reply.reference_claims,
                issues,
                trace.passages_shown,
                request.by_number,
                request.reference_answer or "",
            )
            judgement = judgement.model_copy(update={"context": context})
        return judgement if not request.key_points else await self._with_points(judgement, points, calls)

    async def _verdict(
        self, prompt: JudgePrompt, calls: VerdictCalls[JudgeReply], points: KeyPointCalls
    ) -> tuple[JudgeReply, ParseRung]:
        """The reply, with a call for every key point made once.

        Where the reply was cut off among its key points, those that it has are kept, and the others asked for
        by themselves.

        Raises:
            NoVerdictError: there is none.
        """
        if len(prompt.points) == len(points.points):
            try:
                reply, rung = await calls.verdict()
            except NoVerdictError as error:
                cut_off = error.__cause__
                if not prompt.points or not isinstance(cut_off, CutOffError):
                    raise
                await points.take(prompt.points, read_key_points(cut_off.text))
            else:
                await points.take(prompt.points, reply.key_points)
                return reply, rung
            alone = await computed(partial(self.prompt, prompt.request.model_copy(update={"key_points": ()})))
            return (await both(replace(calls, prompt=alone).verdict(), points.first()))[0]
        (reply, rung), _ = await both(calls.verdict(), points.first(prompt.points))
        await points.take(prompt.points, reply.key_points)
        return reply, rung

    async def _ask_points(
        self, calls: VerdictCalls[JudgeReply], messages: list[BaseMessage], tries: int
    ) -> Completion:
        return await calls.call(messages, draw=self._first_draw + tries, schema=KEY_POINTS_SCHEMA)

    async def _with_points(
        self, judgement: ScoredJudgement, points: KeyPointCalls, calls: VerdictCalls[JudgeReply]
    ) -> ScoredJudgement:
        """The judgement with a finding for every key point, and the completeness that follows."""
        findings = await points.rest()
        spent = {"usage": calls.usage, "latency_ms": calls.latency_ms}
        update: dict[str, object] = {"trace": judgement.trace.model_copy(update=spent)}
        judgement = judgement.with_key_points(findings)
        # What a missing parent closes has a verdict by now.
        coverage = coverage_of(judgement.key_points)
        if coverage is not None and coverage.share is None and coverage.highest is not None:
            note = say("few_verdicts", points.language)
            update["reason"] = f"{judgement.reason} {note}".strip()
        return judgement.model_copy(update=update)

    def _wanted(self, schema: OutputSchema) -> OutputSchema | None:
        return schema if self._settings.structured else None

    def _trace(
        self, prompt: JudgePrompt, calls: VerdictCalls[JudgeReply], evidence: EvidenceCheck | None
    ) -> JudgementTrace:
        return JudgementTrace(
            mode=prompt.mode,
            model_id=model_id(self._llm),
            prompt=prompt.template.ref,
            usage=calls.usage,
            latency_ms=calls.latency_ms,
            model_served=calls.replies[-1].model_served if calls.replies else None,
            system_fingerprint=calls.replies[-1].system_fingerprint if calls.replies else None,
            passages_shown=prompt.choice.ids,
            passages_left_out=prompt.choice.ids_left_out,
            raw_reply=calls.replies[-1].text if calls.replies else None,
            evidence=evidence,
            reference_seen=prompt.shows_reference,
        )


def scored(
    reply: JudgeReply, rung: ParseRung, issues: tuple[Issue, ...], trace: JudgementTrace
) -> ScoredJudgement:
    """The judgement that a reply is."""
    said = reply.model_dump(include=set(JudgeReply.model_fields))
    taken = {name: said[name] for name in said.keys() - {"issues", "key_points", "reference_claims"}}
    own = {name: getattr(reply, name) for name in type(reply).model_fields if name not in said}
    return ScoredJudgement(trace=trace, rung=rung, issues=issues, dimensions=own, **taken)
