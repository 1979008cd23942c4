"""Whose request it is, before anything of its body is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.http.caller import STATE, bearer, known_caller
from service.http.guards.failed_keys import address_of
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
        who = await known_caller(self._context, bearer(Headers(scope=scope)), address_of(scope))
        scope.setdefault("state", {})[STATE] = who
        if self._context.rate is not None:
            self._context.rate.require(who.key)
