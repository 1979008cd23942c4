"""A judge that is one chat model: one call for one judgement, and one order of rescue."""

import logging
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from agents.calls.complete import Completion, OutputSchema, complete
from agents.calls.estimate import CallEstimate, estimate_call
from agents.calls.recording import note_rung
from agents.errors import ModelCallError
from agents.judges.checked_reply import checked_issues, evidence_check, read_verdict
from agents.judges.context_use import context_use
from agents.judges.judge_reply import KEY_POINTS_SCHEMA, JudgeReply, reply_model
from agents.judges.key_points import find_key_points, further_prompts, matched
from agents.judges.prompt import PLAIN, REVERSED, JudgePrompt, judge_prompt, own_template, repair_message
from agents.judges.settings import EvaluatorSettings
from agents.models.names import model_id
from agents.reply_parser import ParsedReply
from data_base.schemas.judgement import FailedJudgement, Issue, JudgementTrace, ParseRung, ScoredJudgement
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.usage import TokenUsage

_log = logging.getLogger(__name__)
# Far from the draws of usual judgements: a variant that looks like the plain prompt is asked anew too.
_VARIANT_DRAW = 1000
DRAWS_APART = 100
"""Between the first draws of judgements that repeat each other: each may take some more draws of its own."""


class _UnreadableError(Exception):
    """No reply to this prompt could be read."""


@dataclass(frozen=True, slots=True)
class _Calls:
    """The model calls of one judgement: those with a reply, and those given up."""

    replies: list[Completion] = field(default_factory=list)
    given_up: list[ModelCallError] = field(default_factory=list)

    @property
    def usage(self) -> TokenUsage:
        failed = sum((error.usage for error in self.given_up), TokenUsage())
        return sum((reply.usage for reply in self.replies), failed)

    @property
    def latency_ms(self) -> float:
        return sum(item.latency_ms for item in self.replies) + sum(item.elapsed_ms for item in self.given_up)


