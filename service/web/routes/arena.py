"""An arena: the content of its report, in the pages' own shell, whole or a part by itself."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from service.http.context import Context, ServerContext, arena_of
from service.http.encoded_path import EncodedPathRoute
from service.http.fair_scheduling import in_project_turn
from service.web.languages import translations
from service.web.number_format import figures
from service.web.rendering import page
from service.web.viewer import MayRead, Viewer, display_preferences

if TYPE_CHECKING:
    from eval.reports.report_locale import ReportLocale

router = APIRouter(include_in_schema=False, route_class=EncodedPathRoute)


@router.get("/arenas/{run_id}")
async def arena(request: Request, context: Context, seen: MayRead, run_id: str) -> Response:
    """The figures of an arena so far, and question by question answers and judgements."""
    return await in_project_turn(
        request, context, seen.caller, partial(_arena, request, context, seen, run_id)
    )


@router.get("/arenas/{run_id}/{part}")
async def arena_view(request: Request, context: Context, seen: MayRead, run_id: str, part: str) -> Response:
    """A part of an arena's figures by itself, such as its standings or its shared passages."""
    return await in_project_turn(
        request, context, seen.caller, partial(_part, request, context, seen, run_id, part)
    )


def _arena(request: Request, context: ServerContext, seen: Viewer, run_id: str) -> Response:
    from eval.reports.arena_report import arena_body  # noqa: PLC0415  (loads what a start does not need)

    result = arena_of(context, run_id, seen.project)
    body, charts = (
        arena_body(result, _report_locale(display_preferences(request).locale))
        if result.items
        else (None, None)
    )
    values = {"run_id": run_id, "run_name": result.manifest.title, "part": "", "notes": result.manifest.notes}
    return page(request, "arena_page", {**values, "body": body, "charts": charts})


def _part(request: Request, context: ServerContext, seen: Viewer, run_id: str, part: str) -> Response:
    from eval.arena.verdict_sentence import headline  # noqa: PLC0415  (the same)
    from eval.reports.arena_parts import PARTS, arena_part  # noqa: PLC0415  (loads what a start does not need)

    if part not in PARTS:
        raise HTTPException(404)
    result = arena_of(context, run_id, seen.project)
    language = _report_locale(display_preferences(request).locale)
    body = arena_part(result, part, language) if result.items else None
    named = {"run_id": run_id, "run_name": result.manifest.title, "part": part}
    values = {**named, "body": body, "charts": None, "notes": result.manifest.notes}
    return page(
        request,
        "arena_page",
        {**values, "verdict": headline(result.summary, language.texts, language.signed)},
    )


@cache
def _report_locale(locale: str) -> ReportLocale:
    """What the report's fragments are written in."""
    from eval.reports.report_locale import ReportLocale  # noqa: PLC0415  (the same)

    write = figures(locale)
    return ReportLocale(
        texts=translations(locale),
        score=write["score"],
        signed=write["signed"],
        grouped=write["count"],
        share=write["share"],
        written=write["written"],
    )
