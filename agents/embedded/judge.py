"""The embedded model as a judge: the verdict of the scoring room as the JSON a judge replies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from scoring.claims import strip_citations
from scoring.judging import judge_answer
from scoring.wording import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.fence import Section
    from agents.prompting import ReadPrompt
    from data_base.text.language import Language
    from scoring.judging import EmbeddedVerdict, FoundIssue

_MOST_ISSUES = 12
_QUOTED = 300


class NoKnowledgeError(Exception):
    """The embedded judge was asked to judge without documents: it knows nothing to judge by."""


def judge_with_documents(prompt: ReadPrompt) -> str:
    """Judge an answer by the passages in the prompt; reasons are in the prompt's language."""
    passages = prompt.sections["passages"]
    ids = [section.attributes.get("id", "") for section in passages]
    verdict = judge_answer(
        prompt.text("question"),
        strip_citations(prompt.text("answer"), ids),
        [section.text for section in passages],
        language=cast("Language", prompt.template.language),
    )
    return json.dumps(_reply(verdict, passages), ensure_ascii=False)


def judge_without_documents(prompt: ReadPrompt) -> str:
    """Refuse: facts cannot be checked by a program without knowledge, and a made-up score helps nobody.

    Raises:
        NoKnowledgeError: always; the caller gets an unscored evaluation with this reason.
    """
    raise NoKnowledgeError(say("no_documents", cast("Language", prompt.template.language)))


def _reply(verdict: EmbeddedVerdict, passages: Sequence[Section]) -> dict[str, Any]:
    return {
        "analysis": verdict.analysis,
        "accuracy": verdict.accuracy,
        "completeness": verdict.completeness,
        "clarity": verdict.clarity,
        "reason": verdict.reason,
        "suggestion": verdict.suggestion,
        "issues": [_issue(issue, passages) for issue in verdict.issues[:_MOST_ISSUES]],
    }


def _issue(issue: FoundIssue, passages: Sequence[Section]) -> dict[str, str | None]:
    place = None if issue.passage_index is None else passages[issue.passage_index]
    return {
        "claim": issue.claim,
        "verdict": issue.verdict,
        "passage_id": None if place is None else place.attributes.get("id"),
        "quote": None if issue.quote is None else issue.quote[:_QUOTED],
    }
