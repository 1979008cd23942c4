"""An evaluation task: which fields of a data file are what was said and what is right, and how to score."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, field_validator, model_validator

from data_base.schemas.canonical_answer import SCHEMA_VERSION, SCORER_VERSION, AnswerType
from data_base.schemas.frozen import Frozen

ANSWER_TYPE: Mapping[str, AnswerType] = {
    "exact_match": "choice",
    "numeric_error": "number",
    "list_overlap": "list",
    "reference_rouge": "text",
    "reasoning_consistency": "reasoning",
    "claim_evidence_overlap": "reasoning",
    "reasoning_step_order": "reasoning",
    "claim_verifiability": "reasoning",
}
"""The type of answer that a metric reads."""
_OPTIONS: Mapping[str, frozenset[AnswerType]] = {
    "unit": frozenset({"number"}),
    "tolerance_abs": frozenset({"number"}),
    "tolerance_rel": frozenset({"number"}),
    "ordered": frozenset({"list"}),
    "unique": frozenset({"list"}),
    "keywords": frozenset({"text"}),
    "normalize": frozenset({"text"}),
}


def _named(value: object) -> object:
    """``- exact_match`` for ``- metric: exact_match``."""
    return {"metric": value} if isinstance(value, str) else value


class Metric(Frozen):
    """One thing that is measured on every line of the data."""

    metric: str
    """What is measured, or ``package.module:name`` of your own scorer."""
    field: str = Field(default="answer", min_length=1)
    """The base name of the fields: ``gt_<field>`` is right, ``pred_<field>`` or ``<field>`` in ``parsed`` was
    said.
    """
    ground_truth: str | None = Field(default=None, min_length=1)
    """The field with what is right, if it is not ``gt_<field>``; dots lead into objects."""
    prediction: str | None = Field(default=None, min_length=1)
    """The field with what was said, if it is neither of the two."""
    weight: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """How much the metric counts in the primary score; 1, or 0 for what describes the reasoning."""
    threshold: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    """What the metric has to reach for the line to pass, 0 to 1."""
    unit: str | None = None
    """The unit of numbers that have none."""
    tolerance_abs: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """The absolute tolerance of a number (canonical answers), if the line has none."""
    tolerance_rel: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """The same as a share of the number."""
    ordered: bool | None = None
    """Whether the order of a list counts, if the line does not say."""
    unique: bool | None = None
    """Whether repeated entries of a list count once, if the line does not say."""
    keywords: tuple[str, ...] = ()
    """What every text must mention; a line's own ``gt_keywords`` come first."""
    normalize: Literal["basic", "none"] | None = None
    """How a text is normalised before it is compared, if the line does not say."""

    @field_validator("metric")
    @classmethod
    def _known(cls, value: str) -> str:
        if ":" not in value and value not in ANSWER_TYPE:
            raise ValueError(
                f"{value} is no metric; use {', '.join(ANSWER_TYPE)} or package.module:name of your own"
            )
        return value

    @model_validator(mode="after")
    def _options_fit(self) -> Self:
        for option, types in _OPTIONS.items():
            if getattr(self, option) not in {None, ()} and (self.is_own or self.answer_type not in types):
                raise ValueError(f"{option} means nothing to {self.metric}; remove it")
        return self

    @property
    def is_own(self) -> bool:
        """Whether it is a scorer of one's own."""
        return ":" in self.metric

    @property
    def own_name(self) -> str:
        """The name of the sub-score of a scorer of one's own: what follows the module and its last dot."""
        return self.metric.rpartition(":")[2].rpartition(".")[2]

    @property
    def answer_type(self) -> AnswerType:
        """The type of answer that it reads."""
        return "text" if self.is_own else ANSWER_TYPE[self.metric]

    @property
    def counts(self) -> float:
        """Its weight in the primary score."""
        if self.weight is not None:
            return self.weight
        return 0.0 if self.answer_type == "reasoning" else 1.0

    @property
    def gold_field(self) -> str:
        """The field with what is right."""
        return self.ground_truth or f"gt_{self.field}"

    @property
    def place(self) -> tuple[AnswerType, str, str | None]:
        """What it reads; metrics that read the same share one answer."""
        return self.answer_type, self.gold_field, self.prediction or self.field


class Task(Frozen):
    """What is asked of a data file, and when an answer passes."""

    task: str = Field(min_length=1)
    """The task's name, under which runs are grouped."""
    description: str = ""
    """A description for people."""
    dataset: str | None = Field(default=None, min_length=1)
    """The data file, relative to the task file; ``--data`` overrides it."""
    metrics: tuple[Annotated[Metric, BeforeValidator(_named)], ...] = Field(min_length=1)
    """What is measured."""
    thresholds: Mapping[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]] = Field(default_factory=dict)
    """What a line has to reach to pass: ``primary_score`` (1 if it is missing) and sub-scores by name.

    ``mae`` has to be at most the value given here.
    """
    synonyms: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Names to other names of the same thing."""
    id_field: str = "id"
    """The field with a line's id."""
    question_field: str = "question"
    """The field with the question that a system answers."""
    weight_field: str = "weight"
    """The field that says how much a line counts in the run's mean; 1 if it is missing."""
    evidence_field: str = "evidence"
    """The field with the evidence that reasoning may cite, id to text."""
    prompt_version: str | None = None
    """The version of the prompt that was answered."""
    schema_version: str = SCHEMA_VERSION
    """The schema version of the answers; any other than ours is rejected."""
    scorer_version: str = SCORER_VERSION
    """The version of the scoring rules; any other than ours is rejected."""

    @field_validator("schema_version", "scorer_version")
    @classmethod
    def _ours(cls, value: str, info: Any) -> str:  # noqa: ANN401  (pydantic's)
        ours = {"schema_version": SCHEMA_VERSION, "scorer_version": SCORER_VERSION}[info.field_name]
        if value != ours:
            raise ValueError(f"this program scores by {ours}, not {value}")
        return value

    @field_validator("metrics")
    @classmethod
    def _each_once(cls, metrics: tuple[Metric, ...]) -> tuple[Metric, ...]:
        seen = set()
        for metric in metrics:
            if (metric.metric, metric.place) in seen:
                raise ValueError(f"{metric.metric} of {metric.gold_field} is there twice; keep one")
            seen.add((metric.metric, metric.place))
        return metrics

    @property
    def places(self) -> dict[tuple[AnswerType, str, str | None], list[Metric]]:
        """The metrics by what they read, in the order of the task; without scorers of one's own."""
        places: dict[tuple[AnswerType, str, str | None], list[Metric]] = {}
        for metric in self.metrics:
            if not metric.is_own:
                places.setdefault(metric.place, []).append(metric)
        return places

    @property
    def own(self) -> tuple[Metric, ...]:
        """The scorers of one's own."""
        return tuple(metric for metric in self.metrics if metric.is_own)
