"""Work is shared fairly between projects, and between the jobs of one."""

from service.jobs.job import Job
from service.jobs.job_store import JobStore
from service.jobs.leases import Leases
from tests.support.jobs import TurnedStore, enter


def turns(store: JobStore, count: int) -> list[Job]:
    """The jobs of the slices that are leased next, one after the other."""
    leases = Leases(store, "anna", lease_seconds=60, attempts=5)
    found = []
    for _ in range(count):
        if (leased := leases.claim()) is None:
            break
        leases.finish(leased)
        found.append(leased.job)
        if isinstance(store, TurnedStore):
            store.turn(0.001)
    return found


def test_a_small_project_does_not_wait_for_a_large_one(address: str) -> None:
    with TurnedStore(address) as store:
        large = enter(store, ["{}"] * 1000, slice_items=10, project="large")
        turns(store, 3)
        small = enter(store, ["{}"] * 20, slice_items=10, project="small")
        served = [job.id for job in turns(store, 200)]
        assert served[:4] == [small.id, large.id, small.id, large.id]
        assert len(served) == 97 + 2
        assert store.job(large.id, "large").state == "done"


def test_a_project_with_many_jobs_is_served_no_more_often_than_one_with_few(address: str) -> None:
    with TurnedStore(address) as store:
        for _ in range(5):
            enter(store, ["{}"] * 2, slice_items=1, project="many")
            store.turn(1)
        enter(store, ["{}"] * 5, slice_items=1, project="few")
        assert [job.project for job in turns(store, 10)] == ["many", "few"] * 5


def test_two_jobs_of_a_project_take_turns_and_a_more_urgent_one_goes_first(address: str) -> None:
    with TurnedStore(address) as store:
        one = enter(store, 30, slice_items=10)
        store.turn(1)
        two = enter(store, 30, slice_items=10)
        first = [job.id for job in turns(store, 2)]
        urgent = enter(store, 20, slice_items=10, priority=1)
        served = first + [job.id for job in turns(store, 20)]
        assert served == [one.id, two.id, urgent.id, urgent.id, *[one.id, two.id] * 2]
