"""A webhook, and what was sent to it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from data_base.schemas.frozen import Frozen
from service.jobs.job import JobState

NEVER = "9999-12-31T23:59:59.999999+00:00"
"""The time of the next attempt of a delivery that was given up."""


class Webhook(Frozen):
    """A receiver of a project.

    Attributes:
        id: names it.
        url: where messages are sent.
        created_at: when it was made; times are RFC 3339 in UTC.
    """

    id: str
    url: str
    created_at: str


class JobEnd(Frozen):
    """The job that a message is about.

    Attributes:
        job_id: the job.
        run_id: the run with its items, null where it makes none.
        state: how it ended.
    """

    job_id: str
    run_id: str | None
    state: JobState


class Message(Frozen):
    """What a receiver is sent.

    Attributes:
        type: ``job.done``, ``job.failed`` or ``job.cancelled``.
        timestamp: when the job ended.
        data: which job it was.
    """

    type: str
    timestamp: str
    data: JobEnd


class Delivery(Frozen):
    """What became of a message to a receiver.

    Attributes:
        id: of the message: its header ``webhook-id``, the same on each try.
        type: of the message.
        job_id: the job that it is about.
        state: ``pending`` until the receiver took it; ``failed`` once it was given up.
        attempts: how often it was sent.
        next_attempt_at: when it is sent again, null where it is not.
        delivered_at: when the receiver took it, null where it did not.
        last_error: why the last attempt failed, null where it did not.
    """

    id: str
    type: str
    job_id: str
    state: Literal["pending", "delivered", "failed"]
    attempts: int
    next_attempt_at: str | None
    delivered_at: str | None
    last_error: str | None


class DueDelivery(NamedTuple):
    """A message that is to be sent now.

    Attributes:
        id: of the message.
        webhook: the receiver's id.
        url: where it is sent.
        secret: what it is signed with.
        body: the message.
        attempts: how often it was sent, this time included.
    """

    id: str
    webhook: str
    url: str
    secret: str
    body: str
    attempts: int
