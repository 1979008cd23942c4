"""Routes whose path names things that may contain slashes, each of which the caller percent-encodes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from fastapi.routing import APIRoute

if TYPE_CHECKING:
    from starlette.routing import Match
    from starlette.types import Scope


class EncodedPathRoute(APIRoute):
    """A route whose parameters are decoded one by one, so that ``%2F`` is a slash within one."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is this route's."""
        raw = scope.get("raw_path")
        if scope["type"] != "http" or raw is None:
            return super().matches(scope)
        match, found = super().matches({**scope, "path": raw.decode("latin-1")})
        for name, value in found.get("path_params", {}).items():
            if isinstance(value, str):
                found["path_params"][name] = unquote(value)
        return match, found
