"""The file of ``judge evaluate --out``: an evaluation per line or row, and the run's manifest next to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from data_base.schemas.run import RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from data_base.whole_file import whole_file, write_json
from eval.files.parquet_rows import SUFFIX, is_parquet, parquet_writer
from eval.files.parquet_schema import columns_of, fields_of
from eval.files.sheet_files import is_sheet, sheet_writer
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.runs import terms
from eval.runs.item_table import ITEM_COLUMNS, item_row
from eval.runs.manifest_file import manifest_path
from eval.runs.served_models import Served

if TYPE_CHECKING:
    import pyarrow as pa

    from eval.judging.summary import ModeSummary

ANSWER_FIELDS = ("id", "question", "answer", "language", "tags")
Write = Callable[[RecordedAnswer, FineGrainedEvaluationResult], object]
"""Writes an answer and its evaluation."""
ROWS = frozenset({".jsonl", SUFFIX})
"""How the name of a file of evaluations ends."""


def result_row(answer: RecordedAnswer, result: FineGrainedEvaluationResult) -> dict[str, object]:
    """The answer and its evaluation, as one row of values that JSON knows."""
    fields = answer.model_dump(mode="json", include=set(ANSWER_FIELDS)) | result.model_dump(mode="json")
    return {**fields, "evaluation_failed": result.evaluation_failed}


def json_line(answer: RecordedAnswer, result: FineGrainedEvaluationResult) -> str:
    """One JSON object: the answer and its evaluation."""
    return json.dumps(result_row(answer, result), ensure_ascii=False)


def result_columns() -> pa.Schema:
    """The columns of a Parquet file of evaluations."""
    answer = {name: fields_of(RecordedAnswer)[name] for name in ANSWER_FIELDS}
    return columns_of(answer | fields_of(FineGrainedEvaluationResult) | {"evaluation_failed": bool})


@contextmanager
def results_file(out: Path) -> Iterator[Write]:
    """A file of evaluations, JSON Lines or by its name Parquet, that is written whole or not at all.

    CSV and workbooks are for readers: they have a row for each evaluation, and not all of it.

    Raises:
        InputError: it cannot be written.
    """
    with whole_file(out) as file:
        if is_parquet(out):
            with parquet_writer(out, file, result_columns()) as write:
                yield lambda answer, result: write(result_row(answer, result))
        elif is_sheet(out):
            with sheet_writer(out, file, ITEM_COLUMNS) as write:
                yield lambda answer, result: write(item_row(item_of(answer, result)))
        else:
            yield lambda answer, result: file.write(json_line(answer, result).encode() + b"\n")


def write_manifest(
    out: Path, manifest: RunManifest, *, results: tuple[ModeSummary, ...], served: Served
) -> None:
    """Write the manifest of a run and its means to a file that ends in ``.manifest.json``.

    Raises:
        InputError: it cannot be written.
    """
    facts = {"results_sha256": terms.file_hash(out)}
    whole = manifest.model_copy(update={"models_served": served, "facts": facts})
    content = whole.model_dump(mode="json") | {"results": [item.model_dump(mode="json") for item in results]}
    write_json(manifest_path(out), content)
