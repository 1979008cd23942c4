"""A run by its id, by a file of ours, or by the folder that a command wrote."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas_deep_research import FROM_FILE, FineGrainedEvaluationResult
from data_base.store.database import NotStoredError
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.result import ArenaResult
from eval.files.json_lines import json_lines, place_of
from eval.files.pipes import readable_again
from eval.files.sheet_files import is_sheet
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.judging.results_writer import ANSWER_FIELDS, ROWS
from eval.runs.manifest_file import manifest_path, read_manifest
from eval.runs.run_file import RunStream
from eval.runs.run_file_reading import read_run_file
from eval.runs.served_models import served_manifest

ARENA = "arena.json"


def named_run(name: str, store: str | None) -> RunStream:
    """The run of a name.

    Args:
        name: a run file, the results of ``judge evaluate --out``, an ``arena.json`` or its folder; else a
            run's id or its name.
        store: where ids and names are looked up.

    Raises:
        InputError: there is no such run, or the file is not one.
    """
    path = _file_at(readable_again(Path(name)))
    if path.name == ARENA or (path.is_file() and path.suffix in ROWS):
        run = run_in_file(path)
        return RunStream.of_items(run.manifest, run.items)
    if path.is_file() or path.suffix == ".json":
        return read_run_file(path).stream()
    try:
        opened = RunStore(chosen_store(store), must_exist=True)
        return stored_run(opened.run_id_of(name), opened)
    except NotStoredError as error:
        raise InputError(
            f"{name}: no such file and no such run ({str(error).rstrip('.')}); use a run file, the folder "
            "of an arena, or the id or name of a run."
        ) from error


def stored_run(run_id: str, store: RunStore) -> RunStream:
    """A run of a store, with the models that served it.

    Raises:
        InputError: the store has no such run, or cannot be read.
    """
    return RunStream.of_items(served_manifest(store, run_id), store.stream(run_id))


@dataclass(frozen=True, slots=True)
class RunInFile:
    """A run as a file has it."""

    manifest: RunManifest
    """Under what terms it was made."""
    items: Iterable[RunItem]
    """Its items, to be read once."""
    pairs: Iterable[PairVerdict] = ()
    """Verdicts on pairs of its answers."""
    arena: ArenaResult | None = None
    """The contest that it is the run of, None where it is none."""


def run_in_file(path: Path) -> RunInFile:
    """The run of a file of ours.

    Args:
        path: a run file, the results of ``judge evaluate --out``, an ``arena.json`` or its folder.

    Raises:
        InputError: there is no such file, or it is none of these or has no manifest.
    """
    path = _file_at(path)
    if path.name == ARENA:
        result = _arena(path)
        return RunInFile(
            result.manifest, (item for case in result.items for item in case.items), arena=result
        )
    if path.suffix in ROWS:
        return _evaluated(path)
    read = read_run_file(path)
    if read.manifest is None:
        raise InputError(f"{path} has no manifest, without which nobody can say what run it is.")
    manifest = read.manifest.model_copy(update={"facts": dict(read.summary.facts)})
    return RunInFile(manifest, read.items(), read.pairs)


def arena_in(folder: Path) -> ArenaResult:
    """The arena in its output folder.

    Raises:
        InputError: there is none.
    """
    arena = run_in_file(folder).arena
    if arena is None:
        raise InputError(f"{folder} contains no arena; name an arena's folder with --out.")
    return arena


def _file_at(path: Path) -> Path:
    """The file that is meant: in a folder, the arena's."""
    if is_sheet(path) and path.is_file():
        written = read_manifest(path)
        run = "the id or name of its run" if written is None else written.run_id
        raise InputError(f"{path} is a sheet for readers, which has not all of its run; name {run}.")
    if not path.is_dir():
        return path
    if not (path / ARENA).is_file():
        raise InputError(f"{path} contains no {ARENA}; use a run file, a run ID or an arena folder.")
    return path / ARENA


def _arena(path: Path) -> ArenaResult:
    try:
        return ArenaResult.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}).") from error
    except ValidationError as error:
        raise InputError(f"{path} is not an arena's result of this version; run the arena again.") from error


def _evaluated(path: Path) -> RunInFile:
    """What ``judge evaluate --out`` wrote: a result per line or row, and a manifest in the same folder."""
    manifest = read_manifest(path)
    if manifest is None:
        raise InputError(
            f"{path} has no manifest of judge evaluate ({manifest_path(path).name}); use a run file or a "
            "run id."
        )
    if manifest.kind != "evaluate":
        raise InputError(
            f"{path} has a row for each item, and not all of its run; name the run {manifest.run_id}."
        )
    return RunInFile(manifest, _items(path))


def _items(path: Path) -> Iterator[RunItem]:
    for number, fields in json_lines(path):
        left = {*ANSWER_FIELDS, "evaluation_failed"}
        result = {name: value for name, value in fields.items() if name not in left}
        try:
            own = {name: value for name, value in fields.items() if name in ANSWER_FIELDS}
            answer = RecordedAnswer.model_validate(own)
            judged = FineGrainedEvaluationResult.model_validate(result, context=FROM_FILE)
            yield item_of(answer, judged)
        except ValidationError as error:
            raise InputError(
                f"{place_of(path, number)}: not a result of judge evaluate; judge the answers again."
            ) from error
