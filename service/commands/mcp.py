"""``judge mcp``: the judge for MCP clients."""

from typing import Annotated

import typer

from service.commands.options.stores import StoreOption
from service.commands.serve import require_auth, said


def mcp(
    *,
    over_http: Annotated[
        bool, typer.Option("--http", help="Serve streamable HTTP at /mcp in place of stdin and stdout.")
    ] = False,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 by default.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 8321 by default, 0 for any free one.")] = None,
    judge: Annotated[str | None, typer.Option(help="The judge where a request names none.")] = None,
    store: StoreOption = None,
) -> None:
    """Serve the judge to MCP clients (docs/service.md): evaluate, research, compare and search documents.

    A client starts it and speaks to it over stdin and stdout, as the project `default`. With --http it
    listens as `judge serve` does, and callers send an API key.

    Exit code 0: the client closed it, or it was stopped by a signal. 2: something must be fixed first.
    """
    from service.commands.terminal.missing_extra import required

    with required("mcp", "judge mcp"), required("service", "judge mcp"):
        from service.http.server import run_server
        from service.http.settings import server_settings
        from service.mcp.serving import mcp_app, serve_stdio

    settings = server_settings(
        host=host, port=port, judge=judge, store=store, auth=None if over_http else False
    )
    if not over_http:
        serve_stdio(settings)
        return
    require_auth(settings)
    run_server(settings, say=said, make=mcp_app, shown="Serving MCP on {url}/mcp")
