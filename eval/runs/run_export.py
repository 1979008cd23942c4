"""A run written to one file: whole, to be imported again, or as a row for each item."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from data_base.errors import InputError
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from data_base.whole_file import write_json
from eval.files.other_tools.result_sheet import is_of_result_sheet
from eval.files.output_checks import check_place
from eval.files.row_writing import ROW_ENDINGS, has_rows, require_format, write_lines
from eval.files.rows import read_rows
from eval.runs.item_table import ITEM_KINDS, item_row
from eval.runs.manifest_file import manifest_path
from eval.runs.run_file import RunResult, RunSummary, SummaryTally, write_items
from eval.runs.run_file_reading import read_run_file
from eval.runs.served_models import served_manifest

WHOLE = "json"


def default_place(run_id: str, form: str | None) -> Path:
    """The file that a run is exported to where none is named; see :func:`export_place`."""
    named = re.sub(r"[^\w.-]", "_", run_id)
    return export_place(Path(f"{named}.{form or WHOLE}"), form)


def export_place(file: Path, form: str | None) -> Path:
    """The file that a run is exported to.

    Args:
        file: that is asked for.
        form: ``json``, or the ending of a file of rows; None goes by the file's name, else ``json``.

    Raises:
        InputError: the file's name ends as that of another format, or what is there is no export.
    """
    end = file.suffix.lower().removeprefix(".")
    if form is not None and end != form:
        raise InputError(f"{file} does not end in .{form}; name {file.stem}.{form}, or leave out --format.")
    return _require_export(file)


def _require_export(file: Path) -> Path:
    """Make sure that a file is not there, or is an export itself."""
    check_place(file, [])
    require_format(file, (f".{WHOLE}", *ROW_ENDINGS))
    if file.is_file() and not (_is_sheet_of_ours(file) if has_rows(file) else _is_run_file(file)):
        raise InputError(f"{file} is there and is no run file; name another file to write.")
    return file


def _is_run_file(file: Path) -> bool:
    try:
        read_run_file(file)
    except InputError:
        return False
    return True


def _is_sheet_of_ours(file: Path) -> bool:
    try:
        first = next(read_rows(file), None)
    except InputError:
        return False
    return first is not None and is_of_result_sheet(first.fields)


def export_run(store: RunStore, run_id: str, file: Path) -> RunSummary:
    """Write a run with its latest items, whole or not at all; one item is in memory at a time.

    Args:
        store: that has the run.
        run_id: of the run.
        file: as :func:`export_place` gives it.

    Raises:
        InputError: there is no such run, or the file cannot be written.
    """
    manifest, items = served_manifest(store, run_id), store.stream(run_id)
    if has_rows(file):
        return write_item_rows(file, items)
    return write_items(file, manifest, items, distinct=True, pairs=store.pairs(run_id))


def write_item_rows(path: Path, items: Iterable[RunItem]) -> RunSummary:
    """Write a row for each item, whole or not at all; only one of them is in memory.

    Args:
        path: the file.
        items: of a run, no case and system twice; they are read once.

    Returns:
        How the items ended.

    Raises:
        InputError: the file cannot be written, or a library for it is missing.
    """
    tally = SummaryTally(distinct=True)

    def rows() -> Iterator[dict[str, object]]:
        for item in items:
            tally.add(RunResult.from_item(item))
            yield item_row(item)

    write_lines(path, rows(), kinds=ITEM_KINDS)
    return tally.summary()


def write_run_rows(path: Path, manifest: RunManifest, items: Iterable[RunItem]) -> RunSummary:
    """Write the rows, as :func:`write_item_rows` does, and the run's manifest next to them."""
    summary = write_item_rows(path, items)
    write_json(manifest_path(path), manifest.model_dump(mode="json"))
    return summary
