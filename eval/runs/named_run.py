"""A run by its id, by a file of ours, or by the folder that a command wrote."""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from data_base.store.database import NotStoredError
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.result import ArenaResult
from eval.files.json_lines import json_lines
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.judging.results_file import ANSWER_FIELDS
from eval.runs.run_file import RunStream
from eval.runs.run_file_reading import read_run_file
from eval.runs.served_models import served_manifest

ARENA = "arena.json"
MANIFEST = ".manifest.json"


def named_run(name: str, store: str | None) -> RunStream:
    """The run of a name.

    Args:
        name: a run file, the results of ``judge evaluate --out``, an ``arena.json`` or its folder; else a
            run id.
        store: where run ids are looked up.

    Raises:
        InputError: there is no such run, or the file is not one.
    """
    path = Path(name)
    if path.is_dir():
        path = path / ARENA
        if not path.is_file():
            raise InputError(f"{name} contains no {ARENA}; name a run file, a run id or an arena's folder.")
    if path.name == ARENA:
        return _arena(path)
    if path.is_file() and path.suffix == ".jsonl":
        return _evaluated(path)
    if path.is_file() or path.suffix == ".json":
        return read_run_file(path).stream()
    try:
        opened = RunStore(chosen_store(store), must_exist=True)
        manifest = served_manifest(opened, name)
    except NotStoredError as error:
        raise InputError(
            f"{name}: no such file and no such run ({str(error).rstrip('.')}); name a run file, the folder "
            "of an arena, or the id of a run."
        ) from error
    return RunStream.of_items(manifest, opened.stream(name))


def _arena(path: Path) -> RunStream:
    try:
        result = ArenaResult.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}).") from error
    except ValidationError as error:
        raise InputError(f"{path} is not an arena's result of this version; run the arena again.") from error
    return RunStream.of_items(result.manifest, (item for case in result.items for item in case.items))


def _evaluated(path: Path) -> RunStream:
    """What ``judge evaluate --out`` wrote: a result a line, and a manifest in the same folder."""
    file = path.with_name(path.name.removesuffix(".jsonl") + MANIFEST)
    try:
        fields = json.loads(file.read_text(encoding="utf-8"))
        manifest = RunManifest.model_validate(
            {name: fields[name] for name in RunManifest.model_fields if name in fields}
        )
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            f"{path} has no manifest of judge evaluate ({file.name}); name a run file or a run id."
        ) from error
    return RunStream.of_items(manifest, _items(path))


def _items(path: Path) -> Iterator[RunItem]:
    for number, fields in json_lines(path):
        left = {*ANSWER_FIELDS, "evaluation_failed"}
        result = {name: value for name, value in fields.items() if name not in left}
        try:
            own = {name: value for name, value in fields.items() if name in ANSWER_FIELDS}
            answer = RecordedAnswer.model_validate(own)
            yield item_of(answer, FineGrainedEvaluationResult.model_validate(result))
        except ValidationError as error:
            raise InputError(
                f"{path}, line {number}: not a result of judge evaluate; judge the answers again."
            ) from error
