"""A user's own weights, thresholds, rubric and dimensions in one versioned file, YAML or JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, JsonValue

from agents.judges.checkers.settings import in_folder
from agents.judges.settings import JudgeSettings
from data_base.errors import InputError
from data_base.marked_yaml.lines import MarkedYaml, marked_yaml
from data_base.marked_yaml.values import validated
from data_base.schemas.frozen import Settings
from data_base.schemas.judgement import Score


class LoopSettings(Settings):
    """When the drill-down loop researches again, and who judges finally; what is None stays as by default."""

    threshold: Score | None = None
    """Accuracy (1-10) below which a draft is researched again."""
    min_completeness: Score | None = None
    """Completeness (1-10) below which a draft counts as incomplete."""
    min_clarity: Score | None = None
    """Clarity (1-10) below which a draft counts as unclear."""
    final_judge: str | None = Field(default=None, max_length=200)
    """Who judges the first and the returned attempt once more, without having steered the research: the name
    of another judge, or ``same`` for the same one by another template and another order of passages."""


class _Content(JudgeSettings):
    """What the file contains: paths are relative to it."""

    version: str = Field(pattern=r"^[\w.-]+$", max_length=100)
    """Names this version of the settings; raise it with every change."""
    loop: LoopSettings = LoopSettings()
    """Settings of the drill-down loop."""


@dataclass(frozen=True, slots=True)
class JudgeSettingsFile:
    """What a settings file says."""

    version: str
    """The file's own version."""
    sha256: str
    """The SHA-256 of the file's bytes, 64 hexadecimal digits."""
    evaluator: Mapping[str, Any]
    """Settings of :class:`agents.evaluator.RAGEvaluator` that the file contains."""
    model: Mapping[str, Any]
    """Options of the judge's model that the file contains."""
    loop: Mapping[str, Any]
    """Settings of the research loop that the file contains."""
    stated: Mapping[str, JsonValue]
    """What the file says, for a manifest."""


def read_judge_settings(path: Path) -> JudgeSettingsFile:
    """Read a settings file.

    Raises:
        InputError: the file cannot be read or a field in it is wrong; the sentence names file and field.
    """
    raw = _bytes(path)
    content = validated(_Content, _parsed(path, raw), what="judge settings, as in docs/file_formats.md")
    given = content.model_fields_set
    evaluator = content.model_dump(include=given - {"version", "loop", "model"}, exclude_none=True)
    if content.rubric or content.dimensions:
        evaluator.setdefault("rubric_version", content.version)
    if content.checkers:
        evaluator["checkers"] = in_folder(content.checkers, path.parent)
    if content.prompt_file:
        evaluator["prompt_file"] = path.parent / content.prompt_file
    if content.sources:
        evaluator["sources"] = path.parent / content.sources
    return JudgeSettingsFile(
        version=content.version,
        sha256=hashlib.sha256(raw).hexdigest(),
        evaluator=evaluator,
        model=dict(content.model),
        loop=content.loop.model_dump(exclude_none=True),
        stated=content.model_dump(mode="json", include=given | {"loop"}, exclude_none=True),
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path.") from None


def _parsed(path: Path, raw: bytes) -> MarkedYaml:
    if path.suffix.lower() != ".json":
        return marked_yaml(path, raw)
    try:
        return MarkedYaml(path, json.loads(raw.decode("utf-8-sig")), {})
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not valid JSON ({error}).") from None
