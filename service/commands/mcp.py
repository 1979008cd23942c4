"""``judge mcp``: the judge for MCP clients."""

from typing import Annotated

import typer

from service.commands.options.stores import StoreOption
from service.commands.serve import DefaultJudgeOption, HostOption, PortOption, require_auth, said


def mcp(
    *,
    over_http: Annotated[
        bool, typer.Option("--http", help="Serve streamable HTTP at /mcp instead of stdin and stdout.")
    ] = False,
    host: HostOption = None,
    port: PortOption = None,
    judge: DefaultJudgeOption = None,
    store: StoreOption = None,
) -> None:
    """Serve the judge to MCP clients.

    Tools evaluate answers, research, compare runs and search documents (docs/service.md).

    The client starts this command and communicates over stdin and stdout, using the project `default`. With
    --http, the server listens as `judge serve` does and callers send an API key.

    Exit codes: 0 the client closed it, or it was stopped by a signal; 2 the input, an option or the
    environment needs fixing.
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
