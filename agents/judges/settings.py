"""Settings of the evaluator and its judge."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue

from agents.calls.settings import CallSettings, cache_from_environment
from agents.judges.passage_choice import DEFAULT_LIMIT
from data_base.schemas.dimension import Dimension, check_dimensions
from data_base.schemas.judgement import FailedJudgement, ScoredJudgement
from data_base.schemas_deep_research import PASSING_ACCURACY, FineGrainedEvaluationResult, Weighing, Weights
from data_base.text.language import Language

PanelKind = Literal["adaptive", "samples"]
"""How a judgement near the threshold is made sure of."""


class EvaluatorSettings(CallSettings):
    """How answers are judged, and how the judge's model is called.

    Attributes:
        language: language of the prompt, the question's own if None.
        passage_limit: passages shown to the judge at most.
        token_budget: estimated tokens of those passages, None to follow the model's window.
        passing_accuracy: accuracy from which a result passes (1-10).
        weights: how much each dimension counts.
        prompt_file: a template of one's own, ``<id>/<language>.yaml`` of the shape of those in
            ``prompts/templates``; results carry its id, version and sha256.
        rubric: what each score means, by the language of the prompt, in place of the shipped rubric. A
            question in another language is judged in the first of these.
        dimensions: what else is scored from 1 to 10, next to accuracy, completeness and clarity.
        rubric_version: the version of rubric and dimensions; results carry it in the prompt's version.
        panel: asks for two more judgements where accuracy is within ``panel_margin`` of ``panel_threshold``
            or the first judgement failed. "adaptive": of other models or by other prompts; the medians are
            taken. "samples": of the same model by the same prompt; the means are taken. Off by default.
        panel_margin: how near to the threshold a second opinion is wanted.
        panel_threshold: the accuracy that decides something; ``passing_accuracy`` if None.
        panel_models: the one or two models that give the two further judgements; the judge's own model on
            other variants of the prompt if there are none. Not for "samples".
        structured: whether the verdict's JSON schema is asked for where the model offers that.
        model: options of the judge's model where it is named by a string: ``temperature``,
            ``reasoning_effort``, ``max_output_tokens``, ``seed``, ``timeout``, or what else its provider
            knows. Nothing is sent that is not named.
        cache: as of all calls; by default the file that the environment variable ``JUDGE_CACHE`` names.
    """

    language: Language | None = None
    passage_limit: int = Field(default=DEFAULT_LIMIT, ge=1)
    token_budget: int | None = Field(default=None, ge=1)
    passing_accuracy: float = Field(default=PASSING_ACCURACY, ge=1, le=10)
    weights: Weights = Weights()
    prompt_file: Path | None = None
    rubric: Mapping[Language, str] = Field(default_factory=dict)
    dimensions: Annotated[tuple[Dimension, ...], AfterValidator(check_dimensions)] = ()
    rubric_version: str = Field(default="own", pattern=r"^[\w.-]+$")
    panel: PanelKind | None = None
    panel_margin: float = Field(default=0.75, ge=0, le=9)
    panel_threshold: float | None = Field(default=None, ge=1, le=10)
    panel_models: tuple[str, ...] = Field(default=(), max_length=2)
    structured: bool = True
    model: Mapping[str, JsonValue] = Field(default_factory=dict)
    cache: Path | None = Field(default_factory=cache_from_environment)

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
