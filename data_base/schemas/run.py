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
from data_base.schemas.run_name import RunName, default_name
from data_base.schemas.score_card import ScoreCard
from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult

SCHEMA_VERSION = "4"
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
    """Under what terms a run was made; two runs are comparable as far as these agree.

    Attributes:
        run_id: tells the run from all others; the same terms give the same id.
        name: what people call the run, where they gave it a name; no part of its terms.
        subject: what it is of, for the name of a run that was given none: a file's name, a question.
        planned: how many items it has once it is finished, as far as that was known when it began.
        task: what was run (``arena``, an evaluation task's name).
        kind: what sort of run it is; derived from the task where a manifest does not say.
        scale: how its scores are shown; derived from the kind where a manifest does not say.
        models: role (``research``, ``pure_llm``, ``judge`` …) to model id as asked.
        models_served: model as asked to the models that served it, as their replies name them, each with its
            number of answers and evaluations; filled in when the run ends.
        prompts: every prompt that could be used.
        scorer_version: version of the scoring rules.
        schema_version: version of this file's shape.
        index_version: fingerprint of the passage index, None where there is none.
        data_hashes: name to sha256 of questions and documents.
        seeds: name to seed of every random choice.
        git_revision: of the code, None outside a checkout.
        settings: everything else that shapes the result.
        notes: sentences a reader of the results must see.
        facts: what the run file that it was imported from said in addition to its figures (``pdf_sha256`` …).
        created_at: when the run began, with its time zone.
    """

    run_id: str = Field(min_length=1)
    name: RunName | None = None
    subject: str | None = None
    planned: int | None = Field(default=None, ge=0)
    task: str
    kind: RunKind = "task"
    scale: RunScale = "percent"
    models: Mapping[str, str] = Field(default_factory=dict)
    models_served: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)
    prompts: tuple[PromptRef, ...] = ()
    scorer_version: str
    schema_version: str = SCHEMA_VERSION
    index_version: str | None = None
    data_hashes: Mapping[str, str] = Field(default_factory=dict)
    seeds: Mapping[str, int] = Field(default_factory=dict)
    git_revision: str | None = None
    settings: Mapping[str, JsonValue] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()
    facts: Mapping[str, JsonValue] = Field(default_factory=dict)
    created_at: datetime

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

    Attributes:
        case_id: the case.
        system: the contestant that answered.
        language: the case's language tag, None where it has none.
        tags: the case's labels.
        documents: names of the documents that the case's answer is in.
        answerable: whether they contain the answer; None where it was not said.
        weight: how much the case counts in the run's mean.
        answer: None where the system failed to answer; ``error`` then says why.
        canonical: what was compared with what is right, one for each thing that the task asks for; empty
            where the answer is judged and not compared.
        score_card: None until scored.
        evaluation: the judge's evaluation, where a judge scored it.
        research: the drill-down loop's result, where it made the answer.
        error: why there is no answer.
        metrics: further figures and facts of the case by name.
    """

    case_id: str = Field(min_length=1)
    system: str = Field(min_length=1)
    language: str | None = None
    tags: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    answerable: bool | None = None
    weight: float = Field(default=1.0, strict=True, ge=0, allow_inf_nan=False)
    answer: Answer | None = None
    canonical: tuple[CanonicalAnswer, ...] = ()
    score_card: ScoreCard | None = None
    evaluation: FineGrainedEvaluationResult | None = None
    research: DeepResearchResult | None = None
    error: str | None = None
    metrics: Mapping[str, JsonValue] = Field(default_factory=dict)

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
