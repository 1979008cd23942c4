"""A system behind an HTTP endpoint: the question goes there as JSON and the answer comes back as JSON."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from httpx2 import AsyncClient, InvalidURL, Response, TransportError
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_random_exponential

from agents.models.loop_clients import LoopClients
from agents.models.server_errors import is_transient, retry_after
from agents.research.settings import short_hash
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.systems.returned_answer import UnusableAnswerError, read_answer

TOKEN_VARIABLE = "JUDGE_HTTP_TOKEN"  # noqa: S105  (its name, not a token)
"""Names the environment variable that is sent as ``Authorization: Bearer …``."""
TIMEOUT, ATTEMPTS = 120.0, 3
_LONGEST_WAIT = 30.0
_OK = 200
_KEY_REFUSED = (401, 403)
_SHOWN = 200


class HttpStatusError(Exception):
    """The endpoint answered with an error; the message names the status and the beginning of the body.

    Attributes:
        response: the answer, with ``status_code`` and ``headers``.
    """

    def __init__(self, message: str, response: object) -> None:
        """Keep the answer."""
        super().__init__(message)
        self.response = response


class _Client:
    """An HTTP client as :class:`agents.models.loop_clients.LoopClients` keeps it."""

    def __init__(self) -> None:
        # The time is watched over the whole try, not over each read.
        self.http = AsyncClient(timeout=None)

    async def close(self) -> None:
        await self.http.aclose()


class HttpSystem:
    """A system behind an HTTP endpoint.

    Each question is one ``POST`` with ``{"id": …, "question": …}`` and, where the case names them,
    ``language`` and ``documents``. The endpoint answers with status 200 and
    ``{"answer": …, "passages": [{"text": …, "doc_id": …, "page": …, "id": …}], "model": …,
    "usage": {"input_tokens": …, "output_tokens": …}}``; all but ``answer`` may be left out, and fields
    that are not known here are passed over. A plain JSON string is an answer too.

    Tried again after 408, 429, 5xx, timeouts and broken connections, with growing waits that honour
    ``Retry-After``; after no other error of the endpoint.

    Attributes:
        url: the endpoint.
        name: the system's name in runs and reports: the address without a password or query.
    """

    most_bytes = 16 * 2**20
    """Bytes of an answer at most."""

    def __init__(
        self,
        url: str,
        *,
        name: str | None = None,
        timeout: float = TIMEOUT,
        attempts: int = ATTEMPTS,
        token: str | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Bind the endpoint; nothing is sent yet.

        Args:
            url: an ``http`` or ``https`` address.
            name: the system's name; the address without what may be secret if None.
            timeout: seconds that one try may take.
            attempts: tries before a question is given up.
            token: sent as ``Authorization: Bearer``; the environment variable ``JUDGE_HTTP_TOKEN`` if None,
                none if empty.
            sleep: how waiting is done.

        Raises:
            InputError: the address is none.
        """
        self.url = url.strip()
        self.name = name or _public_name(self.url)
        self._timeout = timeout
        self._attempts = attempts
        self._sleep = sleep
        self._has_no_token = token == ""
        token = os.environ.get(TOKEN_VARIABLE, "").strip() if token is None else token
        self._headers = {"accept": "application/json"} | (
            {"authorization": f"Bearer {token}"} if token else {}
        )
        self._clients = LoopClients(_Client)

    @property
    def identity(self) -> str:
        """The address without a login, and with a hash for its query, which may contain a key.

        Raises:
            InputError: the address is none.
        """
        query = urlsplit(self.url).query
        return _public_name(self.url) + (f"?{short_hash(query)}" if query else "")

    async def answer(self, case: Case) -> Answer:
        """Ask the endpoint.

        Raises:
            InputError: it refuses the token, or asks for one.
            HttpStatusError: it answered with another error.
            TimeoutError: it did not answer in time.
            ConnectionError: it cannot be reached, or broke off.
            UnusableAnswerError: what it sent is no answer.
        """
        began = time.perf_counter()
        tries = AsyncRetrying(
            sleep=self._sleep,
            retry=retry_if_exception(is_transient),
            stop=stop_after_attempt(self._attempts),
            wait=_wait,
            reraise=True,
        )
        value: object = await tries(self._try_once, _request_of(case))
        return read_answer(value, latency_ms=(time.perf_counter() - began) * 1000)

    async def require_reachable(self, _items: object = ()) -> None:
        """Make sure, before questions are asked, that something listens at the address.

        Raises:
            InputError: nothing does.
        """
        parts = urlsplit(self.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            async with asyncio.timeout(self._timeout):
                _, writer = await asyncio.open_connection(parts.hostname, port)
        except OSError as error:
            raise InputError(
                f"{self.name} cannot be reached ({error}); check that it runs and that the address is right."
            ) from error
        writer.close()

    @asynccontextmanager
    async def _asked(self, request: dict[str, Any]) -> AsyncIterator[Response]:
        client = await self._clients.get()
        async with client.http.stream("POST", self.url, json=request, headers=self._headers) as response:
            yield response

    async def _try_once(self, request: dict[str, Any]) -> object:
        try:
            async with asyncio.timeout(self._timeout), self._asked(request) as response:
                body = bytearray()
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) > self.most_bytes:
                        raise UnusableAnswerError(f"the endpoint sent more than {self.most_bytes} bytes")
        except TimeoutError as error:
            raise TimeoutError(f"{self.name}: no answer within {self._timeout:g} s") from error
        except TransportError as error:
            kind = type(error).__name__
            raise ConnectionError(f"{self.name} cannot be reached, or broke off ({kind}: {error})") from error
        except InvalidURL as error:
            raise InputError(f"{self.name}: is not a valid address ({error}).") from error
        if response.status_code != _OK:
            said = " ".join(bytes(body[: 4 * _SHOWN]).decode("utf-8", errors="replace").split())[:_SHOWN]
            if response.status_code in _KEY_REFUSED and not self._has_no_token:
                raise InputError(
                    f"{self.name} refuses access (status {response.status_code}: {said}); set "
                    f"{TOKEN_VARIABLE} to a token that it accepts."
                )
            raise HttpStatusError(f"{self.name}: status {response.status_code}: {said}", response)
        return _json(bytes(body))


def _public_name(url: str) -> str:
    try:
        parts = urlsplit(url)
        # A port that is none is found out when it is read.
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError(
            f"--http {url!r}: is no http or https address; give one such as http://host:8000/answer."
        )
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _request_of(case: Case) -> dict[str, Any]:
    request: dict[str, Any] = {"id": case.id, "question": case.question}
    if case.language:
        request["language"] = case.language
    if case.documents:
        request["documents"] = list(case.documents)
    return request


def _json(body: bytes) -> object:
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UnusableAnswerError(f"the endpoint sent no JSON ({error})") from error
    return value


def _wait(state: RetryCallState) -> float:
    """Growing, jittered seconds; a server that asks for longer gets it, up to a bound."""
    error = state.outcome.exception() if state.outcome else None
    asked = retry_after(error) if error else None
    drawn = float(wait_random_exponential(multiplier=0.5, max=_LONGEST_WAIT)(state))
    return drawn if asked is None else min(max(asked, 0.0), _LONGEST_WAIT)
