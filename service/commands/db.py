"""``judge db``: the run store's database."""

import typer

from service.commands.options.stores import StoreOption

db_app = typer.Typer(help="Upgrade the run store's database.", no_args_is_help=True)


@db_app.callback()
def _db() -> None:
    """Upgrade the run store's database."""


@db_app.command("upgrade")
def upgrade(*, store: StoreOption = None) -> None:
    """Upgrade the run store to this version, as every command that opens it does.

    Run this as a database user who may alter tables if the normal user may not.

    Exit codes: 0 the store is up to date; 2 the input, an option or the environment needs fixing.
    """
    from data_base.store.run_store import RunStore
    from data_base.store.schema_upgrade import HEAD
    from data_base.store.settings import chosen_store

    with RunStore(chosen_store(store)) as opened:
        found = opened.opened_at
        if found == HEAD:
            typer.echo(f"{opened.name} is at version {HEAD}; there was nothing to do.")
        elif found is None:
            typer.echo(f"{opened.name} is at version {HEAD} now.")
        else:
            typer.echo(f"{opened.name} was brought from version {found} to {HEAD}.")
