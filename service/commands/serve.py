"""``judge serve``: the judge as a service over HTTP."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.stores import StoreOption

if TYPE_CHECKING:
    from service.http.settings import ServerSettings


HostOption = Annotated[
    str | None, typer.Option(help="Address to listen on. [default: 127.0.0.1]", metavar="HOST")
]
PortOption = Annotated[
    int | None, typer.Option(help="Port to listen on; 0 for any free port. [default: 8321]", metavar="PORT")
]
DefaultJudgeOption = Annotated[
    str | None, typer.Option(help="Default judge for requests that do not specify one.", metavar="NAME")
]


def serve(
    *,
    host: HostOption = None,
    port: PortOption = None,
    judge: DefaultJudgeOption = None,
    store: StoreOption = None,
    no_workers: Annotated[
        bool,
        typer.Option("--no-workers", help="Do not process jobs in this server; run `judge worker` for that."),
    ] = False,
    no_auth: Annotated[
        bool,
        typer.Option("--no-auth", help="Do not require an API key. Only allowed on the loopback address."),
    ] = False,
) -> None:
    """Serve the judge over HTTP.

    The API covers evaluations, jobs, runs and documents; see /docs on the server.

    The first start creates an API key with all scopes and prints it once; set JUDGE_API_KEY to choose one
    instead. Other settings are read from the environment (docs/deploy.md).

    Exit codes: 0 stopped by a signal; 2 the input, an option or the environment needs fixing.
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
