"""A user's own weights, thresholds, rubric and dimensions in one versioned file, YAML or JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import AfterValidator, Field, JsonValue, ValidationError

from agents.judges.settings import PanelKind
from data_base.errors import InputError, plain_reason
from data_base.schemas.dimension import Dimension, check_dimensions
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import Weights
from data_base.text.language import Language


class LoopThresholds(Frozen):
    """When the drill-down loop researches again; what is None stays as it is by default.

    Attributes:
        threshold: accuracy (1-10) below which a draft is researched again.
        min_completeness: completeness (1-10) below which a draft counts as incomplete.
        min_clarity: clarity (1-10) below which a draft counts as unclear.
    """

    threshold: float | None = Field(default=None, ge=1, le=10)
    min_completeness: float | None = Field(default=None, ge=1, le=10)
    min_clarity: float | None = Field(default=None, ge=1, le=10)


class _Content(Frozen):
    """What the file contains; what is None stays as it is by default.

    The fields that are not listed are those of :class:`agents.judges.settings.EvaluatorSettings`.

    Attributes:
        version: names this version of the settings; raise it with every change.
        prompt_file: a whole template of one's own, relative to the settings file.
        loop: thresholds of the drill-down loop.
    """

    version: str = Field(pattern=r"^[\w.-]+$")
    weights: Weights | None = None
    passing_accuracy: float | None = Field(default=None, ge=1, le=10)
    language: Language | None = None
    passage_limit: int | None = Field(default=None, ge=1)
    token_budget: int | None = Field(default=None, ge=1)
    rubric: Mapping[Language, str] | None = Field(default=None, min_length=1)
    dimensions: Annotated[tuple[Dimension, ...], AfterValidator(check_dimensions)] | None = None
    prompt_file: str | None = None
    panel: PanelKind | None = None
    panel_margin: float | None = Field(default=None, ge=0, le=9)
    panel_models: tuple[str, ...] | None = Field(default=None, max_length=2)
    model: Mapping[str, JsonValue] | None = None
    loop: LoopThresholds = LoopThresholds()


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """What a settings file says.

    Attributes:
        version: the file's own version.
        sha256: of its bytes, 64 hexadecimal digits.
        evaluator: settings of :class:`agents.evaluator.RAGEvaluator`, those that the file names.
        model: options of the judge's model, those that the file names.
        loop: settings of the drill-down loop, those that the file names.
        stated: what the file says, for a manifest.
    """

    version: str
    sha256: str
    evaluator: Mapping[str, Any]
    model: Mapping[str, Any]
    loop: Mapping[str, Any]
    stated: Mapping[str, JsonValue]


def read_judge_settings(path: Path) -> JudgeSettings:
    """Read a settings file.

    Raises:
        InputError: the file cannot be read or a field in it is wrong; the sentence names file and field.
    """
    raw = _bytes(path)
    try:
        content = _Content.model_validate(_parsed(path, raw))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(step) for step in first["loc"]) or "the file"
        raise InputError(f"{path}: {field}: {plain_reason(first['msg'])}; correct it.") from None
    if content.rubric and not all(text.strip() for text in content.rubric.values()):
        raise InputError(f"{path}: rubric: a text is empty; write what each score means.")
    evaluator = content.model_dump(exclude={"version", "loop", "model", "prompt_file"}, exclude_none=True)
    if content.rubric or content.dimensions:
        evaluator["rubric_version"] = content.version
    if content.prompt_file:
        evaluator["prompt_file"] = path.parent / content.prompt_file
    return JudgeSettings(
        version=content.version,
        sha256=hashlib.sha256(raw).hexdigest(),
        evaluator=evaluator,
        model=dict(content.model or {}),
        loop=content.loop.model_dump(exclude_none=True),
        stated=content.model_dump(mode="json", exclude_none=True),
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path.") from None


def _parsed(path: Path, raw: bytes) -> object:
    try:
        text = raw.decode("utf-8-sig")
        return json.loads(text) if path.suffix.lower() == ".json" else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise InputError(
            f"{path}: not readable as YAML or JSON ({' '.join(str(error).split())}); correct it."
        ) from None
