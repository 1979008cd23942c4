"""The API as its own caller: an MCP client reaches what its key reaches over HTTP, and reads the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from httpx2 import ASGITransport, AsyncClient, InvalidURL, Response

if TYPE_CHECKING:
    from fastapi import FastAPI

_FIRST_REFUSAL = 400


class ApiRefusalError(Exception):
    """The API refuses; the text says why."""


class Api:
    """An app that is called in its own process."""

    def __init__(self, app: FastAPI) -> None:
        """Call an app, whose lifespan is the caller's concern."""
        self._client = AsyncClient(
            transport=ASGITransport(app, raise_app_exceptions=False),
            base_url="http://localhost",
            timeout=None,
        )

    async def get(self, path: str, key: str | None, **query: object) -> Any:  # noqa: ANN401  (JSON)
        """Read something.

        Args:
            path: of the route, percent-encoded.
            key: what the caller sent as ``Authorization``.
            query: what is asked for after the path.

        Raises:
            ApiRefusalError: the API refuses.
        """
        headers = {"Accept": "application/json", **_authorization(key)}
        # Empty ones would take the place of those that stand in the path.
        params = dict(query) or None
        try:
            response = await self._client.get(path, params=params, headers=headers)  # type: ignore[arg-type]  # text and numbers
        except InvalidURL as error:
            raise ApiRefusalError(f"What is asked for cannot be in a URL: {error}; shorten it.") from error
        return _read(response)

    async def post(self, path: str, key: str | None, body: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401  (JSON)
        """Make something; else as :meth:`get`."""
        return _read(await self._client.post(path, json=body, headers=_authorization(key)))


def _authorization(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": key}


def _read(response: Response) -> Any:  # noqa: ANN401  (JSON)
    read = response.json()
    if response.status_code >= _FIRST_REFUSAL:
        raise ApiRefusalError(read["detail"])
    return read
