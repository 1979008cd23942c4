"""Signing in with an API key, signing out, and how pages are shown."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from service.http.caller import known_caller
from service.http.context import Context
from service.http.guards.failed_keys import address_of
from service.http.problems import ProblemError
from service.web.languages import LOCALES
from service.web.rendering import keep_cookie, page
from service.web.sessions import LASTS, SessionStore
from service.web.viewer import LANGUAGE, SESSION, THEME, THEMES, SentForm, Visitor

router = APIRouter(include_in_schema=False)
_YEAR_S = 365 * 24 * 3600
_SEE_OTHER, _UNAUTHORIZED = 303, 401
Next = Annotated[str, Form(alias="next", max_length=4000)]


@router.get("/sign-in")
def sign_in_page(request: Request, next: str = "/") -> Response:  # noqa: A002  (the address says so)
    """Asks for an API key."""
    return page(request, "sign_in", {"next": local(next), "refused": False})


@router.post("/sign-in")
async def sign_in(
    request: Request, context: Context, key: Annotated[str, Form(max_length=500)] = "", to: Next = "/"
) -> Response:
    """Begins a session."""
    try:
        who = await known_caller(context, key.strip() or None, address_of(request.scope))
    except ProblemError as error:
        if error.status != _UNAUTHORIZED:
            raise
        return page(request, "sign_in", {"next": local(to), "refused": True}, status=_UNAUTHORIZED)
    if context.rate is not None:
        context.rate.require(who.key)
    response = RedirectResponse(local(to), _SEE_OTHER)
    token = await run_in_threadpool(SessionStore(context.jobs).begin, key.strip())
    keep_cookie(request, response, SESSION, token, seconds=int(LASTS.total_seconds()))
    return response


@router.post("/sign-out")
def sign_out(context: Context, seen: Visitor, _form: SentForm) -> Response:
    """Ends the session."""
    SessionStore(context.jobs).end(seen.token)
    response = RedirectResponse("/sign-in", _SEE_OTHER)
    response.delete_cookie(SESSION)
    return response


@router.post("/preferences")
def preferences(
    request: Request,
    language: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    to: Next = "/",
) -> Response:
    """Keeps the language and the colours that a visitor chose; it changes nothing else, so anybody may."""
    response = RedirectResponse(local(to), _SEE_OTHER)
    if language in LOCALES:
        keep_cookie(request, response, LANGUAGE, language, seconds=_YEAR_S)
    if theme in THEMES:
        keep_cookie(request, response, THEME, theme, seconds=_YEAR_S)
    return response


def local(address: str) -> str:
    """An address of this server; the start page in place of any other."""
    plain = address.isprintable() and "\\" not in address
    return address if plain and address.startswith("/") and not address.startswith("//") else "/"
