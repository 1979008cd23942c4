"""A search by a tool of an MCP server, over streamable HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx2

from agents.errors import SearchError
from agents.judges.search_results import search_results
from agents.models.redaction import redacted
from data_base.errors import InputError
from data_base.extras import how_to_install

if TYPE_CHECKING:
    from mcp_types import CallToolResult, Tool

USUAL = "search"
"""The tool that is asked where a server has several and none is named."""
_QUERIES = ("query", "q", "question", "search_query", "text", "input")
_MOST_BYTES = 5_000_000
"""Of one response."""
_CONNECT_S, _READ_S = 10.0, 60.0
_LONGEST = 300


class McpSearch:
    """Asks a tool for a query; each search is a session of its own."""

    def __init__(self, address: str) -> None:
        """Name the server; it is asked with the first search.

        Args:
            address: of the server, with the tool's name after ``#``: ``https://host/mcp#search``. The name
                can be left out where the server has one tool, or one that is called ``search``.

        Raises:
            InputError: it is no address.
        """
        self._url, _, self._tool = address.strip().partition("#")
        parts = urlsplit(self._url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise InputError(
                f"{redacted(address)!r} is no address of an MCP server; write it as https://host/mcp, with "
                "#tool behind it where there are several"
            )
        # Without login and query, which may contain a key.
        place = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname
        self.label = f"{place}{parts.path}" + (f"#{self._tool}" if self._tool else "")

    async def __call__(self, query: str) -> Any:  # noqa: ANN401  (a server's own)
        """What the tool returns.

        Raises:
            InputError: the extra ``mcp`` is not installed, or there is no such tool.
            SearchError: the tool says that it failed.
        """
        try:
            from mcp.client import Client  # noqa: PLC0415  (an extra's)
            from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415  (an extra's)
        except ModuleNotFoundError as error:
            raise InputError(f"A search by MCP needs {error.name}: {how_to_install('mcp')}.") from error
        http = httpx2.AsyncClient(
            timeout=httpx2.Timeout(_READ_S, connect=_CONNECT_S),
            headers={"Accept-Encoding": "identity"},
            event_hooks={"response": [_bounded]},
        )
        async with http, Client(streamable_http_client(self._url, http_client=http)) as client:
            tool = self._chosen((await client.list_tools()).tools)
            result = await client.call_tool(tool.name, {_argument(tool): query})
        return _found(result)

    def _chosen(self, tools: Sequence[Tool]) -> Tool:
        known = {tool.name: tool for tool in tools}
        if self._tool in known or (not self._tool and USUAL in known):
            return known[self._tool or USUAL]
        if len(tools) == 1 and not self._tool:
            return tools[0]
        names = ", ".join(sorted(known)[:20])[:_LONGEST] or "none"
        raise InputError(
            f"the server has the tools {names}; name the one that searches behind its "
            "address, as in https://host/mcp#tool."
        )


def _argument(tool: Tool) -> str:
    """The argument that takes the query."""
    properties = list(tool.input_schema.get("properties") or {})
    required = [name for name in tool.input_schema.get("required") or () if name in properties]
    usual = (name for name in _QUERIES if name in properties)
    return next(usual, None) or next(iter([*required, *properties]), "query")


def _found(result: CallToolResult) -> Any:  # noqa: ANN401  (a server's own)
    """The results in its structured content, or else in its blocks."""
    blocks = list(_blocks(result))
    if result.is_error:
        said = " ".join(str(block.get("text", "")) for block in blocks).strip()
        raise SearchError(f"the tool failed: {said[:_LONGEST] or 'it does not say why'}")
    whole = result.structured_content
    if isinstance(whole, Mapping) and set(whole) == {"result"}:
        # What a tool returns that is no object is sent under this name.
        whole = whole["result"]
    return whole if whole is not None and search_results(whole) is not None else blocks


def _blocks(result: CallToolResult) -> Iterator[dict[str, Any]]:
    for block in result.content:
        yield block.model_dump(mode="json", by_alias=True, exclude_none=True)


async def _bounded(response: httpx2.Response) -> None:
    """Have the response break off where it grows too long."""
    response.stream = _Bounded(cast("httpx2.AsyncByteStream", response.stream))


class _Bounded(httpx2.AsyncByteStream):
    """A response's bytes, of which there may be so many."""

    def __init__(self, whole: httpx2.AsyncByteStream) -> None:
        self._whole = whole

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._whole:
            size += len(piece)
            if size > _MOST_BYTES:
                raise SearchError(f"the response is longer than {_MOST_BYTES // 1_000_000} MB")
            yield piece

    async def aclose(self) -> None:
        await self._whole.aclose()
