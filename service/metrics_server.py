"""The figures of a worker on a port of their own, behind guards of the service."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from service.http.guards.connection import BoundedConnection
from service.http.guards.header_size import HEADERS, HeaderSize
from service.http.guards.hosts import HostCheck
from service.http.server import listening_socket
from service.http.settings import server_settings

if TYPE_CHECKING:
    from starlette.requests import Request

    from service.jobs.metrics import JobMetrics

_CONNECTIONS = 20
"""Connections at once; further ones are refused with 503."""


@contextmanager
def metrics_server(metrics: JobMetrics, host: str, port: int) -> Iterator[None]:
    """Show figures at every path of an address as long as the block takes.

    Args:
        metrics: the figures.
        host: the address; requests may name it, ``localhost``, an IP address or one of JUDGE_ALLOWED_HOSTS.
        port: the port.

    Raises:
        InputError: a setting or the address cannot be used.
    """
    settings = server_settings(host=host, port=port)
    listening = listening_socket(settings, choose="--metrics-port")

    def figures(_request: Request) -> Response:
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    app = Starlette(routes=[Route("/{path:path}", figures)])
    app.add_middleware(HostCheck, host=host, allowed=settings.allowed_hosts)
    app.add_middleware(HeaderSize)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=BoundedConnection,
            ws="none",
            lifespan="off",
            log_level="critical",
            access_log=False,
            server_header=False,
            h11_max_incomplete_event_size=HEADERS,
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, args=([listening],), name="metrics", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
