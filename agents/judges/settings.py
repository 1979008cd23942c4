"""Settings of the evaluator and its judge: one model for code, settings files and requests."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, JsonValue, ValidationError

from agents.calls.settings import CallSettings, cache_from_environment
from agents.judges.as_of import AsOf
from agents.judges.checkers.settings import Checkers
from agents.judges.passage_choice import DEFAULT_LIMIT
from agents.models.options import MODEL_OPTIONS
from data_base.errors import InputError, first_fault
from data_base.schemas.dimension import Dimension, check_dimensions
from data_base.schemas.evaluation_metrics import CompletenessFrom
from data_base.schemas.frozen import FromNetwork, LocalOnly, Settings, local_only
from data_base.schemas.judgement import FailedJudgement, Score, ScoredJudgement
from data_base.schemas_deep_research import PASSING_ACCURACY, FineGrainedEvaluationResult, Weighing, Weights
from data_base.text.language import Language

PanelKind = Literal["adaptive", "samples"]
"""How a judgement near the threshold is made sure of."""


SOURCES_VARIABLE = "JUDGE_SOURCES"
"""The environment variable that names the folder of pages that answers cite."""


def sources_from_environment() -> Path | None:
    """The folder that the environment variable ``JUDGE_SOURCES`` names, None where it names none."""
    name = os.environ.get(SOURCES_VARIABLE, "").strip()
    return Path(name) if name else None


def _with_words(rubric: Mapping[Language, str]) -> Mapping[Language, str]:
    if not all(text.strip() for text in rubric.values()):
        raise ValueError("a text is empty; write what each score means")
    return rubric


class JudgeSettings(Settings):
    """How answers are judged."""

    language: Language | None = None
    """Language of the prompt; null: the question's own."""
    passage_limit: int = Field(default=DEFAULT_LIMIT, ge=1, le=1000)
    """Passages shown to the judge at most."""
    token_budget: int | None = Field(default=None, ge=1, le=10_000_000)
    """Estimated tokens of those passages at most; null: by the model's window."""
    passing_accuracy: Score = PASSING_ACCURACY
    """Accuracy, from 1 to 10, from which a result passes."""
    weights: Weights = Weights()
    """How much accuracy, completeness and clarity count; they sum to 1."""
    as_of: AsOf | None = None
    """The date that answers are judged as of: what is newer is undecidable. ``today`` is the day (UTC) on
    which the run began, that of the call where there is no run; null: none is named."""
    prompt_file: Annotated[Path | None, LocalOnly("a file's path")] = None
    """A template of one's own, ``<id>/<language>.yaml`` of the shape of those in ``prompts/templates``;
    results carry its id, version and sha256."""
    completeness_from: CompletenessFrom = "key_points"
    """Which figure of completeness counts where there are key points: the share of them that is covered, or
    the judge's own; the other one is shown, too."""
    rubric: Annotated[Mapping[Language, str], AfterValidator(_with_words)] = Field(default_factory=dict)
    """What each score means, by the language of the prompt, in place of the shipped rubric. A question in
    another language is judged in the first of these."""
    dimensions: Annotated[tuple[Dimension, ...], AfterValidator(check_dimensions)] = Field(
        default=(), max_length=20
    )
    """What else is scored from 1 to 10, next to accuracy, completeness and clarity."""
    rubric_version: str = Field(default="own", pattern=r"^[\w.-]+$", max_length=100)
    """The version of rubric and dimensions; results carry it in the prompt's version."""
    panel: PanelKind | None = None
    """Asks for two more judgements where accuracy is within ``panel_margin`` of ``panel_threshold`` or the
    first judgement failed. ``adaptive``: of other models or by other prompts; the medians are taken.
    ``samples``: of the same model by the same prompt; the means are taken. Off by default."""
    panel_margin: float = Field(default=0.75, ge=0, le=9)
    """How near to the threshold, in points of accuracy, a second opinion is wanted."""
    panel_threshold: Score | None = None
    """The accuracy, from 1 to 10, that decides something; null: ``passing_accuracy``."""
    panel_models: Annotated[tuple[str, ...], LocalOnly("further models' names")] = Field(
        default=(), max_length=2
    )
    """The one or two models that give the two further judgements; the judge's own model on other variants of
    the prompt if there are none. Not for ``samples``."""
    claims: bool = False
    """Whether each claim of an answer is checked, too, against the sources that it cites; the table is on the
    result. A language model makes a call for every source or so."""
    sources: Annotated[Path | None, LocalOnly("a folder's path")] = None
    """A folder with the pages that answers cite, for their claims; null: no page is opened."""
    structured: bool = True
    """Whether the verdict's JSON schema is asked for where the model offers that."""
    model: Annotated[
        Mapping[str, JsonValue], LocalOnly("options of a model, which go behind the judge's name")
    ] = Field(default_factory=dict)
    """Options of the judge's model where it is named by a string: ``temperature``, ``reasoning_effort``,
    ``max_output_tokens``, ``seed``, ``timeout`` (seconds), or what else its provider knows. Nothing is sent
    that is not named."""

    checkers: Annotated[Checkers, LocalOnly("where classifiers are")] = Field(default_factory=dict)
    """Classifiers of claims, by the names under which ``checker:NAME`` is a judge; they go before those of
    the file that the environment variable ``JUDGE_CHECKERS`` names."""

    @property
    def deciding_accuracy(self) -> float:
        """The accuracy near which a second opinion matters."""
        return self.passing_accuracy if self.panel_threshold is None else self.panel_threshold

    @property
    def weighing(self) -> Weighing:
        """How scores are weighed, and from where an answer passes."""
        return Weighing.model_validate(self)

    def evaluation(self, judgement: ScoredJudgement | FailedJudgement) -> FineGrainedEvaluationResult:
        """The public result of a judgement, weighed as the settings say."""
        return FineGrainedEvaluationResult.from_judgement(judgement, self.weighing)

    @property
    def terms(self) -> dict[str, JsonValue]:
        """What shapes a judgement, for a manifest; prompts and the model's options are named elsewhere."""
        left_out = {"prompt_file", "sources", "structured", "model", "checkers"}
        left_out |= {name for name in ("dimensions", "as_of", "claims") if not getattr(self, name)}
        if self.completeness_from == "key_points":
            left_out.add("completeness_from")
        if self.panel is None:
            left_out |= {name for name in JudgeSettings.model_fields if name.startswith("panel")}
        return self.model_dump(mode="json", include=JudgeSettings.model_fields.keys() - left_out)


