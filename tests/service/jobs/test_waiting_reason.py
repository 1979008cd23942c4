"""A job says why nothing happens in it."""

from datetime import timedelta

from service.jobs.job import Job
from service.jobs.leases import Leases
from service.jobs.waiting_reason import waiting_reason
from tests.support.jobs import TurnedStore, enter


def test_a_job_says_what_it_waits_for_in_every_state(address: str) -> None:
    with TurnedStore(address) as store:
        leases = Leases(store, "anna", lease_seconds=30, attempts=5)
        job = enter(store, 4, slice_items=2, project="one")

        def why(job: Job = job) -> str | None:
            return waiting_reason(store, store.job(job.id, job.project), lease_seconds=30)

        command = "judge worker" if store.is_shared else "judge serve"
        assert why() == f"No worker is running; start one with `{command}`."
        leases.heartbeat([])
        assert why() == "Waiting for a worker."
        leased = leases.claim()
        assert leased is not None
        assert why() is None

        other = enter(store, 4, project="two")
        said = why(other)
        assert said is not None
        assert "jobs that they work on: 1" in said

        leases.hold(leased, store.time + timedelta(seconds=20), "openai:x: 5 of 5 requests a minute.")
        said = why()
        assert said is not None
        assert said.startswith("openai:x: 5 of 5 requests a minute. It goes on at 2026-01-01T00:00:20")
        store.turn(25)
        leases.heartbeat([])
        assert why() == "Waiting for a worker."

        while leases.claim() is not None:
            pass
        store.turn(15)
        assert why() is None
        store.turn(6)
        said = why()
        assert said is not None
        assert "not responded for 21 s" in said
        assert "2026-01-01T00:00:55" in said

        leases.leave()
        leases.heartbeat([])
        store.cancel(job.id, "one")
        assert why() is None
        store.turn(60)
        assert why(other) == f"No worker is running; start one with `{command}`."
