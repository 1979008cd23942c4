"""What a run of the research loop works with; it is handed to the graph and never kept in a checkpoint."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from langchain_core.retrievers import BaseRetriever

    from agents.research.queries import FollowUpProposal, PlanProposal, QueryProposal
    from agents.research.settings import ResearchSettings
    from agents.research.writer import Unchanged
    from data_base.schemas.answer import Answer
    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import Attempt, FineGrainedEvaluationResult


class ResearchPlanner(Protocol):
    """Finds a question's parts and refines queries; :class:`agents.planner.Planner` is one."""

    async def propose_plan(self, question: str, *, as_of: str) -> PlanProposal:
        """The parts of a question."""
        ...

    async def propose_follow_up(  # noqa: PLR0913  (each says something else of the step)
        self,
        question: str,
        follow_up: str,
        *,
        earlier: Sequence[str],
        later: Sequence[str],
        known: Mapping[int, str],
        tried: Sequence[str],
        found: Sequence[Passage],
        as_of: str,
    ) -> FollowUpProposal:
        """Queries for a follow-up of the plan, or a later one, from what was found by the earlier steps."""
        ...

    async def propose_query(
        self, question: str, suggestion: str, *, tried: Sequence[str], found: Sequence[Passage], as_of: str
    ) -> QueryProposal:
        """The next query; an empty or tried one says that nothing is left to try."""
        ...


class ResearchWriter(Protocol):
    """Writes drafts; :class:`agents.research.writer.AnswerWriter` is one."""

    async def write(
        self, question: str, passages: Sequence[Passage], earlier: Attempt | None = None, *, as_of: str
    ) -> Answer | Unchanged:
        """Answer from the passages, best first, better than the earlier draft, or leave that as it is."""
        ...


class ResearchEvaluator(Protocol):
    """Judges drafts; :class:`agents.evaluator.RAGEvaluator` is one.

    Where its method takes ``tried``, it is handed what was searched for and suggested before.
    """

    async def evaluate_fine_grained(
        self, question: str, answer: str, documents: Sequence[Passage] | None = None
    ) -> FineGrainedEvaluationResult:
        """Judge an answer on documents; failure is a result, not an exception."""
        ...


@dataclass(frozen=True, slots=True)
class FinalJudge:
    """A judge with the name that results give it."""

    name: str
    """The judge's name."""
    evaluator: ResearchEvaluator
    """Judges."""


@dataclass(frozen=True, slots=True)
class ResearchContext:
    """The parts of one run."""

    planner: ResearchPlanner
    """Finds parts and refines queries."""
    writer: ResearchWriter
    """Writes drafts."""
    evaluator: ResearchEvaluator
    """Judges them."""
    retriever: BaseRetriever
    """Any LangChain retriever."""
    settings: ResearchSettings
    """The loop's."""
    final_judge: FinalJudge | None = None
    """Judges what is returned, and steers nothing; None where nobody does."""
    streams_drafts: bool = False
    """Whether a host's graph streams the tokens of drafts, which only the writer's have."""
    clock: Callable[[], float] = time.monotonic
    """Seconds that only ever go up; what time budgets are measured by."""

    async def judged(self, question: str, draft: Answer, tried: Sequence[str]) -> FineGrainedEvaluationResult:
        """The judge's word on a draft; one that can be shown it knows what was tried."""
        judge = self.evaluator.evaluate_fine_grained
        knowing = {"tried": tuple(tried)} if "tried" in inspect.signature(judge).parameters else {}
        return await judge(question, draft.text, draft.passages, **knowing)
