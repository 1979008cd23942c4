"""Running a system over the legal benchmark, and what it comes to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agents.calls.run_sync import wait_for
from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag, ScoreCard
from eval.legal_benchmark.bank import SHIPPED, LegalQuestion, of_type, read_bank
from eval.legal_benchmark.findings import JudgeFailedError, judged_findings
from eval.legal_benchmark.systems import ask
from scoring.legal import SCORER_VERSION, score_conflict_gap, score_evidence_set, score_fact_exact

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from eval.legal_benchmark.systems import RagSystem

Scorer = Callable[..., ScoreCard]
_SCORERS: Mapping[str, Scorer] = MappingProxyType(
    {
        "fact_exact": score_fact_exact,
        "evidence_set": score_evidence_set,
        "conflict_gap": score_conflict_gap,
    }
)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a question.

    Attributes:
        question: what was asked.
        card: its score; unscored where the system or the judge failed.
        answer: what the system gave, None where it failed.
    """

    question: LegalQuestion
    card: ScoreCard
    answer: object | None = None


class BenchmarkRunner:
    """Runs systems over a bank of legal questions."""

    def __init__(
        self, path: str | Path = SHIPPED, *, evaluator: RAGEvaluator | None = None, concurrency: int = 4
    ) -> None:
        """Read the bank.

        Args:
            path: a question file, or a folder of them.
            evaluator: finds the details that an answer to a ``conflict_gap`` question invents; None for the
                embedded checker.
            concurrency: questions under way at once.

        Raises:
            InputError: the bank cannot be used; the sentence names file, question and field.
        """
        self.questions = read_bank(Path(path))
        self._evaluator = evaluator
        self._concurrency = concurrency

    def run_benchmark(self, rag_system: RagSystem, question_type: str | None = None) -> dict[str, Any]:
        """Ask a system every question, score it, and sum up; may be called inside a running event loop.

        Args:
            rag_system: any object with ``query(question)``, synchronous or not, that returns a text or an
                answer with ``text``, ``citations`` and ``evidence``.
            question_type: only questions of this type.

        Returns:
            ``overall_percentage`` (mean score times 100 over the scored questions, None where none is),
            ``total_questions``, ``scored``, ``unscored``, ``passed``, ``pass_rate``, ``by_type``,
            ``by_difficulty`` and ``results``.

        Raises:
            InputError: no question of the type, or a question or an answer that cannot be read.
        """
        return wait_for(lambda: self.run_benchmark_async(rag_system, question_type))

    async def run_benchmark_async(
        self, rag_system: RagSystem, question_type: str | None = None
    ) -> dict[str, Any]:
        """As :meth:`run_benchmark`."""
        questions = of_type(self.questions, question_type)
        free = asyncio.Semaphore(self._concurrency)

        async def one(question: LegalQuestion) -> Result:
            async with free:
                return await self._result(rag_system, question)

        return summary_of(await asyncio.gather(*map(one, questions)))

    async def _result(self, system: RagSystem, question: LegalQuestion) -> Result:
        try:
            answer = await ask(system, question)
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001  (whatever a system raises is its failure, and is told)
            return Result(question, _unscored(f"the system failed ({type(error).__name__}: {error})"))
        if answer is None:
            return Result(question, _unscored("the system gave no answer"))
        try:
            return Result(question, await self._card(question, answer), answer)
        except InputError as error:
            raise _named(error, question) from error
        except JudgeFailedError as error:
            return Result(question, _unscored(str(error), ErrorTag.EVALUATION_FAILED), answer)

    async def _card(self, question: LegalQuestion, answer: object) -> ScoreCard:
        findings = None
        if question.type == "conflict_gap" and self._evaluator is not None:
            findings = await judged_findings(self._evaluator, question, answer)
        scorer = _SCORERS[question.type]
        return scorer(question.fields, answer, document=question.document, findings=findings)


def summary_of(results: Sequence[Result]) -> dict[str, Any]:
    """What results come to."""
    types = dict.fromkeys(result.question.type for result in results)
    levels = dict.fromkeys(result.question.difficulty or "unknown" for result in results)
    return {
        **_figures(results),
        "scorer_version": SCORER_VERSION,
        "by_type": {name: _figures([r for r in results if r.question.type == name]) for name in types},
        "by_difficulty": {
            name: _figures([r for r in results if (r.question.difficulty or "unknown") == name])
            for name in levels
        },
        "results": [_shown(result) for result in results],
    }


def _figures(results: Sequence[Result]) -> dict[str, Any]:
    scores = [result.card.primary_score for result in results if result.card.primary_score is not None]
    passed = sum(result.card.passed for result in results)
    return {
        "overall_percentage": 100 * sum(scores) / len(scores) if scores else None,
        "total_questions": len(results),
        "scored": len(scores),
        "unscored": len(results) - len(scores),
        "passed": passed,
        "pass_rate": passed / len(scores) if scores else None,
    }


def _shown(result: Result) -> dict[str, Any]:
    card = result.card.model_dump(mode="json")
    penalty = result.question.fields.get("hallucination_penalty")
    return {
        "id": result.question.id,
        "type": result.question.type,
        "difficulty": result.question.difficulty,
        "question": result.question.text,
        **card,
        **({"hallucination_penalty": penalty} if penalty else {}),
    }


def _named(error: InputError, question: LegalQuestion) -> InputError:
    """The error with the question it is about."""
    said = str(error)
    return error if repr(question.id) in said else InputError(f"question {question.id!r}: {said}")


def _unscored(reason: str, tag: ErrorTag = ErrorTag.NO_ANSWER) -> ScoreCard:
    return ScoreCard.unscored(reason, tags=(tag,))
