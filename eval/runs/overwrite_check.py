"""The results of another run are not overwritten, and that is found out before anything is paid for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from eval.files.json_lines import json_object
from eval.files.row_writing import has_rows
from eval.runs.manifest_file import read_manifest

_TERMS = {"models": "models", "data_hashes": "data", "seeds": "seeds", "settings": "settings"}
"""The terms that are looked at, each with its name in a sentence."""


def manifest_in(path: Path) -> RunManifest | None:
    """The manifest of a run file, an ``arena.json`` or a file of rows; None where none can be read."""
    if has_rows(path):
        return read_manifest(path)
    try:
        return RunManifest.model_validate(json_object(path).get("manifest"))
    except (InputError, ValidationError):
        return None


def refuse_other_run(
    results: Path, ours: RunManifest, read: Callable[[Path], RunManifest | None] = manifest_in
) -> None:
    """Make sure that a run writes only over its own results, or over those of a run of the same terms.

    Args:
        results: the file that the run will write.
        ours: the run's manifest.
        read: gives the manifest of the run that wrote such a file, None where that is not known.

    Raises:
        InputError: what is there is of other terms. Another version of the program alone is no other terms.
    """
    if not results.is_file() or not results.stat().st_size:
        return
    there = read(results)
    if there is None:
        raise InputError(
            f"{results} is there and contains no results of a run that is known; name another place with "
            "--out."
        )
    terms, others = _terms(ours), _terms(there)
    if differing := [shown for name, shown in _TERMS.items() if terms[name] != others[name]]:
        raise InputError(
            f"{results} contains the results of run {there.run_id}, which differs in "
            f"{' and '.join(differing)}; name another place with --out."
        )


def _terms(manifest: RunManifest) -> Mapping[str, object]:
    fields = manifest.model_dump(mode="json", include=set(_TERMS))
    for version in ("embedded_code", "embedded_version"):
        fields["settings"].pop(version, None)
    return fields
