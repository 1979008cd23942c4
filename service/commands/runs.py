"""``judge runs``: the runs in a store; out to one file each, in again, and away."""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.stores import StoreOption, existing_store
from service.commands.terminal.interrupt import stops_with

if TYPE_CHECKING:
    from data_base.schemas.run import RunManifest, RunScale, RunState
    from data_base.schemas.system_tally import SystemTally
    from data_base.store.run_store import RunStore

NOT_CONFIRMED = 1

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Run ID or name.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


_STATES: "dict[RunState, str]" = {"running": "unfinished", "finished": "finished"}
"""How a person reads it; nobody knows whether a run that did not end is still under way."""


@dataclass(frozen=True)
class _Listed:
    """A run of the list."""

    run: "RunManifest"
    state: "RunState"
    tallies: "list[SystemTally]"

    @property
    def items(self) -> int:
        return sum(tally.items for tally in self.tallies)

    @property
    def expected(self) -> int:
        """Its items once it is finished, as far as that was known when it began."""
        return self.items if self.state == "finished" else max(self.items, self.run.planned or 0)

    @property
    def scored(self) -> int:
        return sum(tally.scored for tally in self.tallies)


class ExportFormat(StrEnum):
    """How a run is exported."""

    JSON = "json"
    CSV = "csv"
    TSV = "tsv"
    XLSX = "xlsx"
    JSONL = "jsonl"
    PARQUET = "parquet"


runs_app = typer.Typer(help="List, show, export, import, delete and prune runs.", no_args_is_help=True)


@runs_app.command("list")
def list_runs(*, store: StoreOption = None, as_json: AsJson = False) -> None:
    """List the runs of a store, newest first."""
    from data_base.store.database import NotStoredError

    try:
        opened = existing_store(store)
    except NotStoredError:
        if store is not None:
            raise
        # The store that all commands share is made by the first run.
        _list([], as_json=as_json)
        return
    with opened:
        runs = reversed(opened.runs())
        rows = (_Listed(run, opened.state(run.run_id), _tallies(opened, run.run_id)) for run in runs)
        _list(rows, as_json=as_json)


def _list(rows: "Iterable[_Listed]", *, as_json: bool) -> None:
    if not as_json:
        _show_runs(rows)
        return
    for row in rows:
        typer.echo(json.dumps(_summary(row), ensure_ascii=False))


@runs_app.command("show")
def show_run(*, run: RunArgument, store: StoreOption = None, as_json: AsJson = False) -> None:
    """Show how a run was made and how its systems scored."""
    from eval.runs.served_models import served_manifest

    with existing_store(store) as opened:
        run = opened.run_id_of(run)
        manifest = served_manifest(opened, run)
        state, tallies = opened.state(run), _tallies(opened, run)
    terms = manifest.model_dump(mode="json")
    if as_json:
        found = {
            "name": manifest.title,
            "state": state,
            "manifest": terms,
            "systems": _systems(tallies, manifest.scale),
        }
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        named = {"name": manifest.title, "state": _STATES[state]} | {
            name: terms[name] for name in terms if name != "name"
        }
        _show_terms(named | {"prompts": _prompts(manifest)})
        _show_systems(tallies, manifest.scale)


@runs_app.command("rename")
def rename_run(
    *,
    run: RunArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="New name.")],
    store: StoreOption = None,
) -> None:
    """Rename a run. Its ID and stored data do not change."""
    with existing_store(store) as opened:
        run_id = opened.run_id_of(run)
        opened.rename(run_id, name)
        typer.echo(f"{run_id} is called {opened.manifest(run_id).title} now.")


@runs_app.command("export")
def export_run(
    *,
    run: RunArgument,
    file: Annotated[
        Path | None, typer.Argument(help="File to write. [default: named after the run]", metavar="FILE")
    ] = None,
    form: Annotated[
        ExportFormat | None,
        typer.Option(
            "--format",
            help="json is the whole run and can be imported again; the others have one row per "
            "item. [default: from the file name]",
        ),
    ] = None,
    store: StoreOption = None,
    out: Annotated[Path | None, typer.Option(help="The same as FILE.", metavar="FILE")] = None,
) -> None:
    """Export a run with its latest items to one file."""
    from data_base.errors import InputError
    from eval.runs import run_export

    if file is not None and out is not None:
        raise InputError("FILE and --out both name the file to write; leave one out.")
    named = file or out
    place = None if named is None else run_export.export_place(named, form)
    with stops_with("Nothing was written."), existing_store(store) as opened:
        run = opened.run_id_of(run)
        place = place or run_export.default_place(run, form)
        summary = run_export.export_run(opened, run, place)
    typer.echo(f"{place}: {summary.n_total} items, {summary.n_scored} scored.")


@runs_app.command("import")
def import_run(
    *,
    file: Annotated[Path, typer.Argument(help="JSON file of a run.", metavar="FILE")],
    store: StoreOption = None,
) -> None:
    """Import a run from a JSON file, completely or not at all.

    The store is created if it does not exist.
    """
    from data_base.errors import InputError
    from data_base.store.run_store import RunStore
    from data_base.store.settings import chosen_store
    from eval.runs.run_file_reading import read_run_file

    with stops_with("Nothing was imported."):
        read = read_run_file(file)
        if read.manifest is None:
            raise InputError(f"{file} has no manifest, without which a store could not say what run it is.")
        manifest = read.manifest.model_copy(update={"facts": dict(read.summary.facts)})
        # Before the store is opened, so that a broken file makes none and locks nothing.
        items = read.items()
        with RunStore(chosen_store(store)) as opened:
            count = opened.import_run(manifest, items, read.pairs)
    typer.echo(f"{opened.name}: run {manifest.run_id} with {count} items.")


