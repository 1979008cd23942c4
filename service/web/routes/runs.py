"""The list of runs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from service.web.rendering import page
from service.web.viewer import MayRead

router = APIRouter(include_in_schema=False)


@router.get("/")
def start(_seen: MayRead) -> Response:
    """The start page is the list of runs."""
    return RedirectResponse("/runs", 307)


@router.get("/runs")
def runs(request: Request, _seen: MayRead) -> Response:
    """The project's runs, newest first."""
    return page(request, "runs")
