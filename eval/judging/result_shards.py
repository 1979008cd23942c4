"""A folder of evaluations as Parquet files of a thousand, each there as soon as its answers are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from data_base.schemas_deep_research import FROM_FILE, FineGrainedEvaluationResult
from data_base.store.run_names import number_of
from data_base.whole_file import whole_file, write_json
from eval.files.json_lines import place_of
from eval.files.parquet_rows import parquet_rows, parquet_writer, require_pyarrow
from eval.files.remote_paths import reading
from eval.judging.answer_file import item_of
from eval.judging.results_writer import ANSWER_FIELDS, result_columns, result_row
from eval.runs.overwrite_check import refuse_other_run

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem
    from eval.engines.case_execution import CaseHandler
    from eval.judging.answer_file import RecordedAnswer

_MANIFEST = "manifest.json"
_ROWS_FACT = "rows_per_shard"
_Known = dict[str, FineGrainedEvaluationResult]


class ResultShards:
    """The shards of one run.

    A shard is complete once it is there and all its answers have scores: nothing in it is judged again when
    the run is resumed, even where the run store was lost. Answers come in the order of their file.
    """

    def __init__(self, folder: Path, rows: int, *, replacing: RunManifest | None = None) -> None:
        """Begin at the first shard.

        Args:
            folder: of the shards.
            rows: answers in each.
            replacing: of this run, where the folder has another's shards: they stay until there is a shard of
                this one to take their place.
        """
        self._folder, self._rows, self._replacing = folder, rows, replacing
        self._known: _Known = {}
        self._waiting: list[dict[str, object]] = []
        self._number = 0

    def drawn(self, answers: Iterable[RecordedAnswer]) -> Iterator[RecordedAnswer]:
        """The answers, with what earlier shards say of each read before it comes."""
        for number, answer in enumerate(answers):
            if number % self._rows == 0:
                self._known |= self._read(number // self._rows)
            yield answer

    def scored(self, answers: Iterable[RecordedAnswer]) -> Iterator[RunItem]:
        """Items of the answers with a score in an earlier shard."""
        for answer in self.drawn(answers):
            if (result := self._known.pop(answer.id, None)) is not None:
                yield item_of(answer, result)

    def known(self, work: CaseHandler[RecordedAnswer]) -> CaseHandler[RecordedAnswer]:
        """The same work, but for answers with a score in an earlier shard."""

        async def known(answer: RecordedAnswer, kept: RunItem | None) -> RunItem:
            result = self._known.get(answer.id)
            return await work(answer, kept) if result is None else item_of(answer, result)

        return known

    def write(self, answer: RecordedAnswer, result: FineGrainedEvaluationResult) -> None:
        """Add the next answer; the shard is written when it is full."""
        self._known.pop(answer.id, None)
        self._waiting.append(result_row(answer, result))
        if len(self._waiting) == self._rows:
            self.flush()

    def flush(self) -> None:
        """Write what waits as a shard, unless there is one with the same answers and all are scored in it."""
        if not self._waiting:
            return
        if self._replacing is not None:
            _begin(self._folder, self._rows, self._replacing)
            self._replacing = None
        if len(self._read(self._number)) < len(self._waiting):
            path = self._path(self._number)
            with whole_file(path) as file, parquet_writer(path, file, result_columns()) as write:
                for row in self._waiting:
                    write(row)
        self._waiting.clear()
        self._number += 1

    def _path(self, number: int) -> Path:
        return _shard(self._folder, number)

    def _read(self, number: int) -> _Known:
        if self._replacing is not None:
            return {}
        path = self._path(number)
        with reading(path):
            if not path.exists():
                return {}
        found: _Known = {}
        for line, row in parquet_rows(path, nulls=True):
            fields = {
                name: value
                for name, value in row.items()
                if name not in ANSWER_FIELDS and not (value is None and name in _NEVER_NULL)
            }
            try:
                result = FineGrainedEvaluationResult.model_validate(fields, context=FROM_FILE)
            except ValidationError as error:
                raise InputError(
                    f"{place_of(path, line)}: no result of this version; name another folder, or delete it."
                ) from error
            if result.scored:
                found[str(row["id"])] = result
        return found


_NEVER_NULL = frozenset(
    name
    for name, field in FineGrainedEvaluationResult.model_fields.items()
    if not field.is_required() and field.get_default(call_default_factory=True) is not None
)
"""Fields that a row leaves out where another row of the shard has them, which makes them null in a table."""


def _shard(folder: Path, number: int) -> Path:
    return folder / f"part-{number:06}.parquet"


def refuse_other_shards(folder: Path, ours: RunManifest) -> None:
    """Make sure, before anything is paid for, that a folder contains no other run's shards.

    Raises:
        InputError: it does, it is a file, or it cannot be read; or pyarrow is missing.
    """
    require_pyarrow(_shard(folder, 0))
    with reading(folder):
        if folder.is_file():
            raise InputError(f"{folder} is a file; name a folder for the shards.")
        manifest = folder / _MANIFEST
        if manifest.is_file():
            refuse_other_run(manifest, ours, _read_manifest)
        elif next(iter(folder.glob("part-*.parquet")), None) is not None:
            raise InputError(f"{folder} contains shards of no run that is known; name another folder.")


@contextmanager
def result_shards(
    folder: Path, manifest: RunManifest, rows: int, *, base: str, fresh: bool = False
) -> Iterator[ResultShards]:
    """The shards of a run: those that an earlier command of the same run left are kept.

    Args:
        folder: their folder.
        manifest: of the run that is begun or resumed. A finished run that is made again has another name; its
            first shard takes the place of all that are there. Where the shards are of a later run of the same
            terms, of which the store knows nothing, the store was lost: they are kept.
        rows: answers in each; what the run began with is kept to.
        base: the name that the run's terms give.
        fresh: whether the run was begun to judge all anew, so that no shard that is there is kept.

    Raises:
        InputError: the folder cannot be read or written.
    """
    known = _read_manifest(folder / _MANIFEST)
    if known is None:
        _begin(folder, rows, manifest)
        known = manifest
    other = fresh or _number(known, base) < _number(manifest, base)
    if not other:
        begun_with = known.facts.get(_ROWS_FACT)
        rows = begun_with if isinstance(begun_with, int) else rows
        if known.run_id != manifest.run_id:
            _write_manifest(folder, rows, manifest)
    shards = ResultShards(folder, rows, replacing=manifest if other else None)
    yield shards
    shards.flush()


def _number(manifest: RunManifest, base: str) -> int:
    return number_of(manifest.run_id, base) or 0


def _begin(folder: Path, rows: int, manifest: RunManifest) -> None:
    """Take away the shards that are there, and say whose will be."""
    with reading(folder):
        for path in folder.glob("part-*.parquet"):
            path.unlink()
    _write_manifest(folder, rows, manifest)


def _write_manifest(folder: Path, rows: int, manifest: RunManifest) -> None:
    begun = manifest.model_copy(update={"facts": {_ROWS_FACT: rows}})
    write_json(folder / _MANIFEST, begun.model_dump(mode="json"))


def _read_manifest(path: Path) -> RunManifest | None:
    # Any other error is told: shards of a run that is not known are taken away.
    with reading(path):
        try:
            return RunManifest.model_validate_json(path.read_bytes())
        except (FileNotFoundError, ValidationError):
            return None
