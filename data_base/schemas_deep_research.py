"""What the judge says in public, and what the research loop keeps of every attempt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import (
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    computed_field,
    field_serializer,
    model_validator,
)

from data_base.errors import InputError
from data_base.evaluation_in_files import require_in_files, require_named, with_cost_in_usage
from data_base.schemas.answer import Answer
from data_base.schemas.claim_table import ClaimShares, ClaimTable
from data_base.schemas.embedded_caveat import caveat_on
from data_base.schemas.evaluation_metrics import PASSING_ACCURACY as PASSING_ACCURACY  # noqa: PLC0414  (public here)
from data_base.schemas.evaluation_metrics import CompletenessFrom
from data_base.schemas.evaluation_metrics import EvaluationMetrics as EvaluationMetrics  # noqa: PLC0414  (the same)
from data_base.schemas.evaluation_metrics import Weighing as Weighing  # noqa: PLC0414  (the same)
from data_base.schemas.evaluation_metrics import Weights as Weights  # noqa: PLC0414  (the same)
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import (
    HIGHEST_SCORE,
    LOWEST_SCORE,
    FailedJudgement,
    Findings,
    JudgementTrace,
    JudgeMode,
    ParseRung,
    ScoredJudgement,
)
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.key_point_coverage import MUST_FAILED_COMPLETENESS, KeyPointCoverage, coverage_of
from data_base.schemas.notebook_html import fields_html
from data_base.schemas.passage import FoundPassage
from data_base.schemas.usage import TokenUsage

_UNSCORED = Weighing().metrics(dict.fromkeys(Weights.model_fields, LOWEST_SCORE))
UNKNOWN_MODEL = "unknown"
FROM_FILE: Mapping[str, bool] = {"from_file": True}
"""Validation context of a result that was read from a file other than JSON."""
_DERIVED = frozenset({"evaluation_failed", "coverage"})
EvaluationStatus = Literal["scored", "repaired", "failed"]
StopReason = Literal[
    "passed",
    "max_attempts",
    "plateau",
    "query_exhausted",
    "nothing_left",
    "token_budget",
    "time_budget",
    "judge_failed",
    "no_documents",
]


class _Outcome(Frozen):
    """What comes first of an evaluation, in files, too."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    metrics: EvaluationMetrics
    """The scores."""
    is_passing: bool
    """Accuracy reached the threshold (7 by default), and no key point that must be there is missing or has no
    verdict."""
    status: EvaluationStatus = "scored"
    """Scored, repaired (the reply had to be repaired to be read; counts as scored) or failed."""
    parse_method: ParseRung | Literal["default"] = "strict"
    """The rung of the parse ladder that read the reply."""


