"""The MCP server over stdio, for a program that starts it, and over HTTP, for callers with a key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.routing import Route

from service.http.app import add_guards, create_app
from service.http.default_judge import require_default_judge, require_sources
from service.http.guards.request_rate import request_rate
from service.jobs.settings import worker_settings
from service.mcp.api import Api
from service.mcp.judge_server import judge_server

if TYPE_CHECKING:
    from fastapi import FastAPI

    from service.http.context import ServerContext
    from service.http.settings import ServerSettings
    from service.jobs.settings import WorkerSettings

PATH = "/mcp"


def serve_stdio(settings: ServerSettings) -> None:
    """Serve the program that started this one, until it closes stdin; nothing but messages is on stdout.

    Raises:
        InputError: the store or a setting cannot be used.
    """
    require_default_judge(settings.judge, worker_settings().limits)
    require_sources()
    # The one program at the other end has no key, and waiting for a job takes several requests a second.
    own = settings.model_copy(update={"workers": False, "requests_per_minute": None})
    app = create_app(own)
    asyncio.run(_serve_stdio(app, works=settings.workers))


async def _serve_stdio(app: FastAPI, *, works: bool) -> None:
    server = judge_server(Api(app))
    async with app.router.lifespan_context(app), stdio_server() as (received, sent):
        working = asyncio.create_task(_work_if_nobody_does(app)) if works else None
        try:
            await server.run(received, sent, server.create_initialization_options())
        finally:
            if working is not None:
                working.cancel()


async def _work_if_nobody_does(app: FastAPI) -> None:
    """Work on jobs from when nobody else does: others may have keys of models that this process lacks."""
    context: ServerContext = app.state.context
    lease = context.worker.lease_seconds
    while await asyncio.to_thread(context.jobs.live_workers, lease):  # noqa: ASYNC110  (who is gone tells nobody)
        await asyncio.sleep(lease)
    app.state.worker.start()


def mcp_app(settings: ServerSettings, worker: WorkerSettings | None = None) -> Starlette:
    """An app with the MCP server alone, behind the guards of the API; no session is kept between requests.

    Args:
        settings: how it serves.
        worker: how it works on jobs; as the environment says if None.

    Raises:
        InputError: the store or a setting cannot be used.
    """
    # Requests are counted once, as they come.
    api = create_app(settings.model_copy(update={"requests_per_minute": None}), worker)
    own_guards = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server = judge_server(Api(api))
    routes = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        max_request_body_size=settings.max_body_bytes,
        transport_security=own_guards,
    ).routes
    # Without sessions there is no stream to open and none to end; a stream that is opened would never end.
    routes = [Route(PATH, each.endpoint, methods=["POST"]) for each in routes if isinstance(each, Route)]
    # For probes of a proxy or a container, as `judge serve` has them.
    routes += [Route(path, api) for path in ("/health", "/ready")]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with api.router.lifespan_context(api), server.session_manager.run():
            yield

    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.context, app.state.worker = (
        replace(api.state.context, settings=settings, rate=request_rate(settings)),
        api.state.worker,
    )
    add_guards(app, app.state.context)
    return app
