"""Whether the process and what it needs are well."""

from __future__ import annotations

from typing import Literal

from data_base.schemas.frozen import Frozen


class Health(Frozen):
    """Whether the process answers."""

    status: Literal["ok"] = "ok"
    """Always ``ok``."""
    version: str
    """The program's version."""


class Readiness(Frozen):
    """Whether the server can do its work."""

    ready: bool
    """Whether the store answers and a worker works on jobs."""
    store: bool
    """Whether the store answers."""
    workers: int
    """How many workers gave a sign of life within a lease."""
    queue_seconds: float
    """How many seconds the oldest job that no worker has started has waited."""
