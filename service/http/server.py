"""The server: an app behind uvicorn, with limits on what a connection may do."""

from __future__ import annotations

import ipaddress
import math
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import uvicorn

from data_base.errors import InputError
from data_base.store.run_store import DEFAULT_PROJECT
from service.http.app import create_app
from service.http.default_judge import require_default_judge, require_sources
from service.http.guards.connection import BoundedConnection
from service.http.guards.header_size import HEADERS
from service.http.settings import KEY_LENGTH
from service.jobs.settings import worker_settings
from service.malloc_arenas import share_memory_between_threads
from service.stop_signals import end_at_once_next_time

if TYPE_CHECKING:
    from types import FrameType

    from starlette.applications import Starlette

    from service.http.settings import ServerSettings

_KEEP_ALIVE_S = 15
_SWITCH_S = 0.001
"""How long a thread that judges keeps the interpreter while the loop waits for it.

Python's own 5 ms add up, as answering a request takes several turns.
"""
_BACKLOG = 512
_MAPPED = 96
"""Bits before an IPv4 address that is written as one of IPv6."""
LOOPBACK_PROXIES = ("127.0.0.1", "::1")
"""Proxies that are believed where none are named: those of this machine."""


def run_server(
    settings: ServerSettings,
    *,
    say: Callable[[str], None],
    make: Callable[[ServerSettings], Starlette] = create_app,
    shown: str = "Serving on {url} (API at /docs)",
) -> None:
    """Serve until a signal stops it.

    Args:
        settings: how it serves.
        say: shows a line to whoever started it.
        make: makes what is served.
        shown: what is served where.

    Raises:
        InputError: a setting, the judge, the store or the address cannot be used.
    """
    sys.setswitchinterval(_SWITCH_S)
    share_memory_between_threads()
    require_default_judge(settings.judge, worker_settings().limits)
    require_sources()
    app = make(settings)
    listening = listening_socket(settings)
    _first_key(app, settings, say)
    host, port = listening.getsockname()[:2]
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    say(f"{shown.format(url=url)}; stop with Ctrl+C.")
    Server(app).run(sockets=[listening])


class Server(uvicorn.Server):
    """uvicorn with an app; streams of events and the worker, which would go on, end as soon as it is to stop.

    Evaluations that are waited for have as long as the worker's items.

    A second signal ends the process at once.
    """

    def __init__(self, app: Starlette) -> None:
        """Serve an app."""
        super().__init__(_uvicorn_config(app))
        self._context, self._worker = app.state.context, app.state.worker

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  (uvicorn's)
        """Stop; uvicorn's own would have the process die of the signal in the end."""
        self.should_exit = True
        end_at_once_next_time()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        self._worker.stop_soon()
        self._context.feed.close()
        self._context.in_time.stop_in(self._context.worker.stop_seconds)
        await super().shutdown(sockets)


def _uvicorn_config(app: Starlette) -> uvicorn.Config:
    """How uvicorn serves an app: h11, which bounds the size of headers, and nothing that logs requests."""
    settings = app.state.context.settings
    return uvicorn.Config(
        app,
        http=BoundedConnection,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=HEADERS,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=math.ceil(app.state.context.worker.stop_seconds) + 1,
        backlog=_BACKLOG,
        # uvicorn asks the environment where nothing is given.
        forwarded_allow_ips=both_ways(settings.trusted_proxies or LOOPBACK_PROXIES),
    )


def both_ways(proxies: Sequence[str]) -> list[str]:
    """Addresses and networks, those of IPv4 also as a socket that listens on ``::`` names them."""
    named = list(proxies)
    for each in proxies:
        if each != "*" and ":" not in each:
            network = ipaddress.ip_network(each)
            named.append(f"::ffff:{network.network_address}/{_MAPPED + network.prefixlen}")
    return named


def _first_key(app: Starlette, settings: ServerSettings, say: Callable[[str], None]) -> None:
    """Make a key on the first start, and show it: it is not kept. Later, say how to make another."""
    keys = app.state.context.keys
    if settings.short_key:
        say(
            f"JUDGE_API_KEY is shorter than {KEY_LENGTH} characters, and can be guessed; choose a longer one."
        )
    if settings.auth and settings.api_key is None:
        known = "one that was made before; `judge keys create` makes another"
        say(f"API key: {known if keys.has_any() else keys.create(DEFAULT_PROJECT, 'first start').secret}")


def listening_socket(settings: ServerSettings, *, choose: str = "--host and --port") -> socket.socket:
    """The socket that is listened on; taken before the app starts, so that a taken port is one sentence.

    Args:
        settings: say where.
        choose: the options for another place.

    Raises:
        InputError: the address or the port cannot be used.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else TCP_NODELAY is not set
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((settings.host, settings.port))
        # Who comes before the app has started waits, and is not refused.
        taken.listen(_BACKLOG)
    except OSError as error:
        taken.close()
        raise InputError(
            f"{settings.host}:{settings.port} cannot be listened on ({error.strerror}); choose another with "
            f"{choose}."
        ) from error
    return taken
