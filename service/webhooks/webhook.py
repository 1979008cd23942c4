"""A webhook, and what was sent to it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from data_base.schemas.frozen import Frozen
from service.jobs.job import JobState

NEVER = "9999-12-31T23:59:59.999999+00:00"
"""The time of the next attempt of a delivery that was given up."""


class Webhook(Frozen):
    """A receiver of a project."""

    id: str
    """Names it."""
    url: str
    """Where messages are sent."""
    created_at: str
    """When it was made; times are RFC 3339 in UTC."""


class JobEnd(Frozen):
    """The job that a message is about."""

    job_id: str
    """The job."""
    run_id: str | None
    """The run with its items, null where it makes none."""
    state: JobState
    """How it ended."""


class Message(Frozen):
    """What a receiver is sent."""

    type: str
    """``job.done``, ``job.failed`` or ``job.cancelled``."""
    timestamp: str
    """When the job ended."""
    data: JobEnd
    """Which job it was."""


class Delivery(Frozen):
    """What became of a message to a receiver."""

    id: str
    """The id of the message: its header ``webhook-id``, the same on each try."""
    type: str
    """The type of the message."""
    job_id: str
    """The job that it is about."""
    state: Literal["pending", "delivered", "failed"]
    """``pending`` until the receiver took it; ``failed`` once it was given up."""
    attempts: int
    """How often it was sent."""
    next_attempt_at: str | None
    """When it is sent again, null where it is not."""
    delivered_at: str | None
    """When the receiver took it, null where it did not."""
    last_error: str | None
    """Why the last attempt failed, null where it did not."""


class DueDelivery(NamedTuple):
    """A message that is to be sent now."""

    id: str
    """The id of the message."""
    webhook: str
    """The receiver's id."""
    url: str
    """Where it is sent."""
    secret: str
    """What it is signed with."""
    body: str
    """The message."""
    attempts: int
    """How often it was sent, this time included."""
