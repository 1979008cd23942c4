"""Pages as HTML: templates in the visitor's language, and the headers that keep scripts of others out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from data_base.schemas.embedded_caveat import EMBEDDED_NOTE
from data_base.schemas.rating import MODEL_RATER
from data_base.text.language import detect_language
from eval import reports
from eval.runs.terms import EXAMPLE_NOTE
from service.path_segment import segment
from service.web.languages import LOCALES, NAMES, html_language, translations
from service.web.number_format import figures
from service.web.sessions import form_token
from service.web.static_files import asset
from service.web.viewer import FORM_TOKEN, SESSION, THEMES, Viewer, display_preferences

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.responses import Response

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "no-store",
    # Without a referrer a browser names no origin with a form either, which then passes for another site's.
    "Referrer-Policy": "same-origin",
}
"""Of every page: no script, style or request but the server's own."""


def page(
    request: Request, template: str, values: Mapping[str, Any] | None = None, *, status: int = 200
) -> HTMLResponse:
    """A page.

    Args:
        request: that asks for it; its cookies and headers choose the language and the colours.
        template: in ``templates/``, without ``.html.j2``.
        values: what it shows.
        status: the HTTP status.
    """
    response = HTMLResponse(fragment(request, template, values), status, HEADERS)
    seen: Viewer | None = getattr(request.state, "viewer", None)
    if seen is not None and request.cookies.get(SESSION) != seen.token:
        keep_cookie(request, response, SESSION, seen.token)
    return response


def fragment(request: Request, template: str, values: Mapping[str, Any] | None = None) -> str:
    """A page, or a part of one, as HTML; see :func:`page`."""
    look = display_preferences(request)
    seen: Viewer | None = getattr(request.state, "viewer", None)
    shared = {
        "viewer": seen,
        "form_token": None if seen is None else form_token(seen.token),
        "form_token_name": FORM_TOKEN,
        "look": look,
        "language": html_language(look.locale),
        "languages": {name: (NAMES[name], html_language(name)) for name in LOCALES},
        "themes": THEMES,
        "here": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "path": request.url.path,
    }
    return _environment(look.locale).get_template(f"{template}.html.j2").render({**shared, **(values or {})})


def keep_cookie(
    request: Request, response: Response, name: str, value: str, *, seconds: int | None = None
) -> None:
    """Have the browser keep a cookie that no script reads and no other site's page sends.

    Args:
        request: that is answered.
        response: that goes to the browser.
        name: of the cookie.
        value: of the cookie.
        seconds: how long it is kept, None for as long as the browser is open.
    """
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


@cache
def _environment(locale: str) -> Environment:
    """Templates in a language; whatever a value contains is text."""
    environment = Environment(
        loader=ChoiceLoader(
            [
                PackageLoader(__package__, "templates"),
                PrefixLoader({"report": PackageLoader(reports.__name__, "templates")}),
            ]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(translations(locale), newstyle=True)  # type: ignore[attr-defined]
    environment.filters.update(figures(locale))
    environment.filters["segment"] = segment
    environment.filters["language"] = detect_language
    environment.globals.update(
        {
            "asset": asset,
            "embedded_note": EMBEDDED_NOTE,
            "example_note": EXAMPLE_NOTE,
            "model_rater": MODEL_RATER,
        }
    )
    return environment
