"""``Idempotency-Key``: the same request sent again gets the same response, and makes nothing twice."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Header, Request
from fastapi.responses import Response
from sqlalchemy import text
from starlette.concurrency import run_in_threadpool

from data_base.logs import module_logger
from data_base.store.database import StoreAwayError
from data_base.store.tables import moment
from service.http.caller import Caller, caller
from service.http.context import Context, ServerContext
from service.http.problems import ProblemError
from service.http.validation_message import PRINTABLE

if TYPE_CHECKING:
    from pydantic import BaseModel
    from sqlalchemy import Connection

_KEPT = timedelta(hours=24)
_RETRY_S = 2
_FIND = text(
    "SELECT request_sha256, status, headers, body FROM idempotency_keys "
    "WHERE project = :project AND route = :route AND key = :key"
)
_FORGET = text(
    "DELETE FROM idempotency_keys WHERE created_at < :old OR "
    "(project = :project AND route = :route AND key = :key AND status IS NULL AND created_at < :given_up)"
)
_BEGIN = text(
    "INSERT INTO idempotency_keys (project, route, key, request_sha256, created_at) "
    "VALUES (:project, :route, :key, :request_sha256, :now) ON CONFLICT DO NOTHING"
)
_END = text(
    "UPDATE idempotency_keys SET status = :status, headers = :headers, body = :body "
    "WHERE project = :project AND route = :route AND key = :key"
)
_BEAT = text(
    "UPDATE idempotency_keys SET created_at = :now "
    "WHERE project = :project AND route = :route AND key = :key AND status IS NULL"
)
_DROP = text(
    "DELETE FROM idempotency_keys WHERE project = :project AND route = :route AND key = :key "
    "AND status IS NULL"
)
logger = module_logger(__name__)


@dataclass(frozen=True, slots=True)
class CreatedResponse:
    """What a request made."""

    body: BaseModel
    """The body of the response."""
    status: int = 201
    """The status of the response."""
    headers: tuple[tuple[str, str], ...] = ()
    """The headers of the response."""

    def response(self) -> Response:
        """It as a response."""
        return Response(
            self.body.model_dump_json().encode(), self.status, dict(self.headers), "application/json"
        )


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """Makes what a request asks for once, however often it is sent under its key."""

    context: ServerContext
    """What the server works with."""
    project: str
    """The project of the caller."""
    route: str
    """The route that was called."""
    key: str | None
    """The idempotency key, None if the request has none."""

    async def replayed(self, request: BaseModel) -> Response | None:
        """The response to the same request, None where it was not sent before.

        Asked before what a request names is looked up: a collection may be gone since, or a key of a model.

        Args:
            request: as it was validated.

        Raises:
            ProblemError: 409, the key was used for another request, or this one is in progress.
        """
        return None if self.key is None else await run_in_threadpool(self._kept, request)

    async def create(self, request: BaseModel, make: Callable[[Connection], CreatedResponse]) -> Response:
        """Make something in one transaction, in which the request and its response are kept too.

        Args:
            request: as it was validated.
            make: makes it.

        Raises:
            ProblemError: 409, the key was used for another request.
        """
        return await run_in_threadpool(self._create, request, make)

    def _create(self, request: BaseModel, make: Callable[[Connection], CreatedResponse]) -> Response:
        if self.key is None:
            with self.context.jobs.transaction() as connection:
                return make(connection).response()
        # Twice, for another process may have used the key between the look and the writing.
        for _ in range(2):
            if (kept := self._kept(request)) is not None:
                return kept
            with self.context.jobs.transaction() as connection:
                if not connection.execute(_BEGIN, self._row(connection, request)).rowcount:
                    continue
                created = make(connection)
                self.end(connection, created)
            return created.response()
        raise self._in_progress()

    async def run(self, request: BaseModel, work: Callable[[], Awaitable[CreatedResponse]]) -> Response:
        """Do something that takes a while; ``work`` calls :meth:`end` in the transaction that keeps it.

        Raises:
            ProblemError: 409, the key was used for another request, or this one is in progress.
        """
        if self.key is None:
            return (await work()).response()
        kept = await run_in_threadpool(self._begin, request)
        if kept is not None:
            return kept
        beating = asyncio.create_task(self._keep_beating())
        try:
            return (await work()).response()
        except BaseException:
            # What was refused or broken off can be sent again at once.
            await run_in_threadpool(self._drop)
            raise
        finally:
            beating.cancel()

    def end(self, connection: Connection, created: CreatedResponse) -> None:
        """Keep the response, in the transaction that keeps what the request made."""
        if self.key is None:
            return
        headers = json.dumps(created.headers)
        body = created.body.model_dump_json().encode()
        connection.execute(
            _END, {**self._place(), "status": created.status, "headers": headers, "body": body}
        )

    async def _keep_beating(self) -> None:
        """Say again and again that the request is in progress; the key of a process that died is freed."""
        while True:
            await asyncio.sleep(self.context.worker.lease_seconds / 3)
            try:
                await run_in_threadpool(self._beat)
            except StoreAwayError as error:
                logger.warning("the request in progress has no heartbeat: %s", error)

    def _beat(self) -> None:
        with self.context.jobs.transaction() as connection:
            now = moment(self.context.jobs.now(connection))
            connection.execute(_BEAT, {**self._place(), "now": now})

    def _begin(self, request: BaseModel) -> Response | None:
        for _ in range(2):
            if (kept := self._kept(request)) is not None:
                return kept
            with self.context.jobs.transaction() as connection:
                if connection.execute(_BEGIN, self._row(connection, request)).rowcount:
                    return None
        raise self._in_progress()

    def _kept(self, request: BaseModel) -> Response | None:
        """The response to the same request, None where there was none."""
        with self.context.jobs.transaction() as connection:
            now = self.context.jobs.now(connection)
            # Without a sign of life for so long, the process that had the request is gone.
            given_up = now - timedelta(seconds=self.context.worker.lease_seconds)
            terms = {"old": moment(now - _KEPT), "given_up": moment(given_up)}
            connection.execute(_FORGET, self._place() | terms)
            row = connection.execute(_FIND, self._place()).first()
        if row is None:
            return None
        if row.request_sha256 != _sha256(request):
            raise ProblemError(
                409, "The Idempotency-Key was used for another request; use a new key for a new request."
            )
        if row.status is None:
            raise self._in_progress()
        headers = {**dict(json.loads(row.headers)), "Idempotency-Replayed": "true"}
        return Response(bytes(row.body), row.status, headers, "application/json")

    def _drop(self) -> None:
        with self.context.jobs.transaction() as connection:
            connection.execute(_DROP, self._place())

    def _row(self, connection: Connection, request: BaseModel) -> dict[str, str | None]:
        now = moment(self.context.jobs.now(connection))
        return {**self._place(), "request_sha256": _sha256(request), "now": now}

    def _place(self) -> dict[str, str | None]:
        return {"project": self.project, "route": self.route, "key": self.key}

    def _in_progress(self) -> ProblemError:
        return ProblemError(
            409,
            "The request with this Idempotency-Key is in progress; send it again in a moment.",
            {"Retry-After": str(_RETRY_S)},
        )


def _sha256(request: BaseModel) -> str:
    return hashlib.sha256(request.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()


Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=PRINTABLE,
        description="Names the request: sent again under the same key it makes nothing twice. Kept 24 hours.",
    ),
]


def _once(
    request: Request, context: Context, who: Annotated[Caller, Depends(caller)], key: Key = None
) -> IdempotentRequest:
    return IdempotentRequest(context, who.project, f"{request.method} {request.url.path}", key)


MakesOnce = Annotated[IdempotentRequest, Depends(_once)]
