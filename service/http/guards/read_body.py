"""How large a body may be and how long it may take to come; no more of it is read than that."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from service.http.problems import problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.http.settings import ServerSettings

_LARGE = (
    (re.compile(r"(/v1)?/collections/[^/]+/documents"), "multipart/form-data"),
    (re.compile(r"/v1/evaluations/batch"), "application/x-ndjson"),
)
"""Requests that are worked on while they come in, by path and media type."""
_OPEN = frozenset({"/sign-in", "/preferences"})
"""Forms that anybody may send, without a key."""
_OPEN_BYTES, _FORM_BYTES = 100_000, 300_000
"""Bytes of such a form, and of another page's: each ampersand in it costs processor time."""
_TIMES = 10
_BYTES_PER_SECOND = 10_000
"""A body that comes more slowly runs out of its time, however large it may be."""


def largest_upload(settings: ServerSettings) -> int:
    """The bytes that the body of an upload has at most."""
    return settings.max_body_bytes * _TIMES


class BodyLimit:
    """Refuses bodies that are too large or come too slowly."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        """Read no more than the settings allow."""
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the body in as far as it may be read."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = self._most(str(scope["path"]), headers.get("content-type", ""))
        if int(headers.get("content-length", "0")) > most:
            await problem_response(413, _too_large(most))(scope, receive, send)
            return
        reading = _Reading(receive, most, self._settings.body_seconds)

        async def sent(message: Message) -> None:
            reading.is_answered = True
            await send(message)

        await self._app(scope, reading.receive, sent)

    def _most(self, path: str, media_type: str) -> int:
        if path in _OPEN:
            return min(_OPEN_BYTES, self._settings.max_body_bytes)
        if media_type.lower().startswith("application/x-www-form-urlencoded"):
            return min(_FORM_BYTES, self._settings.max_body_bytes)
        large = any(route.fullmatch(path) and media_type.lower().startswith(kind) for route, kind in _LARGE)
        return largest_upload(self._settings) if large else self._settings.max_body_bytes


class _Reading:
    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive, self._most, self._seconds = receive, most, seconds
        self._read, self._begun, self._ended = 0, 0.0, False
        self.is_answered = False

    async def receive(self) -> Message:
        if self._ended:
            return await self._receive()
        now = asyncio.get_running_loop().time()
        self._begun = self._begun or now
        try:
            async with asyncio.timeout(self._begun + self._seconds + self._read / _BYTES_PER_SECOND - now):
                message = await self._receive()
        except TimeoutError:
            return self._refused(
                408, f"The body came too slowly: it was not here within {self._seconds:g} s; send it faster."
            )
        self._read += len(message.get("body", b""))
        if self._read > self._most:
            return self._refused(413, _too_large(self._most))
        self._ended = not message.get("more_body", False)
        return message

    def _refused(self, status: int, said: str) -> Message:
        if self.is_answered:
            return {"type": "http.disconnect"}
        # The app's own handler makes a problem of it; FastAPI lets no other exception through.
        raise HTTPException(status, said)


def _too_large(most: int) -> str:
    return f"The body is larger than the {most:,} bytes that are taken; send less at once."
