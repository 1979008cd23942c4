"""The webhooks of projects, and the messages to be sent, in a run store."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from data_base.errors import InputError
from data_base.store.database import NotStoredError
from data_base.store.tables import moment
from service.jobs.job import new_id
from service.webhooks import statements
from service.webhooks.webhook import NEVER, Delivery, DueDelivery, Message, Webhook

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

    from service.jobs.job_store import JobStore

WEBHOOKS = 10
"""The most webhooks of a project."""
SHOWN = 20
"""The deliveries of a webhook that are shown."""
_SECRET_BYTES = 32
_ATTEMPT = timedelta(seconds=60)
"""A message that nobody says anything of for so long was lost with its process, and is sent again."""
AGAIN = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 25_200, 32_400))
"""How long after each failed attempt the next one is due: a day in all."""


class NewWebhook(NamedTuple):
    """A webhook that was made."""

    webhook: Webhook
    """The webhook."""
    secret: str
    """What its messages are signed with."""


class WebhookStore:
    """Webhooks, in the database of a run store; any thread may call."""

    def __init__(self, jobs: JobStore) -> None:
        """Keep them next to the jobs."""
        self._jobs = jobs

    def create(self, connection: Connection, project: str, url: str) -> NewWebhook:
        """Make a webhook, in a transaction of the jobs' store.

        Raises:
            InputError: the project has as many as it may have.
        """
        if connection.execute(statements.COUNT_WEBHOOKS, {"project": project}).scalar_one() >= WEBHOOKS:
            raise InputError(f"The project has {WEBHOOKS} webhooks, and may not have more; delete one first.")
        made = Webhook(id=new_id("webhook"), url=url, created_at=moment(self._jobs.now(connection)))
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()
        connection.execute(
            statements.ADD_WEBHOOK, {**made.model_dump(), "project": project, "secret": secret}
        )
        return NewWebhook(made, secret)

    def all(self, project: str) -> list[Webhook]:
        """A project's webhooks, newest first."""
        with self._jobs.reading() as connection:
            rows = connection.execute(statements.LIST_WEBHOOKS, {"project": project}).mappings().all()
        return [Webhook.model_validate(row) for row in rows]

    def deliveries(self, webhook: str) -> list[Delivery]:
        """What became of the last messages to a receiver, newest first."""
        with self._jobs.reading() as connection:
            terms = {"webhook": webhook, "limit": SHOWN}
            rows = connection.execute(statements.LATEST, terms).mappings().all()
        return [_delivery(row) for row in rows]

    def delete(self, webhook: str, project: str) -> None:
        """Delete a webhook; nothing more is sent to it.

        Raises:
            NotStoredError: the project has no such webhook.
        """
        with self._jobs.transaction() as connection:
            locking = statements.LOCK_WEBHOOK[connection.dialect.name]
            if connection.execute(locking, {"webhook": webhook, "project": project}).first() is None:
                raise NotStoredError(
                    f"There is no webhook {webhook!r}; `GET /v1/webhooks` lists the project's webhooks."
                )
            connection.execute(statements.DELETE_DELIVERIES, {"webhook": webhook})
            connection.execute(statements.DELETE_WEBHOOK, {"webhook": webhook})

    def claim(self, busy: Collection[str]) -> DueDelivery | None:
        """Take the message that has been due longest; no one else sends it for a while.

        Args:
            busy: webhooks to which nothing is to be sent now.

        Returns:
            None where none is due.
        """
        with self._jobs.reading() as connection:
            terms = {"now": moment(self._jobs.now(connection)), "busy": list(busy)}
            if connection.execute(statements.ANY_DUE, terms).first() is None:
                return None
        with self._jobs.transaction() as connection:
            now = self._jobs.now(connection)
            terms = {"now": moment(now), "lost": moment(now + _ATTEMPT), "busy": list(busy)}
            row = connection.execute(statements.CLAIM[connection.dialect.name], terms).first()
            if row is None:
                return None
            receiver = connection.execute(statements.RECEIVER, {"webhook": row.webhook}).one()
        return DueDelivery(row.id, row.webhook, receiver.url, receiver.secret, row.body, row.attempts)

    def delivered(self, due: DueDelivery) -> None:
        """Say that the receiver took a message."""
        with self._jobs.transaction() as connection:
            terms = {"id": due.id, "now": moment(self._jobs.now(connection))}
            connection.execute(statements.DELIVERED, terms)

    def failed(self, due: DueDelivery, error: str) -> None:
        """Say that it did not, and why; the message is sent again later, or given up."""
        with self._jobs.transaction() as connection:
            again = _next_attempt(self._jobs.now(connection), due.attempts)
            terms = {"id": due.id, "attempts": due.attempts, "again": again, "error": error}
            connection.execute(statements.FAILED, terms)


def _next_attempt(now: datetime, attempts: int) -> str:
    return moment(now + AGAIN[attempts - 1]) if attempts <= len(AGAIN) else NEVER


def _delivery(row: RowMapping) -> Delivery:
    message = Message.model_validate_json(row["body"])
    is_over = row["delivered_at"] is not None or row["not_before"] == NEVER
    return Delivery(
        id=row["id"],
        type=message.type,
        job_id=message.data.job_id,
        state="pending" if not is_over else "delivered" if row["delivered_at"] else "failed",
        attempts=row["attempts"],
        next_attempt_at=None if is_over else row["not_before"],
        delivered_at=row["delivered_at"],
        last_error=row["last_error"],
    )