class EvaluatorSettings(JudgeSettings, CallSettings):
    """How answers are judged, and how the judge's model is called."""

    cache: Path | None = Field(default_factory=cache_from_environment)
    """As of all calls; by default the file that the environment variable ``JUDGE_CACHE`` names."""
    sources: Annotated[Path | None, LocalOnly("a folder's path")] = Field(
        default_factory=sources_from_environment
    )
    """A folder with the pages that answers cite, for their claims; by default the one that the environment
    variable ``JUDGE_SOURCES`` names. Without one no page is opened."""


SettingsT = TypeVar("SettingsT", bound=JudgeSettings)


def checked_settings(kind: type[SettingsT], given: Mapping[str, Any]) -> SettingsT:
    """Settings as a caller gives them.

    Args:
        kind: which there are.
        given: by their names.

    Raises:
        InputError: one is wrong, or there is none of that name.
    """
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        fault = first_fault(error)
        name, said = fault.field, fault.reason
        remote = issubclass(kind, FromNetwork)
        there = (n for n, field in kind.model_fields.items() if not (remote and local_only(field)))
        known = dict.fromkeys([*there, *MODEL_OPTIONS])
        what = f"the evaluator's setting {name!r} is wrong: {said}" if name else f"settings: {said}"
        # A name that there is needs no list of the others.
        others = "" if name.partition(".")[0] in known else f" (settings: {', '.join(known)})"
        raise InputError(f"{what}{others}") from None
