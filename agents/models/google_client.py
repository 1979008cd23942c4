"""The ``google-genai`` SDK as :mod:`agents.models.google_chat` uses it.

Importing this imports the SDK.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from google import genai
from google.genai.errors import APIError
from google.genai.types import HttpOptions
from httpx2 import AsyncClient, TimeoutException, TransportError
from pydantic import ValidationError

from agents.errors import UnusableResponseError
from agents.models.gemini_messages import late, status_error, unreachable
from agents.models.login import without_login

if TYPE_CHECKING:
    from agents.models.gemini_chat import Endpoint
    from agents.models.gemini_messages import HttpResponse

# The one version of the protocol that both of Google's SDKs speak.
_API_VERSION = "v1beta"


class GoogleClient:
    """The SDK's client on an HTTP client of ours, so that it is of one kind, and closed when we say."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Open no connection yet."""
        self._endpoint = endpoint
        server, login = without_login(endpoint.server)
        self._http = AsyncClient(timeout=endpoint.timeout, headers=login)
        options: dict[str, Any] = {
            "base_url": server,
            "api_version": _API_VERSION,
            "timeout": max(1, round(endpoint.timeout * 1000)),
            "httpx_async_client": self._http,
        }
        self._sdk = genai.Client(
            vertexai=False, api_key=endpoint.api_key.get_secret_value(), http_options=HttpOptions(**options)
        )

    async def ask(self, model: str, contents: Any, config: Any) -> dict[str, Any]:  # noqa: ANN401  (the SDK's)
        """Make one call, never repeated, and give the server's answer as JSON.

        Raises:
            GeminiStatusError: the server answered with an error.
            TimeoutError: it did not answer in time.
            ConnectionError: it cannot be reached, or broke off.
            UnusableResponseError: it answered with something else.
        """
        try:
            reply = await self._sdk.aio.models.generate_content(model=model, contents=contents, config=config)
        except APIError as error:
            response = cast("HttpResponse", error.response)
            raise status_error(response, secret=self._endpoint.api_key) from None
        except TimeoutException:
            raise late(self._endpoint.timeout) from None
        except TransportError as error:
            raise unreachable(self._endpoint.server, error) from None
        except (json.JSONDecodeError, ValidationError):
            raise UnusableResponseError("the server's response is no generateContent answer") from None
        return reply.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"sdk_http_response"})

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()
        self._sdk.close()
