"""A job's events as a response: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from typing import TYPE_CHECKING

from fastapi.responses import StreamingResponse

if TYPE_CHECKING:
    from starlette.types import Send

    from service.http.event_channel import SentEvent

RETRY = b"retry: 2000\n\n"
"""How long a reader who was cut off waits before it comes back, in milliseconds."""
_PIECE = 32_000
QUIET = b": nothing new\n\n"
"""What is sent where nothing happens for a while, so that the connection is kept."""


class ServerSentEvents(StreamingResponse):
    """A stream of server-sent events."""

    def __init__(self, chunks: AsyncGenerator[bytes]) -> None:
        """Stream them as they come."""
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        self._chunks = chunks
        super().__init__(chunks, media_type="text/event-stream", headers=headers)

    async def stream_response(self, send: Send) -> None:
        """Send; a reader that goes away is forgotten at once."""
        async with aclosing(self._chunks):
            await super().stream_response(send)


def event_stream(batches: AsyncGenerator[list[SentEvent]]) -> ServerSentEvents:
    """The events of :meth:`service.http.event_feed.EventFeed.events` as a response."""
    return ServerSentEvents(_chunks(batches))


async def _chunks(batches: AsyncGenerator[list[SentEvent]]) -> AsyncGenerator[bytes]:
    yield RETRY
    async with aclosing(batches):
        async for batch in batches:
            for piece in _pieces(batch):
                yield piece
            if not batch:
                yield QUIET


def _pieces(batch: Iterable[SentEvent]) -> Iterator[bytes]:
    """Events in pieces that fit into a connection's buffer, so that little is kept for a slow reader."""
    piece = bytearray()
    for event in batch:
        piece += event.sent
        if len(piece) > _PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)
