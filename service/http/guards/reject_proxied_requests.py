"""Requests that came through a proxy: they are from elsewhere, although the proxy is on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.http.problems import problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_HEADERS = frozenset(
    {
        "forwarded",
        "via",
        "x-real-ip",
        "x-client-ip",
        "x-cluster-client-ip",
        "true-client-ip",
        "x-envoy-external-address",
    }
)
_BEGINNINGS = ("x-forwarded", "x-original-", "cf-connecting-", "fastly-client-", "x-azure-")


def came_by_proxy(headers: Headers) -> bool:
    """Whether a proxy shows itself by a header."""
    return any(name in _HEADERS or name.startswith(_BEGINNINGS) for name in headers)


class NoProxy:
    """Refuses what came through a proxy, for a server that asks nobody for a key."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it."""
        if scope["type"] == "http" and came_by_proxy(Headers(scope=scope)):
            refusal = problem_response(
                403,
                "This server asks nobody for a key (--no-auth) and is for programs of its own machine; "
                "behind a proxy, start it without --no-auth.",
            )
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)
