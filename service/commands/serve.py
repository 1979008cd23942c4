"""``judge serve``: the judge as a service over HTTP."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.stores import StoreOption

if TYPE_CHECKING:
    from service.http.settings import ServerSettings


def serve(
    *,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 by default.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 8321 by default, 0 for any free one.")] = None,
    judge: Annotated[str | None, typer.Option(help="The judge where a request names none.")] = None,
    store: StoreOption = None,
    no_workers: Annotated[bool, typer.Option("--no-workers", help="Leave jobs to `judge worker`.")] = False,
    no_auth: Annotated[
        bool, typer.Option("--no-auth", help="Ask for no API key; only on the loopback address.")
    ] = False,
) -> None:
    """Serve the judge over HTTP: evaluations, jobs, runs, documents; see /docs on the server.

    On the first start an API key with all scopes is made and printed once; JUDGE_API_KEY sets one instead.
    Other settings are read from the environment (docs/deploy.md).

    Exit code 0: stopped by a signal. 2: something must be fixed first.
    """
    from service.commands.terminal.missing_extra import required

    with required("service", "judge serve"):
        from service.http.server import run_server
        from service.http.settings import server_settings

    settings = server_settings(
        host=host,
        port=port,
        judge=judge,
        store=store,
        workers=False if no_workers else None,
        auth=False if no_auth else None,
    )
    require_auth(settings)
    run_server(settings, say=said)


def said(line: str) -> None:
    """Show a line at once, also where it is read by a program."""
    typer.echo(line)
    sys.stdout.flush()


def require_auth(settings: "ServerSettings") -> None:
    """Have keys be asked for wherever the server can be reached from another machine.

    Raises:
        InputError: they are not.
    """
    from data_base.errors import InputError
    from service.http.settings import LOOPBACK

    if not settings.auth and settings.host not in LOOPBACK:
        raise InputError(
            f"--no-auth is for the loopback address alone, and {settings.host} can be reached from "
            "elsewhere; leave it out, or listen on 127.0.0.1."
        )
