"""A job's events as a response: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from typing import TYPE_CHECKING

from fastapi.responses import StreamingResponse

if TYPE_CHECKING:
    from starlette.types import Send

    from service.http.event_channel import SentEvent
    from service.http.event_feed import EventFeed

_RETRY = b"retry: 2000\n\n"
"""How long a reader who was cut off waits before it comes back, in milliseconds."""
_PIECE = 32_000
_QUIET = b": nothing new\n\n"


class EventStream(StreamingResponse):
    """The events of a job after one, to the job's end."""

    def __init__(self, feed: EventFeed, job_id: str, *, after: int) -> None:
        """Stream them as they come."""
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        self._chunks = _chunks(feed, job_id, after)
        super().__init__(self._chunks, media_type="text/event-stream", headers=headers)

    async def stream_response(self, send: Send) -> None:
        """Send; a reader that goes away is forgotten at once."""
        async with aclosing(self._chunks):
            await super().stream_response(send)


async def _chunks(feed: EventFeed, job_id: str, after: int) -> AsyncGenerator[bytes]:
    yield _RETRY
    async with aclosing(feed.events(job_id, after=after)) as batches:
        async for batch in batches:
            for piece in _pieces(batch):
                yield piece
            if not batch:
                yield _QUIET


def _pieces(batch: Iterable[SentEvent]) -> Iterator[bytes]:
    """Events in pieces that fit into a connection's buffer, so that what a slow reader holds stays small."""
    piece = bytearray()
    for event in batch:
        piece += event.sent
        if len(piece) > _PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)
