"""The file of ``judge evaluate --out``: an evaluation a line, and the run's manifest next to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from data_base.schemas.run import RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.files.atomic import write_json
from eval.judging.answer_file import RecordedAnswer
from eval.runs import terms
from eval.runs.served_models import Served

if TYPE_CHECKING:
    from eval.judging.summary import ModeSummary

ANSWER_FIELDS = {"id", "question", "answer", "language", "tags"}


def json_line(answer: RecordedAnswer, result: FineGrainedEvaluationResult) -> str:
    """One JSON object: the answer and its evaluation."""
    fields = answer.model_dump(mode="json", include=ANSWER_FIELDS) | result.model_dump(mode="json")
    return json.dumps({**fields, "evaluation_failed": result.evaluation_failed}, ensure_ascii=False)


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
    path = out.with_name(f"{out.name.removesuffix('.jsonl')}.manifest.json")
    write_json(path, content)
