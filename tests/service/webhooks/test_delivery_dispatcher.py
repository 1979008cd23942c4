"""What is due reaches its receiver, whatever goes down on the way."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from standardwebhooks import Webhook as Verifier

from service.jobs.job_store import JobStore
from service.jobs.settings import WorkerSettings
from service.webhooks.delivery_dispatcher import WebhookSender
from service.webhooks.webhook_store import NewWebhook, WebhookStore
from tests.support.jobs import enter
from tests.support.webhook_receiver import HANG, Receiver, receiving

if TYPE_CHECKING:
    from sqlalchemy import Connection

SETTINGS = WorkerSettings(webhook_hosts=("127.0.0.1",), poll_seconds=0.05)


class HurriedStore(JobStore):
    """Jobs by a clock that is ahead."""

    ahead = timedelta(0)

    def now(self, connection: Connection) -> datetime:
        return super().now(connection) + self.ahead


def add(store: JobStore, receiver: Receiver) -> NewWebhook:
    with store.transaction() as connection:
        return WebhookStore(store).create(connection, "default", receiver.url)


def end(store: JobStore) -> str:
    job = enter(store, 1)
    store.cancel(job.id, "default")
    return job.id


@asynccontextmanager
async def sending(store: JobStore) -> AsyncIterator[None]:
    stop = asyncio.Event()
    running = asyncio.create_task(WebhookSender.of(store, SETTINGS).run(stop))
    try:
        yield
    finally:
        stop.set()
        await running


async def settled(store: JobStore, webhook: str, error: str | None = None) -> None:
    """Return once all messages to a receiver were delivered, or the last attempt failed with an error."""
    for _ in range(600):
        shown = WebhookStore(store).deliveries(webhook)
        if all(each.last_error == error and (each.delivered_at or error) for each in shown):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(shown)


async def test_an_end_is_told_once_with_a_signature(address: str) -> None:
    with JobStore(address) as store, receiving() as receiver:
        made = add(store, receiver)
        async with sending(store), sending(store):
            job = end(store)
            await asyncio.to_thread(receiver.wait_for, 1)
            await settled(store, made.webhook.id)
        (message,) = receiver.received
        told = Verifier(made.secret).verify(message.body, message.headers)
        assert (told["type"], told["data"]["job_id"]) == ("job.cancelled", job)


async def test_a_failed_attempt_is_repeated_under_the_same_id(address: str) -> None:
    with HurriedStore(address) as store, receiving(500, 503) as receiver:
        made = add(store, receiver)
        async with sending(store):
            end(store)
            await asyncio.to_thread(receiver.wait_for, 1)
            await settled(store, made.webhook.id, "The receiver answered 500.")
            store.ahead += timedelta(seconds=10)
            await asyncio.to_thread(receiver.wait_for, 2)
            await settled(store, made.webhook.id, "The receiver answered 503.")
            store.ahead += timedelta(seconds=310)
            await asyncio.to_thread(receiver.wait_for, 3)
            await settled(store, made.webhook.id)
        (shown,) = WebhookStore(store).deliveries(made.webhook.id)
        assert (shown.attempts, shown.last_error) == (3, None)
        assert {each.headers["webhook-id"] for each in receiver.received} == {shown.id}
        for each in receiver.received:
            Verifier(made.secret).verify(each.body, each.headers)


async def test_a_receiver_that_hangs_holds_no_other_up(address: str) -> None:
    with JobStore(address) as store, receiving(HANG) as slow, receiving() as quick:
        add(store, slow)
        made = add(store, quick)
        async with sending(store):
            for _ in range(3):
                end(store)
            await asyncio.to_thread(quick.wait_for, 3)
            await settled(store, made.webhook.id)
            assert len(slow.received) == 1
            slow.stopping.set()


@pytest.mark.slow
async def test_what_a_crash_left_is_sent_by_the_next_process(address: str) -> None:
    """The process ends a job and is gone before anybody is told."""
    with JobStore(address) as store, receiving() as receiver:
        made, job = add(store, receiver), enter(store, 1)
        crash = (
            "import os, sys; from service.jobs.job_store import JobStore; "
            "JobStore(sys.argv[1]).cancel(sys.argv[2], 'default'); os._exit(9)"
        )
        command = [sys.executable, "-c", crash, address, job.id]
        ended = await asyncio.to_thread(subprocess.run, command, check=False, timeout=60)
        assert ended.returncode == 9
        async with sending(store):
            (message,) = await asyncio.to_thread(receiver.wait_for, 1)
            await settled(store, made.webhook.id)
        assert Verifier(made.secret).verify(message.body, message.headers)["data"]["job_id"] == job.id


@pytest.mark.slow
async def test_a_process_that_is_killed_while_it_sends_loses_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_WEBHOOK_HOSTS", "127.0.0.1")
    serve = "from service.commands.app import main; main()"
    with HurriedStore(address) as store, receiving(HANG) as receiver:
        made = add(store, receiver)
        command = [sys.executable, "-c", serve, "serve", "--port", "0", "--no-auth", "--store", address]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
        try:
            job = enter(store, 1)
            await asyncio.to_thread(receiver.wait_for, 1)
        finally:
            process.kill()
            await process.wait()
        assert store.job(job.id, "default").state == "done"
        store.ahead += timedelta(seconds=61)
        async with sending(store):
            first, second = await asyncio.to_thread(receiver.wait_for, 2)
            await settled(store, made.webhook.id)
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert first.body == second.body
