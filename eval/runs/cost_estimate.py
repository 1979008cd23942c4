"""What answering and researching will take, before anything is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from langchain_core.language_models import BaseChatModel

from agents.calls.estimate import CallEstimate, estimate_call
from agents.calls.prompt_messages import passage_section, render, text_section
from agents.evaluator import RAGEvaluator
from agents.judges.passage_conversion import as_passages
from agents.models.registry import EMBEDDED, model_id
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import detect_language
from prompts.registry import load

if TYPE_CHECKING:
    from agents.deep_research import DeepResearchService


async def answer_estimate(llm: BaseChatModel, question: str) -> CallEstimate:
    """An answer from the model's own knowledge."""
    return await _call(llm, "answer_without_documents", question)


async def research_estimate(
    llm: BaseChatModel, judges: Sequence[RAGEvaluator], service: DeepResearchService, question: str
) -> CallEstimate:
    """The first attempt of a research: a plan, a draft and its judgements. Further attempts come on top.

    Args:
        llm: plans and writes.
        judges: of the drafts and of what is returned.
        service: searches.
        question: the question.
    """
    found = await passages_for(service, question)
    plan = await _call(llm, "plan", question)
    draft = await _call(llm, "answer_with_documents", question, found) if found else CallEstimate()
    request = JudgeRequest(question=question, answer="", documents=found)
    judging = [await judge.estimate([request]) for judge in judges]
    return sum(judging, plan + draft)


async def passages_for(service: DeepResearchService, question: str) -> tuple[Passage, ...]:
    """What the question itself finds; nobody outside is asked."""
    retriever = service.context.retriever
    local = getattr(retriever, "local", retriever)
    return () if local is None else tuple(as_passages(await local.ainvoke(question)))


async def _call(
    llm: BaseChatModel, prompt_id: str, question: str, passages: Sequence[Passage] = ()
) -> CallEstimate:
    if model_id(llm) == EMBEDDED:
        return CallEstimate()
    data = {"question": [text_section("question", question)]}
    if passages:
        data["passages"] = [passage_section(passage, n) for n, passage in enumerate(passages, start=1)]
        data |= {"draft": [], "review": []}
    return await estimate_call(llm, render(load(prompt_id, detect_language(question)), data))
