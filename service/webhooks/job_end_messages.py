"""Messages to the receivers of a project about a job's end, written in the transaction that ends it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from data_base.store.tables import moment
from service.webhooks import statements
from service.webhooks.webhook import JobEnd, Message

if TYPE_CHECKING:
    from sqlalchemy import Connection


def write_deliveries(connection: Connection, project: str, end: JobEnd, now: datetime) -> bool:
    """Write down that receivers are to be notified of a job's end.

    Args:
        connection: of the transaction that ends the job.
        project: whose job it is.
        end: the job.
        now: when it ended.

    Returns:
        Whether there is a receiver to notify.
    """
    receivers = connection.execute(statements.RECEIVERS[connection.dialect.name], {"project": project})
    body = Message(type=f"job.{end.state}", timestamp=moment(now), data=end).model_dump_json()
    rows = [
        {"id": _new_id(now), "webhook": webhook, "body": body, "now": moment(now)}
        for webhook in receivers.scalars()
    ]
    if rows:
        connection.execute(statements.ADD_DELIVERY, rows)
    return bool(rows)


def _new_id(now: datetime) -> str:
    return f"msg_{int(now.timestamp() * 1_000_000):014x}{secrets.token_hex(8)}"
