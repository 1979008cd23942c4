"""The jobs in a run store: entered, looked up, stopped, resumed, and what happened in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, get_args

from data_base.errors import InputError
from data_base.store.address import SQLITE
from data_base.store.database import NotStoredError, StoreDatabase
from data_base.store.tables import moment
from service.jobs import statements
from service.jobs.job import STATES, UNDER_WAY, Job, JobEvent, JobKind, JobState, NewJob
from service.jobs.notifications import EVENTS, HOOKS, WORK, Notifications
from service.request_spans import traceparent
from service.webhooks.job_end_messages import write_deliveries
from service.webhooks.webhook import JobEnd

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import JsonValue
    from sqlalchemy import Connection
    from sqlalchemy.pool import PoolProxiedConnection

NEWS = "news"
"""Where a connection has the notifications that are sent once its transaction has ended."""
_ROWS = 500
"""Inputs that are written at once."""


class JobConflictError(InputError):
    """The job's state does not allow what was asked for."""


class TooManyJobsError(InputError):
    """The project has as many jobs under way as it may have."""


class JobStore(StoreDatabase):
    """Jobs, in the database of a run store; any thread may call.

    Methods that take a connection belong to a transaction of :meth:`transaction`, so that a caller can write
    more in it: all of it or nothing.
    """

    def __init__(
        self,
        store: str | Path,
        *,
        signals: Notifications | None = None,
        must_exist: bool = False,
        max_jobs: int | None = None,
    ) -> None:
        """Open or make the store; see :class:`data_base.store.run_store.RunStore`.

        Args:
            store: an SQLite file or a database's URL.
            signals: notified of what is written here.
            must_exist: make nothing.
            max_jobs: jobs of a project that may be queued or running at once; None for any number.

        Raises:
            InputError: the store cannot be used.
        """
        super().__init__(store, must_exist=must_exist)
        self.signals = signals or Notifications()
        self._max_jobs = max_jobs

    @property
    def is_shared(self) -> bool:
        """Whether several machines' processes may work on it: it is no file."""
        return self._url.drivername != SQLITE

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that writes; it ends with the block, and notifications of it are sent after that."""
        with self._usable(), self._writing.begin() as connection:
            news = connection.info[NEWS] = []
            yield connection
        for channel, what in news:
            self.signals.send(channel, what)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self._usable(), self._engine.connect() as connection:
            yield connection

    def own_connection(self) -> PoolProxiedConnection:
        """A new connection outside the pool; whoever asks for it closes it."""
        connection = self._engine.raw_connection()
        connection.detach()
        return connection

    def now(self, connection: Connection) -> datetime:
        """The time of the clock that all who use the store share."""
        if connection.dialect.name == SQLITE:
            return datetime.now(UTC)
        return datetime.fromisoformat(str(connection.execute(statements.NOW).scalar_one()))

    def add(self, connection: Connection, new: NewJob, inputs: Iterable[str]) -> Job:
        """Enter a job with its items.

        Args:
            connection: of the transaction.
            new: the job.
            inputs: one text for each item; read once.

        Raises:
            InputError: there are no items.
            TooManyJobsError: the project has too many jobs under way.
        """
        self._require_room(connection, new.project)
        now = moment(self.now(connection))
        job = Job(
            state="queued",
            total=0,
            created_at=now,
            traceparent=traceparent(),
            **new.model_dump(exclude={"slice_items"}),
        )
        connection.execute(statements.ADD_JOB, job.model_dump())
        total = self._add_inputs(connection, job.id, inputs)
        if not total:
            raise InputError("The job has no items. Send at least one.")
        firsts = range(0, total, new.slice_items)
        slices = [{"job": job.id, "first": n, "last": min(n + new.slice_items, total) - 1} for n in firsts]
        connection.execute(statements.ADD_SLICE, slices)
        connection.execute(statements.SET_TOTAL, {"job": job.id, "total": total})
        self.add_events(connection, job.id, [("queued", {"total": total})])
        self.notify(connection, WORK)
        return job.model_copy(update={"total": total})

    def _require_room(self, connection: Connection, project: str) -> None:
        if self._max_jobs is None:
            return
        if connection.execute(statements.UNDER_WAY, {"project": project}).scalar_one() >= self._max_jobs:
            raise TooManyJobsError(
                f"The project {project!r} has {self._max_jobs} jobs under way, and may not have more; "
                "wait for one to end, or cancel one."
            )

    def _add_inputs(self, connection: Connection, job_id: str, inputs: Iterable[str]) -> int:
        coming, total = enumerate(inputs), 0
        while batch := [{"job": job_id, "number": n, "payload": each} for n, each in islice(coming, _ROWS)]:
            connection.execute(statements.ADD_INPUT, batch)
            total += len(batch)
        return total

    def job(self, job_id: str, project: str) -> Job:
        """A project's job.

        Raises:
            NotStoredError: the project has no such job.
        """
        with self.reading() as connection:
            found = connection.execute(statements.GET_JOB, {"job": job_id, "project": project})
            row = found.mappings().first()
        if row is None:
            raise NotStoredError(f"There is no job {job_id!r}; `GET /v1/jobs` lists the project's jobs.")
        return Job.model_validate(row)

    def jobs(
        self,
        project: str,
        *,
        states: Sequence[JobState] = STATES,
        kind: JobKind | None = None,
        after: Job | None = None,
        limit: int = 50,
    ) -> list[Job]:
        """A project's jobs, newest first.

        Args:
            project: whose.
            states: only those in one of these states.
            kind: only those of this kind.
            after: the last job of the page before.
            limit: how many at most.
        """
        terms = {"project": project, "states": states, "kind": kind, "limit": limit}
        place = {"at": after.created_at, "id": after.id} if after else {"at": None, "id": None}
        with self.reading() as connection:
            rows = connection.execute(statements.LIST_JOBS, terms | place).mappings().all()
        return [Job.model_validate(row) for row in rows]

    def require_idle(self, run_id: str) -> None:
        """Make sure that no job works on a run.

        Raises:
            JobConflictError: one does.
        """
        with self.reading() as connection:
            job: str | None = connection.execute(statements.WORKING_ON, {"run": run_id}).scalar()
        if job is not None:
            raise JobConflictError(f"The job {job} works on the run {run_id!r}; cancel the job first.")

    def inputs(self, job_id: str, first: int, last: int) -> list[tuple[int, str]]:
        """Number and text of some of a job's items."""
        with self.reading() as connection:
            rows = connection.execute(statements.INPUTS, {"job": job_id, "first": first, "last": last}).all()
        return [(row.number, row.payload) for row in rows]

    def events(self, job_id: str, *, after: int = 0, limit: int = 500) -> list[JobEvent]:
        """What happened in a job after an event, oldest first."""
        with self.reading() as connection:
            terms = {"job": job_id, "after": after, "limit": limit}
            rows = connection.execute(statements.EVENTS_AFTER, terms).all()
        return [JobEvent(seq=row.seq, event=row.event, data=json.loads(row.data)) for row in rows]

    def last_event(self, job_id: str) -> int:
        """The number of the last event of a job, 0 where there is none."""
        with self.reading() as connection:
            return int(connection.execute(statements.LAST_EVENT, {"job": job_id}).scalar_one())

    def state(self, job_id: str) -> JobState:
        """The state of a job, whoever's it is."""
        with self.reading() as connection:
            state: JobState = connection.execute(statements.STATE, {"job": job_id}).scalar_one()
        return state

    def add_events(
        self, connection: Connection, job_id: str, events: Iterable[tuple[str, Mapping[str, JsonValue]]]
    ) -> None:
        """Write down what happened in a job; numbers have no gap, whoever writes."""
        self.lock(connection, job_id)
        last = connection.execute(statements.LAST_EVENT, {"job": job_id}).scalar_one()
        rows = [
            {"job": job_id, "seq": seq, "event": event, "data": json.dumps(data, ensure_ascii=False)}
            for seq, (event, data) in enumerate(events, start=last + 1)
        ]
        if rows:
            connection.execute(statements.ADD_EVENT, rows)
            self.notify(connection, EVENTS, job_id)

    def cancel(self, job_id: str, project: str) -> Job:
        """Stop a job: no further item is begun, items under way are given up.

        Raises:
            NotStoredError: the project has no such job.
            JobConflictError: it has come to its end.
        """
        job = self.job(job_id, project)
        with self.transaction() as connection:
            state = self.lock(connection, job_id)
            if state not in UNDER_WAY:
                raise JobConflictError(f"The job {job.id} is {state} already; there is nothing to cancel.")
            if state != "cancelling":
                connection.execute(statements.CANCELLING, {"job": job_id})
                self.add_events(connection, job_id, [("cancelling", {})])
                self.notify(connection, WORK)
            # A lease that has run out holds nothing up; a living worker gives its slice back at once.
            held = {"job": job_id, "expired": moment(self.now(connection) - timedelta(days=1))}
            if not connection.execute(statements.HELD, held).scalar_one():
                self.end(connection, job_id, "cancelled")
        return self.job(job_id, project)

    def reopen(self, job_id: str, project: str, *, whole: bool = False) -> Job:
        """Take a job up again that failed, was cancelled or is done.

        Args:
            job_id: the job.
            project: whose it is.
            whole: go through all its items again, so that those without a score are tried again; else only
                what was not worked on.

        Raises:
            NotStoredError: the project has no such job.
            JobConflictError: it is under way, or done where only the rest is to be worked on or nothing
                failed.
            TooManyJobsError: the project has too many jobs under way.
        """
        job = self.job(job_id, project)
        with self.transaction() as connection:
            # Slices are locked before their job, as everywhere.
            slices = statements.REOPEN_ALL_SLICES if whole else statements.REOPEN_SLICES
            connection.execute(slices, {"job": job_id})
            self._require_reopenable(connection, job_id, whole=whole)
            self._require_room(connection, project)
            connection.execute(statements.REOPEN_JOB, {"job": job_id})
            self.add_events(connection, job_id, [("queued", {"total": job.total})])
            if not connection.execute(statements.LEFT, {"job": job_id}).scalar_one():
                self.end(connection, job_id, "done")
            self.notify(connection, WORK)
        return self.job(job_id, project)

    def _require_reopenable(self, connection: Connection, job_id: str, *, whole: bool) -> None:
        state = self.lock(connection, job_id)
        if state in UNDER_WAY or (state == "done" and not whole):
            raise JobConflictError(
                f"The job {job_id} is {state}; only a job that failed or was cancelled can be resumed."
            )
        if state == "done" and connection.execute(statements.ANY_FAILED, {"job": job_id}).first() is None:
            raise JobConflictError(f"Nothing failed in the job {job_id}; there is nothing to try again.")

    def end(self, connection: Connection, job_id: str, state: JobState, *, error: str | None = None) -> None:
        """Bring a job to its end; its run is complete where every item has a score."""
        ended = self.now(connection)
        now = moment(ended)
        if state == "done":
            connection.execute(statements.FINISH_RUN, {"job": job_id, "now": now})
        terms = {"job": job_id, "state": state, "now": now, "error": error}
        job = connection.execute(statements.END_JOB, terms).one()
        self.add_events(connection, job_id, [(state, {"error": error} if error else {})])
        end = JobEnd(job_id=job_id, run_id=job.run_id, state=state)
        if write_deliveries(connection, job.project, end, ended):
            self.notify(connection, HOOKS)

    def lock(self, connection: Connection, job_id: str) -> str:
        """The job's state; nobody else changes the job until the transaction ends."""
        # On SQLite a transaction that writes is alone anyway.
        locking = statements.STATE if connection.dialect.name == SQLITE else statements.LOCK_JOB
        return str(connection.execute(locking, {"job": job_id}).scalar_one())

    def notify(self, connection: Connection, channel: str, what: str = "") -> None:
        """Notify other threads and processes once the transaction has ended."""
        connection.info.setdefault(NEWS, []).append((channel, what))
        if connection.dialect.name != SQLITE:
            sent = self.signals.abroad(what)
            connection.execute(statements.NOTIFY, {"channel": channel, "what": sent})

    def live_workers(self, lease_seconds: float) -> int:
        """How many workers gave a sign of life within a lease."""
        with self.reading() as connection:
            expired = moment(self.now(connection) - timedelta(seconds=lease_seconds))
            return int(connection.execute(statements.WORKERS, {"expired": expired}).scalar_one())

    def counts_by_state(self) -> dict[JobState, int]:
        """How many jobs of all projects are in each state."""
        with self.reading() as connection:
            found = {row.state: row[1] for row in connection.execute(statements.JOBS_BY_STATE)}
        return {state: found.get(state, 0) for state in get_args(JobState)}

    def queue_age(self) -> float:
        """Seconds since the oldest job that no worker has begun was asked for; 0 where there is none."""
        with self.reading() as connection:
            oldest = connection.execute(statements.QUEUE_AGE).scalar()
            now = self.now(connection)
        return (now - datetime.fromisoformat(oldest)).total_seconds() if oldest else 0.0