class ModelJudge:
    """Asks a model to judge; implements :class:`data_base.schemas.protocols.Judge`.

    The order of rescue for a reply that cannot be read: the rungs of the parser; one call that quotes the
    reply and the error; one fresh judgement; then failed. A model that broke the schema it was asked for is
    asked by the text prompt from then on. Replies that the cache kept are read again for nothing and do not
    count: where they are all broken, the model is asked anew.
    """

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
        prompt = self.prompt(request)
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
        prompt, calls = self.prompt(request), _Calls()
        for number in count(self._first_draw // 2):
            known = len(calls.replies)
            try:
                reply, rung = await self._round(prompt, number, calls)
                break
            except (ModelCallError, _UnreadableError) as error:
                is_unreadable = isinstance(error, _UnreadableError)
                if is_unreadable and all(reply.cached for reply in calls.replies[known:]):
                    continue
                _log.log(self._failure_level, "no judgement: %s", error)
                return FailedJudgement(trace=self._trace(prompt, calls, ()), error=str(error))
        shown = tuple(passage.id for passage in prompt.choice.shown)
        issues = checked_issues(prompt.request, tuple(reply.issues), shown)
        trace = self._trace(prompt, calls, issues)
        judgement = scored(reply, rung, issues, trace)
        if prompt.shows_reference and shown:
            context = context_use(reply.reference_claims, issues, shown)
            judgement = judgement.model_copy(update={"context": context})
        return judgement if not request.key_points else await self._with_points(judgement, prompt, reply)

    async def _with_points(
        self, judgement: ScoredJudgement, prompt: JudgePrompt, reply: JudgeReply
    ) -> ScoredJudgement:
        """The judgement with a finding for every key point, and the completeness that follows."""
        calls, schema = _Calls(), self._wanted(KEY_POINTS_SCHEMA)

        async def ask(messages: list[BaseMessage], tries: int) -> Completion:
            return await self._call(messages, calls, draw=self._first_draw + tries, schema=schema)

        found = matched(prompt.points, reply.key_points, prompt.request.answer)
        findings = await find_key_points(prompt.request, found, prompt.points, ask, prompt.language)
        trace = judgement.trace.model_copy(
            update={
                "usage": judgement.trace.usage + calls.usage,
                "latency_ms": judgement.trace.latency_ms + calls.latency_ms,
            }
        )
        return judgement.with_key_points(findings).model_copy(update={"trace": trace})

    async def _round(self, prompt: JudgePrompt, number: int, calls: _Calls) -> tuple[JudgeReply, ParseRung]:
        """Ask; have a broken reply repaired; ask afresh."""
        first = await self._ask(prompt, 2 * number, calls, schema=self._wanted(prompt.schema))
        if first.value is not None and first.rung is not None:
            return first.value, first.rung
        if (repaired := await self._repaired(prompt, first, calls)) is not None:
            return repaired, "repair_call"
        try:
            fresh = await self._ask(prompt, 2 * number + 1, calls)
        except ModelCallError as error:
            raise _UnreadableError(f"{_unreadable(first)}; asked afresh, {error}") from error
        if fresh.value is None or fresh.rung is None:
            raise _UnreadableError(_unreadable(fresh))
        return fresh.value, fresh.rung

    def _wanted(self, schema: OutputSchema) -> OutputSchema | None:
        return schema if self._settings.structured else None

    async def _ask(
        self, prompt: JudgePrompt, draw: int, calls: _Calls, *, schema: OutputSchema | None = None
    ) -> ParsedReply[JudgeReply]:
        reply = await self._call(prompt.messages(draw), calls, draw=draw, schema=schema)
        return _read(reply, prompt)

    async def _repaired(
        self, prompt: JudgePrompt, broken: ParsedReply[JudgeReply], calls: _Calls
    ) -> JudgeReply | None:
        """Quote the broken reply and the error; the second reply is read by the same ladder."""
        messages = [*prompt.messages(), repair_message(prompt, calls.replies[-1].text, _unreadable(broken))]
        try:
            reply = await self._call(messages, calls)
        except ModelCallError as error:
            _log.warning("the repair call failed: %s", error)
            return None
        return _read(reply, prompt).value

    async def _call(
        self, messages: list[BaseMessage], calls: _Calls, *, draw: int = 0, schema: OutputSchema | None = None
    ) -> Completion:
        try:
            reply = await complete(self._llm, messages, settings=self._settings, draw=draw, schema=schema)
        except ModelCallError as error:
            calls.given_up.append(error)
            raise
        calls.replies.append(reply)
        return reply

    def _trace(self, prompt: JudgePrompt, calls: _Calls, issues: tuple[Issue, ...]) -> JudgementTrace:
        return JudgementTrace(
            mode=prompt.mode,
            model_id=model_id(self._llm),
            prompt=prompt.template.ref,
            usage=calls.usage,
            latency_ms=calls.latency_ms,
            model_served=calls.replies[-1].model_served if calls.replies else None,
            system_fingerprint=calls.replies[-1].system_fingerprint if calls.replies else None,
            passages_shown=tuple(passage.id for passage in prompt.choice.shown),
            passages_left_out=tuple(passage.id for passage in prompt.choice.left_out),
            raw_reply=calls.replies[-1].text if calls.replies else None,
            evidence=evidence_check(prompt.request, issues),
            reference_seen=prompt.shows_reference,
        )


def _read(reply: Completion, prompt: JudgePrompt) -> ParsedReply[JudgeReply]:
    read = read_verdict(reply.text, prompt.request, reply_model(prompt.dimensions))
    note_rung(reply.text, read.rung)
    return read


def _unreadable(parsed: ParsedReply[JudgeReply]) -> str:
    return f"the judge's reply could not be read: {parsed.error or 'it contains no verdict'}"


def scored(
    reply: JudgeReply, rung: ParseRung, issues: tuple[Issue, ...], trace: JudgementTrace
) -> ScoredJudgement:
    """The judgement that a reply is."""
    said = reply.model_dump(include=set(JudgeReply.model_fields))
    taken = {name: said[name] for name in said.keys() - {"issues", "key_points", "reference_claims"}}
    own = {name: getattr(reply, name) for name in type(reply).model_fields if name not in said}
    return ScoredJudgement(trace=trace, rung=rung, issues=issues, dimensions=own, **taken)
