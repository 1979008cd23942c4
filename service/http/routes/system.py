"""Whether the process answers and the server can work."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from data_base.errors import InputError
from service.http.bodies import Health, Readiness
from service.http.context import Context

router = APIRouter(tags=["system"])
_UNREADY = 503


@router.get("/health")
async def health() -> Health:
    """Whether the process answers; nothing else is looked at."""
    try:
        return Health(version=version("deep-research-judge"))
    except PackageNotFoundError:
        return Health(version="unknown")


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
