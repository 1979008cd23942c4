"""The embedded model as a judge: the verdict of the scoring room as the JSON a judge replies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from scoring.judging import judge_answer
from scoring.wording import say
from scoring.words.marks import strip_citations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.fence import Section
    from agents.prompting import ReadPrompt
    from data_base.text.language import Language
    from scoring.judging import EmbeddedVerdict, FoundIssue

_MOST_ISSUES = 12
_QUOTED = 300
_NEEDS_LLM: dict[Language, str] = {
    "en": "needs an LLM: words and figures can decide no claim of this answer",
    "zh-Hant": "需要語言模型（needs an LLM）：僅憑字詞與數字，無法判定此回答的任何陳述",
    "zh-Hans": "需要语言模型（needs an LLM）：仅凭字词与数字，无法判定此回答的任何陈述",
    "ru": "нужна языковая модель (needs an LLM): по словам и числам нельзя решить ни об одном утверждении",
}


class NoKnowledgeError(Exception):
    """The embedded judge was asked to judge without documents: it knows nothing to judge by."""


class UndecidableError(Exception):
    """The embedded judge can decide no claim of the answer: words and figures do not tell."""


def judge_with_documents(prompt: ReadPrompt) -> str:
    """Judge an answer by the passages in the prompt; reasons are in the prompt's language.

    Raises:
        UndecidableError: no claim of the answer can be decided; the caller gets an unscored evaluation.
    """
    passages = prompt.sections["passages"]
    ids = [section.attributes.get("id", "") for section in passages]
    language = cast("Language", prompt.template.language)
    verdict = judge_answer(
        prompt.text("question"),
        strip_citations(prompt.text("answer"), ids),
        [section.text for section in passages],
        language=language,
    )
    if _decides_nothing(verdict):
        raise UndecidableError(_NEEDS_LLM[language])
    return json.dumps(_reply(verdict, passages), ensure_ascii=False)


def judge_without_documents(prompt: ReadPrompt) -> str:
    """Refuse: facts cannot be checked by a program without knowledge, and a made-up score helps nobody.

    Raises:
        NoKnowledgeError: always; the caller gets an unscored evaluation with this reason.
    """
    raise NoKnowledgeError(say("no_documents", cast("Language", prompt.template.language)))


def _decides_nothing(verdict: EmbeddedVerdict) -> bool:
    """Whether every claim looked at is undecidable; what is missing besides says nothing of its truth."""
    claims = [issue.verdict for issue in verdict.issues if issue.verdict != "missing"]
    return bool(claims) and set(claims) == {"undecidable"}


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