class FineGrainedEvaluationResult(JudgementTrace, Findings, _Outcome):
    """What :class:`agents.evaluator.RAGEvaluator` returns: scores, what the judge said, how it came about.

    A failed evaluation says nothing about the answer: its metrics are the default (1, 1, 1) in memory and
    null in files, its reason is why there is no verdict, its suggestion is empty, it does not pass, and no
    mean may take it in (see ``scored``).

    In code ``metrics``, ``reason``, ``suggestion`` and ``is_passing`` are enough; a file also has to name
    status, parse_method, mode and model_id.
    """

    model_config = ConfigDict(json_schema_extra=require_in_files)

    mode: JudgeMode = "documents"
    """On what the answer was judged."""
    model_id: str = UNKNOWN_MODEL
    """The judge's model as asked."""
    cost_usd: float | None = Field(default=None, ge=0)
    """What the calls cost in US dollars; None where a price is not known."""
    completeness_from: CompletenessFrom = Field(
        default="key_points", exclude_if=lambda counts: counts == "key_points"
    )
    """Which of two figures of completeness the score is, where there are both: that of the key points, or the
    judge's own. Not in the file where it is that of the key points."""
    claims: ClaimTable | None = Field(default=None, exclude_if=lambda table: table is None)
    """The answer's claims and the sources that they cite, also where the judge failed; None where they were
    not asked for."""

    @property
    def note(self) -> str | None:
        """What to trust of the scores, where the embedded program gave them; None where a model did."""
        return caveat_on(self.model_id)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def coverage(self) -> KeyPointCoverage | None:
        """How much of its key points the answer covers, by group, too; None where there are none."""
        return coverage_of(self.key_points)

    @property
    def claim_shares(self) -> ClaimShares | None:
        """What its claim table comes to; None where it has none."""
        return None if self.claims is None else self.claims.shares

    @property
    def evaluation_failed(self) -> bool:
        """Whether there are no scores; True exactly where ``status`` is failed."""
        return self.status == "failed"

    @property
    def scored(self) -> bool:
        """Whether the scores count."""
        return not self.evaluation_failed

    def needs_work(self, threshold: float) -> bool:
        """Whether the answer's accuracy is too low, or a key point is missing that must be there.

        False if the judge failed, and said nothing. A point without a verdict is nothing to work on, though
        the answer does not pass with it.

        Args:
            threshold: the accuracy that is enough, from 1 to 10.

        Raises:
            InputError: the threshold is no number in this range.
        """
        if not isinstance(threshold, int | float) or not LOWEST_SCORE <= threshold <= HIGHEST_SCORE:
            raise InputError(f"the threshold is {threshold!r}; it is an accuracy from 1 to 10")
        coverage = self.coverage
        fails = coverage is not None and bool(coverage.must_failed)
        return self.scored and (self.metrics.accuracy < threshold or fails)

    @model_validator(mode="before")
    @classmethod
    def _as_read(cls, data: Any, info: ValidationInfo) -> Any:  # noqa: ANN401  (raw input)
        if isinstance(data, dict):
            if info.mode == "json" or (info.context or {}).get("from_file"):
                require_named(data)
            data = with_cost_in_usage(data)
            data = {key: value for key, value in data.items() if key not in _DERIVED}
            if data.get("status") == "failed" and data.get("metrics") is None:
                data["metrics"] = _UNSCORED
        return data

    @model_validator(mode="after")
    def _a_failure_claims_nothing(self) -> Self:
        if self.evaluation_failed != (self.parse_method == "default"):
            raise ValueError("parse_method is default exactly where the evaluation failed")
        if self.evaluation_failed and (self.is_passing or self.suggestion):
            raise ValueError("a failed evaluation neither passes nor suggests anything")
        return self

    @field_serializer("metrics", mode="wrap")
    def _failed_metrics_are_null(
        self, metrics: EvaluationMetrics, handler: SerializerFunctionWrapHandler
    ) -> dict[str, Any] | None:
        return None if self.evaluation_failed else handler(metrics)

    def _repr_html_(self) -> str:
        verdict = "unscored" if not self.scored else "passes" if self.is_passing else "does not pass"
        scores = self.metrics.scores() if self.scored else {}
        said = {"reason": self.reason, "suggestion": self.suggestion, "judge": self.model_id}
        return fields_html(f"{verdict} ({self.mode})", (scores | said).items())

    @classmethod
    def from_judgement(
        cls, judgement: ScoredJudgement | FailedJudgement, weighing: Weighing | None = None
    ) -> FineGrainedEvaluationResult:
        """The public result of a judgement.

        Args:
            judgement: what the judge said.
            weighing: how its scores are weighed, and from where it passes; the defaults if None.
        """
        how = {**_fields(judgement.trace, JudgementTrace), "cost_usd": judgement.trace.usage.cost_usd}
        if isinstance(judgement, FailedJudgement):
            return cls(
                metrics=_UNSCORED,
                reason=judgement.error,
                suggestion="",
                is_passing=False,
                status="failed",
                parse_method="default",
                **how,
            )
        weighing = weighing or Weighing()
        return cls(
            **_weighed(weighing.counting(judgement), judgement.key_points, weighing),
            status="scored" if judgement.rung in {"strict", "extracted"} else "repaired",
            parse_method=judgement.rung,
            completeness_from=weighing.completeness_from,
            **_fields(judgement, Findings),
            **how,
        )

    def reweighed(self, scores: Mapping[str, float], weighing: Weighing, *, with_musts: bool = True) -> Self:
        """The evaluation with other scores; a failed one stays as it is.

        Args:
            scores: those that change, by dimension; the others stay.
            weighing: how its judge weighs, and from where it lets an answer pass.
            with_musts: whether points that the answer must have count: not where a person scored it.
        """
        if self.evaluation_failed:
            return self
        given = self.metrics.model_dump(include=set(Weights.model_fields)) | dict(self.metrics.dimensions)
        points = self.key_points if with_musts else ()
        return self.model_copy(update=_weighed(given | dict(scores), points, weighing))


