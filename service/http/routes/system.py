"""Whether the process answers and the server can work."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.concurrency import run_in_threadpool

from data_base.errors import InputError
from data_base.store.run_store import DEFAULT_PROJECT
from service.http.bodies.health import Health, Readiness
from service.http.caller import Credentials, known_caller
from service.http.context import Context, ServerContext
from service.http.guards.failed_keys import address_of
from service.http.guards.reject_proxied_requests import came_by_proxy
from service.http.problems import ProblemError, responses
from service.http.settings import LOOPBACK
from service.jobs.metrics import exposition

router = APIRouter(tags=["system"])
_UNREADY = 503


@router.head("/health", include_in_schema=False)
@router.get("/health")
async def health() -> Health:
    """Whether the process answers; nothing else is looked at."""
    try:
        return Health(version=version("deep-research-judge"))
    except PackageNotFoundError:
        return Health(version="unknown")


@router.head("/ready", include_in_schema=False)
@router.get("/ready", responses={_UNREADY: {"model": Readiness}}, response_model=Readiness)
def ready(context: Context) -> JSONResponse:
    """Whether the store answers and somebody works on jobs."""
    try:
        workers = context.jobs.live_workers(context.worker.lease_seconds)
        waiting = context.jobs.queue_age()
    except InputError:
        found = Readiness(ready=False, store=False, workers=0, queue_seconds=0.0)
    else:
        found = Readiness(ready=workers > 0, store=True, workers=workers, queue_seconds=waiting)
    return JSONResponse(found.model_dump(), 200 if found.ready else _UNREADY)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **responses(401, 403, 503)},
)
async def metrics(request: Request, context: Context, credentials: Credentials) -> Response:
    """What this process judged, and the jobs of all projects, as Prometheus reads it."""
    if not _among_friends(context) or came_by_proxy(request.headers):
        secret = None if credentials is None else credentials.credentials
        who = await known_caller(context, secret, address_of(request.scope))
        if who.project != DEFAULT_PROJECT or not {"read", "admin"} & set(who.scopes):
            raise ProblemError(
                403,
                f"/metrics shows figures of all projects; use a key of the project {DEFAULT_PROJECT!r} with "
                "the scope 'read'.",
            )
    said = await run_in_threadpool(exposition, context.metrics, context.job_figures)
    return Response(said, media_type=CONTENT_TYPE_LATEST)


def _among_friends(context: ServerContext) -> bool:
    """Whether only programs of this machine reach the server: no other name leads to it."""
    return context.settings.host in LOOPBACK and not context.settings.allowed_hosts
