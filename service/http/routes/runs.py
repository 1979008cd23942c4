"""Runs and what came of their items."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from service.http.bodies.runs import ItemQuery, RunQuery
from service.http.caller import Administering, Reading
from service.http.context import Context
from service.http.encoded_path import EncodedPathRoute
from service.http.problems import responses
from service.http.run_views import (
    ItemDetail,
    ItemList,
    RunDetail,
    RunList,
    item_view,
    run_detail,
    run_view,
)

router = APIRouter(prefix="/v1/runs", tags=["runs"], route_class=EncodedPathRoute)
REFUSALS = responses(401, 403, 404, 422, 429)
RunId = Annotated[str, Path(description="The run's id, percent-encoded.")]
Case = Annotated[str, Path(description="The case's id, percent-encoded: a slash is `%2F`.")]
System = Annotated[str, Path(description="The system's name, percent-encoded.")]


@router.get("", responses=REFUSALS)
def list_runs(asked: Annotated[RunQuery, Query()], who: Reading, context: Context) -> RunList:
    """The project's runs, newest first unless another order is asked for."""
    page = context.runs.run_page(
        project=who.project,
        where=asked.filter,
        sort=asked.key,
        descending=asked.descending,
        after=asked.after,
        limit=asked.limit,
    )
    shown = tuple(run_view(run, context.runs.figures(run)) for run in page.runs)
    return RunList(runs=shown, after=page.after)


@router.get("/{run_id}", responses=REFUSALS)
def get_run(run_id: RunId, who: Reading, context: Context) -> RunDetail:
    """A run: its terms, what came of its items, and what it cost."""
    run = context.runs.run(run_id, who.project)
    return run_detail(run, context.runs.figures(run))


@router.delete("/{run_id}", status_code=204, responses=responses(409) | REFUSALS)
def delete_run(run_id: RunId, who: Administering, context: Context) -> Response:
    """Delete a run with everything that was ever kept of it, for good."""
    context.runs.require(run_id, who.project)
    context.jobs.require_idle(run_id)
    context.runs.delete(run_id)
    return Response(status_code=204)


@router.get("/{run_id}/items", responses=REFUSALS)
def list_items(
    run_id: RunId, asked: Annotated[ItemQuery, Query()], who: Reading, context: Context
) -> ItemList:
    """A run's items in short, in the order in which they came unless another is asked for."""
    context.runs.require(run_id, who.project)
    page = context.runs.page(
        run_id,
        where=asked.filter,
        sort=asked.key,
        descending=asked.descending,
        after=asked.after,
        limit=asked.limit,
    )
    return ItemList(items=tuple(item_view(run_id, paged) for paged in page.items), after=page.after)


@router.get("/{run_id}/items/{case}/{system}", responses=REFUSALS)
def get_item(run_id: RunId, case: Case, system: System, who: Reading, context: Context) -> ItemDetail:
    """An item, whole: answer, evaluation, attempts, and every model call that was made for it."""
    context.runs.require(run_id, who.project)
    paged = context.runs.item(run_id, case, system)
    calls = tuple(context.runs.calls_of(run_id, case, system))
    return ItemDetail(
        number=paged.number,
        status=paged.item.status,
        difference=paged.difference,
        item=paged.item,
        calls=calls,
    )
