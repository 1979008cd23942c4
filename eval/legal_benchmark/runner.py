"""Running a system over the legal benchmark, and the summary of a run."""

import inspect
import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from agents.calls.estimate import CallEstimate
from agents.calls.run_sync import wait_for
from agents.evaluator import RAGEvaluator
from data_base.schemas.model_call import text_sha256
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.score_card import ScoreCard
from eval.engines.engine import IN_PROCESS, InProcess, require_prices
from eval.engines.ray_engine import RayEngine
from eval.legal_benchmark.question_bank import SHIPPED, LegalQuestion, of_type, read_bank
from eval.legal_benchmark.question_work import (
    LegalParticipants,
    asked_there,
    is_judged,
    passages_of_document,
    step_of,
    unscored,
)
from eval.legal_benchmark.systems import GivenSystem, RagSystem
from eval.runs.manifest import manifest_of
from eval.runs.preflight import require_answers
from eval.runs.runner import ItemListener, no_listener
from eval.runs.suite import Plan, Suite
from eval.systems.choice import ChosenSystem
from eval.systems.contestant_adapters import SystemContestant
from eval.systems.python_callable import AnswerFunction
from scoring.legal import SCORER_VERSION


class LegalResult(NamedTuple):
    """What came of a question."""

    question: LegalQuestion
    """The question that was answered."""
    card: ScoreCard
    """The answer's score card; unscored if the system or the judge failed."""


class _Running(NamedTuple):
    store: str | None
    fresh: bool
    concurrency: int
    engine: InProcess | RayEngine


