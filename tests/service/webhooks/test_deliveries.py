"""What is to be told of a job's end is written with it, sent at least once, and given up after a day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from data_base.store.database import NotStoredError
from service.jobs.leases import Leases
from service.webhooks.webhook import Delivery, Message, Webhook
from service.webhooks.webhook_store import AGAIN, WebhookStore
from tests.support.jobs import TurnedStore, enter

if TYPE_CHECKING:
    from service.jobs.job import Job, Slice


@pytest.fixture
def store(address: str) -> Iterator[TurnedStore]:
    with TurnedStore(address) as found:
        yield found


def add(store: TurnedStore, project: str = "default", url: str = "https://hooks.example/") -> Webhook:
    with store.transaction() as connection:
        return WebhookStore(store).create(connection, project, url).webhook


def lease(store: TurnedStore) -> tuple[Leases, Slice]:
    leases = Leases(store, "anna", lease_seconds=60, attempts=5)
    leased = leases.claim()
    assert leased is not None
    return leases, leased


def end(store: TurnedStore, project: str = "default") -> Job:
    """A job that came to its end."""
    job = enter(store, 1, project=project)
    leases, leased = lease(store)
    leases.finish(leased)
    return job


def told(store: TurnedStore, webhook: Webhook) -> list[Delivery]:
    return WebhookStore(store).deliveries(webhook.id)


def test_all_ends_of_a_projects_jobs_are_told_to_all_its_receivers(store: TurnedStore) -> None:
    here, there, elsewhere = add(store), add(store), add(store, "another")
    done = end(store)
    store.turn(1)
    failed = enter(store, 1)
    leases, leased = lease(store)
    leases.fail(leased, "fix it")
    store.turn(1)
    cancelled = enter(store, 1)
    store.cancel(cancelled.id, "default")
    expected = [("job.cancelled", cancelled.id), ("job.failed", failed.id), ("job.done", done.id)]
    for each in (here, there):
        found = told(store, each)
        assert [(one.type, one.job_id) for one in found] == expected
        assert {(one.state, one.attempts) for one in found} == {("pending", 0)}
    assert told(store, elsewhere) == []
    due = WebhookStore(store).claim(())
    assert due is not None
    message = Message.model_validate_json(due.body)
    # Ids alone: nothing that was asked or answered leaves.
    assert message.data.model_dump() == {"job_id": done.id, "run_id": done.run_id, "state": "done"}


def test_an_end_that_is_not_kept_is_not_told(store: TurnedStore) -> None:
    webhook, job = add(store), enter(store, 1)

    def end_and_break() -> None:
        with store.transaction() as connection:
            store.end(connection, job.id, "failed")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        end_and_break()
    assert told(store, webhook) == []
    assert store.job(job.id, "default").state == "queued"


def test_a_job_that_is_taken_up_again_is_told_again(store: TurnedStore) -> None:
    webhook, job = add(store), enter(store, 1)
    store.cancel(job.id, "default")
    store.reopen(job.id, "default")
    store.turn(1)
    leases, leased = lease(store)
    leases.finish(leased)
    assert [each.type for each in told(store, webhook)] == ["job.done", "job.cancelled"]
    assert len({each.id for each in told(store, webhook)}) == 2


def test_a_message_is_sent_by_one_process_and_by_another_once_that_is_lost(store: TurnedStore) -> None:
    add(store)
    end(store)
    webhooks = WebhookStore(store)
    first = webhooks.claim(())
    assert first is not None
    assert webhooks.claim(()) is None
    store.turn(61)
    again = webhooks.claim(())
    assert again is not None
    assert (again.id, again.body, again.attempts) == (first.id, first.body, 2)
    # The first process wakes up: what it says late does not put the second's attempt off.
    webhooks.failed(first, "late")
    assert webhooks.claim(()) is None
    webhooks.delivered(again)
    store.turn(100_000)
    assert webhooks.claim(()) is None


def test_attempts_go_on_for_a_day_and_are_then_given_up(store: TurnedStore) -> None:
    webhook = add(store)
    end(store)
    webhooks, began = WebhookStore(store), store.time
    for number, wait in enumerate([*AGAIN, None], start=1):
        due = webhooks.claim(())
        assert due is not None
        assert due.attempts == number
        webhooks.failed(due, f"The receiver answered {500 + number}.")
        (shown,) = told(store, webhook)
        assert shown.last_error == f"The receiver answered {500 + number}."
        if wait is None:
            break
        assert shown.state == "pending"
        store.turn(wait.total_seconds() - 1)
        assert webhooks.claim(()) is None
        store.turn(1)
    assert timedelta(hours=23) < store.time - began < timedelta(hours=25)
    assert (shown.state, shown.attempts, shown.next_attempt_at) == ("failed", len(AGAIN) + 1, None)
    store.turn(1_000_000)
    assert webhooks.claim(()) is None


def test_a_receiver_is_sent_one_message_at_a_time_and_the_next_one_gets_its_turn(store: TurnedStore) -> None:
    slow, other = add(store), add(store)
    end(store)
    end(store)
    webhooks = WebhookStore(store)
    due = [webhooks.claim({slow.id}), webhooks.claim({slow.id}), webhooks.claim({slow.id})]
    assert [each and each.webhook for each in due] == [other.id, other.id, None]


def test_a_deleted_webhook_is_told_nothing_more(store: TurnedStore) -> None:
    gone, kept = add(store), add(store)
    end(store)
    webhooks = WebhookStore(store)
    due = webhooks.claim({kept.id})
    assert due is not None
    with pytest.raises(NotStoredError):
        webhooks.delete(gone.id, "another")
    webhooks.delete(gone.id, "default")
    webhooks.failed(due, "too late")
    assert webhooks.claim({kept.id}) is None
    assert [each.id for each in webhooks.all("default")] == [kept.id]
    end(store)
    assert len(told(store, kept)) == 2


def test_deleting_a_webhook_does_not_break_the_end_of_a_job_that_is_ending(address: str) -> None:
    """Once the end of a job could fail for a receiver that was deleted in that moment."""
    if not address.startswith("postgresql"):
        pytest.skip("a transaction of SQLite that writes is alone")
    from concurrent.futures import ThreadPoolExecutor

    with ExitStack() as stack, ThreadPoolExecutor(2) as threads:
        one, two = (stack.enter_context(TurnedStore(address)) for _ in range(2))
        for _ in range(10):
            webhook, job = add(one), enter(one, 1)
            ending = threads.submit(one.cancel, job.id, "default")
            deleting = threads.submit(WebhookStore(two).delete, webhook.id, "default")
            ending.result(30)
            deleting.result(30)
            assert one.job(job.id, "default").state == "cancelled"
