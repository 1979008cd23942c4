"""Whose request it is, before anything of its body is read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.http.caller import STATE, bearer, known_caller
from service.http.guards.request_rate import RequestRate
from service.http.problems import ProblemError, problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from service.http.context import ServerContext

_GUARDED = ("/v1/", "/mcp")


class CallerCheck:
    """Refuses requests to the API without a valid key, and more of a key than it may make."""

    def __init__(self, app: ASGIApp, context: ServerContext) -> None:
        """Look keys up in a context's store."""
        self._app, self._context = app, context
        most = context.settings.requests_per_minute
        self._rate = None if most is None else RequestRate(most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it."""
        if scope["type"] == "http" and str(scope["path"]).startswith(_GUARDED):
            try:
                await self._let_in(scope)
            except ProblemError as refused:
                refusal = problem_response(refused.status, refused.detail, refused.headers)
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _let_in(self, scope: Scope) -> None:
        who = await known_caller(self._context, bearer(Headers(scope=scope)))
        scope.setdefault("state", {})[STATE] = who
        if self._rate is not None and (wait := self._rate.wait(who.key)):
            most = self._context.settings.requests_per_minute
            raise ProblemError(
                429,
                f"This API key may make {most} requests per minute; send the request again in {wait:.0f} s.",
                {"Retry-After": str(math.ceil(wait))},
            )
