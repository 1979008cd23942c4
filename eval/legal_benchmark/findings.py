"""Invented details, found by a judge: what it calls unsupported or contradicted by the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.schemas.passage import Passage
from scoring.legal import read_answer

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from eval.legal_benchmark.bank import LegalQuestion

_INVENTED = frozenset({"unsupported", "contradicted"})


class JudgeFailedError(Exception):
    """The judge gave no verdict; the message says why."""


async def judged_findings(
    evaluator: RAGEvaluator, question: LegalQuestion, answer: object
) -> list[str] | None:
    """What a judge finds invented, None where there is no document to judge by.

    Raises:
        JudgeFailedError: it gave no verdict.
    """
    if question.document is None:
        return None
    documents = tuple(
        Passage(id=f"document#p{page['page']}", doc_id="document", page=page["page"], text=page["text"])
        for page in question.document
    )
    said = read_answer(answer).text
    result = await evaluator.evaluate_fine_grained(question.text, said, documents)
    if not result.scored:
        raise JudgeFailedError(f"the judge gave no verdict ({result.reason})")
    return [issue.claim for issue in result.issues if issue.verdict in _INVENTED]
