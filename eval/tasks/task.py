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
    """One thing that is measured on every line of the data.

    Attributes:
        metric: what is measured, or ``package.module:name`` of a scorer of one's own.
        field: the base name of the fields: ``gt_<field>`` is right, ``pred_<field>`` or ``<field>`` in
            ``parsed`` was said.
        ground_truth: the field with what is right, where it is not ``gt_<field>``; dots lead into
            objects.
        prediction: the field with what was said, where it is neither of the two.
        weight: how much the metric counts in the primary score; 1, or 0 for what describes the reasoning.
        threshold: what the metric has to reach for the line to pass, 0 to 1.
        unit: unit of numbers that say none.
        tolerance_abs: as of a number (canonical answers), where the line says none.
        tolerance_rel: the same, as a share.
        ordered: as of a list, where the line does not say.
        unique: the same.
        keywords: what every text must mention; a line's own ``gt_keywords`` come first.
        normalize: as of a text, where the line does not say.
    """

    metric: str
    field: str = Field(default="answer", min_length=1)
    ground_truth: str | None = Field(default=None, min_length=1)
    prediction: str | None = Field(default=None, min_length=1)
    weight: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    threshold: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    unit: str | None = None
    tolerance_abs: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    tolerance_rel: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    ordered: bool | None = None
    unique: bool | None = None
    keywords: tuple[str, ...] = ()
    normalize: Literal["basic", "none"] | None = None

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
    """What is asked of a data file, and when an answer passes.

    Attributes:
        task: its name, under which runs are grouped.
        description: what it is about, for a person.
        dataset: the data file, relative to the task file; ``--data`` overrides it.
        metrics: what is measured.
        thresholds: what a line has to reach to pass: ``primary_score`` (1 unless it is said) and sub-scores
            by name; ``mae`` has to be at most the value given here.
        synonyms: a name to other names of the same thing.
        id_field: the field that names a line.
        question_field: the field that a system is asked.
        weight_field: the field that says how much a line counts in the run's mean; 1 where it is missing.
        evidence_field: the field with the evidence that reasoning may cite, id to text.
        prompt_version: of the prompt that was answered.
        schema_version: of the answers; another than ours is refused.
        scorer_version: of the scoring rules; another than ours is refused.
    """

    task: str = Field(min_length=1)
    description: str = ""
    dataset: str | None = Field(default=None, min_length=1)
    metrics: tuple[Annotated[Metric, BeforeValidator(_named)], ...] = Field(min_length=1)
    thresholds: Mapping[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]] = Field(default_factory=dict)
    synonyms: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    id_field: str = "id"
    question_field: str = "question"
    weight_field: str = "weight"
    evidence_field: str = "evidence"
    prompt_version: str | None = None
    schema_version: str = SCHEMA_VERSION
    scorer_version: str = SCORER_VERSION

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
