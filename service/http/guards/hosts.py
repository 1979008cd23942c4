"""Which names the server may be called by, and whose web pages may call it.

A web page can have a name of its own point at the loopback address (DNS rebinding), and its scripts then
reach the server as if it were theirs: only the Host header shows it. An address cannot be pointed elsewhere.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.http.problems import problem_response

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

_SHOWN = 100
_PLACE = re.compile(
    r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[^\s\[\]:@/?#\\]+))(?::(?P<port>[0-9]{1,5}))?"
)
_PORTS = {"http": "80", "https": "443"}


class HostCheck:
    """Refuses requests that name another server, or come from a web page of another server."""

    def __init__(self, app: ASGIApp, host: str, allowed: Iterable[str]) -> None:
        """Let in requests to the host that is listened on, to what is allowed, ``localhost`` and any address.

        Args:
            app: what the requests are for.
            host: that is listened on.
            allowed: further names, whose web pages may call the server too.
        """
        self._app = app
        self._allowed = frozenset(name.lower() for name in allowed)
        self._names = self._allowed | {"localhost", host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it."""
        refusal = self._refusal(Headers(scope=scope), scope["scheme"]) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, headers: Headers, scheme: str) -> Response | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        name = _name(host)
        if not self._is_ours(name):
            return problem_response(
                421,
                f"This server does not answer to the Host {host[:_SHOWN]!r}; name it in JUDGE_ALLOWED_HOSTS "
                "where it is to be reached by that name.",
            )
        if origin is None or self._may_call(origin, f"{scheme}://{host}"):
            return None
        return problem_response(
            403,
            f"Web pages of {origin[:_SHOWN]!r} may not call this server; call it from a program, or name "
            "their host in JUDGE_ALLOWED_HOSTS.",
        )

    def _may_call(self, origin: str, own: str) -> bool:
        """Whether an origin is the server's own, or a web page of a name that is allowed, at any port."""
        scheme, _, place = origin.partition("://")
        if scheme not in _PORTS:
            return False
        return _whole(origin) == _whole(own) or _name(place) in self._allowed

    def _is_ours(self, name: str) -> bool:
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _whole(origin: str) -> tuple[str, str, str]:
    """Scheme, name and port of an origin of the web."""
    scheme, _, place = origin.partition("://")
    found = _PLACE.fullmatch(place)
    return scheme, _name(place), (found and found["port"]) or _PORTS.get(scheme, "")


def _name(host: str) -> str:
    """A Host header without its port and brackets, empty where it cannot be read."""
    found = _PLACE.fullmatch(host)
    return "" if found is None else (found["address"] or found["name"]).lower()
