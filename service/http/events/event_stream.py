"""A job's events as a response: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from typing import TYPE_CHECKING

from fastapi.responses import StreamingResponse

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from service.http.context import ServerContext
    from service.http.events.event_channel import SentEvent

RETRY = b"retry: 2000\n\n"
"""How long a reader who was cut off waits before it comes back, in milliseconds."""
_PIECE = 32_000
QUIET = b": nothing new\n\n"
"""What is sent where nothing happens for a while, so that the connection is kept."""


@contextmanager
def counted_stream(context: ServerContext, key: str) -> Iterator[ExitStack]:
    """Count a stream of a key that is opened in the block; ``pop_all`` is for the response that it becomes.

    Raises:
        ProblemError: 429, the key has as many streams open as it may.
    """
    with ExitStack() as counted:
        counted.enter_context(
            context.streams.one(key, "streams of events", "once one of them has ended, or close one")
        )
        yield counted


class ServerSentEvents(StreamingResponse):
    """A stream of server-sent events."""

    def __init__(self, chunks: AsyncGenerator[bytes], counted: ExitStack) -> None:
        """Stream them as they come.

        Args:
            chunks: the events.
            counted: the stream as :func:`counted_stream` counts it.
        """
        self._counted = counted
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        self._chunks = chunks
        super().__init__(chunks, media_type="text/event-stream", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, and count the stream no more once that has ended, however it did."""
        with self._counted:
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send; a reader that goes away is forgotten at once."""
        async with aclosing(self._chunks):
            await super().stream_response(send)


def event_stream(batches: AsyncGenerator[list[SentEvent]], counted: ExitStack) -> ServerSentEvents:
    """The events of :meth:`service.http.events.event_feed.EventFeed.events` as a response."""
    return ServerSentEvents(_chunks(batches), counted)


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
