"""A connection that waits for nothing without end."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.http.guards.header_size import HEADERS

HEADERS_S = 20.0
"""Seconds in which the headers of a request must have come."""
REST_S = 5.0
"""Seconds in which the rest of a body may come after its request was answered.

It is read and thrown away, so that the client finishes and reads why it was refused.
"""
UNREAD_S = 60.0
"""Seconds in which nothing could be written, as nobody reads, after which a connection is closed."""
_LOOKS = 4
"""How often in that time it is looked whether something could; they begin up to a look later."""


class BoundedConnection(H11Protocol):
    """uvicorn's connection with time limits on headers, on what follows a response, and on reading it."""

    _timer: asyncio.TimerHandle | None = None
    _limit: float | None = None
    _look: asyncio.TimerHandle | None = None
    _unread, _looks_in_vain = 0, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Wait for headers."""
        super().connection_made(transport)
        self._set_timer()
        self._look_again()

    def resume_writing(self) -> None:
        """Write on: something was read."""
        super().resume_writing()
        self._looks_in_vain = 0

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read; of headers without end, say that."""
        if len(self.conn.trailing_data[0]) <= HEADERS or self.conn.our_state is not h11.IDLE:
            super().send_400_response(msg)
            return
        said = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        words = f"The headers have more than {HEADERS:,} bytes; send fewer or shorter ones.".encode()
        for event in (h11.Response(status_code=431, headers=said), h11.Data(words), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

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
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def _set_timer(self) -> None:
        limit = self._seconds()
        if limit == self._limit:
            return
        self._cancel()
        self._limit = limit
        if limit is not None:
            self._timer = self.loop.call_later(limit, self._end, limit)

    def _end(self, limit: float) -> None:
        if self.transport.get_write_buffer_size():
            # The client still reads the response; one that does not is noticed elsewhere.
            self._timer = self.loop.call_later(limit, self._end, limit)
        else:
            self.transport.abort()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_again(self) -> None:
        """Close the connection where nothing was read of what waits to be written, in several looks."""
        waiting = self.transport.get_write_buffer_size()
        in_vain = waiting > 0 and waiting >= self._unread > 0
        self._unread, self._looks_in_vain = waiting, (self._looks_in_vain + 1) * in_vain
        if self._looks_in_vain >= _LOOKS:
            self.transport.abort()
        else:
            self._look = self.loop.call_later(UNREAD_S / _LOOKS, self._look_again)

    def _seconds(self) -> float | None:
        """How long what is awaited may take; None where a request is being answered."""
        if self.conn.their_state is h11.IDLE:
            return HEADERS_S
        answered = self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY
        return REST_S if answered else None
