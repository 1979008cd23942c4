"""A run: a manifest that says under what terms, and items that say what came of each case."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import Field, JsonValue, model_validator

from data_base.schemas.answer import Answer
from data_base.schemas.canonical_answer import CanonicalAnswer
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import PromptRef
from data_base.schemas.runs.run_name import RunName, default_name
from data_base.schemas.score_card import ScoreCard
from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult

SCHEMA_VERSION = "6"
"""Version of these shapes; what an older version wrote is read as well."""
RunKind = Literal[
    "evaluate",
    "research",
    "arena",
    "task",
    "harness",
    "eval-json-v2",
    "legal",
    "calibrate",
    "stability",
    "pytest",
]
RunScale = Literal["1-10", "percent"]
"""How the scores of a run are shown; kept they all are 0 to 1."""
RunState = Literal["running", "finished"]
_KINDS: Mapping[str, RunKind] = {"arena": "arena", "evaluate": "evaluate", "pytest": "pytest"}
_KINDS = {**_KINDS, "pdf_quality": "harness", "pdf_benchmark": "harness"}
"""The tasks whose name determines the kind; any other is a task of the user's."""
_JUDGED: tuple[RunKind, ...] = ("evaluate", "research", "arena", "calibrate", "stability", "pytest")


class ItemStatus(StrEnum):
    """How far an item came."""

    ANSWERED = "answered"
    """There is an answer and no score card yet."""
    SCORED = "scored"
    """There is a score, be it that of a missing answer."""
    UNSCORED = "unscored"
    """There is a score card that says why there is no score."""
    FAILED = "failed"
    """The system failed to answer."""


class RunManifest(Frozen):
    """Under what terms a run was made; two runs are comparable as far as these agree."""

    run_id: str = Field(min_length=1)
    """Distinguishes the run from all others; the same terms give the same id."""
    name: RunName | None = None
    """What people call the run, where they gave it a name; no part of its terms."""
    subject: str | None = None
    """What it is of, for the name of a run that was given none: a file's name, a question."""
    planned: int | None = Field(default=None, ge=0)
    """How many items it has once it is finished, as far as that was known when it began."""
    task: str
    """What was run (``arena``, an evaluation task's name)."""
    kind: RunKind = "task"
    """What sort of run it is; derived from the task where a manifest does not say."""
    scale: RunScale = "percent"
    """How its scores are shown; derived from the kind where a manifest does not say."""
    models: Mapping[str, str] = Field(default_factory=dict)
    """Role (``research``, ``pure_llm``, ``judge`` …) to model id as asked."""
    models_served: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)
    """Model as asked to the models that served it, as their replies name them, each with its number of
    answers and evaluations; filled in when the run ends.
    """
    prompts: tuple[PromptRef, ...] = ()
    """Every prompt that could be used."""
    scorer_version: str
    """Version of the scoring rules."""
    schema_version: str = SCHEMA_VERSION
    """Version of this file's shape."""
    index_version: str | None = None
    """Fingerprint of the passage index, None where there is none."""
    data_hashes: Mapping[str, str] = Field(default_factory=dict)
    """Name to sha256 of questions and documents."""
    seeds: Mapping[str, int] = Field(default_factory=dict)
    """Name to seed of every random choice."""
    git_revision: str | None = None
    """The git revision of the code, None outside a checkout."""
    settings: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Everything else that shapes the result."""
    notes: tuple[str, ...] = ()
    """Sentences a reader of the results must see."""
    facts: Mapping[str, JsonValue] = Field(default_factory=dict)
    """What the run file that it was imported from said in addition to its figures (``pdf_sha256`` …)."""
    created_at: datetime
    """When the run began, with its time zone."""

    @model_validator(mode="before")
    @classmethod
    def _kind_and_scale(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(data, dict):
            return data
        kind = data.get("kind", _KINDS.get(str(data.get("task")), "task"))
        return {"kind": kind, "scale": "1-10" if kind in _JUDGED else "percent", **data}

    @property
    def title(self) -> str:
        """The name that is shown: the given one, else kind, subject and the day of the beginning."""
        if self.name is not None:
            return self.name
        subject = self.task if self.subject is None and self.task != self.kind else self.subject
        return default_name(self.kind, subject, self.created_at)


class RunItem(Frozen):
    """What came of one case with one system.

    An item is written when the system has answered (no card yet) and again when the answer is scored;
    the later one counts.
    """

    case_id: str = Field(min_length=1)
    """The case."""
    system: str = Field(min_length=1)
    """The contestant that answered."""
    language: str | None = None
    """The case's language tag, None where it has none."""
    tags: tuple[str, ...] = ()
    """The case's labels."""
    documents: tuple[str, ...] = ()
    """Names of the documents that the case's answer is in."""
    answerable: bool | None = None
    """Whether they contain the answer; None where it was not said."""
    weight: float = Field(default=1.0, strict=True, ge=0, allow_inf_nan=False)
    """How much the case counts in the run's mean."""
    answer: Answer | None = None
    """None where the system failed to answer; ``error`` then says why."""
    canonical: tuple[CanonicalAnswer, ...] = ()
    """What was compared with what is right, one for each thing that the task asks for.

    Empty where the answer is judged and not compared.
    """
    score_card: ScoreCard | None = None
    """None until scored."""
    evaluation: FineGrainedEvaluationResult | None = None
    """The judge's evaluation, where a judge scored it."""
    research: DeepResearchResult | None = None
    """The research loop's result, where it made the answer."""
    error: str | None = None
    """Why there is no answer."""
    metrics: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Further figures and facts of the case by name."""

    @property
    def question(self) -> str | None:
        """The question that it answers, None where the run does not keep it."""
        asked = self.metrics.get("question") if self.research is None else self.research.question
        return asked if isinstance(asked, str) and asked.strip() else None

    @property
    def judgement(self) -> FineGrainedEvaluationResult | None:
        """What its score rests on: its evaluation, or that of research which nobody else judged."""
        best = self.research.best if self.research and self.score_card else None
        return self.evaluation or (best.evaluation if best else None)

    @property
    def status(self) -> ItemStatus:
        """How far it came."""
        if self.score_card is not None and self.score_card.scored:
            return ItemStatus.SCORED
        if self.error is not None:
            return ItemStatus.FAILED
        if self.score_card is not None:
            return ItemStatus.UNSCORED
        return ItemStatus.ANSWERED if self.answer or self.research else ItemStatus.FAILED
