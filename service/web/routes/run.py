"""A run: how its systems did, and its items, the worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from data_base.schemas.score_card import ErrorTag
from service.arenas.arena_terms import arena_job
from service.http.context import Context, ServerContext
from service.http.encoded_path import EncodedPathRoute
from service.http.run_views import item_view
from service.web.item_list import ItemsAsked, list_views
from service.web.page_query import asked_in, query
from service.web.rendering import page
from service.web.run_row import run_row
from service.web.run_view import run_view
from service.web.viewer import MayJudge, MayRead, SentForm

if TYPE_CHECKING:
    from data_base.schemas.run import RunManifest

router = APIRouter(include_in_schema=False, route_class=EncodedPathRoute)
_SEE_OTHER = 303


@router.get("/runs/{run_id}")
def run_page(request: Request, run_id: str, context: Context, seen: MayRead) -> Response:
    """A run and some of its items."""
    wanted = asked_in(ItemsAsked, request)
    run = context.runs.run(run_id, seen.project)
    found = context.runs.page(
        run_id,
        where=wanted.filter,
        sort=wanted.key,
        descending=wanted.descending,
        after=wanted.after,
        limit=wanted.limit,
    )
    row = run_row(context.runs, run, context.runs.baselines(seen.project))
    values = {
        "row": row,
        "run": run.manifest,
        "view": run_view(run, row, context.runs.statistics(run)),
        "views": [*list_views(row.figures)],
        "items": [item_view(run_id, paged) for paged in found.items],
        "wanted": wanted,
        "query": query,
        "item_query": query(wanted, after=None, limit=None),
        "next": None if found.after is None else query(wanted, after=found.after),
        "error_tags": [*ErrorTag],
        "has_arena": _has_arena(context, run.manifest, seen.project),
    }
    return page(request, "run", values)


def _has_arena(context: ServerContext, run: RunManifest, project: str) -> bool:
    """Whether its figures have a page: the folder's that is looked at have, and those of a job's arena."""
    shown = context.shown_arena
    return (shown is not None and shown.manifest.run_id == run.run_id) or (
        run.kind == "arena" and arena_job(context.jobs, run.run_id, project) is not None
    )


@router.post("/runs/{run_id}/baseline")
def mark_baseline(
    run_id: str, context: Context, seen: MayJudge, _form: SentForm, marked: Annotated[bool, Form()] = False
) -> Response:
    """Marks the run as a baseline, or no longer."""
    context.runs.mark_baseline(run_id, seen.project, marked=marked)
    return RedirectResponse(f"/runs/{quote(run_id, safe='')}", _SEE_OTHER)
