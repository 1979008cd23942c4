"""A connection that waits for nothing without end."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_S = 20.0
"""Seconds in which the headers of a request must have come."""
REST_S = 5.0
"""Seconds in which the rest of a body may come after its request was answered.

It is read and thrown away, so that the client finishes and reads why it was refused.
"""


class BoundedConnection(H11Protocol):
    """uvicorn's connection with a time limit on headers, and on what comes after a response."""

    _timer: asyncio.TimerHandle | None = None
    _limit: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Wait for headers."""
        super().connection_made(transport)
        self._set_timer()

    def data_received(self, data: bytes) -> None:
        """Read on; what is incomplete still has only the time that it had."""
        super().data_received(data)
        self._set_timer()

    def on_response_complete(self) -> None:
        """Wait for what comes next."""
        super().on_response_complete()
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._limit = None
        self._cancel()
        super().connection_lost(exc)

    def _set_timer(self) -> None:
        limit = self._seconds()
        if limit == self._limit:
            return
        self._cancel()
        self._limit = limit
        if limit is not None:
            self._timer = self.loop.call_later(limit, self.transport.abort)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _seconds(self) -> float | None:
        """How long what is awaited may take; None where a request is being answered."""
        if self.conn.their_state is h11.IDLE:
            return HEADERS_S
        answered = self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY
        return REST_S if answered else None
