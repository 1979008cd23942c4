"""Whether the process and what it needs are well."""

from __future__ import annotations

from typing import Literal

from data_base.schemas.frozen import Frozen


class Health(Frozen):
    """Whether the process answers.

    Attributes:
        status: always ``ok``.
        version: of the program.
    """

    status: Literal["ok"] = "ok"
    version: str


class Readiness(Frozen):
    """Whether the server can do its work.

    Attributes:
        ready: whether the store answers and somebody works on jobs.
        store: whether the store answers.
        workers: how many workers gave a sign of life within a lease.
        queue_seconds: how long the oldest job that nobody has begun has waited.
    """

    ready: bool
    store: bool
    workers: int
    queue_seconds: float
