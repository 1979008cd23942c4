"""Lets in one browser alone: the one that an address with a secret was opened in."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.requests import Request

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_SAID = (
    "These pages are shown to the browser that was led here by `judge view`, and its address works once; "
    "start `judge view` again to look from another."
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_SEE_OTHER, _FORBIDDEN = 303, 403


class OneVisitor:
    """Refuses whoever did not come by the address with the secret, which works once.

    Other users of the machine reach its loopback address too, as do web pages in the visitor's browser.
    """

    def __init__(self, app: ASGIApp, *, secret: str, cookie: str) -> None:
        """Let in whoever brings a secret.

        Args:
            app: what is shown.
            secret: the query ``token`` of the first request.
            cookie: under which name the browser keeps that it was let in; ports share cookies.
        """
        self._app, self._cookie = app, cookie
        self._secret: str | None = secret
        self._let_in = secrets.token_urlsafe(32)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if _same(request.cookies.get(self._cookie), self._let_in):
            await self._app(scope, receive, send)
        elif request.method == "GET" and _same(request.query_params.get("token"), self._secret):
            self._secret = None
            response = RedirectResponse(scope["raw_path"].decode("latin-1"), _SEE_OTHER, _HEADERS)
            response.set_cookie(self._cookie, self._let_in, httponly=True, samesite="lax")
            await response(scope, receive, send)
        else:
            await PlainTextResponse(_SAID, _FORBIDDEN, _HEADERS)(scope, receive, send)


def _same(sent: str | None, known: str | None) -> bool:
    if sent is None or known is None:
        return False
    return hmac.compare_digest(sent.encode("utf-8", "replace"), known.encode())
