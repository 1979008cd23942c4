"""Jobs for tests: a store whose clock is turned, and jobs that judge."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from data_base.schemas.passage import Passage
from data_base.store.run_store import RunStore
from eval.judging.answer_file import RecordedAnswer
from service.jobs.job import Job, NewJob
from service.jobs.job_store import JobStore
from service.jobs.judging import Evaluators, JudgingTerms, JudgingWork
from service.jobs.settings import WorkerSettings
from service.jobs.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection


class TurnedStore(JobStore):
    """Jobs by a clock that only a test turns."""

    time = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self, connection: Connection) -> datetime:
        return self.time

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self.time += timedelta(seconds=seconds)


def answers(count: int) -> list[str]:
    """Answers to be judged, as a job keeps them."""
    return [recorded_answer(n).model_dump_json() for n in range(count)]


def recorded_answer(number: int) -> RecordedAnswer:
    """An answer to be judged."""
    said = f"The dam {number} is in Ohio."
    return RecordedAnswer(
        id=f"q{number}",
        question="Where is the dam?",
        answer=said,
        documents=(Passage(id="d#1", doc_id="d", text=said),),
    )


def enter(
    store: JobStore,
    items: int | Sequence[str],
    *,
    project: str = "default",
    slice_items: int = 3,
    terms: JudgingTerms | None = None,
    judge: str = "embedded",
    priority: int = 0,
) -> Job:
    """A job that judges answers."""
    new = NewJob(
        kind="evaluations",
        project=project,
        request=(terms or JudgingTerms(judge=judge)).model_dump_json(),
        slice_items=slice_items,
        priority=priority,
    )
    new = new.model_copy(update={"run_id": f"evaluate-{new.id}"})
    with store.transaction() as connection:
        return store.add(connection, new, answers(items) if isinstance(items, int) else items)


def worker_of(address: str, **settings: Any) -> Worker:
    """A worker with a store of its own that judges."""
    works = {"evaluations": JudgingWork(Evaluators())}
    return Worker(JobStore(address), RunStore(address), works, WorkerSettings(**settings))


@asynccontextmanager
async def working(*workers: Worker) -> AsyncIterator[None]:
    """Have workers work as long as the block takes."""
    stop = asyncio.Event()
    running = [asyncio.create_task(worker.run(stop)) for worker in workers]
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(*running)


async def ended(store: JobStore, job: Job) -> Job:
    """The job once it has come to its end."""
    async with asyncio.timeout(120):
        while (job := store.job(job.id, job.project)).finished_at is None:  # noqa: ASYNC110  (as a user does)
            await asyncio.sleep(0.01)
    return job
