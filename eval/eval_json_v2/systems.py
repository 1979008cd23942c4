"""Outputs of systems that are none of our chat models, and contexts that Deep Research finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.schemas.case import Case
from eval.eval_json_v2.outcome import Outcome

if TYPE_CHECKING:
    from data_base.schemas.protocols import System
    from eval.eval_json_v2.question_set import Question
    from eval.eval_json_v2.recorded import Chunk
    from eval.systems.contestants import Researcher


async def output_of(system: System, question: Question) -> Outcome[str]:
    """Ask a system a question; the text of its answer is the raw output."""
    answer = await system.answer(_case(question))
    return Outcome(answer.text, model_id=answer.model_id, usage=answer.usage)


async def researched(researcher: Researcher, question: Question) -> Outcome[list[Chunk]]:
    """The passages that Deep Research answers a question from."""
    result = await researcher.research(_case(question))
    chunks = [{"source_path": passage.doc_id, "text": passage.text} for passage in result.answer.passages]
    return Outcome(chunks, model_id=result.answer.model_id, usage=result.usage)


def _case(question: Question) -> Case:
    return Case(id=question.id, question=question.question)
