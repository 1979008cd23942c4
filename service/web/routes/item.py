"""An item of a run: what was asked, answered and judged, and on what the judgement rests."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.http.context import Context
from service.http.encoded_path import EncodedPathRoute
from service.web.item_list import ItemsAsked
from service.web.item_view import item_view
from service.web.markdown_html import formatted
from service.web.page_query import asked_in, query
from service.web.rendering import page
from service.web.viewer import MayRead

router = APIRouter(include_in_schema=False, route_class=EncodedPathRoute)


@router.get("/runs/{run_id}/items/{case}/{system}")
def item_page(
    request: Request, run_id: str, case: str, system: str, context: Context, seen: MayRead
) -> Response:
    """An item, and the ones before and after it in the list that its address names."""
    wanted = asked_in(ItemsAsked, request)
    run = context.runs.run(run_id, seen.project)
    paged = context.runs.item(run_id, case, system)
    beside = context.runs.neighbours(
        run_id, paged.number, where=wanted.filter, sort=wanted.key, descending=wanted.descending
    )
    item = paged.item
    view = item_view(item, context.runs.items_of(run_id, case))
    values = {
        "run": run.manifest,
        "item": item,
        "view": view,
        "formatted": formatted(view.text) if item.answer else None,
        "calls": context.runs.calls_of(run_id, case, system),
        "beside": beside,
        "difference": paged.difference,
        "ratings": [
            each for each in context.runs.ratings(run_id) if (each.case_id, each.system) == (case, system)
        ],
        "list_query": query(wanted),
    }
    return page(request, "item", values)
