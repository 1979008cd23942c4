"""Judging answers inside a test suite: an assertion whose evaluations are items of a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from agents.calls.run_sync import wait_for
from agents.judges.passage_conversion import DocumentLike, as_passages
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.runs.manifest import judged_manifest
from eval.runs.ranked_points import point_line, ranked_points
from eval.runs.runner import Runner
from scoring.evaluation_score_card import score_card_of
from service.judge_failed import JudgeFailedError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agents.evaluator import RAGEvaluator
    from data_base.schemas.blocked_source import BlockedSource
    from data_base.schemas.key_point import KeyPoint
    from data_base.schemas.run import RunItem, RunManifest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore

    Documents = Sequence[DocumentLike] | None
    KeyPoints = Sequence[KeyPoint | str | Mapping[str, Any]]
    Blocked = Sequence[BlockedSource | str | Mapping[str, Any]]

SYSTEM = "pytest"
"""The system in whose name the answers of a test suite are kept."""


class _Known(NamedTuple):
    """What is known of a question."""

    reference_answer: str | None
    key_points: KeyPoints
    blocked: Blocked


@dataclass
class JudgedAnswers:
    """Judges the answers of one test."""

    evaluator: RAGEvaluator
    """The judge."""
    store: RunStore
    """Where the items go."""
    run_id: str
    """The run they belong to."""
    test: str
    """Names the test; the second answer of a test is ``test#2``."""
    _count: int = field(default=0, init=False)

    def evaluate(  # noqa: PLR0913  (each says something else of the answer)
        self,
        question: str,
        answer: str,
        documents: Documents = None,
        *,
        reference_answer: str | None = None,
        key_points: KeyPoints = (),
        blocked: Blocked = (),
        case_id: str | None = None,
    ) -> FineGrainedEvaluationResult:
        """Judge an answer without asserting anything; the item is in the run when this returns.

        Works in a test with a running event loop, too.

        Args:
            question: the question.
            answer: the answer.
            documents: what it is based on, as texts, passages or LangChain documents; None where it came
                without any, empty where a search found nothing.
            reference_answer: an answer that is right, None where none is known.
            key_points: what a complete answer says, or must not say: texts, or rubric items.
            blocked: sources that the answer may not use.
            case_id: names the item in the run; the test's name by default.

        Raises:
            InputError: what was handed in cannot be used.
        """
        known = _Known(reference_answer, key_points, blocked)
        return self._judged(question, answer, documents, known, case_id)

    def assert_judged(  # noqa: PLR0913  (each says something else of the answer)
        self,
        question: str,
        answer: str,
        documents: Documents = None,
        *,
        min_weighted: float | None = None,
        reference_answer: str | None = None,
        key_points: KeyPoints = (),
        blocked: Blocked = (),
        case_id: str | None = None,
    ) -> FineGrainedEvaluationResult:
        """Judge an answer and fail the test where it does not pass.

        It passes where the evaluation does (accuracy of 7 or more) and its weighted score is high enough.

        Args:
            question: the question.
            answer: the answer.
            documents: as in :meth:`evaluate`.
            min_weighted: what the weighted score must reach, 1-10; None asks for no more than to pass.
            reference_answer: as in :meth:`evaluate`.
            key_points: as in :meth:`evaluate`.
            blocked: as in :meth:`evaluate`.
            case_id: as in :meth:`evaluate`.

        Raises:
            AssertionError: the answer does not pass; says why.
            JudgeFailedError: the judge gave no scores.
            InputError: what was handed in cannot be used.
        """
        __tracebackhide__ = True
        known = _Known(reference_answer, key_points, blocked)
        result = self._judged(question, answer, documents, known, case_id, min_weighted)
        if result.evaluation_failed:
            raise JudgeFailedError(result.reason)
        if not _passes(result, min_weighted):
            raise AssertionError(_why(question, answer, result, min_weighted))
        return result

    def _judged(
        self,
        question: str,
        answer: str,
        documents: Documents,
        known: _Known,
        case_id: str | None,
        min_weighted: float | None = None,
    ) -> FineGrainedEvaluationResult:
        passages = None if documents is None else as_passages(documents)
        case = RecordedAnswer(
            id=case_id or self._next_name(), question=question, answer=answer, documents=passages
        )

        async def work(case: RecordedAnswer, _kept: RunItem | None) -> RunItem:
            result = await self.evaluator.evaluate_fine_grained(
                question,
                answer,
                passages,
                reference_answer=known.reference_answer,
                key_points=known.key_points,
                blocked=known.blocked,
            )
            card = score_card_of(result).model_copy(update={"passed": _passes(result, min_weighted)})
            return item_of(case, result, SYSTEM).model_copy(update={"score_card": card})

        async def run() -> list[RunItem]:
            runner = Runner(self.store, self.run_id)
            # A test that runs again in the same session is judged again.
            return [item async for item in runner.run([case], SYSTEM, work, settled=lambda _: False)]

        (item,) = wait_for(run)
        assert item.evaluation is not None  # noqa: S101  (the work above puts one there)
        return item.evaluation

    def _next_name(self) -> str:
        self._count += 1
        return self.test if self._count == 1 else f"{self.test}#{self._count}"


def suite_manifest(
    run_id: str, evaluator: RAGEvaluator, *, suite: str | None = None, name: str | None = None
) -> RunManifest:
    """The manifest of a test suite's run.

    Args:
        run_id: the run's id.
        evaluator: the judge.
        suite: the folder of the tests.
        name: what the run is called; kind, suite and day if None.
    """
    manifest = judged_manifest("pytest", evaluator, data_hashes={}, settings={}, subject=suite, name=name)
    return manifest.model_copy(update={"run_id": run_id})


def _passes(result: FineGrainedEvaluationResult, min_weighted: float | None) -> bool:
    return result.is_passing and result.metrics.weighted_score >= (min_weighted or 0)


def _why(question: str, answer: str, result: FineGrainedEvaluationResult, min_weighted: float | None) -> str:
    asked = "" if min_weighted is None else f", and a weighted score of {min_weighted:g} is asked"
    scores = ", ".join(f"{name} {value:.2f}" for name, value in result.metrics.scores().items())
    lines = [
        f"the judge does not pass the answer: {scores}{asked}",
        f"question: {question}",
        f"answer: {answer}",
        f"reason: {result.reason}",
        *(
            point_line(each)
            for each in ranked_points(result.key_points)
            if each.standing in {"must_failed", "missed"}
            or (each.standing == "no_verdict" and each.finding.must)
        ),
        *([f"suggestion: {result.suggestion}"] if result.suggestion else []),
        *(f"{issue.verdict}: {issue.claim}" for issue in result.issues),
    ]
    return "\n  ".join(lines)
