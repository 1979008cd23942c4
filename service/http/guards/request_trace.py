"""A span around each request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.request_spans import request_span

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_FAILED = 500


class RequestTrace:
    """Has each request be a span that is named after its route."""

    def __init__(self, app: ASGIApp) -> None:
        """Trace the requests to an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request within its span."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with request_span(scope["method"], Headers(scope=scope)) as span:

            async def noted(message: Message) -> None:
                if span is not None and message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= _FAILED:
                        span.set_attribute("error.type", str(message["status"]))
                await send(message)

            await self._app(scope, receive, noted)
            route = getattr(scope.get("route"), "path", None)
            if span is not None and route is not None:
                span.update_name(f"{scope['method']} {route}")
                span.set_attribute("http.route", route)
