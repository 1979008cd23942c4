"""The file of ``judge evaluate --out``: an evaluation per line, and the run's manifest next to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.files.atomic import write_json
from eval.files.json_lines import json_object
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
    write_json(manifest_path(out), content)


def manifest_path(out: Path) -> Path:
    """The manifest's file of a file of evaluations."""
    return out.with_name(f"{out.name.removesuffix('.jsonl')}.manifest.json")


def read_manifest(out: Path) -> RunManifest | None:
    """The manifest of a file of evaluations, None where there is none that can be read."""
    try:
        fields = json_object(manifest_path(out))
        return RunManifest.model_validate(
            {name: fields[name] for name in RunManifest.model_fields if name in fields}
        )
    except (InputError, ValidationError):
        return None
