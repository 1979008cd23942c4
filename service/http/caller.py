"""Who calls: the project and the scopes of the API key that a request carries."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.datastructures import Headers

from data_base.errors import InputError
from data_base.store.run_store import DEFAULT_PROJECT
from service.http.context import Context, ServerContext
from service.http.guards.failed_keys import address_of
from service.http.problems import ProblemError
from service.jobs.job import JobKind
from service.keys import PREFIX, SCOPES, Scope

_BEARER = HTTPBearer(auto_error=False, description="An API key, as `judge serve` or `judge keys` made it.")
STATE = "caller"
"""Under which name a request's state has its caller."""
CONTROLLED_WITH: Mapping[JobKind, Scope] = {
    "evaluations": "judge",
    "research": "research",
    "arena": "research",
    "documents": "research",
}
"""What a key must be for that makes such a job; whoever may make one may stop one and spend on one."""
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls."""

    key: str
    """Names the API key."""
    project: str
    """Whose things are read and written."""
    scopes: tuple[Scope, ...]
    """What it may be used for."""
    models: tuple[str, ...] = ()
    """Those that it may name; any that the server allows where it is empty."""


async def caller(request: Request, context: Context, credentials: Credentials) -> Caller:
    """Who calls.

    Raises:
        ProblemError: 401, no key or none that is known.
    """
    known: Caller | None = getattr(request.state, STATE, None)
    secret = None if credentials is None else credentials.credentials
    return known or await known_caller(context, secret, address_of(request.scope))


async def known_caller(context: ServerContext, secret: str | None, address: str | None) -> Caller:
    """Who has a key.

    Args:
        context: of the app.
        secret: the key that was sent.
        address: from where, as misses are counted; None where they are not.

    Raises:
        ProblemError: 401, it is none that is known; 429, too many came from there that were none.
    """
    if not context.settings.auth:
        return Caller("none", DEFAULT_PROJECT, context.open_scopes)
    wait = 0 if secret is None or address is None else context.misses.wait(address, secret)
    found = None
    if secret is not None:
        with context.misses.trying(None if wait else address, secret) as tried:
            found = await _found(context, secret, guessable=not wait)
            tried.found = found is not None
    if found is None and wait:
        raise ProblemError(
            429,
            f"Too many keys that are not known came from your address; try again in {wait} s.",
            {"Retry-After": str(wait)},
        )
    if found is None:
        said = "is missing" if secret is None else "is not known, revoked or expired"
        raise ProblemError(
            401,
            f"The API key {said}; send the header `Authorization: Bearer drj_…` (`judge keys create` makes "
            "a key).",
            {"WWW-Authenticate": "Bearer"},
        )
    return found


async def is_still_let_in(context: ServerContext, who: Caller, secret: str | None) -> bool:
    """Whether a caller who was let in would still be: the key may be revoked, or its time over."""
    try:
        return await known_caller(context, secret, None) == who
    except ProblemError:
        return False
    except InputError:
        # The store is away, and nobody can tell.
        return True


def bearer(headers: Headers) -> str | None:
    """The key that a request carries, None where it carries none."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and secret.strip() else None


async def _found(context: ServerContext, secret: str, *, guessable: bool) -> Caller | None:
    """Who has a key; the one of the settings, which somebody thought of, may be left out."""
    own = context.settings.api_key
    if (
        guessable
        and own is not None
        and secrets.compare_digest(own.get_secret_value().encode(), secret.encode("utf-8", "replace"))
    ):
        return Caller("JUDGE_API_KEY", DEFAULT_PROJECT, SCOPES)
    if not secret.startswith(PREFIX):
        return None
    key = await context.keys.found(secret)
    return None if key is None else Caller(key.id, key.project, key.scopes, key.models)


def needs(scope: Scope) -> Any:  # noqa: ANN401  (FastAPI's marker)
    """The caller, who must have a scope, as a parameter of a route."""

    # Of the loop: it waits for no thread of the requests.
    async def allowed(who: Annotated[Caller, Depends(caller)]) -> Caller:
        require_scope(who, scope)
        return who

    return Depends(allowed)


def require_scope(who: Caller, scope: Scope) -> None:
    """Make sure that a caller has a scope.

    Raises:
        ProblemError: 403, the key has neither it nor ``admin``.
    """
    if not {scope, "admin"} & {*who.scopes}:
        raise ProblemError(
            403, f"The API key has no scope {scope!r}; make one by `judge keys create --scope {scope}`."
        )


Known = Annotated[Caller, Depends(caller)]
"""Whoever has a key; what it may do is looked at later."""
Judging = Annotated[Caller, needs("judge")]
Researching = Annotated[Caller, needs("research")]
Reading = Annotated[Caller, needs("read")]
Rating = Annotated[Caller, needs("rate")]
Administering = Annotated[Caller, needs("admin")]
