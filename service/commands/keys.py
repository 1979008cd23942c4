"""``judge keys``: the API keys of a service, in its run store; no server is asked."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.stores import StoreOption

if TYPE_CHECKING:
    from service.keys import ApiKey, KeyStore

_DURATION = re.compile(r"(?P<count>[1-9][0-9]{0,5})(?P<unit>[mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_PROJECT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

keys_app = typer.Typer(help="Create, list and revoke API keys.", no_args_is_help=True)


@keys_app.command("create")
def create_key(
    *,
    name: Annotated[str, typer.Option(help="Label of the key.", metavar="TEXT")] = "",
    project: Annotated[
        str, typer.Option(help="Project whose data the key can read and write.", metavar="NAME")
    ] = "default",
    scope: Annotated[
        list[str] | None,
        typer.Option(
            help="Scope of the key: judge, research, read, rate or admin. Repeatable. [default: "
            "judge, research, read]",
            metavar="TEXT",
        ),
    ] = None,
    models: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,…",
            help="Model that requests with this key may use, such as openai:gpt-6-luna or "
            "openai:*. Repeatable. [default: all that the server allows]",
        ),
    ] = None,
    expires: Annotated[
        str | None,
        typer.Option(metavar="90d|DATE", help="Expiry: a duration (30m, 12h, 90d, 4w) or a UTC date."),
    ] = None,
    store: StoreOption = None,
    as_json: AsJson = False,
) -> None:
    """Create an API key and print it once. Only its hash is stored."""
    from data_base.errors import InputError
    from data_base.read_settings import separated
    from data_base.store.settings import chosen_store
    from service.jobs.job_store import JobStore
    from service.keys import USUAL, KeyStore, read_scopes

    if not _PROJECT.fullmatch(project):
        raise InputError(
            f"{project!r} is no name of a project; use up to 100 letters, digits and the characters . _ -"
        )
    scopes = read_scopes(scope) if scope else USUAL
    named = separated(models or "")
    if broken := next((each for each in named if len(each.split()) > 1), None):
        raise InputError(f"--models: {broken!r} is no name of a model; put commas between several.")
    ends = None if expires is None else _end(expires, datetime.now(UTC))
    with JobStore(chosen_store(store)) as opened:
        made = KeyStore(opened).create(project, name, scopes, models=named, expires_at=ends)
    if as_json:
        typer.echo(json.dumps({"api_key": made.secret, **_shown(made.key)}, ensure_ascii=False))
        return
    typer.echo(f"API key: {made.secret}")
    typer.echo(
        f"It is {made.key.id}, for the project {project}. It is shown this once; keep it in a safe place."
    )


@keys_app.command("list")
def list_keys(*, store: StoreOption = None, as_json: AsJson = False) -> None:
    """List all keys, oldest first, without the keys themselves."""
    from service.commands.terminal.tables import minutes, print_table

    keys = _existing(store).all()
    if as_json:
        for key in keys:
            typer.echo(json.dumps(_shown(key), ensure_ascii=False))
        return
    headings = ("id", "project", "name", "scopes", "made (UTC)", "ends (UTC)", "state")
    rows = [
        (
            key.id,
            key.project,
            key.name,
            " ".join(key.scopes),
            minutes(datetime.fromisoformat(key.created_at)),
            "never" if key.expires_at is None else minutes(datetime.fromisoformat(key.expires_at)),
            _state(key),
        )
        for key in keys
    ]
    print_table(headings, rows)


@keys_app.command("revoke")
def revoke_key(
    *,
    key: Annotated[str, typer.Argument(metavar="ID", help="Key ID, as shown by `judge keys list`.")],
    store: StoreOption = None,
) -> None:
    """Revoke a key on every server that uses this store."""
    _existing(store).revoke(key)
    typer.echo(f"{key} is revoked.")


def _existing(store: str | None) -> KeyStore:
    from data_base.store.settings import chosen_store
    from service.jobs.job_store import JobStore
    from service.keys import KeyStore

    return KeyStore(JobStore(chosen_store(store), must_exist=True))


def _shown(key: ApiKey) -> dict[str, object]:
    return {**key.model_dump(mode="json"), "state": _state(key)}


def _state(key: ApiKey) -> str:
    if key.revoked_at is not None:
        return "revoked"
    return "valid" if key.is_valid(datetime.now(UTC)) else "expired"


def _end(given: str, now: datetime) -> datetime:
    """When a key ends, from a duration or a date.

    Raises:
        InputError: it is neither, or in the past.
    """
    from data_base.errors import InputError

    try:
        if duration := _DURATION.fullmatch(given):
            return now + timedelta(**{_UNITS[duration["unit"]]: int(duration["count"])})
        end = datetime.fromisoformat(given)
    except (ValueError, OverflowError):
        raise InputError(
            f"--expires: {given!r} is neither a duration nor a date; write 90d, 12h or 2027-01-31."
        ) from None
    end = end.replace(tzinfo=end.tzinfo or UTC)
    if end <= now:
        raise InputError(f"--expires: {given} is in the past; name a later date.")
    return end
