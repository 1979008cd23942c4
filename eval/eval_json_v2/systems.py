"""Outputs of systems that are none of our chat models, and contexts that Deep Research finds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agents.errors import ModelCallError
from data_base.case import Case
from eval.answer_object import UnusableAnswerError
from eval.http_system import HttpStatusError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from data_base.protocols import System
    from eval.contestants import Researcher
    from eval.eval_json_v2.question_set import Question
    from eval.eval_json_v2.recorded import Chunk

_NEVER_REACHED = (ModelCallError, HttpStatusError, UnusableAnswerError, TimeoutError, ConnectionError)


async def outputs_of(
    system: System,
    questions: Sequence[Question],
    told: Callable[[str, str | None], None] = lambda _id, _output: None,
    *,
    concurrency: int = 4,
) -> dict[str, str | None]:
    """Ask a system every question; the text of its answer is the raw output.

    Args:
        system: who answers.
        questions: what is asked.
        told: called with id and raw output as each comes.
        concurrency: questions under way at once.

    Returns:
        Question id to the output, None where the system could not be reached or gave no answer.
    """
    free = asyncio.Semaphore(concurrency)

    async def one(question: Question) -> str | None:
        async with free:
            output = await _output(system, question)
        told(question.id, output)
        return output

    outputs = await asyncio.gather(*map(one, questions))
    return {question.id: output for question, output in zip(questions, outputs, strict=True)}


async def _output(system: System, question: Question) -> str | None:
    try:
        return (await system.answer(Case(id=question.id, question=question.question))).text
    except _NEVER_REACHED:
        return None


async def researched(
    researcher: Researcher, questions: Sequence[Question], *, concurrency: int = 4
) -> dict[str, list[Chunk]]:
    """Question id to the passages that Deep Research answers it from."""
    free = asyncio.Semaphore(concurrency)

    async def one(question: Question) -> list[Chunk]:
        async with free:
            result = await researcher.research(Case(id=question.id, question=question.question))
        return [{"source_path": one.doc_id, "text": one.text} for one in result.answer.passages]

    found = await asyncio.gather(*map(one, questions))
    return {question.id: chunks for question, chunks in zip(questions, found, strict=True)}
