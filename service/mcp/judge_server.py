"""The MCP server: tools and resources, over whichever transport."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)

from service.http.problems import quotable
from service.mcp.api import Api, ApiRefusalError
from service.mcp.resources import JSON, RESOURCES, TEMPLATES, path_of
from service.mcp.tools import TOOLS, Call

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    Context = ServerRequestContext[Any]

_INSTRUCTIONS = (
    "Judges answers of research systems against documents, researches questions in collections of "
    "documents, and compares runs. Scores are from 1 to 10."
)


def judge_server(api: Api) -> Server[Any]:
    """A server whose tools and resources are calls of the API, in the name of whoever calls it."""
    handlers = _Handlers(api)
    return Server(
        "deep-research-judge",
        version=_version(),
        title="Deep Research Judge",
        instructions=_INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )


class _Handlers:
    def __init__(self, api: Api) -> None:
        self._api = api

    async def list_tools(self, _context: Context, _page: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[tool.described(name) for name, tool in TOOLS.items()])

    async def call_tool(self, context: Context, asked: CallToolRequestParams) -> CallToolResult:
        if asked.name not in TOOLS:
            name = quotable(repr(asked.name))
            raise MCPError(INVALID_PARAMS, f"There is no tool {name}; use {', '.join(TOOLS)}.")

        async def progress(steps: int, line: str) -> None:
            await context.session.report_progress(steps, None, line)

        call = Call(self._api, _key(context), asked.arguments or {}, progress)
        try:
            found = await TOOLS[asked.name].run(call)
        except ApiRefusalError as refusal:
            return CallToolResult(content=[TextContent(text=str(refusal))], is_error=True)
        return CallToolResult(content=[TextContent(text=_text(found))], structured_content=found)

    async def list_resources(
        self, _context: Context, _page: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        resources = [
            Resource(name=each.path, uri=each.uri, description=each.description, mime_type=JSON)
            for each in RESOURCES
        ]
        return ListResourcesResult(resources=resources)

    async def list_templates(
        self, _context: Context, _page: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        templates = [
            ResourceTemplate(
                name=each.path, uri_template=each.uri, description=each.description, mime_type=JSON
            )
            for each in TEMPLATES
        ]
        return ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(self, context: Context, asked: ReadResourceRequestParams) -> ReadResourceResult:
        path, shown = path_of(asked.uri), quotable(asked.uri)
        if path is None:
            known = ", ".join(each.uri for each in (*RESOURCES, *TEMPLATES))
            raise MCPError(INVALID_PARAMS, f"There is no resource {shown}; there are {known}.")
        try:
            found = await self._api.get(path, _key(context))
        except ApiRefusalError as refusal:
            raise MCPError(INVALID_PARAMS, str(refusal), {"uri": shown}) from refusal
        return ReadResourceResult(
            contents=[TextResourceContents(uri=asked.uri, mime_type=JSON, text=_text(found))]
        )


def _key(context: Context) -> str | None:
    """What the caller sent as ``Authorization``; None over stdio."""
    return None if context.request is None else context.request.headers.get("authorization")


def _text(found: object) -> str:
    return json.dumps(found, ensure_ascii=False)


def _version() -> str:
    try:
        return version("deep-research-judge")
    except PackageNotFoundError:
        return ""
