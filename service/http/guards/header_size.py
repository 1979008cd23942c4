"""How many bytes of headers a request may have, counted before anything reads what they say.

Cookies have a limit of their own: Python before 3.11.10 and 3.12.6 reads a quoted one in a time that grows
with the square of its length (CVE-2024-7592), and blocks all other requests for as long. So has the media
type of the body, whose parameters are read likewise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.http.problems import problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HEADERS, COOKIES, TYPE = 65_536, 8_192, 1_024
"""Bytes of all headers with the path, and of the cookies and the media type among them, at most."""
ESCAPED = 1_024
"""Bytes of cookies with backslashes at most: 8,192 of them take 0.1 s to read, these a sixtieth of that."""
_BETWEEN = 4
"""Bytes of a header besides its name and value: a colon, a space and the end of the line."""


class HeaderSize:
    """Refuses requests with more headers than any client needs."""

    def __init__(self, app: ASGIApp) -> None:
        """Look at what is for an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it."""
        refused = refusal(scope) if scope["type"] == "http" else None
        answer = self._app if refused is None else problem_response(431, refused)
        await answer(scope, receive, send)


def refusal(scope: Scope) -> str | None:
    """Why the headers of a request are too much, None where they are not."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    cookies = b"".join(value for name, value in headers if name == b"cookie")
    if b"\\" in cookies and len(cookies) > ESCAPED:
        return f"The cookies have backslashes and more than {ESCAPED:,} bytes; delete those of this server."
    if len(cookies) > COOKIES:
        return f"The cookies have more than {COOKIES:,} bytes; delete those of this server, or send fewer."
    if sum(len(value) for name, value in headers if name == b"content-type") > TYPE:
        return f"The header Content-Type has more than {TYPE:,} bytes; send a shorter one."
    line = len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))
    if line + sum(len(name) + len(value) + _BETWEEN for name, value in headers) > HEADERS:
        return f"The headers have more than {HEADERS:,} bytes; send fewer or shorter ones."
    return None
