"""What every evaluator does, wherever its judge is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from agents.calls.run_sync import waited_for
from agents.judges.panel import FURTHER
from agents.judges.request import judge_request, pair_request
from agents.models.registry import PANEL, plain_name
from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Iterable, Mapping, Sequence

    from langchain_core.tools import BaseTool

    from agents.calls.estimate import CallEstimate
    from agents.graphs.nodes import Node
    from agents.judges.pairs.pair_request import PairRequest
    from agents.judges.passage_conversion import DocumentLike
    from agents.judges.settings import JudgeSettings
    from data_base.schemas.answer import Answer
    from data_base.schemas.blocked_source import BlockedSource
    from data_base.schemas.key_point import KeyPoint
    from data_base.schemas.pair_verdict import PairVerdict
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult


class AnswerEvaluator(ABC):
    """Judges answers by a judge that a subclass asks."""

    _settings: JudgeSettings

    @abstractmethod
    async def evaluate(self, request: JudgeRequest, *, tries: int = 2) -> FineGrainedEvaluationResult:
        """Evaluate one request.

        Args:
            request: what to evaluate.
            tries: judgements that are made at most until one can be read.
        """

    @abstractmethod
    async def judge_pair(self, request: PairRequest) -> list[PairVerdict]:
        """The verdict of each judge on a pair, in the order of the request."""

    @abstractmethod
    async def estimate(self, requests: Iterable[JudgeRequest] | AsyncIterable[JudgeRequest]) -> CallEstimate:
        """Calls, tokens and cost of evaluating these requests, before anything is paid for."""

    @abstractmethod
    async def judge_named(self) -> str:
        """The judge's name, several of a panel."""

    @property
    def further_judgements(self) -> int:
        """Judgements that may follow the first of an answer where it is close or failed."""
        return 0 if self._settings.panel is None else FURTHER

    async def evaluate_fine_grained(  # noqa: PLR0913  (each says something else of the answer)
        self,
        question: str,
        answer: str,
        documents: Iterable[DocumentLike] | None = None,
        *,
        reference_documents: Iterable[DocumentLike] | None = None,
        reference_answer: str | None = None,
        key_points: Sequence[KeyPoint | str | Mapping[str, Any]] = (),
        blocked: Sequence[BlockedSource | str | Mapping[str, Any]] = (),
        answerable: bool | None = None,
        as_given: Answer | None = None,
        tried: Sequence[str] = (),
    ) -> FineGrainedEvaluationResult:
        """Evaluate one answer with one model call, and one for every source or so with ``claims``.

        Args:
            question: as the user asked it.
            answer: the answer's text.
            documents: what the answer is based on: texts, passages, LangChain documents, tool messages,
                search results as mappings, or (address, text), or a search service's response with its
                ``results``; ``[3]`` cites the third. None: the answer
                comes without documents and is judged on ``reference_documents``, or on the judge's own
                knowledge. Empty: a search found nothing.
            reference_documents: shared documents to judge an answer without any by.
            reference_answer: an answer that is right, and need not be all that is right: what goes beyond it
                is judged by the documents, and where these are silent it is no invention.
            key_points: what a complete answer says, or must not say: texts, or mappings of the fields of
                :class:`data_base.schemas.key_point.KeyPoint`. Each gets a verdict, and completeness is
                computed from these and the weights.
            blocked: sources that the answer may not use: titles, addresses, or mappings of ``title``,
                ``authors`` and ``urls``. A key point that only such a source shows counts as missing.
            answerable: whether the documents contain the answer; None where it is not known. Where they do
                not, the judge knows it: declining is right and complete, a claim to the contrary wrong.
            as_given: the answer as its system gave it, where its marks name passages that it is not judged
                on; with ``claims`` these are its sources.
            tried: what was searched for and suggested before: the judge suggests none of it again, and may
                say that nothing is left to search for.

        Returns:
            The evaluation. A judge that fails gives one with ``evaluation_failed``, and does not raise.

        Raises:
            InputError: what was handed in cannot be used.
        """
        request = judge_request(
            question,
            answer,
            documents,
            reference_documents=reference_documents,
            reference_answer=reference_answer,
            key_points=key_points,
            blocked=blocked,
            answerable=answerable,
            as_given=as_given,
        )
        request = request.model_copy(update={"tried": tuple(tried)}) if tried else request
        return await self.evaluate(request, tries=1)

    evaluate_fine_grained_sync = waited_for(evaluate_fine_grained)
    """As :meth:`evaluate_fine_grained`, waiting for the result; works inside a running event loop too."""

    async def compare(  # noqa: PLR0913  (each says something else of the pair)
        self,
        question: str,
        first: str,
        second: str,
        documents: Iterable[DocumentLike] | None = None,
        *,
        reference_answer: str | None = None,
        key_points: Sequence[KeyPoint | str | Mapping[str, Any]] = (),
        blocked: Sequence[BlockedSource | str | Mapping[str, Any]] = (),
        answerable: bool | None = None,
    ) -> PairVerdict:
        """Judge which of two answers is better, shown in this order; ask in the other order, too.

        A language model is shown both answers with one call. The embedded judge, Python code, and a model
        whose window cannot contain both answers, judge each by itself, and the scores are compared.

        Args:
            question: as the user asked it.
            first: the text of the answer that is shown first.
            second: that of the other answer.
            documents: what both are judged on. None: there is nothing but the judge's own knowledge. Empty:
                a search found nothing.
            reference_answer: an answer that is right, and need not be all that is right.
            key_points: what a complete answer says, or must not say, as in :meth:`evaluate_fine_grained`.
            blocked: sources that the answers may not use; what an answer gives by one of them alone counts
                as not given.
            answerable: as in :meth:`evaluate_fine_grained`.

        Returns:
            The verdict. A judge that fails gives one with an ``error``, and does not raise.

        Raises:
            InputError: what was handed in cannot be used; or the judge is a panel, whose members have a
                verdict each, see :meth:`judge_pair`.
        """
        judge = plain_name(await self.judge_named())
        if PANEL in judge:
            raise InputError(
                f"the judges {judge} have a verdict on a pair each; ask one of them, or judge_pair"
            )
        request = pair_request(
            question,
            (first, second),
            documents,
            reference_answer=reference_answer,
            key_points=key_points,
            blocked=blocked,
            answerable=answerable,
        )
        (verdict,) = await self.judge_pair(request)
        return verdict

    compare_sync = waited_for(compare)
    """As :meth:`compare`, waiting for the verdict."""

    def as_node(
        self,
        question_key: str = "question",
        answer_key: str = "answer",
        documents_key: str | None = "documents",
        result_key: str = "evaluation",
        *,
        key_points_key: str | None = None,
        blocked_key: str | None = None,
    ) -> Node:
        """A node of a LangGraph graph that evaluates the answer in its state.

        Args:
            question_key: the state's key of the question.
            answer_key: that of the answer.
            documents_key: that of what the answer is based on, None for an answer without documents.
            result_key: that of the evaluation.
            key_points_key: that of the question's key points, as :meth:`evaluate_fine_grained` takes them, or
                a text with one a line; None where there are none.
            blocked_key: that of the sources that the answer may not use; None where there are none.
        """
        from agents.graphs.nodes import judge_node  # noqa: PLC0415  (loads LangGraph)

        return judge_node(
            self,
            question_key=question_key,
            answer_key=answer_key,
            documents_key=documents_key,
            result_key=result_key,
            key_points_key=key_points_key,
            blocked_key=blocked_key,
        )

    def as_tool(
        self,
        key_points: str | Sequence[KeyPoint | str | Mapping[str, Any]] = (),
        blocked: Sequence[BlockedSource | str | Mapping[str, Any]] = (),
    ) -> BaseTool:
        """A LangChain tool ``judge_answer`` for an agent; its artifact is the whole evaluation.

        Args:
            key_points: of the question that the agent works on, also as a text with one a line; the tool's
                text says which are missing.
            blocked: sources that its answer may not use.

        Raises:
            InputError: one of them cannot be used.
        """
        from agents.graphs.judge_tool import judge_tool  # noqa: PLC0415  (loads LangGraph)

        return judge_tool(self, key_points, blocked)

    async def asks_a_model(self, request: JudgeRequest) -> bool:
        """Whether evaluating this request makes a model call, or needs none since its reply is kept."""
        return (await self.estimate([request])).calls > 0
