"""Attempts, evaluations and the parts of a research run, made to order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.retrievers import BaseRetriever
from pydantic import Field

from agents.deep_research import DeepResearchService
from agents.research.queries import FollowUpProposal, PlanProposal, QueryProposal
from agents.research.settings import ResearchSettings
from agents.research.writer import Unchanged
from data_base.schemas.answer import Answer
from data_base.schemas.judgement import FailedJudgement, JudgementTrace, PromptRef, ScoredJudgement
from data_base.schemas.passage import Passage
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import Attempt, FineGrainedEvaluationResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document

    from data_base.schemas.judgement import Answered, Issue

PROMPT = PromptRef(id="judge_with_documents", version="1", language="en", sha256="0" * 64)
CALL = TokenUsage(input_tokens=90, output_tokens=10, calls=1)


def evaluation(
    accuracy: float = 9,
    completeness: float = 9,
    clarity: float = 9,
    *,
    suggestion: str = "look for more",
    issues: Sequence[Issue] = (),
    answered: Answered | None = None,
    usage: TokenUsage = CALL,
) -> FineGrainedEvaluationResult:
    return FineGrainedEvaluationResult.from_judgement(
        ScoredJudgement(
            trace=JudgementTrace(mode="documents", model_id="stub", prompt=PROMPT, usage=usage),
            rung="strict",
            analysis="",
            accuracy=accuracy,
            completeness=completeness,
            clarity=clarity,
            reason="so it is",
            suggestion=suggestion,
            issues=tuple(issues),
            answered=answered,
        )
    )


def failed_evaluation(usage: TokenUsage = CALL) -> FineGrainedEvaluationResult:
    trace = JudgementTrace(mode="documents", model_id="stub", prompt=PROMPT, usage=usage)
    return FineGrainedEvaluationResult.from_judgement(FailedJudgement(trace=trace, error="no JSON in sight"))


def attempt(
    number: int = 1,
    verdict: FineGrainedEvaluationResult | None = None,
    *,
    abstained: bool = False,
    new: Sequence[str] = (),
    usage: TokenUsage = CALL,
    elapsed_ms: float = 0,
) -> Attempt:
    return Attempt(
        number=number,
        query=f"query {number}",
        new=tuple(new),
        answer=Answer(text=f"draft {number}"),
        abstained=abstained,
        evaluation=verdict,
        usage=usage,
        elapsed_ms=elapsed_ms,
    )


def passage(name: str, text: str | None = None) -> Passage:
    return Passage(id=f"{name}#1", doc_id=name, text=text or f"What {name} says.")


class TableRetriever(BaseRetriever):
    """Finds what a table says for each query, and counts the searches."""

    table: dict[str, list[Passage]]
    searches: list[str] = Field(default_factory=list)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        self.searches.append(query)
        return [found.to_document() for found in self.table.get(query, [])]


@dataclass
class StubPlanner:
    """Plans and refines by table: a query and what it is refined into."""

    parts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    refined: Callable[[str, str, Sequence[str]], str] = lambda question, suggestion, tried: ""
    follow_ups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    also: Mapping[str, Sequence[str]] = field(default_factory=dict)
    followed: Callable[[str, Sequence[Passage]], Sequence[str] | FollowUpProposal] = lambda hop, found: ()
    calls: list[tuple[str, ...]] = field(default_factory=list)

    async def propose_plan(self, question: str, *, as_of: str = "") -> PlanProposal:
        self.calls.append(("plan", question))
        return PlanProposal(
            sub_questions=tuple(self.parts.get(question, (question,))),
            follow_ups=tuple(self.follow_ups.get(question, ())),
            also=tuple(self.also.get(question, ())),
            usage=CALL,
        )

    async def propose_follow_up(
        self,
        question: str,
        follow_up: str,
        *,
        earlier: Sequence[str],
        later: Sequence[str] = (),
        known: Mapping[int, str] | None = None,
        tried: Sequence[str],
        found: Sequence[Passage],
        as_of: str = "",
    ) -> FollowUpProposal:
        self.calls.append(("follow_up", follow_up, *earlier))
        said = self.followed(follow_up, found)
        proposal = said if isinstance(said, FollowUpProposal) else FollowUpProposal(queries=tuple(said))
        return proposal.model_copy(update={"usage": CALL})

    async def propose_query(
        self,
        question: str,
        suggestion: str,
        *,
        tried: Sequence[str],
        found: Sequence[Passage],
        as_of: str = "",
    ) -> QueryProposal:
        self.calls.append(("refine", suggestion))
        return QueryProposal(query=self.refined(question, suggestion, tried), usage=CALL)


@dataclass
class StubWriter:
    """Writes what a function makes of the passages."""

    draft: Callable[[Sequence[Passage]], str | Unchanged] = lambda passages: "It is so."
    calls: list[tuple[tuple[Passage, ...], Attempt | None]] = field(default_factory=list)

    async def write(
        self,
        question: str,
        passages: Sequence[Passage],
        earlier: Attempt | None = None,
        *,
        as_of: str = "",
    ) -> Answer | Unchanged:
        self.calls.append((tuple(passages), earlier))
        said = self.draft(passages)
        if isinstance(said, Unchanged):
            return said.model_copy(update={"usage": CALL})
        return Answer(text=said, passages=tuple(passages), usage=CALL)


@dataclass
class StubEvaluator:
    """Gives the evaluations of a script, one a call; the last one again and again."""

    script: Iterable[FineGrainedEvaluationResult]
    questions: list[str] = field(default_factory=list)
    documents: list[list[str]] = field(default_factory=list)

    async def evaluate_fine_grained(
        self, question: str, answer: str, documents: Sequence[Any] | None = None
    ) -> FineGrainedEvaluationResult:
        script = list(self.script)
        self.questions.append(question)
        self.documents.append([document.id for document in documents or ()])
        return script[min(len(self.questions), len(script)) - 1]


def research_service(
    *,
    planner: StubPlanner | None = None,
    writer: StubWriter | None = None,
    evaluator: StubEvaluator | None = None,
    retriever: BaseRetriever,
    settings: ResearchSettings | None = None,
    final_judge: StubEvaluator | None = None,
) -> DeepResearchService:
    """A service whose planner and writer are stubs, too; by default a single, passing attempt in memory."""
    judge = evaluator or StubEvaluator([evaluation()])
    service = DeepResearchService(
        FakeListChatModel(responses=["never asked"]),
        retriever=retriever,
        evaluator=judge,
        settings=settings or ResearchSettings(checkpoints=None),
        final_judge=final_judge,
    )
    service._context = replace(
        service._context, planner=planner or StubPlanner(), writer=writer or StubWriter()
    )
    return service
