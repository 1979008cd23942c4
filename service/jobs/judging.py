"""Working on a job that judges answers."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from agents.judges.as_of import in_run_begun
from agents.models.registry import EMBEDDED
from data_base.counted import counted
from data_base.recently_used import RecentlyUsed
from data_base.schemas.frozen import Frozen
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.runs.run_name import RunName
from eval.judging.answer_file import RecordedAnswer, blinded, item_of
from eval.runs.manifest import judged_manifest
from eval.runs.runner import Runner
from service.jobs.judge_request import JudgeSettingsRequest, evaluator_of
from service.jobs.limits.admission import AdmissionGate, admitted
from service.jobs.limits.budgets import item_name

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from service.jobs.worker import SliceContext

_JOBS = 1000
"""Jobs of which is known that their run is entered."""
_EVALUATORS = 32
"""Judges that are kept between slices; building one reads templates and opens clients."""
_CHARACTERS = 2_000_000
"""Characters of the terms of all judges that are kept, unless there is but one: rubrics stay in memory."""


class JudgingTerms(Frozen):
    """How the answers of a job are judged."""

    judge: str = EMBEDDED
    """The judge's name."""
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    """How the judge judges."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""
    questions_sha256: str | None = None
    """The SHA-256 of the questions, by which runs of the same questions can be compared."""
    answers_sha256: str | None = None
    """The SHA-256 of all answers that are judged."""
    answers: int = 0
    """How many answers are judged, 0 if that is not known beforehand."""
    name: RunName | None = None
    """What the run is called; kind, subject and day if None."""

    @property
    def models_named(self) -> tuple[str, ...]:
        """Who judges."""
        return (self.judge,)

    def manifest(self, evaluator: RAGEvaluator, run_id: str | None = None) -> RunManifest:
        """The terms of a run, named by them unless it has a name."""
        manifest = judged_manifest(
            "evaluate",
            evaluator,
            data_hashes={"questions": self.questions_sha256} if self.questions_sha256 else {},
            settings={"answers_sha256": self.answers_sha256} if self.answers_sha256 else {},
            subject=counted(self.answers, "answer") if self.answers else "answers one by one",
            name=self.name,
            planned=self.answers or None,
        )
        return manifest if run_id is None else manifest.model_copy(update={"run_id": run_id})


class Evaluators:
    """The judges of a process, by their terms; each is built once. Any thread may ask."""

    def __init__(self, build: Callable[[str, JudgeSettingsRequest], RAGEvaluator] = evaluator_of) -> None:
        """Begin without any."""
        self._build = build
        self._kept: RecentlyUsed[bytes, RAGEvaluator] = RecentlyUsed(_EVALUATORS, _CHARACTERS)
        self._building = threading.Lock()

    def of(self, judge: str, settings: JudgeSettingsRequest) -> RAGEvaluator:
        """The judge of a name and settings; building it takes time, so that a loop uses :meth:`soon`.

        Raises:
            InputError: the name or a setting cannot be used.
        """
        asked = f"{judge} {settings.model_dump_json()}"
        key = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).digest()
        # Requests and the worker ask from threads of their own.
        with self._building:
            if (found := self._kept.get(key)) is not None:
                return found
            return self._kept.keep(key, self._build(judge, settings), len(asked))

    async def soon(self, judge: str, settings: JudgeSettingsRequest) -> RAGEvaluator:
        """As :meth:`of`, in a thread."""
        return await asyncio.to_thread(self.of, judge, settings)


class EnteredRuns:
    """Enters a job's run once in a process: what its manifest says takes time to find out."""

    def __init__(self) -> None:
        """Begin with none known."""
        self._jobs: RecentlyUsed[str, datetime] = RecentlyUsed(_JOBS)

    def enter(self, context: SliceContext, manifest: Callable[[], RunManifest]) -> datetime:
        """Enter the run of a slice's job, unless that was done.

        Returns:
            When it began.

        Raises:
            InputError: it was entered under other terms, as by another version of the program.
        """
        job = context.leased.job
        if (begun := self._jobs.get(job.id)) is not None:
            return begun
        return self._jobs.keep(job.id, context.runs.create(manifest(), project=job.project).created_at)


class JudgingWork:
    """Judges the answers of a slice; those that have a score already are passed over."""

    def __init__(self, evaluators: Evaluators) -> None:
        """Use these judges."""
        self._evaluators = evaluators
        self._entered = EnteredRuns()

    async def __call__(self, context: SliceContext) -> None:
        """Judge.

        Raises:
            InputError: the judge cannot be asked.
            WaitError: a limit of one of its models is reached.
        """
        job = context.leased.job
        asked = JudgingTerms.model_validate_json(job.request)
        evaluator = await self._evaluators.soon(asked.judge, asked.settings)
        run_id = str(job.run_id)
        begun = self._entered.enter(context, lambda: asked.manifest(evaluator, run_id))

        gate, models = AdmissionGate(), evaluator.spec.models

        async def judged(answer: RecordedAnswer) -> RunItem:
            name = item_name(run_id, answer.id)
            async with admitted(context.budgets, models, name, partial(evaluator.estimate, [answer])):
                return item_of(answer, await evaluator.evaluate(answer))

        async def work(answer: RecordedAnswer, _kept: RunItem | None) -> RunItem:
            return await gate.through(context.place(), partial(judged, answer))

        inputs = context.inputs()
        runner = Runner(context.runs, run_id, concurrency=len(inputs), free=True, also=context.record_items)
        answers = (RecordedAnswer.model_validate_json(payload) for _, payload in inputs)
        with in_run_begun(begun):
            async for _ in runner.run(map(blinded, answers) if asked.blind else answers, "recorded", work):
                pass
