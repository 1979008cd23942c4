"""API keys: random, kept as hashes, each for one project, with scopes, expiry and revocation."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, get_args

from sqlalchemy import text

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.store.database import NotStoredError
from data_base.store.tables import moment

if TYPE_CHECKING:
    from service.jobs.job_store import JobStore

Value = TypeVar("Value")
Scope = Literal["judge", "research", "read", "rate", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
USUAL: tuple[Scope, ...] = ("judge", "research", "read")
"""What a program needs that has answers judged."""
PREFIX = "drj_"
_BYTES = 32
_LOOKING_UP = 4
"""Threads that look keys up."""
_FIELDS = "id, project, name, scopes, models, created_at, expires_at, revoked_at"
_ADD = text(
    "INSERT INTO api_keys (id, sha256, project, name, scopes, models, created_at, expires_at) "
    "VALUES (:id, :sha256, :project, :name, :scopes, :models, :created_at, :expires_at)"
)
_OF_HASH = text(f"SELECT {_FIELDS} FROM api_keys WHERE sha256 = :sha256")  # noqa: S608  (our own)
_ALL = text(f"SELECT {_FIELDS} FROM api_keys ORDER BY created_at, id")  # noqa: S608  (our own)
_ANY = text("SELECT 1 FROM api_keys LIMIT 1")
_REVOKE = text("UPDATE api_keys SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id")


class ApiKey(Frozen):
    """What is kept of a key; the key itself is not."""

    id: str
    """Names it."""
    project: str
    """Whose it is; it reads and writes nothing of another project."""
    name: str
    """What it was made for."""
    scopes: tuple[Scope, ...]
    """What it allows; ``admin`` allows everything."""
    models: tuple[str, ...] = ()
    """Those that requests with it may name; any that the server allows where it is empty."""
    created_at: str
    """When it was made; times are RFC 3339 in UTC."""
    expires_at: str | None = None
    """The time from which it is refused, None for never."""
    revoked_at: str | None = None
    """When it was revoked, None where it was not."""

    def is_valid(self, now: datetime) -> bool:
        """Whether it is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or moment(now) < self.expires_at)


class NewKey(NamedTuple):
    """A key that was made."""

    secret: str
    """The key, which is shown once and not kept."""
    key: ApiKey
    """What is kept of it."""


class KeyStore:
    """The API keys in a run store."""

    def __init__(self, store: JobStore) -> None:
        """Use the store's database."""
        self._store = store
        # Of its own: whatever takes all threads of the requests, keys are looked up.
        self._threads = ThreadPoolExecutor(_LOOKING_UP, thread_name_prefix="keys")

    def close(self) -> None:
        """Look no key up any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def found(self, secret: str) -> ApiKey | None:
        """As :meth:`find`, without holding the loop up."""
        return await self.looked_up(partial(self.find, secret))

    async def looked_up(self, look_up: Callable[[], Value]) -> Value:
        """What a function that looks keys up comes to, in the threads for that."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, look_up)

    def create(
        self,
        project: str,
        name: str,
        scopes: Sequence[Scope] = SCOPES,
        *,
        models: Sequence[str] = (),
        expires_at: datetime | None = None,
    ) -> NewKey:
        """Make a key."""
        secret = PREFIX + base64.urlsafe_b64encode(secrets.token_bytes(_BYTES)).decode().rstrip("=")
        key = ApiKey(
            id=f"key_{secrets.token_hex(8)}",
            project=project,
            name=name,
            scopes=tuple(scope for scope in SCOPES if scope in scopes),
            models=tuple(models),
            created_at=moment(datetime.now(UTC)),
            expires_at=None if expires_at is None else moment(expires_at),
        )
        row = {**key.model_dump(exclude={"scopes", "models", "revoked_at"}), "scopes": " ".join(key.scopes)}
        row["models"] = " ".join(key.models)
        with self._store.transaction() as connection:
            connection.execute(_ADD, {**row, "sha256": key_sha256(secret)})
        return NewKey(secret, key)

    def find(self, secret: str) -> ApiKey | None:
        """The key of a secret, None where there is none, or it is revoked or expired."""
        return self.find_by_hash(key_sha256(secret))

    def find_by_hash(self, sha256: str) -> ApiKey | None:
        """The key with a hash, None where there is none, or it is revoked or expired."""
        with self._store.reading() as connection:
            row = connection.execute(_OF_HASH, {"sha256": sha256}).mappings().first()
        key = None if row is None else _key(dict(row))
        return key if key is not None and key.is_valid(datetime.now(UTC)) else None

    def all(self) -> list[ApiKey]:
        """All keys, oldest first, revoked and expired ones included."""
        with self._store.reading() as connection:
            return [_key(dict(row)) for row in connection.execute(_ALL).mappings()]

    def has_any(self) -> bool:
        """Whether a key was ever made."""
        with self._store.reading() as connection:
            return connection.execute(_ANY).first() is not None

    def revoke(self, key_id: str) -> None:
        """Have a key refused from now on.

        Raises:
            NotStoredError: there is no such key.
        """
        now = moment(datetime.now(UTC))
        with self._store.transaction() as connection:
            revoked = connection.execute(_REVOKE, {"id": key_id, "now": now}).rowcount
        if not revoked:
            raise NotStoredError(f"There is no key {key_id!r}; `judge keys list` lists them.")


def read_scopes(names: Sequence[str]) -> tuple[Scope, ...]:
    """Scopes by their names.

    Raises:
        InputError: a name is none of a scope.
    """
    if unknown := sorted({*names} - {*SCOPES}):
        raise InputError(f"{unknown[0]!r} is no scope; use one of {', '.join(SCOPES)}.")
    return tuple(scope for scope in SCOPES if scope in names)


def key_sha256(secret: str) -> str:
    """What is kept of a key: with 256 random bits a plain hash cannot be searched for."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _key(row: dict[str, object]) -> ApiKey:
    lists = {name: tuple(str(row[name] or "").split()) for name in ("scopes", "models")}
    return ApiKey.model_validate({**row, **lists})
