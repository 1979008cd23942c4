"""The judge as a tool of an agent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool

from agents.calls.run_sync import wait_for
from agents.graphs.nodes import EvaluatesAnswers
from data_base.rubric_entries import read_blocked, read_rubric
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint
from data_base.schemas_deep_research import FineGrainedEvaluationResult

NAME = "judge_answer"
_DESCRIPTION = (
    "Check an answer to a question against the documents that it is based on. Returns accuracy, completeness "
    "and clarity from 1 to 10, the claims that the documents do not support, and what to search for next."
)
_ARGUMENTS = "judge_answer takes `question` and `answer`, texts, and `documents`, a list of texts or null."


def judge_tool(
    evaluator: EvaluatesAnswers,
    key_points: str | Sequence[KeyPoint | str | Mapping[str, Any]] = (),
    blocked: Sequence[BlockedSource | str | Mapping[str, Any]] = (),
) -> BaseTool:
    """A LangChain tool ``judge_answer``; its artifact is the whole evaluation.

    Args:
        evaluator: judges.
        key_points: what a complete answer says, or must not say; also a text with one a line.
        blocked: sources that the answer may not use.

    Raises:
        InputError: a key point or a source cannot be used.
    """
    points, sources = read_rubric(key_points, "`key_points`"), read_blocked(blocked, "`blocked`")

    async def judge_answer(
        question: str, answer: str, documents: list[str] | None = None
    ) -> tuple[str, FineGrainedEvaluationResult]:
        result = await evaluator.evaluate_fine_grained(
            question, answer, documents, key_points=points, blocked=sources
        )
        return _said(result), result

    def judge_answer_sync(
        question: str, answer: str, documents: list[str] | None = None
    ) -> tuple[str, FineGrainedEvaluationResult]:
        return wait_for(lambda: judge_answer(question, answer, documents))

    return StructuredTool.from_function(
        judge_answer_sync,
        judge_answer,
        name=NAME,
        description=_DESCRIPTION,
        response_format="content_and_artifact",
        handle_validation_error=_ARGUMENTS,
    )


def _said(result: FineGrainedEvaluationResult) -> str:
    if result.evaluation_failed:
        return json.dumps({"evaluation_failed": True, "reason": result.reason}, ensure_ascii=False)
    issues = [{"claim": issue.claim, "verdict": issue.verdict} for issue in result.issues]
    words = {"reason": result.reason, "suggestion": result.suggestion, "issues": issues}
    points = [{"text": each.text, "verdict": each.verdict} for each in result.key_points]
    return json.dumps(
        {**result.metrics.scores(), **words, **({"key_points": points} if points else {})},
        ensure_ascii=False,
    )
