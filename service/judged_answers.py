"""Judging answers inside a test suite: an assertion that keeps what it saw in a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from agents.judges.documents import as_passages
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem, RunManifest
from eval.files.surrogates import without_halves
from eval.runs import terms
from scoring.rubric import score_card_of
from service.judge_failed import JudgeFailedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.documents import Document

    from agents.evaluator import RAGEvaluator
    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore

SYSTEM = "pytest"
"""The system under whose name a test suite's answers stand in a run."""
TASK = "pytest"


@dataclass
class JudgedAnswers:
    """Judges the answers of one test.

    Attributes:
        evaluator: the judge.
        store: where the items go.
        run_id: the run they belong to.
        test: names the test; the second answer of a test is ``test#2``.
    """

    evaluator: RAGEvaluator
    store: RunStore
    run_id: str
    test: str
    _count: int = field(default=0, init=False)

    def evaluate(
        self,
        question: str,
        answer: str,
        documents: Sequence[Document | Passage | str] | None = None,
        *,
        case_id: str | None = None,
    ) -> FineGrainedEvaluationResult:
        """Judge an answer without asserting anything; the item is in the run when this returns.

        Works in a test with a running event loop too.

        Args:
            question: the question.
            answer: the answer.
            documents: what it leans on, as texts, passages or LangChain documents; None where it came
                without any, empty where a search found nothing.
            case_id: names the item in the run; the test's name by default.

        Raises:
            InputError: what was handed in cannot be used.
        """
        return self._judged(question, answer, documents, case_id, None)[0]

    def assert_judged(
        self,
        question: str,
        answer: str,
        documents: Sequence[Document | Passage | str] | None = None,
        *,
        min_weighted: float | None = None,
        case_id: str | None = None,
    ) -> FineGrainedEvaluationResult:
        """Judge an answer and fail the test where it does not pass.

        It passes where the evaluation does (accuracy of 7 or more) and its weighted score is high enough.

        Args:
            question: the question.
            answer: the answer.
            documents: as in :meth:`evaluate`.
            min_weighted: what the weighted score must reach, 1-10; None asks for no more than to pass.
            case_id: as in :meth:`evaluate`.

        Raises:
            AssertionError: the answer does not pass; says why.
            JudgeFailedError: the judge gave no scores.
            InputError: what was handed in cannot be used.
        """
        __tracebackhide__ = True
        result, passed = self._judged(question, answer, documents, case_id, min_weighted)
        if result.evaluation_failed:
            raise JudgeFailedError(result.reason)
        if not passed:
            raise AssertionError(_why(question, answer, result, min_weighted))
        return result

    def _judged(
        self,
        question: str,
        answer: str,
        documents: Sequence[Document | Passage | str] | None,
        case_id: str | None,
        min_weighted: float | None,
    ) -> tuple[FineGrainedEvaluationResult, bool]:
        passages = None if documents is None else as_passages(documents)
        result = self.evaluator.evaluate_fine_grained_sync(question, answer, passages)
        passed = result.is_passing and result.metrics.weighted_score >= (min_weighted or 0)
        item = RunItem(
            case_id=case_id or self._next_name(),
            system=SYSTEM,
            answer=Answer(text=answer, passages=passages or ()),
            score_card=score_card_of(result).model_copy(update={"passed": passed}),
            evaluation=result,
        )
        self.store.append(self.run_id, without_halves(item))
        return result, passed

    def _next_name(self) -> str:
        self._count += 1
        return self.test if self._count == 1 else f"{self.test}#{self._count}"


def manifest_of(run_id: str, evaluator: RAGEvaluator) -> RunManifest:
    """The manifest of a test suite's run."""
    return RunManifest(
        run_id=run_id,
        task=TASK,
        models={"judge": evaluator.model_id},
        prompts=terms.prompt_refs(),
        scorer_version=terms.scorer_version(),
        git_revision=terms.git_revision(),
        created_at=datetime.now(UTC),
    )


def _why(question: str, answer: str, result: FineGrainedEvaluationResult, min_weighted: float | None) -> str:
    metrics = result.metrics
    asked = "" if min_weighted is None else f", and a weighted score of {min_weighted:g} is asked"
    scores = ", ".join(f"{name} {value:.2f}" for name, value in metrics)
    lines = [
        f"the judge does not pass the answer: {scores}{asked}",
        f"question: {question}",
        f"answer: {answer}",
        f"reason: {result.reason}",
        *([f"suggestion: {result.suggestion}"] if result.suggestion else []),
        *(f"{issue.verdict}: {issue.claim}" for issue in result.issues),
    ]
    return "\n  ".join(lines)
