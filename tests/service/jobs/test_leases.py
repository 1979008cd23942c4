"""What becomes of a slice whose worker was away for a while."""

from service.jobs.leases import Leases
from tests.support.jobs import TurnedStore, enter


def leases_of(store: TurnedStore, name: str) -> Leases:
    return Leases(store, name, lease_seconds=30, attempts=5)


def test_a_cancelled_job_stays_so_when_a_lost_worker_returns(address: str) -> None:
    with TurnedStore(address) as store:
        lost, other = leases_of(store, "lost"), leases_of(store, "other")
        job = enter(store, ["{}"])
        leased = lost.claim()
        assert leased is not None
        assert store.cancel(job.id, job.project).state == "cancelling"
        store.turn(31)
        other.heartbeat([])
        assert store.job(job.id, job.project).state == "cancelled"
        lost.finish(leased)
        assert store.job(job.id, job.project).state == "cancelled"
        # Nothing is left to do, and no slice would ever bring the job to its end.
        assert store.reopen(job.id, job.project).state == "done"


def test_a_resumed_job_leaves_a_slice_to_whoever_works_on_it(address: str) -> None:
    with TurnedStore(address) as store:
        anna, bert = leases_of(store, "anna"), leases_of(store, "bert")
        job = enter(store, ["{}"] * 2, slice_items=1)
        kept, failed = anna.claim(), bert.claim()
        assert kept is not None
        assert failed is not None
        bert.fail(failed, "The key was refused.")
        store.reopen(job.id, job.project)
        again = bert.claim()
        assert again is not None
        assert again.place == failed.place
        assert bert.claim() is None
        assert anna.heartbeat([kept.place]) == {kept.place}


def test_a_lost_lease_changes_nothing(address: str) -> None:
    with TurnedStore(address) as store:
        lost, other = leases_of(store, "lost"), leases_of(store, "other")
        job = enter(store, ["{}"])
        leased = lost.claim()
        assert leased is not None
        store.turn(31)
        taken = other.claim()
        assert taken is not None
        lost.fail(leased, "The key was refused.")
        lost.hold(leased, store.time, "The limit is reached.")
        lost.give_back(leased, error="It broke.")
        assert not lost.finish(leased)
        assert lost.heartbeat([leased.place]) == set()
        kept = store.job(job.id, job.project)
        assert (kept.state, kept.last_error, kept.why_waiting) == ("running", None, None)
        assert other.finish(taken)


def test_a_slice_leased_before_a_job_was_resumed_does_not_fail_it_again(address: str) -> None:
    with TurnedStore(address) as store:
        anna, bert = leases_of(store, "anna"), leases_of(store, "bert")
        job = enter(store, ["{}"] * 2, slice_items=1)
        before, failed = anna.claim(), bert.claim()
        assert before is not None
        assert failed is not None
        bert.fail(failed, "The key was refused.")
        store.reopen(job.id, job.project)
        anna.fail(before, "The key was refused.")
        kept = store.job(job.id, job.project)
        assert (kept.state, kept.last_error) == ("queued", None)
        for leased in (anna.claim(), bert.claim()):
            assert leased is not None
            anna.finish(leased)
            bert.finish(leased)
        assert store.job(job.id, job.project).state == "done"