def _weighed(
    scores: Mapping[str, float], key_points: tuple[KeyPointFinding, ...], weighing: Weighing
) -> dict[str, Any]:
    """The metrics of scores, and whether the answer passes: never without a point that it must have."""
    coverage = coverage_of(key_points)
    if coverage is not None and coverage.must_failed:
        scores = {**scores, "completeness": min(scores["completeness"], MUST_FAILED_COMPLETENESS)}
    metrics, holds = weighing.metrics(scores), coverage is None or coverage.musts_hold
    return {"metrics": metrics, "is_passing": weighing.passes(metrics.accuracy) and holds}


def _fields(given: Frozen, kind: type[Frozen]) -> dict[str, Any]:
    return {name: getattr(given, name) for name in kind.model_fields}


class Attempt(Frozen):
    """One turn of the research loop: a line of the ledger."""

    number: int = Field(ge=1)
    """From 1."""
    query: str
    """What was searched for."""
    parent_query: str | None = None
    """The query it was refined from, None for the first."""
    suggestion: str | None = None
    """The judge's suggestion that shaped the query, None for the first."""
    rewritten: bool = False
    """Whether the draft before was rewritten from the same passages, without a search or after one that
    brought nothing new; without one, the query is that of the attempt before.
    """
    unchanged: bool = Field(default=False, exclude_if=lambda unchanged: not unchanged)
    """Whether the writer left the draft before as it is, which is not judged again: the evaluation is that of
    the attempt before.
    """
    found: tuple[str, ...] = ()
    """Ids of the passages this attempt's search brought, best first."""
    new: tuple[str, ...] = ()
    """Those among them that no earlier attempt had brought."""
    answer: Answer
    """The draft of this attempt."""
    abstained: bool
    """Whether the draft says that the documents do not contain the answer."""
    evaluation: FineGrainedEvaluationResult | None = None
    """What the judge said; None only where the attempt was cut short before judging."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls of the attempt, judge included."""
    elapsed_ms: float = Field(default=0, ge=0)
    """Wall time in milliseconds."""
    score_change: float | None = None
    """Weighted score minus that of the attempt before; None where either is unscored."""


class FinalJudgement(Frozen):
    """What a judge that did not steer the research says of it."""

    judge: str
    """The judge's name; after ``same: ``, it is the one that steered, by another template and with the
    passages in another order."""
    first: FineGrainedEvaluationResult
    """Its word on the first attempt."""
    returned: FineGrainedEvaluationResult
    """Its word on the returned attempt, which may be the first."""
    optimism: float | None = None
    """Weighted score of the returned attempt by the judge that steered minus that by this one; None where
    either gave none."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls of this judge."""


class DeepResearchResult(Frozen):
    """What :class:`agents.deep_research.DeepResearchService` returns."""

    question: str
    """The user's original question."""
    answer: Answer
    """The answer of the best judged attempt."""
    attempts: tuple[Attempt, ...]
    """All attempts, in order."""
    best_index: int | None = Field(default=None, ge=0)
    """Index into ``attempts`` of the returned one; None only if nothing was judged."""
    stop_reason: StopReason
    """Why the loop ended."""
    passages: tuple[FoundPassage, ...] = ()
    """All evidence, best first, each with the attempt that found it."""
    sub_questions: tuple[str, ...] = ()
    """What a question of several parts was planned into; empty for a single one."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls of the whole run, but for the final judge's, which ``final`` has."""
    elapsed_ms: float = Field(default=0, ge=0)
    """Wall time in milliseconds."""
    thread_id: str = ""
    """Names the run's checkpoints."""
    final: FinalJudgement | None = Field(default=None, exclude_if=lambda final: final is None)
    """What the final judge says; None where there is none."""

    @property
    def best(self) -> Attempt | None:
        """The returned attempt, None if nothing was judged."""
        return None if self.best_index is None else self.attempts[self.best_index]

    @property
    def verdict(self) -> FineGrainedEvaluationResult | None:
        """The judgement that counts; None if nothing was judged.

        It is the final judge's; where that one failed or there is none, the one that the attempt was returned
        by.
        """
        if self.final is not None and self.final.returned.scored:
            return self.final.returned
        return self.best.evaluation if self.best else None

    @property
    def total_usage(self) -> TokenUsage:
        """Tokens and calls of research and final judge."""
        return self.usage if self.final is None else self.usage + self.final.usage

    @property
    def note(self) -> str | None:
        """What to trust of its scores, where the embedded program gave them; None where a model did."""
        return self.verdict.note if self.verdict else None
