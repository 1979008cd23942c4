"""The judge as a scorer: a case and an answer in, a score card out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.rubric import score_card_of

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from data_base.answer import Answer
    from data_base.case import Case
    from data_base.score_card import ScoreCard


class JudgeScorer:
    """Scores answers with an evaluator; implements :class:`data_base.protocols.Scorer`."""

    def __init__(self, evaluator: RAGEvaluator, *, with_documents: bool = False) -> None:
        """Bind the evaluator.

        Args:
            evaluator: judges the answers.
            with_documents: whether the answers come from a system that searches documents: one without
                passages is then an answer whose search found nothing, and not one made without documents.
        """
        self._evaluator = evaluator
        self._with_documents = with_documents

    async def score(self, case: Case, answer: Answer) -> ScoreCard:
        """Judge the answer on its passages; one made without any on the case's reference passages, if any."""
        result = await self._evaluator.evaluate_fine_grained(
            case.question,
            answer.text,
            answer.passages if self._with_documents else answer.passages or None,
            reference_documents=case.reference_passages or None,
        )
        return score_card_of(result)
