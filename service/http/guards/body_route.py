"""Large bodies are read in a thread: to validate ten thousand answers takes a second."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import HTTPException, Request, params
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute

from service.http.caller import STATE, Caller
from service.http.context import context_of
from service.http.fair_scheduling import taken_in_turn
from service.http.guards.json_shape import SMALL
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from fastapi._compat import ModelField
    from starlette.responses import Response

_REFUSED = b""
"""No body is valid that is this; FastAPI refuses it once it has asked who the caller is."""


class BodyRoute(APIRoute):
    """A route whose large bodies are read and validated when it is the turn of the caller's project."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler."""
        handle, field = super().get_route_handler(), self.body_field
        if field is None or isinstance(field.field_info, params.Form):
            return handle

        async def handled(request: Request) -> Response:
            reading = _Reading(request, field)
            try:
                return await handle(reading)
            except (HTTPException, RequestValidationError):
                if reading.refusal is not None:
                    raise reading.refusal from None
                raise

        return handled


class _Reading(Request):
    """A request that gives a large body as it is validated, which FastAPI then takes as it is."""

    def __init__(self, request: Request, field: ModelField) -> None:
        super().__init__(request.scope, request.receive)
        self._field = field
        self.refusal: ProblemError | RequestValidationError | None = None

    async def json(self) -> Any:  # noqa: ANN401  (JSON)
        body = await self.body()
        who: Caller | None = getattr(self.state, STATE, None)
        if len(body) <= SMALL or who is None:
            return await super().json()
        try:
            return await taken_in_turn(self, context_of(self), who, partial(self._read, body))
        except ProblemError as error:
            self.refusal = error
            return _REFUSED

    def _read(self, body: bytes) -> Any:  # noqa: ANN401  (JSON)
        sent = json.loads(body)
        found, errors = self._field.validate(sent, {}, loc=("body",))
        if errors:
            self.refusal = RequestValidationError(errors, body=sent)
            return _REFUSED
        return found
