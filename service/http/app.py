"""The app factory: everything that a server shares is made here, and nothing at import time."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI

from data_base.net.addresses import AddressCheck
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from service.arenas.endpoint import endpoints
from service.arenas.kept_figures import KeptFigures
from service.collections.collection_store import CollectionStore
from service.collections.index import CollectionIndexes
from service.collections.settings import collection_settings
from service.fair_threads import FairThreads
from service.http import docs_page
from service.http.context import ServerContext
from service.http.events.event_feed import EventFeed
from service.http.guards.concurrent_requests import ConcurrentRequests
from service.http.guards.failed_keys import FailedKeys
from service.http.guards.header_size import HeaderSize
from service.http.guards.hosts import HostCheck
from service.http.guards.json_shape import JsonShape
from service.http.guards.key_check import CallerCheck
from service.http.guards.read_body import BodyLimit
from service.http.guards.reject_proxied_requests import NoProxy
from service.http.guards.request_rate import request_rate
from service.http.guards.request_trace import RequestTrace
from service.http.guards.response_headers import ResponseHeaders
from service.http.known_query import require_known
from service.http.problems import Problem, add_problem_handlers
from service.http.request_timeout import RequestTimeout
from service.http.routes import (
    arenas,
    collections,
    comparisons,
    evaluations,
    jobs,
    models,
    pairs,
    research,
    runs,
    system,
    webhooks,
)
from service.jobs.job import JobEvent
from service.jobs.job_store import JobStore
from service.jobs.judging import Evaluators
from service.jobs.limits.budgets import Budgets
from service.jobs.metrics import JobFigures, JobMetrics
from service.jobs.postgres_listener import PostgresListener
from service.jobs.settings import WorkerSettings, worker_settings
from service.jobs.sync_judging import SyncJudging
from service.keys import SCOPES, KeyStore, Scope
from service.web.pages import add_pages
from service.webhooks.webhook_store import WebhookStore
from service.workers.job_handlers import job_handlers
from service.workers.worker_thread import WorkerThread

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from eval.arena.result import ArenaResult
    from service.http.settings import ServerSettings

_ROUTERS = (
    arenas.router,
    collections.router,
    comparisons.router,
    evaluations.router,
    jobs.router,
    models.router,
    pairs.router,
    research.router,
    runs.router,
    system.router,
    webhooks.router,
)
_NAMED = (Problem, JobEvent)
"""Schemas that routes refer to by name."""


def create_app(
    settings: ServerSettings,
    worker: WorkerSettings | None = None,
    *,
    scopes: tuple[Scope, ...] = SCOPES,
    arena: ArenaResult | None = None,
) -> FastAPI:
    """An app; its store is opened with it, its worker runs as long as it does.

    Args:
        settings: how it serves.
        worker: how it works on jobs; as the environment says if None.
        scopes: what may be done without a key, where none is asked for.
        arena: that is shown though no job of the store held it.

    Raises:
        InputError: the store or a setting cannot be used.
    """
    context = replace(context_of(settings, worker or worker_settings(), scopes), shown_arena=arena)
    works = job_handlers(context.evaluators, context.indexes, context.worker.endpoint_hosts)
    thread = WorkerThread(context.jobs, context.runs, works, context.worker)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        if settings.workers:
            thread.start()
        try:
            with PostgresListener(context.jobs):
                yield
        finally:
            thread.stop()
            context.at_once.close()
            context.indexes.close()
            context.figures.close()
            context.taking.close()
            context.live.close()
            context.keys.close()
            context.jobs.close()
            context.runs.close()

    app = FastAPI(
        title="Deep Research Judge",
        description="Judges answers of Deep Research systems, researches, and keeps every number's evidence.",
        version="1",
        lifespan=lifespan,
        # A redirect names a scheme and a host, which a proxy in front may not be reached by.
        redirect_slashes=False,
        docs_url=None,
        # Made in a thread instead, as it takes a second for the first who asks: see docs_page.
        openapi_url=None,
        redoc_url=None,
    )
    app.state.context, app.state.worker = context, thread
    add_problem_handlers(app)
    add_guards(app, context)
    for router in _ROUTERS:
        app.include_router(router, dependencies=[Depends(require_known)] if router.prefix else [])
    app.include_router(docs_page.router)
    add_pages(app)
    _name_schemas(app)
    return app


def add_guards(app: Starlette, context: ServerContext) -> None:
    """Set guards before the routes; the last that is added is asked first."""
    settings = context.settings
    app.add_middleware(JsonShape, context=context)
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(CallerCheck, context=context)
    if not settings.auth and context.open_scopes == SCOPES:
        app.add_middleware(NoProxy)
    app.add_middleware(HostCheck, host=settings.host, allowed=settings.allowed_hosts)
    app.add_middleware(HeaderSize)
    app.add_middleware(ResponseHeaders)
    app.add_middleware(RequestTrace)


def context_of(
    settings: ServerSettings, worker: WorkerSettings, scopes: tuple[Scope, ...] = SCOPES
) -> ServerContext:
    """What the routes of an app share.

    Raises:
        InputError: the store cannot be used.
    """
    store = chosen_store(settings.store)
    metrics = JobMetrics()
    jobs, kept = JobStore(store, max_jobs=settings.max_jobs), RunStore(store, watch=metrics.kept)
    evaluators = Evaluators()
    return ServerContext(
        settings=settings,
        worker=worker,
        jobs=jobs,
        runs=kept,
        keys=KeyStore(jobs),
        evaluators=evaluators,
        at_once=SyncJudging(kept, evaluators, Budgets(jobs, worker.limits)),
        under_way=ConcurrentRequests(settings.max_evaluations),
        streams=ConcurrentRequests(settings.max_streams),
        in_time=RequestTimeout(settings.request_seconds),
        figures=FairThreads("figures"),
        taking=FairThreads("taking"),
        live=FairThreads("live"),
        kept_figures=KeptFigures(),
        rate=request_rate(settings),
        misses=FailedKeys(),
        feed=EventFeed(jobs),
        collections=CollectionStore(jobs),
        indexes=CollectionIndexes(jobs),
        collection_settings=collection_settings(),
        open_scopes=scopes,
        metrics=metrics,
        job_figures=JobFigures(jobs, worker.lease_seconds),
        webhooks=WebhookStore(jobs),
        addresses=AddressCheck(worker.webhook_hosts),
        endpoints=endpoints(worker.endpoint_hosts),
    )


def _name_schemas(app: FastAPI) -> None:
    """Put the schemas that routes refer to by name into the description."""
    described, making = app.openapi, threading.Lock()

    def openapi() -> dict[str, object]:
        # FastAPI's own stumbles where several threads ask for it first.
        with making:
            found = described()
            schemas = found.setdefault("components", {}).setdefault("schemas", {})
            for model in _NAMED:
                if model.__name__ not in schemas:
                    schemas[model.__name__] = model.model_json_schema(mode="serialization")
            return found

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way