class BenchmarkRunner:
    """Runs systems over a bank of legal questions."""

    def __init__(  # noqa: PLR0913  (each says something else)
        self,
        path: str | Path = SHIPPED,
        *,
        evaluator: RAGEvaluator | None = None,
        concurrency: int = 4,
        store: str | None = None,
        fresh: bool = False,
        name: str | None = None,
        limit: int | None = None,
        engine: InProcess | RayEngine = IN_PROCESS,
        there: Callable[[], LegalParticipants] | None = None,
    ) -> None:
        """Read the bank.

        Args:
            path: a question file, or a folder of them.
            evaluator: finds the details that an answer to a ``conflict_gap`` question invents; None for the
                embedded checker.
            concurrency: questions under way at once.
            store: the run store that every run is written into and resumed from; None for a library call,
                which leaves nothing behind.
            fresh: begin a new run, whatever was left unfinished.
            name: what the run is called; kind, bank and day if None.
            limit: only the first so many questions, None for all.
            engine: where questions are asked and answers scored.
            there: makes who is asked in another process, where the engine has others. It is sent there, so
                that no key should be bound to it.

        Raises:
            InputError: the bank cannot be used; the sentence names file, question and field.
        """
        self.questions = read_bank(Path(path))
        self._evaluator = evaluator
        self._concurrency = concurrency
        self._name, self._subject = name, Path(path).name
        self._store, self._fresh, self._limit = store, fresh, limit
        self._engine, self._there = engine, there

    def run_benchmark(
        self, rag_system: RagSystem | AnswerFunction, question_type: str | None = None
    ) -> dict[str, Any]:
        """Ask a system every question, score it, and sum up; may be called inside a running event loop.

        Args:
            rag_system: an object with ``query(question)``, or a function of the question, synchronous or
                not, that returns a text or an answer with ``text`` or ``answer``, ``citations`` and
                ``evidence``.
            question_type: only questions of this type.

        Returns:
            ``overall_percentage`` (mean score times 100 over the scored questions, None where none is),
            ``total_questions``, ``scored``, ``unscored``, ``passed``, ``pass_rate``, ``by_type``,
            ``by_difficulty`` and ``results``; ``run_id`` too, where the runner has a store.

        Raises:
            InputError: a system that cannot be asked, no question of the type, or a question that cannot be
                scored.
        """
        return wait_for(lambda: self.run_benchmark_async(rag_system, question_type))

    async def run_benchmark_async(
        self, rag_system: RagSystem | AnswerFunction, question_type: str | None = None
    ) -> dict[str, Any]:
        """As :meth:`run_benchmark`."""
        contestant = SystemContestant(GivenSystem.of(rag_system))
        kind = rag_system if inspect.isroutine(rag_system) else type(rag_system)
        known = {"callable": f"{kind.__module__}:{kind.__qualname__}"}
        system = ChosenSystem(contestant, {contestant.name: contestant.name}, known)
        return await self.run(system, question_type)

    async def run(
        self, system: ChosenSystem, question_type: str | None = None, watch: ItemListener = no_listener
    ) -> dict[str, Any]:
        """As :meth:`run_benchmark`, with a system that a command names.

        Args:
            system: who answers.
            question_type: only questions of this type.
            watch: called with every item.
        """
        self.require_feasible(system)
        questions = self.chosen(question_type)
        # A store that was not asked for lives as long as the call.
        with TemporaryDirectory() as folder:
            suite = self._suite(system, questions, self._store or f"{folder}/runs.sqlite")
            async with suite.opened(watch) as run:
                items = [item async for item in run.items(questions)]
                run.finish()
        cards = (item.score_card or unscored("it was not scored") for item in items)
        summary = summary_of([LegalResult(*each) for each in zip(questions, cards, strict=True)])
        return summary if self._store is None else {"run_id": run.manifest.run_id, **summary}

    async def plan(self, system: ChosenSystem, question_type: str | None = None) -> Plan:
        """What a run would ask; no one is asked and nothing is written."""
        questions, judge = self.chosen(question_type), self._evaluator

        async def cost(question: LegalQuestion) -> CallEstimate:
            asked = await system.estimate(question.text) if system.estimate else CallEstimate()
            if judge is None or not is_judged(question):
                return asked
            documents = passages_of_document(question.document or ())
            return asked + await judge.estimate(
                [JudgeRequest(question=question.text, answer="", documents=documents)]
            )

        return await self._suite(system, questions, self._store).plan(
            questions,
            system.shown_name + (f", with the judge {judge.model_id}" if judge else ""),
            cost if system.estimate or judge else None,
        )

    def require_feasible(self, system: ChosenSystem) -> None:
        """Make sure that the engine can ask a system, and that limits of cost can be kept to.

        Raises:
            InputError: it cannot, or they cannot.
        """
        judges = () if self._evaluator is None else (self._evaluator.spec,)
        self._suite(system, (), self._store).require_engine()
        require_prices(self._engine.limits, (*system.models, *judges))

    def chosen(self, question_type: str | None) -> list[LegalQuestion]:
        """The questions of a run."""
        return of_type(self.questions, question_type)[: self._limit]

    def _suite(
        self, system: ChosenSystem, questions: Sequence[LegalQuestion], store: str | None
    ) -> Suite[LegalQuestion]:
        contestant, evaluator = system.contestant, self._evaluator
        return Suite(
            request=_Running(store, self._fresh, self._concurrency, self._engine),
            manifest=self._manifest(questions, system),
            system=contestant.name,
            here=lambda run_id: step_of(LegalParticipants(contestant.for_run(run_id), evaluator)),
            there=partial(asked_there, self._there),
            require=partial(self._require, system),
            one_process=system.researches,
            quick=system.recorded is not None and evaluator is None,
            free=self._store is None,
        )

    def _manifest(self, questions: Sequence[LegalQuestion], system: ChosenSystem) -> RunManifest:
        judge = self._evaluator
        asked = json.dumps([[one.fields, one.document] for one in questions])
        return manifest_of(
            "legal",
            models={**system.roles, **({"judge": judge.spec} if judge else {})},
            data_hashes={"questions": text_sha256(asked)},
            settings={**system.settings, **({"judge": judge.terms} if judge else {})},
            scorer_version=SCORER_VERSION,
            prompts=system.prompts,
            index_version=system.index_version,
            notes=system.notes,
            subject=self._subject,
            planned=len(questions),
            name=self._name,
        )

    async def _require(self, system: ChosenSystem, items: Iterable[RunItem]) -> None:
        await system.require(items)
        if self._evaluator is not None:
            await require_answers([self._evaluator.spec])


def summary_of(results: Sequence[LegalResult]) -> dict[str, Any]:
    """The figures of these results."""
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


def _figures(results: Sequence[LegalResult]) -> dict[str, Any]:
    scores = [result.card.primary_score for result in results if result.card.primary_score is not None]
    passed = sum(result.card.passed for result in results)
    return {
        "overall_percentage": round(100 * fmean(scores), 9) if scores else None,
        "total_questions": len(results),
        "scored": len(scores),
        "unscored": len(results) - len(scores),
        "passed": passed,
        "pass_rate": passed / len(scores) if scores else None,
    }


def _shown(result: LegalResult) -> dict[str, Any]:
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
