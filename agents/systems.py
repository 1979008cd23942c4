"""The two systems of the arena: a model on its own, and Deep Research."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from langchain_core.language_models import BaseChatModel

from agents.research.writer import AnswerWriter
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas_deep_research import DeepResearchResult

if TYPE_CHECKING:
    from agents.deep_research import DeepResearchService

FINAL_JUDGE = "final_judge"
"""The role of the judge of what Deep Research returns."""
ALONE_PROMPTS = ("answer_without_documents",)
"""Ids of the prompts that a model alone is shown."""
RESEARCH_PROMPTS = ("plan", "follow_up", "refine", "answer_with_documents")
"""Ids of the prompts that the model of Deep Research is shown."""


@dataclass(frozen=True, slots=True)
class PureLLM:
    """A model that answers from what it knows, without documents."""

    llm: BaseChatModel | str
    """A LangChain chat model or a model name."""
    name: str = "pure_llm"
    """The system's name in runs and reports."""

    async def answer(self, case: Case) -> Answer:
        """Answer the case's question in one model call, in the question's own language, as research does."""
        return await AnswerWriter(self.llm).write_without_documents(case.question)


@dataclass(frozen=True, slots=True)
class DeepResearch:
    """Deep Research as a system."""

    service: DeepResearchService
    """What researches."""
    name: str = "deep_research"
    """The system's name in runs and reports."""
    run_label: str = ""
    """Names the evaluation run this is part of.

    With it, a question whose research was cut off goes on where it was when the run is resumed. Empty: every
    answer is researched again.
    """

    async def research(self, case: Case) -> DeepResearchResult:
        """Research the case's question and return all that came of it."""
        return await self.service.run(case.question, thread_id=self.kept_as(case) if self.run_label else None)

    def kept_as(self, case: Case) -> str:
        """What the research of a case is called, as a part of its run."""
        label = f"{self.run_label}/{self.name}/{case.id}"
        return self.service.thread_id(case.question, label=label)

    async def answer(self, case: Case) -> Answer:
        """The answer of :meth:`research`, with the cost of the whole run."""
        result = await self.research(case)
        return result.answer.model_copy(update={"usage": result.usage, "latency_ms": result.elapsed_ms})
