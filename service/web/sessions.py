"""Sessions of browsers: who signed in with which API key."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import text

from data_base.store.tables import moment
from service.keys import key_sha256

if TYPE_CHECKING:
    from service.jobs.job_store import JobStore

LASTS = timedelta(days=14)
"""After so long a browser has to sign in again."""
MOST = 20
"""Sessions of one key; another one ends the oldest."""
_ADD = text(
    "INSERT INTO sessions (token_sha256, key_sha256, created_at, expires_at) "
    "VALUES (:token, :key, :now, :expires)"
)
_MAKE_ROOM = text(
    "DELETE FROM sessions WHERE expires_at <= :now OR (key_sha256 = :key AND token_sha256 NOT IN "
    "(SELECT token_sha256 FROM sessions WHERE key_sha256 = :key ORDER BY expires_at DESC LIMIT :others))"
)
_FIND = text("SELECT key_sha256 FROM sessions WHERE token_sha256 = :token AND expires_at > :now")
_END = text("DELETE FROM sessions WHERE token_sha256 = :token OR expires_at <= :now")


class SessionStore:
    """Sessions in a run store; of a token and of a key only the hash is kept."""

    def __init__(self, store: JobStore) -> None:
        """Use the store's database."""
        self._store = store

    def begin(self, secret: str) -> str:
        """Begin a session with an API key that was found valid, and forget those that are over or too many.

        Returns:
            The token that the browser keeps.
        """
        token, now = new_token(), datetime.now(UTC)
        terms = {"token": _sha256(token), "key": key_sha256(secret)}
        with self._store.transaction() as connection:
            room = {"key": terms["key"], "now": moment(now), "others": MOST - 1}
            connection.execute(_MAKE_ROOM, room)
            connection.execute(_ADD, {**terms, "now": moment(now), "expires": moment(now + LASTS)})
        return token

    def key_sha256(self, token: str) -> str | None:
        """The hash of the key that a session was begun with; None where there is none, or it is over."""
        terms = {"token": _sha256(token), "now": moment(datetime.now(UTC))}
        with self._store.reading() as connection:
            found: str | None = connection.execute(_FIND, terms).scalar()
        return found

    def end(self, token: str) -> None:
        """End a session, and forget those that are over."""
        with self._store.transaction() as connection:
            connection.execute(_END, {"token": _sha256(token), "now": moment(datetime.now(UTC))})


def new_token() -> str:
    """A token of 256 random bits."""
    return secrets.token_urlsafe(32)


def form_token(token: str) -> str:
    """What the forms of a session's pages carry: another site can send a form, but cannot read this."""
    return hmac.new(token.encode(), b"form", hashlib.sha256).hexdigest()


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
