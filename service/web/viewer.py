"""Who looks at a page, and how they want it shown."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Depends, Request
from starlette.datastructures import FormData

from data_base.errors import InputError
from data_base.store.run_store import DEFAULT_PROJECT
from service.http.caller import Caller
from service.http.context import Context, ServerContext
from service.http.problems import ProblemError
from service.keys import SCOPES, Scope, key_sha256
from service.web.languages import chosen_locale
from service.web.sessions import SessionStore, form_token, new_token

SESSION, LANGUAGE, THEME = "judge_session", "judge_language", "judge_theme"
"""Names of the cookies."""
FORM_TOKEN, FORM_TOKEN_HEADER = "form_token", "X-Form-Token"
Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")


class SignInNeededError(Exception):
    """The page is shown to whoever has signed in."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """How pages are shown to a visitor."""

    locale: str
    """One of :data:`service.web.languages.LOCALES`."""
    theme: Theme
    """The theme of the colours; ``auto`` is the system's."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a page."""

    caller: Caller
    """The project and what may be done in it."""
    token: str
    """The token of the session."""

    @property
    def project(self) -> str:
        """Whose things are shown."""
        return self.caller.project

    @property
    def signed_in(self) -> bool:
        """Whether the visitor has a key, which a server without keys asks nobody for."""
        return self.caller.key != "none"

    def may(self, scope: Scope) -> bool:
        """Whether the visitor's key has a scope."""
        return scope in self.caller.scopes or "admin" in self.caller.scopes


def display_preferences(request: Request) -> DisplayPreferences:
    """How a visitor wants pages to be shown."""
    theme = request.cookies.get(THEME)
    return DisplayPreferences(
        locale=chosen_locale(request.cookies.get(LANGUAGE), request.headers.get("accept-language", "")),
        theme=theme if theme in THEMES else "auto",
    )


async def viewer(request: Request, context: Context) -> Viewer:
    """Who looks at the page.

    Raises:
        SignInNeededError: nobody who has signed in.
    """
    token = request.cookies.get(SESSION)
    if not context.settings.auth:
        seen = Viewer(Caller("none", DEFAULT_PROJECT, context.open_scopes), token or new_token())
    else:
        caller = None if token is None else await _looked_up(context, token)
        if token is None or caller is None:
            raise SignInNeededError
        seen = Viewer(caller, token)
    request.state.viewer = seen
    if context.rate is not None:
        context.rate.require(seen.caller.key)
    return seen


async def is_still_signed_in(context: ServerContext, seen: Viewer) -> bool:
    """Whether a visitor would still be shown what is shown: the key may be revoked, the session over."""
    if not context.settings.auth:
        return True
    try:
        return await _looked_up(context, seen.token) == seen.caller
    except InputError:
        # The store is away, and nobody can tell.
        return True


async def _looked_up(context: ServerContext, token: str) -> Caller | None:
    return await context.keys.looked_up(partial(_caller, context, token))


def _caller(context: ServerContext, token: str) -> Caller | None:
    sha256 = SessionStore(context.jobs).key_sha256(token)
    if sha256 is None:
        return None
    own = context.settings.api_key
    if own is not None and hmac.compare_digest(key_sha256(own.get_secret_value()), sha256):
        return Caller("JUDGE_API_KEY", DEFAULT_PROJECT, SCOPES)
    key = context.keys.find_by_hash(sha256)
    return None if key is None else Caller(key.id, key.project, key.scopes, key.models)


def who_may(scope: Scope) -> Any:  # noqa: ANN401  (FastAPI's marker)
    """The visitor, whose key must have a scope, as a parameter of a page."""

    # Of the loop: it waits for no thread of the requests.
    async def allowed(seen: Annotated[Viewer, Depends(viewer)]) -> Viewer:
        require_scope(seen, scope)
        return seen

    return Depends(allowed)


def require_scope(seen: Viewer, scope: Scope) -> None:
    """Make sure that a visitor's key has a scope.

    Raises:
        ProblemError: 403, it has not.
    """
    if not seen.may(scope):
        raise ProblemError(403, _refusal(seen, scope))


def _refusal(seen: Viewer, scope: Scope) -> str:
    if not seen.signed_in:
        return (
            "`judge view` opens pages to look at runs, and at those of a run store to rate answers; "
            "for all else start `judge serve`."
        )
    return f"The API key that you signed in with has no scope {scope!r}; sign in with one that has it."


Visitor = Annotated[Viewer, Depends(viewer)]
"""Whoever has signed in; what the key is for is looked at later."""
MayRead = Annotated[Viewer, who_may("read")]
MayJudge = Annotated[Viewer, who_may("judge")]
MayRate = Annotated[Viewer, who_may("rate")]
MayResearch = Annotated[Viewer, who_may("research")]


async def sent_form(request: Request, seen: Annotated[Viewer, Depends(viewer)]) -> FormData:
    """The fields of a form that one of this session's pages sent.

    Raises:
        ProblemError: 403, it comes from elsewhere.
    """
    form = await request.form()
    require_own_form(seen, request.headers.get(FORM_TOKEN_HEADER) or form.get(FORM_TOKEN))
    return form


def require_own_form(seen: Viewer, sent: object) -> None:
    """Refuse what no page of the session sent.

    Args:
        seen: who sent it.
        sent: the token that came with it.

    Raises:
        ProblemError: 403, it comes from elsewhere.
    """
    if not isinstance(sent, str) or not hmac.compare_digest(
        form_token(seen.token).encode(), sent.encode("utf-8", "replace")
    ):
        raise ProblemError(403, "The form is out of date or comes from elsewhere; load the page again.")


SentForm = Annotated[FormData, Depends(sent_form)]
