"""The list of runs."""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from data_base.schemas.run import RunKind, RunState
from service.http.bodies.runs import RunQuery
from service.http.context import Context
from service.web.page_query import asked_in, query
from service.web.rendering import page
from service.web.run_row import run_row
from service.web.viewer import MayRead, Visitor

router = APIRouter(include_in_schema=False)


@router.get("/")
def start(request: Request, seen: Visitor) -> Response:
    """The start page is the list of runs; a visitor who may not see it reads what the key is for."""
    return RedirectResponse("/runs", 307) if seen.may("read") else page(request, "signed_in")


@router.get("/runs")
def runs(request: Request, context: Context, seen: MayRead) -> Response:
    """The project's runs, newest first."""
    wanted = asked_in(RunQuery, request)
    found = context.runs.run_page(
        project=seen.project,
        where=wanted.filter,
        sort=wanted.key,
        descending=wanted.descending,
        after=wanted.after,
        limit=wanted.limit,
    )
    baselines = context.runs.baselines(seen.project)
    values = {
        "wanted": wanted,
        "typed": request.query_params,
        "query": query,
        "rows": [run_row(context.runs, run, baselines) for run in found.runs],
        "next": None if found.after is None else query(wanted, after=found.after),
        "kinds": get_args(RunKind),
        "states": get_args(RunState),
    }
    return page(request, "runs", values)
