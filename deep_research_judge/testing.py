"""Judges, results and a chat model for the tests of a program that uses the judge; nothing is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.output_parsers import BaseOutputParser, JsonOutputParser, PydanticOutputParser
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from pydantic import BaseModel, Field, PlainValidator, PrivateAttr, ValidationError

from agents.calls.estimate import CallEstimate
from agents.evaluator_base import AnswerEvaluator
from agents.judges.pairs.pair_request import PairRequest
from agents.judges.settings import EvaluatorSettings
from data_base.errors import InputError, a_kind_of, first_fault
from data_base.schemas.judgement import FailedJudgement, JudgementTrace, ScoredJudgement
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas_deep_research import FineGrainedEvaluationResult

__all__ = ["FixedJudge", "ScriptedChatModel", "failed_result", "scored_result"]

_TRACE = JudgementTrace(mode="documents", model_id="fixed")


def scored_result(
    *,
    accuracy: float = 9,
    completeness: float = 9,
    clarity: float = 9,
    reason: str = "as the test says",
    suggestion: str = "",
) -> FineGrainedEvaluationResult:
    """The result of a judge that scored an answer.

    Args:
        accuracy: from 1 to 10, as the two others.
        completeness: the second score.
        clarity: the third.
        reason: why.
        suggestion: what would make the answer better.

    Raises:
        InputError: a score is out of range, or a text is none.
    """
    try:
        judgement = ScoredJudgement(
            trace=_TRACE,
            rung="strict",
            accuracy=accuracy,
            completeness=completeness,
            clarity=clarity,
            reason=reason,
            suggestion=suggestion,
        )
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(f"scored_result: {fault.field} {fault.reason}") from None
    return FineGrainedEvaluationResult.from_judgement(judgement)


def failed_result(*, reason: str = "the judge failed") -> FineGrainedEvaluationResult:
    """The result of a judge that failed: no scores, and no suggestion.

    Args:
        reason: why it failed.
    """
    return FineGrainedEvaluationResult.from_judgement(FailedJudgement(trace=_TRACE, error=reason))


class FixedJudge(AnswerEvaluator):
    """Takes the place of a ``RAGEvaluator``: gives its results in turn, and the last one again and again.

    Attributes:
        requests: what it was given to judge, in order.
    """

    def __init__(self, results: Iterable[FineGrainedEvaluationResult]) -> None:
        """Bind the results.

        Raises:
            InputError: there are none, or something else is among them.
        """
        self._results: tuple[FineGrainedEvaluationResult, ...] = _all_of(results, FineGrainedEvaluationResult)
        if not self._results:
            raise InputError(
                "FixedJudge takes a list of one result or more, such as [scored_result(accuracy=4)], "
                f"not {_named(results)}"
            )
        self._settings = EvaluatorSettings()
        self.requests: list[JudgeRequest] = []

    @property
    def model_id(self) -> str:
        """The judge's name."""
        return _TRACE.model_id

    async def judge_named(self) -> str:
        """The judge's name."""
        return self.model_id

    async def evaluate(self, request: JudgeRequest, *, tries: int = 2) -> FineGrainedEvaluationResult:  # noqa: ARG002  (as every evaluator's)
        """The next result."""
        self.requests.append(request)
        return self._results[min(len(self.requests), len(self._results)) - 1]

    async def judge_pair(self, request: PairRequest) -> list[PairVerdict]:  # noqa: ARG002  (as every evaluator's)
        """A fixed judge compares nothing.

        Raises:
            InputError: always.
        """
        raise InputError("FixedJudge judges single answers; use RAGEvaluator('embedded') for pairs")

    async def estimate(self, requests: Iterable[JudgeRequest] | Any) -> CallEstimate:  # noqa: ANN401, ARG002  (as every evaluator's)
        """Nothing: no model is called."""
        return CallEstimate()


def _all_of(given: object, kind: Any) -> tuple[Any, ...]:  # noqa: ANN401  (a type or a union)
    """What is in a list if it is of this kind throughout, else nothing."""
    listed = isinstance(given, Iterable) and not isinstance(given, str | BaseModel)
    found: tuple[Any, ...] = tuple(given) if listed else ()  # type: ignore[arg-type]
    return found if all(isinstance(each, kind) for each in found) else ()


def _named(given: object) -> str:
    return f"{given!r:.60}" if isinstance(given, list | tuple) else a_kind_of(given)


def _script(given: object) -> object:
    if callable(given):
        return given
    replies = _all_of(given, str | AIMessage | Exception)
    if not replies:
        raise InputError(
            "ScriptedChatModel takes a list of one reply or more (texts, AIMessages, exceptions) or a "
            f"function of the messages, not {_named(given)}"
        )
    return replies


class ScriptedChatModel(BaseChatModel):
    """Replies in turn, the last reply again and again, or by a function of the messages.

    ``ScriptedChatModel(replies=["…"])``; exceptions are raised, messages are given as they are.
    """

    replies: Annotated[
        Sequence[str | AIMessage | Exception] | Callable[[list[BaseMessage]], str | AIMessage],
        PlainValidator(_script),
    ] = Field(exclude=True)
    """What it says."""
    _prompts: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    @property
    def prompts(self) -> list[list[BaseMessage]]:
        """The messages of every call, in order."""
        return self._prompts

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:  # noqa: ANN401, ARG002  (LangChain's signature)
        """The model itself: what it calls is in the script."""
        return self

    def with_structured_output(
        self,
        schema: Any,  # noqa: ANN401  (LangChain's signature)
        *,
        include_raw: bool = False,
        **kwargs: Any,  # noqa: ANN401, ARG002  (as above)
    ) -> Runnable[Any, Any]:
        """The model with its replies read as JSON: objects of a pydantic class, else dictionaries.

        Raises:
            NotImplementedError: the raw reply is asked for, too.
        """
        if include_raw:
            raise NotImplementedError("a scripted model replies with its script")
        is_class = isinstance(schema, type) and issubclass(schema, BaseModel)
        parser: BaseOutputParser[Any] = (
            PydanticOutputParser(pydantic_object=schema) if is_class else JsonOutputParser()
        )
        return self | parser

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002  (LangChain's signature)
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (as above)
        **kwargs: Any,  # noqa: ANN401, ARG002  (as above)
    ) -> ChatResult:
        self._prompts.append(list(messages))
        if callable(self.replies):
            reply: str | AIMessage | Exception = self.replies(messages)
        else:
            reply = self.replies[min(len(self._prompts), len(self.replies)) - 1]
        if isinstance(reply, Exception):
            raise reply
        message = AIMessage(reply) if isinstance(reply, str) else reply.model_copy()
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401  (as above)
    ) -> ChatResult:
        return self._generate(messages, stop, **kwargs)
