"""A question over a collection, which becomes a job to watch."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from data_base.errors import InputError, first_fault
from service.http.bodies.research import ResearchRequest
from service.http.context import Context, ServerContext
from service.http.idempotency import IdempotentRequest
from service.http.problems import ProblemError, status_of
from service.http.routes.models import list_models
from service.http.routes.research import research
from service.web.rendering import page
from service.web.viewer import MayResearch, SentForm, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping

router = APIRouter(prefix="/ask", include_in_schema=False)
_SEE_OTHER, _UNPROCESSABLE = 303, 422
_COLLECTIONS = 200


@router.get("")
def form(request: Request, context: Context, seen: MayResearch, collection: str = "") -> Response:
    """The form for a question."""
    return _form(request, context, seen, {"collection": collection})


def _form(
    request: Request,
    context: ServerContext,
    seen: Viewer,
    given: Mapping[str, str],
    *,
    refused: str | None = None,
    status: int = 200,
) -> Response:
    found = context.collections.collections(seen.project, limit=_COLLECTIONS)
    values: dict[str, Any] = {
        "collections": [each for each in found if each.documents.indexed],
        "models": list_models(seen.caller, context),
        "given": given,
        "refused": refused,
        "once": secrets.token_hex(16),
    }
    return page(request, "ask", values, status=status)


@router.post("")
async def ask(request: Request, context: Context, seen: MayResearch, sent: SentForm) -> Response:
    """Begins the research; a form that is sent twice begins it once."""
    given = {name: value for name, value in sent.items() if isinstance(value, str)}
    once = IdempotentRequest(context, seen.project, "POST /ask", given.get("once") or None)
    try:
        made = await research(_asked(given), seen.caller, context, once)
    except (InputError, ProblemError) as error:
        status = error.status if isinstance(error, ProblemError) else status_of(error)
        return await run_in_threadpool(
            _form, request, context, seen, given, refused=str(error), status=status
        )
    return RedirectResponse(f"/live/{made.headers['location'].rpartition('/')[2]}", _SEE_OTHER)


def _asked(given: Mapping[str, str]) -> ResearchRequest:
    """The question as the API takes it.

    Raises:
        InputError: a field cannot be used.
    """
    attempts = given.get("max_attempts", "").strip()
    try:
        return ResearchRequest.model_validate(
            {
                "question": given.get("question", ""),
                "collection": given.get("collection") or None,
                "models": {name: given.get(name, "").strip() or None for name in ("model", "judge")},
                "settings": {"max_attempts": attempts or None},
            }
        )
    except ValidationError as error:
        fault = first_fault(error)
        field = fault.place[-1] if fault.place else "collection"
        raise InputError(f"{field}: {fault.reason}.") from error
