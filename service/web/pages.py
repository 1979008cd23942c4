"""All pages, added to the server's app."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi.responses import RedirectResponse

from service.web import static_files
from service.web.blind_orders import BlindOrders
from service.web.live_parts import LiveParts
from service.web.rendering import page
from service.web.routes import arena, ask, compare, documents, item, jobs, rate, run, runs, sign_in, trends
from service.web.viewer import SignInNeededError

if TYPE_CHECKING:
    from fastapi import FastAPI, Request
    from fastapi.responses import Response

_ROUTERS = (
    static_files.router,
    sign_in.router,
    runs.router,
    run.router,
    item.router,
    trends.router,
    arena.router,
    rate.router,
    compare.router,
    documents.router,
    ask.router,
    jobs.router,
)
_SEE_OTHER = 303


def add_pages(app: FastAPI) -> None:
    """Add the pages, and have refusals of pages be pages."""
    for router in _ROUTERS:
        app.include_router(router)
    app.state.error_page = error_page
    app.state.blind_orders = BlindOrders()
    app.state.live_parts = LiveParts()

    @app.exception_handler(SignInNeededError)
    def _sign_in(request: Request, _error: SignInNeededError) -> Response:
        # What a form wanted to change is not done behind the sign-in.
        here = request.url.path if request.method == "GET" else "/"
        query = f"?{request.url.query}" if request.method == "GET" and request.url.query else ""
        return RedirectResponse(f"/sign-in?next={quote(here + query, safe='')}", _SEE_OTHER)


def error_page(request: Request, status: int, detail: str) -> Response | None:
    """A refusal as a page; None where a program asked."""
    path = request.url.path
    if path.startswith("/v1/") or "text/html" not in request.headers.get("accept", ""):
        return None
    return page(
        request,
        "error",
        {"status": status, "detail": detail},
        status=status,
    )
