"""A worker's leases on slices of jobs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from data_base.store.tables import moment
from service.jobs import statements
from service.jobs.job import OPEN, Job, Slice
from service.jobs.notifications import WORK

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.jobs.job_store import JobStore


class Leases:
    """What one worker has leased.

    Wherever both are locked, a slice is locked before its job, so that no two workers wait for each other.
    """

    def __init__(self, store: JobStore, worker: str, *, lease_seconds: float, attempts: int) -> None:
        """Take leases in a worker's name.

        Args:
            store: the jobs.
            worker: names the worker among all.
            lease_seconds: after so long without a heartbeat a lease has run out.
            attempts: leases that a slice may outlive before its job fails.
        """
        self._store, self._worker = store, worker
        self._lease, self._attempts = timedelta(seconds=lease_seconds), attempts

    def claim(self, without: Collection[str] = ()) -> Slice | None:
        """Lease a slice: of the project that was served longest ago. None where none is free.

        Args:
            without: projects that get none.
        """
        with self._store.transaction() as connection:
            now = self._store.now(connection)
            terms = self._terms(now)
            asked = {**terms, "without": sorted(without)}
            for job_id in connection.execute(statements.NEXT_JOBS, asked).scalars().all():
                claimed = self._claim_of(connection, job_id, terms)
                if claimed is not None:
                    return claimed
        return None

    def _claim_of(self, connection: Connection, job_id: str, terms: Mapping[str, object]) -> Slice | None:
        terms = {**terms, "job": job_id}
        with connection.begin_nested() as part:
            row = connection.execute(statements.CLAIM[connection.dialect.name], terms).first()
            job = connection.execute(statements.BEGIN_JOB, terms).mappings().first() if row else None
            if row is None or job is None:
                # Others took all that was free, or the job was stopped, between the two statements.
                part.rollback()
                return None
        leased = Slice(job=Job.model_validate(job), first=row.first, last=row.last, attempts=row.attempts)
        if row.attempts > self._attempts:
            connection.execute(statements.GIVE_BACK, {**terms, "first": row.first, "forgiven": 1})
            self._store.end(connection, job_id, "failed", error=self._too_often(leased))
            return None
        return leased

    def _too_often(self, leased: Slice) -> str:
        said = leased.job.last_error or "each time the worker was lost."
        return (
            f"The items {leased.first} to {leased.last} were begun {self._attempts} times and never ended; "
            f"see the workers' logs, then resume the job. Last: {said}"
        )

    def heartbeat(self, places: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
        """Say that the worker lives and goes on with these slices.

        Returns:
            Those that it still has and is to go on with: lost ones and those of stopped jobs are left out.
        """
        with self._store.transaction() as connection:
            terms = self._terms(self._store.now(connection))
            connection.execute(statements.SEEN, terms)
            held = {
                (job, first)
                for job, first in sorted(places)
                if connection.execute(statements.HEARTBEAT, {**terms, "job": job, "first": first}).rowcount
            }
            jobs = {job for job, _ in held}
            states = {job: connection.execute(statements.STATE, {"job": job}).scalar() for job in jobs}
        self._end_abandoned()
        return {place for place in held if states[place[0]] in OPEN}

    def _end_abandoned(self) -> None:
        """End jobs that were to stop, and whose workers are gone."""
        with self._store.reading() as connection:
            if not (stopping := connection.execute(statements.STOPPING).scalars().all()):
                return
        with self._store.transaction() as connection:
            terms = self._terms(self._store.now(connection))
            for job_id in stopping:
                self._end_if_stopped(connection, {**terms, "job": job_id})

    def finish(self, leased: Slice) -> bool:
        """Say that every item of a slice was worked on; the last slice brings the job to its end.

        Returns:
            Whether the job has come to its end with it. False too where the lease was lost.
        """
        job_id = leased.job.id
        with self._store.transaction() as connection:
            terms = {**self._terms(self._store.now(connection)), "job": job_id, "first": leased.first}
            if not connection.execute(statements.FINISH_SLICE, terms).rowcount:
                return False
            state = self._store.lock(connection, job_id)
            if state not in {*OPEN, "cancelling"}:
                return False
            if connection.execute(statements.LEFT, {"job": job_id}).scalar_one():
                self._end_if_stopped(connection, terms)
                return False
            self._store.end(connection, job_id, "done")
        return True

    def give_back(self, leased: Slice, *, error: str | None = None) -> None:
        """Give a slice back that was not finished.

        Args:
            leased: the slice.
            error: what went wrong; a slice given back without counts as not leased.
        """
        with self._store.transaction() as connection:
            state = self._give_back(connection, leased, forgiven=error is None)
            if state is not None and error is not None:
                connection.execute(statements.NOTE_ERROR, {"job": leased.job.id, "error": error})

    def fail(self, leased: Slice, error: str) -> None:
        """Fail the job: something has to be fixed before it can be resumed."""
        with self._store.transaction() as connection:
            if self._give_back(connection, leased) in OPEN:
                self._store.end(connection, leased.job.id, "failed", error=error)

    def hold(self, leased: Slice, until: datetime, why: str) -> None:
        """Give a slice back, and have no slice of its job leased before a time; ``why`` says which limit."""
        with self._store.transaction() as connection:
            if self._give_back(connection, leased) in OPEN:
                terms = {"job": leased.job.id, "until": moment(until), "why": why}
                connection.execute(statements.HOLD_JOB, terms)

    def look_again(self) -> None:
        """Let jobs go on that wait for a limit: the limits of a worker that begins may be others."""
        with self._store.transaction() as connection:
            connection.execute(statements.LOOK_AGAIN)

    def _give_back(self, connection: Connection, leased: Slice, *, forgiven: bool = True) -> str | None:
        """Give a slice back: the state of its job, now locked; None where that is no longer its concern.

        The lease was lost, or the job was resumed since: what was wrong then may be fixed by now.
        """
        terms = {**self._terms(self._store.now(connection)), "job": leased.job.id}
        place = {"first": leased.first, "forgiven": int(forgiven)}
        attempts = connection.execute(statements.GIVE_BACK, terms | place).scalar()
        if attempts is None:
            return None
        self._store.notify(connection, WORK)
        state = self._end_if_stopped(connection, terms)
        return state if attempts == leased.attempts - forgiven else None

    def leave(self) -> None:
        """Give back whatever is left, and say that the worker is gone."""
        with self._store.transaction() as connection:
            terms = self._terms(self._store.now(connection))
            jobs = set(connection.execute(statements.GIVE_ALL_BACK, terms).scalars())
            for job_id in sorted(jobs):
                self._end_if_stopped(connection, {**terms, "job": job_id})
            connection.execute(statements.GONE, terms)
            if jobs:
                self._store.notify(connection, WORK)

    def _end_if_stopped(self, connection: Connection, terms: Mapping[str, object]) -> str:
        """End a job that was to stop and that nobody works on; its state before that."""
        job_id = str(terms["job"])
        state = self._store.lock(connection, job_id)
        if state == "cancelling" and not connection.execute(statements.HELD, terms).scalar_one():
            self._store.end(connection, job_id, "cancelled")
        return state

    def _terms(self, now: datetime) -> dict[str, object]:
        return {"worker": self._worker, "now": moment(now), "expired": moment(now - self._lease)}
