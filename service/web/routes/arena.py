"""An arena: the content of its report, in the pages' own shell."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.http.context import Context
from service.http.encoded_path import EncodedPathRoute
from service.web.figures import figures
from service.web.languages import translations
from service.web.rendering import page
from service.web.viewer import MayRead, look_of

router = APIRouter(include_in_schema=False, route_class=EncodedPathRoute)


@router.get("/arenas/{run_id}")
def arena(request: Request, context: Context, seen: MayRead, run_id: str) -> Response:
    """The figures of an arena so far, and question by question answers and judgements."""
    from eval.reports.arena_report import arena_body  # noqa: PLC0415  (loads what a start does not need)
    from eval.reports.tongue import Tongue  # noqa: PLC0415  (the same)
    from service.arenas.result import arena_of  # noqa: PLC0415  (the same)

    result = arena_of(context, run_id, seen.project)
    locale = look_of(request).locale
    write = figures(locale)
    tongue = Tongue(translations(locale), write["score"], write["signed"], write["count"])
    body, charts = arena_body(result, tongue) if result.items else (None, None)
    return page(request, "arena_page", {"run_id": run_id, "body": body, "charts": charts})
