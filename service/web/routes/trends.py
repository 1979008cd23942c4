"""How runs of one question set have done over time."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.runs.run_page import RunFilter
from service.http.context import Context
from service.web.page_query import asked_in
from service.web.rendering import page
from service.web.run_row import run_row
from service.web.run_view import questions_hash
from service.web.trend import HEIGHT, WIDTH, trend
from service.web.viewer import MayRead

router = APIRouter(include_in_schema=False)
_NEWEST = 100
"""Runs that are shown at most."""


class TrendsAsked(Frozen):
    """Which runs are shown."""

    questions: str = Field(max_length=200)
    """The hash of their question set."""


@router.get("/trends")
def trends(request: Request, context: Context, seen: MayRead) -> Response:
    """The newest runs of a question set, oldest first."""
    questions = asked_in(TrendsAsked, request).questions
    found = context.runs.run_page(project=seen.project, where=RunFilter(text=questions), limit=_NEWEST)
    baselines = context.runs.baselines(seen.project)
    rows = [
        run_row(context.runs, run, baselines)
        for run in reversed(found.runs)
        if questions_hash(run.manifest.data_hashes) == questions
    ]
    values = {"rows": rows, "trend": trend(rows), "width": WIDTH, "height": HEIGHT, "questions": questions}
    return page(request, "trends", values)
