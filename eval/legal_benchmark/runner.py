"""Running a system over the legal benchmark, and what it comes to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from agents.calls.run_sync import wait_for
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.model_call import text_sha256
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from eval.legal_benchmark.bank import SHIPPED, LegalQuestion, of_type, read_bank
from eval.legal_benchmark.findings import JudgeFailedError, judged_findings
from eval.legal_benchmark.systems import RecordedRag, ask, name_of
from eval.runs.manifest import manifest_of
from eval.runs.open_run import open_run
from eval.runs.runner import Runner, answered
from eval.runs.terms import file_hash
from scoring.legal import (
    SCORER_VERSION,
    read_answer,
    score_conflict_gap,
    score_evidence_set,
    score_fact_exact,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agents.evaluator import RAGEvaluator
    from data_base.schemas.run import RunManifest
    from eval.legal_benchmark.systems import RagSystem

Scorer = Callable[..., ScoreCard]
_SCORERS: Mapping[str, Scorer] = MappingProxyType(
    {
        "fact_exact": score_fact_exact,
        "evidence_set": score_evidence_set,
        "conflict_gap": score_conflict_gap,
    }
)


_GIVEN = "given"


class Result(NamedTuple):
    """What came of a question.

    Attributes:
        question: what was asked.
        card: its score; unscored where the system or the judge failed.
    """

    question: LegalQuestion
    card: ScoreCard


class BenchmarkRunner:
    """Runs systems over a bank of legal questions."""

    def __init__(
        self,
        path: str | Path = SHIPPED,
        *,
        evaluator: RAGEvaluator | None = None,
        concurrency: int = 4,
        store: str | None = None,
    ) -> None:
        """Read the bank.

        Args:
            path: a question file, or a folder of them.
            evaluator: finds the details that an answer to a ``conflict_gap`` question invents; None for the
                embedded checker.
            concurrency: questions under way at once.
            store: the run store that every run is written into, and taken up from where it was broken off;
                None for a library call, which leaves nothing behind.

        Raises:
            InputError: the bank cannot be used; the sentence names file, question and field.
        """
        self.questions = read_bank(Path(path))
        self._evaluator = evaluator
        self._concurrency = concurrency
        self._store = store

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
        manifest, name = self._manifest(questions, rag_system), name_of(rag_system)
        # One way for both: a store that nobody asked for lives as long as the call.
        with (
            TemporaryDirectory() as folder,
            open_run(manifest, self._store or f"{folder}/runs.sqlite") as (store, entered),
        ):
            runner = Runner(store, entered.run_id, concurrency=self._concurrency, free=self._store is None)

            async def work(question: LegalQuestion, item: RunItem | None) -> RunItem:
                if item is None or item.answer is None:
                    item = await answered(
                        lambda: _asked(rag_system, question), question.id, name_of(rag_system)
                    )
                    item = await runner.keep(item)
                return item.model_copy(update={"score_card": await self._card(question, item)})

            items = [item async for item in runner.run(questions, name, work)]
            runner.finish()
        cards = (item.score_card or _unscored("it was not scored") for item in items)
        return summary_of([Result(*each) for each in zip(questions, cards, strict=True)])

    def _manifest(self, questions: Sequence[LegalQuestion], system: RagSystem) -> RunManifest:
        name, judge = name_of(system), self._evaluator
        recorded = {"answers": file_hash(system.path)} if isinstance(system, RecordedRag) else {}
        asked = json.dumps([[one.fields, one.document] for one in questions])
        return manifest_of(
            "legal",
            models={
                name: getattr(system, "llm", None) or name,
                **({"judge": judge.model_id} if judge else {}),
            },
            data_hashes={"questions": text_sha256(asked), **recorded},
            settings={"judge": judge.terms} if judge else {},
            scorer_version=SCORER_VERSION,
        )

    async def _card(self, question: LegalQuestion, item: RunItem) -> ScoreCard:
        if item.answer is None:
            return _unscored(f"the system failed ({item.error})")
        answer, findings = item.metrics[_GIVEN], None
        if question.type == "conflict_gap" and self._evaluator is not None:
            try:
                findings = await judged_findings(self._evaluator, question, answer)
            except JudgeFailedError as error:
                return _unscored(str(error), ErrorTag.EVALUATION_FAILED)
        scorer = _SCORERS[question.type]
        with _about(question):
            return scorer(question.fields, answer, document=question.document, findings=findings)


async def _asked(system: RagSystem, question: LegalQuestion) -> RunItem:
    """The answer with all that scorers read of it: where a judge failed, the system is not asked again."""
    given = await ask(system, question)
    if given is None:
        raise LookupError("it gave no answer")
    with _about(question):
        read = read_answer(given)
    return RunItem(
        case_id=question.id,
        system=name_of(system),
        answer=Answer(text=read.text),
        metrics={
            _GIVEN: {
                "text": read.text,
                "citations": [{"page": place.page, "quote": place.text} for place in read.citations],
                "evidence": [place._asdict() for place in read.evidence],
            }
        },
    )


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


@contextmanager
def _about(question: LegalQuestion) -> Iterator[None]:
    """Errors name the question they are about."""
    try:
        yield
    except InputError as error:
        if repr(question.id) in str(error):
            raise
        raise InputError(f"question {question.id!r}: {error}") from error


def _unscored(reason: str, tag: ErrorTag = ErrorTag.NO_ANSWER) -> ScoreCard:
    return ScoreCard.unscored(reason, tags=(tag,))
