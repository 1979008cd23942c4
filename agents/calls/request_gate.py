"""A gate before each request to a model: whoever sets one can have requests wait for their turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

RequestGate = Callable[[str], Awaitable[None]]
"""Awaited with the model's name before each request to it; tries again and hedges are requests, too."""

_gate: ContextVar[RequestGate | None] = ContextVar("request_gate", default=None)


@contextmanager
def gated(gate: RequestGate) -> Iterator[None]:
    """Have all requests made inside, by tasks begun inside too, pass a gate."""
    token = _gate.set(gate)
    try:
        yield
    finally:
        _gate.reset(token)


async def pass_gate(model: str) -> None:
    """Wait until a request to a model may be made; at once outside :func:`gated`."""
    if (gate := _gate.get()) is not None:
        await gate(model)
