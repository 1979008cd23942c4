"""Whatever two workers and their users do in whatever order, jobs, slices and events stay right."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import text

from service.jobs.job import OPEN, Job, Slice
from service.jobs.job_store import JobConflictError
from service.jobs.leases import Leases
from tests.support.jobs import TurnedStore, enter
from tests.support.stores import postgresql_schema

LEASE_S = 30.0
WORKERS = ("anna", "bert")
ENDED = {"done", "failed", "cancelled"}


class JobsInUse(RuleBasedStateMachine):
    """Two workers with what they believe to have leased, next to what the store says."""

    jobs = Bundle("jobs")
    leased: Bundle[tuple[str, Slice]] = Bundle("leased")

    def __init__(self) -> None:
        super().__init__()
        self.open = ExitStack()
        self.store = self.open.enter_context(TurnedStore(self.address()))
        self.leases = {name: Leases(self.store, name, lease_seconds=LEASE_S, attempts=3) for name in WORKERS}
        self.entered: list[Job] = []
        self.finished: set[tuple[str, int]] = set()

    def address(self) -> str:
        folder = self.open.enter_context(tempfile.TemporaryDirectory())
        return str(Path(folder) / "runs.sqlite")

    def rows(self, statement: str, **terms: object) -> list[Any]:
        with self.store.reading() as connection:
            return list(connection.execute(text(statement), terms).all())

    def state(self, job: Job) -> str:
        return self.store.job(job.id, job.project).state

    def holder(self, place: tuple[str, int]) -> str | None:
        """Who has a live lease on a slice."""
        [row] = self.rows(
            "SELECT claimed_by, heartbeat_at FROM slices WHERE job = :job AND first = :first",
            job=place[0],
            first=place[1],
        )
        expired = (self.store.time - timedelta(seconds=LEASE_S)).isoformat(timespec="microseconds")
        return str(row.claimed_by) if row.claimed_by and row.heartbeat_at >= expired else None

    @initialize(target=jobs, items=st.integers(1, 7))
    def first_job(self, items: int) -> Job:
        return self.add(items, 2, "one")

    @rule(
        target=jobs,
        items=st.integers(1, 7),
        together=st.integers(1, 3),
        project=st.sampled_from(["one", "two"]),
    )
    def new_job(self, items: int, together: int, project: str) -> Job:
        return self.add(items, together, project)

    def add(self, items: int, together: int, project: str) -> Job:
        self.entered.append(enter(self.store, ["{}"] * items, project=project, slice_items=together))
        return self.entered[-1]

    @rule(target=leased, worker=st.sampled_from(WORKERS))
    def claim(self, worker: str) -> Any:
        before = {
            (job, first): self.holder((job, first))
            for job, first in self.rows("SELECT job, first FROM slices")
        }
        states = {job.id: self.state(job) for job in self.entered}
        found = self.leases[worker].claim()
        if found is None:
            return multiple()
        assert before[found.place] is None, "a slice was leased that another had"
        assert states[found.job.id] in OPEN
        assert found.place not in self.finished
        return worker, found

    @rule(held=consumes(leased))
    def finish(self, held: tuple[str, Slice]) -> None:
        worker, found = held
        had, before = self._owns(worker, found), self.state(found.job)
        self.leases[worker].finish(found)
        assert before not in ENDED or self.state(found.job) == before
        if had:
            self.finished.add(found.place)

    @rule(held=consumes(leased), error=st.sampled_from([None, "It broke."]))
    def give_back(self, held: tuple[str, Slice], error: str | None) -> None:
        held_by, found = held
        self.leases[held_by].give_back(found, error=error)

    @rule(held=consumes(leased))
    def fail(self, held: tuple[str, Slice]) -> None:
        worker, found = held
        had, before = self._owns(worker, found), self.state(found.job)
        self.leases[worker].fail(found, "The key was refused.")
        if had and before in OPEN:
            assert self.state(found.job) == "failed"

    @rule(held=consumes(leased), seconds=st.integers(1, 60))
    def hold(self, held: tuple[str, Slice], seconds: int) -> None:
        worker, found = held
        until = self.store.time + timedelta(seconds=seconds)
        self.leases[worker].hold(found, until, "The limit is reached.")

    @rule(held=leased)
    def beat(self, held: tuple[str, Slice]) -> None:
        worker, found = held
        had = self._owns(worker, found) and self.state(found.job) in OPEN
        assert (found.place in self.leases[worker].heartbeat([found.place])) == had

    @rule(worker=st.sampled_from(WORKERS))
    def look_around(self, worker: str) -> None:
        assert not self.leases[worker].heartbeat([])

    @rule(worker=st.sampled_from(WORKERS))
    def begin_anew(self, worker: str) -> None:
        self.leases[worker].look_again()
        for entered in self.entered:
            job = self.store.job(entered.id, entered.project)
            assert job.not_before is None or job.state not in OPEN

    @rule(worker=st.sampled_from(WORKERS))
    def leave(self, worker: str) -> None:
        self.leases[worker].leave()
        assert not self.rows(
            "SELECT 1 FROM slices WHERE claimed_by = :worker AND finished_at IS NULL", worker=worker
        )

    @rule(seconds=st.sampled_from([1.0, 20.0, 31.0]))
    def wait(self, seconds: float) -> None:
        self.store.turn(seconds)

    @rule(job=jobs)
    def cancel(self, job: Job) -> None:
        before = self.state(job)
        if before in ENDED:
            with pytest.raises(JobConflictError, match="nothing to cancel"):
                self.store.cancel(job.id, job.project)
        else:
            assert self.store.cancel(job.id, job.project).state in {"cancelling", "cancelled"}

    @rule(job=jobs, whole=st.booleans())
    def reopen(self, job: Job, whole: bool) -> None:
        if self.state(job) not in {"failed", "cancelled"}:
            with pytest.raises(JobConflictError):
                self.store.reopen(job.id, job.project, whole=whole)
            return
        self.store.reopen(job.id, job.project, whole=whole)
        if whole:
            self.finished -= {place for place in self.finished if place[0] == job.id}

    def _owns(self, worker: str, found: Slice) -> bool:
        return bool(
            self.rows(
                "SELECT 1 FROM slices WHERE job = :job AND first = :first AND claimed_by = :worker "
                "AND finished_at IS NULL",
                job=found.job.id,
                first=found.first,
                worker=worker,
            )
        )

    @invariant()
    def slices_hold_every_item_once(self) -> None:
        for job in self.entered:
            slices = self.rows("SELECT first, last FROM slices WHERE job = :job ORDER BY first", job=job.id)
            items = [item for first, last in slices for item in range(first, last + 1)]
            assert items == list(range(job.total))

    @invariant()
    def states_say_what_is_so(self) -> None:
        for entered in self.entered:
            job = self.store.job(entered.id, entered.project)
            slices = self.rows("SELECT first, finished_at FROM slices WHERE job = :job", job=job.id)
            assert {(job.id, row.first) for row in slices if row.finished_at} == {
                place for place in self.finished if place[0] == job.id
            }
            left = [row for row in slices if row.finished_at is None]
            assert (job.finished_at is not None) == (job.state in ENDED)
            assert bool(left) or job.state in {"done", "failed", "cancelled"}
            assert not left or job.state != "done"
            assert job.state != "failed" or job.last_error

    @invariant()
    def events_have_no_gap_and_end_as_the_job(self) -> None:
        for job in self.entered:
            events = self.store.events(job.id)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            turns = [event.event for event in events if event.event != "cancelling"]
            assert set(turns[::2]) == {"queued"}, "a job ended twice, or was taken up while it was open"
            assert set(turns[1::2]) <= ENDED
            if (state := self.state(job)) in ENDED | {"queued", "cancelling"}:
                assert events[-1].event == state

    def teardown(self) -> None:
        """Whatever happened, what is open is worked through in the end."""
        try:
            self.store.turn(3600)
            self.leases["anna"].heartbeat([])
            while (found := self.leases["anna"].claim()) is not None:
                self.leases["anna"].finish(found)
            assert {self.state(job) for job in self.entered} <= ENDED
        finally:
            self.open.close()


class JobsOfServers(JobsInUse):
    """The same on PostgreSQL."""

    def address(self) -> str:
        return self.open.enter_context(postgresql_schema())


_QUICK = [HealthCheck.too_slow, HealthCheck.data_too_large]


def test_jobs_in_a_file_stay_right() -> None:
    limits = settings(max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=_QUICK)
    run_state_machine_as_test(JobsInUse, settings=limits)


@pytest.mark.slow
def test_jobs_in_postgresql_stay_right() -> None:
    limits = settings(max_examples=10, stateful_step_count=30, deadline=None, suppress_health_check=_QUICK)
    run_state_machine_as_test(JobsOfServers, settings=limits)
