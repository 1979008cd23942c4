"""Sends what is due to the receivers of webhooks, next to a worker."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from data_base.logs import module_logger
from data_base.net.addresses import AddressCheck
from data_base.store.database import StoreAwayError
from service.jobs.notifications import HOOKS
from service.webhooks.delivery import ATTEMPT_S, NotDeliveredError, WebhookDelivery
from service.webhooks.webhook_store import WebhookStore

if TYPE_CHECKING:
    from service.jobs.job_store import JobStore
    from service.jobs.settings import WorkerSettings
    from service.webhooks.webhook import DueDelivery

logger = module_logger(__name__)
_AT_ONCE = 32
"""Receivers that are sent to at once, one message each, so that none that is slow blocks the others."""


class WebhookSender:
    """Sends messages at least once, in any number of processes."""

    def __init__(self, jobs: JobStore, sending: WebhookDelivery, *, poll_seconds: float) -> None:
        """Make it; nothing is sent yet.

        Args:
            jobs: the store with the messages.
            sending: sends one.
            poll_seconds: how often it looks for what is due.
        """
        self._jobs, self._sending, self._poll = jobs, sending, poll_seconds
        self._webhooks = WebhookStore(jobs)
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._news = asyncio.Event()

    @classmethod
    def of(cls, jobs: JobStore, settings: WorkerSettings) -> WebhookSender:
        """A sender to where the settings allow."""
        return cls(
            jobs, WebhookDelivery(AddressCheck(settings.webhook_hosts)), poll_seconds=settings.poll_seconds
        )

    async def run(self, stop: asyncio.Event) -> None:
        """Send until ``stop`` is set; what is being sent then may end."""
        stopping = asyncio.create_task(stop.wait())
        try:
            with self._jobs.signals.listening(self._heard):
                while not stop.is_set():
                    self._news.clear()
                    await self._begin()
                    await self._wait(stopping)
        finally:
            stopping.cancel()
            if self._under_way:
                await asyncio.wait(self._under_way.values(), timeout=ATTEMPT_S)

    def _heard(self, channel: str, _what: str) -> None:
        if channel == HOOKS:
            self._news.set()

    async def _begin(self) -> None:
        while len(self._under_way) < _AT_ONCE:
            try:
                due = await asyncio.to_thread(self._webhooks.claim, set(self._under_way))
            except StoreAwayError as error:
                logger.warning("no webhook can be sent: %s", error)
                return
            if due is None:
                return
            task = asyncio.create_task(self._send(due))
            self._under_way[due.webhook] = task
            task.add_done_callback(partial(self._ended, due.webhook))

    def _ended(self, webhook: str, _task: asyncio.Task[None]) -> None:
        del self._under_way[webhook]
        self._news.set()

    async def _wait(self, stopping: asyncio.Task[bool]) -> None:
        heard = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait({heard, stopping}, timeout=self._poll, return_when=asyncio.FIRST_COMPLETED)
        finally:
            heard.cancel()

    async def _send(self, due: DueDelivery) -> None:
        try:
            await self._sending.send(due)
        except NotDeliveredError as refused:
            settle = partial(self._webhooks.failed, due, str(refused))
        except Exception as error:
            logger.exception("webhook %s, message %s", due.webhook, due.id)
            settle = partial(self._webhooks.failed, due, f"{type(error).__name__}; see the server's log.")
        else:
            settle = partial(self._webhooks.delivered, due)
        try:
            await asyncio.to_thread(settle)
        except StoreAwayError as away:
            # It is sent again after a while: at least once is promised, not at most once.
            logger.warning("what became of the message %s cannot be written down: %s", due.id, away)
