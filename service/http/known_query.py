"""Addresses that ask for something that there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request
from pydantic import BaseModel

from service.http.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi.dependencies.models import Dependant
    from fastapi.routing import APIRoute

_SHOWN = 100


async def require_known(request: Request) -> None:
    """Refuse a query that the route does not have, which would be passed over, and texts that no store keeps.

    Raises:
        ProblemError: 422, the address cannot be used.
    """
    query = request.query_params
    if any("\x00" in each for each in (*request.path_params.values(), *query.values())):
        raise ProblemError(422, "The address has a character of number 0 (%00); leave it out.")
    if not query:
        return
    route: APIRoute = request.scope["route"]
    known = set(_names(route.dependant))
    if unknown := [name for name in query if name not in known]:
        advice = f"use {', '.join(sorted(known))}" if known else "leave it out"
        raise ProblemError(422, f"query.{unknown[0][:_SHOWN]}: is not known here; {advice}.")


def _names(dependant: Dependant) -> Iterator[str]:
    for field in dependant.query_params:
        kind = field.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from kind.model_fields
        else:
            yield field.alias
    for each in dependant.dependencies:
        yield from _names(each)