@runs_app.command("delete")
def delete_run(
    *,
    run: RunArgument,
    store: StoreOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation prompt.")] = False,
) -> None:
    """Permanently delete a run and all its stored data.

    Exit code 1 means that you did not confirm.
    """
    with existing_store(store) as opened:
        run = opened.run_id_of(run)
        items = sum(tally.items for tally in opened.tallies(run))
        named = f"{opened.manifest(run).title} ({run}) with {items} items"
        _confirm(f"Delete run {named} from {opened.name} for good?", yes=yes)
        opened.delete(run)
    typer.echo(f"Deleted run {named} from {opened.name}.")


@runs_app.command("prune")
def prune_runs(
    *,
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than", metavar="AGE", help="Delete runs started more than this long ago: 12h, 90d, 8w."
        ),
    ],
    with_baselines: Annotated[
        bool, typer.Option("--with-baselines", help="Also delete runs marked as baselines.")
    ] = False,
    with_unfinished: Annotated[
        bool,
        typer.Option(
            "--with-unfinished", help="Also delete unfinished runs, including runs still in progress."
        ),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List the runs without deleting them.")] = False,
    store: StoreOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation prompt.")] = False,
) -> None:
    """Permanently delete old runs and free their disk space.

    Exit code 1 means that you did not confirm.
    """
    from datetime import UTC, datetime

    from data_base.counted import counted
    from data_base.store.pruning import age

    before = datetime.now(UTC) - age(older_than)
    with existing_store(store) as opened:
        old = opened.runs_before(
            before, keep_baselines=not with_baselines, keep_unfinished=not with_unfinished
        )
        for run in old if dry_run else ():
            typer.echo(f"{opened.manifest(run).title} ({run})")
        if dry_run or not old:
            typer.echo(f"{counted(len(old), 'run')} of {opened.name} would be deleted.")
            return
        _confirm(f"Delete {counted(len(old), 'run')} from {opened.name} for good?", yes=yes)
        items = sum(opened.delete(run) for run in old)
        opened.vacuum()
    typer.echo(f"Deleted {counted(len(old), 'run')} with {items} items from {opened.name}.")


def _confirm(question: str, *, yes: bool) -> None:
    """Go on where the user says so; else end the command."""
    from data_base.errors import InputError

    if yes:
        return
    if not sys.stdin.isatty():
        raise InputError("There is no terminal to confirm the deletion on; give --yes to delete.")
    if not typer.confirm(question):
        typer.echo("Nothing was deleted.")
        raise typer.Exit(NOT_CONFIRMED)


def _tallies(store: "RunStore", run_id: str) -> "list[SystemTally]":
    """How the systems of a run did; repeats, whose items come in any order, by their numbers."""
    from service.commands.terminal.tables import number_behind

    return sorted(store.tallies(run_id), key=lambda tally: number_behind(tally.system))


def _summary(row: _Listed) -> dict[str, object]:
    run = row.run
    return {
        "name": run.title,
        "run_id": run.run_id,
        "task": run.task,
        "kind": run.kind,
        "scale": run.scale,
        "state": row.state,
        "created_at": run.created_at.isoformat(),
        "models": dict(run.models),
        "items": row.items,
        "planned": run.planned,
        "scored": row.scored,
        "systems": _systems(row.tallies, run.scale),
    }


def _systems(tallies: "list[SystemTally]", scale: "RunScale") -> list[dict[str, object]]:
    """The tallies with their means on the run's scale, as the tables show them."""
    from eval.runs.score_format import on_scale

    return [
        {**tally.model_dump(mode="json"), "mean_score": None if mean is None else on_scale(mean, scale)}
        for tally in tallies
        for mean in (tally.mean_score,)
    ]


def _show_runs(rows: "Iterable[_Listed]") -> None:
    from service.commands.terminal.tables import minutes, print_table

    cells = []
    for row in rows:
        run = row.run
        means = "\n".join(f"{tally.system} {_mean(tally, run.scale)}" for tally in row.tallies)
        named = f"{run.title}\n{run.run_id}"
        scored = f"{row.scored} of {row.expected}"
        if row.state != "finished":
            scored += f"\n{_STATES[row.state]}"
        cells.append((named, minutes(run.created_at), scored, means))
    print_table(("name, id", "begun (UTC)", "scored", "mean score"), cells)


def _show_terms(terms: dict[str, object]) -> None:
    from service.commands.terminal.tables import print_table

    rows = [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in terms.items()
    ]
    print_table(("term", "value"), rows)


def _prompts(manifest: "RunManifest") -> str:
    return "\n".join(f"{prompt.id} {prompt.version} {prompt.language}" for prompt in manifest.prompts)


def _show_systems(tallies: "list[SystemTally]", scale: "RunScale") -> None:
    from service.commands.terminal.tables import print_table

    rows = [(tally.system, str(tally.items), str(tally.scored), _mean(tally, scale)) for tally in tallies]
    print_table(("system", "items", "scored", "mean score"), rows)


def _mean(tally: "SystemTally", scale: "RunScale") -> str:
    from eval.runs.score_format import shown_score

    return "unscored" if tally.mean_score is None else shown_score(tally.mean_score, scale)
