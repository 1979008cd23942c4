"""The manifest next to results that have no room for it: rows, and sheets."""

from pathlib import Path

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from eval.files.json_lines import json_object


def manifest_path(results: Path) -> Path:
    """The manifest's file of a file of results."""
    return results.with_name(f"{results.name.removesuffix('.jsonl')}.manifest.json")


def read_manifest(results: Path) -> RunManifest | None:
    """The manifest of a file of results, None where there is none that can be read."""
    try:
        fields = json_object(manifest_path(results))
        return RunManifest.model_validate(
            {name: fields[name] for name in RunManifest.model_fields if name in fields}
        )
    except (InputError, ValidationError):
        return None
