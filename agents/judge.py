"""A judge that is one chat model: one call for one judgement."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.chat_models.names import model_id
from agents.errors import ModelCallError
from agents.evaluator_settings import EvaluatorSettings
from agents.judge_reply import REPLY_SHAPE, JudgeReply
from agents.model_call import Completion, complete
from agents.passage_choice import DEFAULT_TOKEN_BUDGET, PassageChoice, choose_passages
from agents.prompting import passage_section, render, text_section
from agents.reply_parser import ParsedReply, parse_reply
from data_base.judgement import FailedJudgement, JudgementTrace, JudgeMode, ParseRung, ScoredJudgement
from data_base.text.language import detect_language
from data_base.usage import TokenUsage
from prompts.registry import PromptTemplate, load

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from data_base.protocols import JudgeRequest

_log = logging.getLogger(__name__)

# A window also holds the rubric, question, answer and reply.
_WINDOW_SHARE = 0.6
# A broken reply is quoted up to here; a verdict stands at its end.
_QUOTED_CHARS = 12_000


@dataclass(frozen=True)
class _Exchange:
    """What passed between program and model."""

    template: PromptTemplate
    replies: tuple[Completion, ...] = ()

    def plus(self, reply: Completion) -> _Exchange:
        return _Exchange(self.template, (*self.replies, reply))


class ModelJudge:
    """Asks a model to judge; implements :class:`data_base.protocols.Judge`."""

    def __init__(self, llm: BaseChatModel, settings: EvaluatorSettings | None = None) -> None:
        """Bind model and settings.

        Args:
            llm: any LangChain chat model.
            settings: how to judge.
        """
        self._llm = llm
        self._settings = settings or EvaluatorSettings()

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer.

        A reply that cannot be read is quoted to the model once, to be written again; a model that fails
        gives a failed judgement.

        Raises:
            InputError: the user must mend something before the model can be asked.
        """
        mode = mode_of(request)
        passages = request.documents if request.documents is not None else request.reference_documents
        choice = choose_passages(
            request.question,
            request.answer,
            passages or (),
            limit=self._settings.passage_limit,
            token_budget=self._settings.token_budget or passage_budget(self._llm),
        )
        exchange = _Exchange(self._template(request, mode))
        try:
            exchange, parsed, rung = await self._ask(exchange, request, mode, choice)
        except ModelCallError as error:
            return self._failed(str(error), exchange, mode, choice)
        if parsed.value is None or rung is None:
            return self._failed(_unreadable(parsed), exchange, mode, choice)
        return _scored(parsed.value, rung, self._trace(exchange, mode, choice))

    async def _ask(
        self, exchange: _Exchange, request: JudgeRequest, mode: JudgeMode, choice: PassageChoice
    ) -> tuple[_Exchange, ParsedReply[JudgeReply], ParseRung | None]:
        data = {
            "question": [text_section("question", request.question)],
            "answer": [text_section("answer", request.answer)],
        }
        if mode != "no_documents":
            data["passages"] = [passage_section(item, n) for n, item in enumerate(choice.shown, start=1)]
        ordered = {slot: data[slot] for slot in exchange.template.slots}
        reply = await complete(self._llm, render(exchange.template, ordered), settings=self._settings.call)
        exchange = exchange.plus(reply)
        parsed = parse_reply(reply.text, JudgeReply)
        if parsed.value is not None:
            return exchange, parsed, parsed.rung
        return await self._ask_again(exchange, parsed)

    async def _ask_again(
        self, exchange: _Exchange, broken: ParsedReply[JudgeReply]
    ) -> tuple[_Exchange, ParsedReply[JudgeReply], ParseRung | None]:
        """Quote the broken reply and the error; the second reply is read by the same ladder."""
        template = load("repair_reply", exchange.template.language)
        data = {
            "reply": [text_section("reply", exchange.replies[-1].text[-_QUOTED_CHARS:])],
            "error": [text_section("error", _unreadable(broken))],
            "shape": [text_section("shape", REPLY_SHAPE)],
        }
        try:
            reply = await complete(self._llm, render(template, data), settings=self._settings.call)
        except ModelCallError as error:
            _log.warning("the repair call failed: %s", error)
            return exchange, broken, None
        parsed = parse_reply(reply.text, JudgeReply)
        return exchange.plus(reply), parsed, "repair_call" if parsed.value is not None else None

    def _template(self, request: JudgeRequest, mode: JudgeMode) -> PromptTemplate:
        language = self._settings.language or detect_language(request.question)
        name = "judge_without_documents" if mode == "no_documents" else "judge_with_documents"
        return load(name, language)

    def _failed(
        self, error: str, exchange: _Exchange, mode: JudgeMode, choice: PassageChoice
    ) -> FailedJudgement:
        _log.error("no judgement: %s", error)
        return FailedJudgement(trace=self._trace(exchange, mode, choice), error=error)

    def _trace(self, exchange: _Exchange, mode: JudgeMode, choice: PassageChoice) -> JudgementTrace:
        return JudgementTrace(
            mode=mode,
            model_id=model_id(self._llm),
            prompt=exchange.template.ref,
            usage=sum((reply.usage for reply in exchange.replies), TokenUsage()),
            latency_ms=sum(reply.latency_ms for reply in exchange.replies),
            passages_shown=tuple(passage.id for passage in choice.shown),
            passages_left_out=tuple(passage.id for passage in choice.left_out),
            raw_reply=exchange.replies[-1].text if exchange.replies else None,
        )


def mode_of(request: JudgeRequest) -> JudgeMode:
    """On what an answer is judged: its own documents (even none found), lent ones, or nothing."""
    if request.documents is not None:
        return "documents"
    return "comparison" if request.reference_documents else "no_documents"


def passage_budget(llm: BaseChatModel) -> int:
    """Estimated tokens that passages may take: a share of the model's window where LangChain knows it."""
    profile = getattr(llm, "profile", None) or {}
    window = profile.get("max_input_tokens") if isinstance(profile, dict) else None
    return int(window * _WINDOW_SHARE) if isinstance(window, int) and window > 0 else DEFAULT_TOKEN_BUDGET


def _unreadable(parsed: ParsedReply[JudgeReply]) -> str:
    return f"the judge's reply could not be read: {parsed.error or 'it holds no verdict'}"


def _scored(reply: JudgeReply, rung: ParseRung, trace: JudgementTrace) -> ScoredJudgement:
    return ScoredJudgement(
        trace=trace,
        rung=rung,
        analysis=reply.analysis,
        accuracy=reply.accuracy,
        completeness=reply.completeness,
        clarity=reply.clarity,
        reason=reply.reason,
        suggestion=reply.suggestion,
        issues=reply.issues,
    )
