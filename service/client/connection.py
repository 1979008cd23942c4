"""Requests to the server: sent again where that may help, always as the same request, and read as schemas."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from httpx2 import AsyncClient, InvalidURL, Limits, Response, Timeout, TransportError
from pydantic import BaseModel, ValidationError

from agents.models.loop_clients import LoopClients
from agents.models.server_errors import retry_after, shortened
from data_base.errors import InputError
from service.client.errors import RequestRefusedError, ServiceUnavailableError
from service.client.retry import RetryPolicy

if TYPE_CHECKING:
    from service.client.settings import ClientSettings

ModelT = TypeVar("ModelT", bound=BaseModel)
_CONNECT_S = 10.0
_SILENCE_S = 60.0
"""A stream says every 15 seconds that nothing happens; after so long without a word its server is gone."""
_WAIT_S = 1.0
_CONNECTIONS = 128
_TRY_AGAIN = frozenset({429, 502, 503})
_UNKNOWN, _CONFLICT, _CLIENT_ERROR, _SERVER_ERROR = 401, 409, 400, 500
_FIRST_ERROR = 300
_LONGEST_KEY = 255
Files = Sequence[tuple[str, bytes]]
"""Names and contents."""


class _Http(AsyncClient):
    async def close(self) -> None:
        """As :class:`agents.models.loop_clients.LoopClients` closes it."""
        await self.aclose()


class Connection:
    """A server and the key it is asked with; used in any number of event loops."""

    def __init__(self, settings: ClientSettings, *, timeout: float, attempts: int) -> None:
        """Bind the server; nothing is sent yet.

        Args:
            settings: where it is.
            timeout: seconds that a request may take with all its tries; streams take as long as they take.
            attempts: tries while the server cannot be reached, starts or is overloaded.
        """
        self.url, self._key = settings.url.rstrip("/"), settings.api_key
        self._timeout, self._attempts = timeout, attempts
        self._clients = LoopClients(self._opened)

    def retry_policy(self) -> RetryPolicy:
        """For a request that is about to be made."""
        return RetryPolicy(self._attempts)

    async def aclose(self) -> None:
        """Close the running loop's connections; they are opened again when needed."""
        await self._clients.close()

    async def get(
        self, model: type[ModelT], path: str, *, params: Mapping[str, object | None] | None = None
    ) -> ModelT:
        """Read something.

        Raises:
            RequestRefusedError: the server refuses, as it does where there is no such thing.
            ServiceUnavailableError: it cannot be reached, or failed, at every try.
        """
        given = {name: value for name, value in (params or {}).items() if value is not None}
        return self._read(model, await self._send("GET", path, params=given))

    async def post(
        self,
        model: type[ModelT],
        path: str,
        body: BaseModel | None = None,
        *,
        files: Files | None = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> ModelT:
        """Make something, once however often it has to be sent.

        Args:
            model: what the response is read as.
            path: where.
            body: sent as JSON; fields that were not set are left to the server.
            files: sent as a form.
            key: the ``Idempotency-Key``, under which the same request makes nothing twice; a new one if None.
            headers: further ones.

        Raises:
            InputError: the key is none.
            RequestRefusedError: the server refuses.
            ServiceUnavailableError: it cannot be reached, or failed, at every try.
        """
        sent: dict[str, Any] = {"headers": {**(headers or {}), "Idempotency-Key": _checked(key)}}
        if body is not None:
            sent["content"] = body.model_dump_json(exclude_unset=True).encode()
            sent["headers"]["Content-Type"] = "application/json"
        if files is not None:
            sent["files"] = [("files", file) for file in files]
        return self._read(model, await self._send("POST", path, **sent))

    async def delete(self, path: str) -> None:
        """Delete something.

        Raises:
            RequestRefusedError: the server refuses, as it does where there is no such thing.
            ServiceUnavailableError: it cannot be reached, or failed, at every try.
        """
        await self._send("DELETE", path)

    @asynccontextmanager
    async def stream(self, path: str, headers: Mapping[str, str]) -> AsyncGenerator[Response]:
        """Read something as it comes; one try.

        Raises:
            RequestRefusedError: the server refuses.
            ServiceUnavailableError: it cannot be reached, failed, or broke off.
        """
        client = await self._clients.get()
        timeout = Timeout(_SILENCE_S, connect=_CONNECT_S)
        try:
            async with client.stream("GET", path, headers=headers, timeout=timeout) as response:
                if response.status_code >= _FIRST_ERROR:
                    await response.aread()
                    self._require_success(response)
                yield response
        except TransportError as error:
            raise self._lost(error) from error

    async def _send(self, method: str, path: str, **sent: Any) -> Response:  # noqa: ANN401  (httpx's)
        policy = self.retry_policy()
        try:
            async with asyncio.timeout(self._timeout):
                while True:
                    try:
                        return await self._settled(method, path, **sent)
                    except ServiceUnavailableError as error:
                        if error.response is not None and error.response.status_code not in _TRY_AGAIN:
                            raise
                        await policy.again(error)
        except TimeoutError as error:
            raise ServiceUnavailableError(f"{self.url}: no answer within {self._timeout:g} s.") from error

    async def _settled(self, method: str, path: str, **sent: Any) -> Response:  # noqa: ANN401  (httpx's)
        """The response, waited for while an earlier sending of the same request is in progress."""
        client = await self._clients.get()
        while True:
            try:
                response = await client.request(method, path, **sent)
            except TransportError as error:
                raise self._lost(error) from error
            in_progress = response.status_code == _CONFLICT and "Retry-After" in response.headers
            if not in_progress:
                self._require_success(response)
                return response
            asked = retry_after(ServiceUnavailableError("", response))
            await asyncio.sleep(_WAIT_S if asked is None else asked)

    def _require_success(self, response: Response) -> None:
        status = response.status_code
        if status < _FIRST_ERROR:
            return
        said = self._sentence(response)
        if status == _UNKNOWN:
            what = (
                "asks for an API key" if self._key is None else "does not know the API key, or it has ended"
            )
            said = f"{self.url} {what}; give one as api_key, or set JUDGE_API_KEY."
        if _CLIENT_ERROR <= status < _SERVER_ERROR and status not in _TRY_AGAIN:
            raise RequestRefusedError(said, status)
        raise ServiceUnavailableError(said, response)

    def _sentence(self, response: Response) -> str:
        """What the server says, or a proxy before it."""
        try:
            return str(response.json()["detail"])
        except (ValueError, KeyError, TypeError):
            place = response.headers.get("Location")
            moved = f", and names {place}" if place else ""
            words = shortened(" ".join(response.text.split()))
            return f"{self.url} answered with status {response.status_code}{moved}: {words}"

    def _read(self, model: type[ModelT], response: Response) -> ModelT:
        try:
            # A newer server may say more than this version knows of.
            return model.model_validate_json(response.content, extra="ignore")
        except ValidationError as error:
            raise ServiceUnavailableError(
                f"{response.url} answered with something that is no {model.__name__}; check that it is the "
                "address of a judge's server, and its version.",
                response,
            ) from error

    def _lost(self, error: TransportError) -> ServiceUnavailableError:
        what = str(error) or type(error).__name__
        return ServiceUnavailableError(
            f"{self.url} cannot be reached, or broke off ({what}); check that the server runs and that "
            "the address is right."
        )

    def _opened(self) -> _Http:
        headers = {} if self._key is None else {"Authorization": f"Bearer {self._key.get_secret_value()}"}
        try:
            return _Http(
                base_url=self.url,
                headers=headers,
                timeout=Timeout(None, connect=_CONNECT_S),
                limits=Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_CONNECTIONS),
            )
        except InvalidURL as error:
            raise InputError(f"{self.url}: is not a valid address ({error}).") from error


def _checked(key: str | None) -> str:
    if key is None:
        return uuid.uuid4().hex
    if not (0 < len(key) <= _LONGEST_KEY and key.isascii() and key.isprintable()):
        raise InputError("idempotency_key: must be 1 to 255 printable ASCII characters; choose another.")
    return key


class Resource:
    """A resource of the API.

    Its methods raise :class:`service.client.errors.RequestRefusedError` where the server refuses (as it does
    where there is no such thing in the project), and where it cannot be reached or failed at every try
    :class:`service.client.errors.ServiceUnavailableError`.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
