"""The ``google-genai`` SDK as :mod:`agents.models.google.google_chat` uses it.

Importing this imports the SDK.
"""

import json
from typing import Any, cast

from google import genai
from google.genai.errors import APIError
from google.genai.types import HttpOptions
from httpx2 import AsyncClient, AsyncHTTPTransport, ConnectTimeout, Request, TimeoutException, TransportError
from pydantic import ValidationError

from agents.errors import UnusableResponseError
from agents.models.google.gemini_messages import HttpResponse, late, status_error, unreachable
from agents.models.http_transport import KEPT_ALIVE
from agents.models.request import CONNECT_TIMEOUT
from agents.models.server_addresses import without_login

# The one version of the protocol that both of Google's SDKs speak.
_API_VERSION = "v1beta"


class GoogleClient:
    """The SDK's client on an HTTP client of ours, so that it is of one kind, and closed when we say."""

    def __init__(self, server: str, api_key: str) -> None:
        """Open no connection yet."""
        self._server, self._key = server, api_key
        address, login = without_login(server)
        self._http = AsyncClient(
            headers=login,
            event_hooks={"request": [_connect_soon]},
            transport=AsyncHTTPTransport(socket_options=KEPT_ALIVE),
        )
        options: dict[str, Any] = {
            "base_url": address,
            "api_version": _API_VERSION,
            "httpx_async_client": self._http,
        }
        self._sdk = genai.Client(vertexai=False, api_key=api_key, http_options=HttpOptions(**options))

    async def ask(
        self,
        model: str,
        contents: Any,  # noqa: ANN401  (the SDK's)
        config: dict[str, Any],
        *,
        timeout: float,  # noqa: ASYNC109  (the HTTP client's)
    ) -> dict[str, Any]:
        """Make one call, never repeated, and give the server's answer as JSON.

        Args:
            model: its name.
            contents: the turns.
            config: the SDK's ``GenerateContentConfig``.
            timeout: seconds that the server may take.

        Raises:
            GeminiStatusError: the server answered with an error.
            TimeoutError: it did not answer in time.
            ConnectionError: it cannot be reached, or broke off.
            UnusableResponseError: it answered with something else.
        """
        try:
            bounded: Any = {**config, "http_options": HttpOptions(timeout=max(1, round(timeout * 1000)))}
            reply = await self._sdk.aio.models.generate_content(
                model=model, contents=contents, config=bounded
            )
        except APIError as error:
            response = cast("HttpResponse", error.response)
            raise status_error(response, secret=self._key) from None
        except ConnectTimeout as error:
            raise unreachable(self._server, error) from None
        except TimeoutException:
            raise late(timeout) from None
        except TransportError as error:
            raise unreachable(self._server, error) from None
        except (json.JSONDecodeError, ValidationError):
            raise UnusableResponseError("the server's response is no generateContent answer") from None
        return reply.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"sdk_http_response"})

    @property
    def sdk(self) -> genai.Client:
        """The SDK's own."""
        return self._sdk

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()
        self._sdk.close()


async def _connect_soon(request: Request) -> None:
    """The SDK gives every phase of a request the same time; no server needs minutes to be connected to."""
    phases = request.extensions.get("timeout") or {}
    phases["connect"] = min(phases.get("connect") or CONNECT_TIMEOUT, CONNECT_TIMEOUT)
