"""Nodes of a host's graph: one that judges an answer, and one that researches a question."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any, Protocol

from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.config import get_stream_writer

from agents.calls.run_sync import wait_for
from agents.judges.passage_conversion import as_passages
from agents.research.events import ResearchEvent, result_at_end
from data_base.errors import InputError
from data_base.rubric_entries import read_rubric
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint
from data_base.schemas_deep_research import FineGrainedEvaluationResult

Node = Runnable[Any, dict[str, Any]]
"""What ``StateGraph.add_node`` takes; works with ``invoke`` and ``ainvoke``."""
Write = Callable[[Any], None]


class EvaluatesAnswers(Protocol):
    """An evaluator, as far as a node uses it."""

    async def evaluate_fine_grained(  # noqa: D102
        self,
        question: str,
        answer: str,
        documents: Sequence[Any] | None = None,
        *,
        key_points: Sequence[KeyPoint | str | Mapping[str, Any]] = (),
        blocked: Sequence[BlockedSource | str | Mapping[str, Any]] = (),
    ) -> FineGrainedEvaluationResult: ...


class Researches(Protocol):
    """A Deep Research service, as far as a node uses it."""

    def stream(self, question: str) -> AsyncGenerator[ResearchEvent]: ...  # noqa: D102


def judge_node(  # noqa: PLR0913  (a key each)
    evaluator: EvaluatesAnswers,
    *,
    question_key: str,
    answer_key: str,
    documents_key: str | None,
    result_key: str,
    key_points_key: str | None = None,
    blocked_key: str | None = None,
) -> Node:
    """A node that puts the evaluation of an answer into the state.

    Args:
        evaluator: judges.
        question_key: the state's key of the question.
        answer_key: that of the answer.
        documents_key: that of what the answer is based on, None for an answer without documents. A search
            result without a text counts as its name, which is logged.
        result_key: that of the evaluation.
        key_points_key: that of the question's key points, be they a text with one a line; None where there
            are none.
        blocked_key: that of the sources that the answer may not use, None where there are none.
    """

    async def judge(state: Any) -> dict[str, Any]:  # noqa: ANN401  (of the host's schema)
        found = None if documents_key is None else _field(state, "documents_key", documents_key)
        documents = None if found is None else as_passages(found, documents_key or "")
        question = _field(state, "question_key", question_key)
        asked = question, _field(state, "answer_key", answer_key), documents
        rubric: dict[str, Any] = {}
        if key_points_key:
            points = _field(state, "key_points_key", key_points_key) or ()
            rubric["key_points"] = read_rubric(points, f"{key_points_key!r} of the graph's state")
        if blocked_key:
            rubric["blocked"] = _field(state, "blocked_key", blocked_key) or ()
        return {result_key: await evaluator.evaluate_fine_grained(*asked, **rubric)}

    return RunnableLambda(lambda state: wait_for(lambda: judge(state)), afunc=judge, name="judge")


class ResearchGraphNode:
    """A Deep Research service that can be a node of a LangGraph graph."""

    def as_node(
        self: Researches,
        question_key: str = "question",
        answer_key: str = "answer",
        result_key: str | None = None,
        *,
        events: bool = True,
    ) -> Node:
        """A node of a LangGraph graph that answers the question in its state.

        Args:
            question_key: the state's key of the question.
            answer_key: that of the answer's text.
            result_key: that of the whole :class:`DeepResearchResult`; None to leave it out.
            events: whether what happens goes into the graph's stream (``stream_mode="custom"``).
        """

        async def work(state: Any, write: Write | None) -> dict[str, Any]:  # noqa: ANN401  (of the host's schema)
            result = await result_at_end(self.stream(_field(state, "question_key", question_key)), write)
            return {answer_key: result.answer.text} | ({} if result_key is None else {result_key: result})

        async def research(state: Any) -> dict[str, Any]:  # noqa: ANN401  (as above)
            return await work(state, get_stream_writer() if events else None)

        def research_sync(state: Any) -> dict[str, Any]:  # noqa: ANN401  (as above)
            write = get_stream_writer() if events else None
            return wait_for(lambda: work(state, write))

        return RunnableLambda(research_sync, afunc=research, name="research")


def _field(state: Any, parameter: str, key: str) -> Any:  # noqa: ANN401  (of the host's schema)
    """The field of a host's state, be it a mapping, a dataclass or a model, that a parameter names.

    Raises:
        InputError: it has no such field.
    """
    found = state.get(key, _NOTHING) if isinstance(state, Mapping) else getattr(state, key, _NOTHING)
    if found is _NOTHING:
        none = ", or pass None for answers without documents" if parameter == "documents_key" else ""
        said = f"as_node({parameter}={key!r}): the graph's state has no such field; fill it or name another"
        raise InputError(said + none)
    return found


_NOTHING = object()
