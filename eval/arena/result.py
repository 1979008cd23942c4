"""What an arena leaves behind: the values in ``arena.json``."""

from collections.abc import Mapping
from typing import Any

from pydantic import AliasChoices, Field, computed_field, model_validator

from data_base.schemas.case import Case
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import Answered, JudgeMode
from data_base.schemas.key_point import KeyPointVerdict
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.passage import Passage
from data_base.schemas.rating import Rating
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.usage import TokenUsage
from eval.arena.figures.values import ArenaSpending, CitedClaims, Optimism, QuestionSlice, ReferenceFigures
from eval.arena.human_corrected_scores import RatingCorrections
from eval.arena.standings_schema import ArenaStandings
from eval.claims.claim_figures import ClaimFigures
from eval.runs.context_means import ContextMeans
from eval.standings.standing import Standing
from eval.stats.paired import BootstrapSettings, Bounds, Estimate, Outcomes

DIMENSIONS = ("accuracy", "completeness", "clarity", "weighted_score")
"""The scores that are always compared, each on the rubric's 1-10 scale."""


class CaseResult(Frozen):
    """One question of the contest."""

    case: Case
    """The case."""
    shared_passages: tuple[Passage, ...] = Field(
        default=(), validation_alias=AliasChoices("shared_passages", "lent")
    )
    """What all answers to it were judged on, in the order in which the judge saw them.

    ``lent`` in files of older versions.
    """
    items: tuple[RunItem, ...] = ()
    """One for each contestant, in the contestants' order."""

    @property
    def reference_seen(self) -> bool:
        """Whether the judge saw a gold answer when it judged the answers."""
        return any(item.evaluation is not None and item.evaluation.reference_seen for item in self.items)


class SideSummary(Frozen):
    """How one contestant did."""

    system: str
    """The contestant's name."""
    questions: int = Field(ge=0)
    """Questions that it was given."""
    scored: int = Field(ge=0)
    """Answers whose scores count."""
    unanswered: int = Field(ge=0)
    """Questions that it did not answer."""
    not_judged: int = Field(ge=0)
    """Answers that have no judgement because the judge failed, or was not called."""
    other_mode: int = Field(ge=0)
    """Answers judged on something other than the shared passages; they enter no mean."""
    means: Mapping[str, Estimate]
    """Dimension to mean score (1-10) over the scored answers."""
    worst_case: Mapping[str, Bounds]
    """Dimension to bounds of the mean over all questions."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls of its answers, the loop's own judging included."""
    answered: Mapping[Answered, int] = Field(default_factory=dict)
    """How many answers say all (yes), part (partly) or none (no) of what was asked."""
    key_points: Mapping[KeyPointVerdict, int] = Field(default_factory=dict)
    """Verdict to number of key points, penalties left out, over all scored answers."""
    groups: Mapping[str, Estimate] = Field(default_factory=dict)
    """Group of key points to its mean share (0 to 1), over the scored answers that have one."""
    must_failed: int = Field(default=0, ge=0)
    """Scored answers in which a key point failed that must hold."""
    context: ContextMeans | None = None
    """Mean precision and recall of the shared passages, over the scored answers that have them."""
    optimism: Optimism | None = None
    """By how much the judge that steered its research scores it above the final judge; None without one."""
    claims: ClaimFigures | None = None
    """What the claim tables of its answers come to; None if no answer has one."""


class PairSummary(Frozen):
    """Two contestants compared on the questions on which both were scored."""

    baseline: str
    """The contestant compared against."""
    challenger: str
    """The other contestant; differences are challenger minus baseline."""
    pairs: int = Field(ge=0)
    """Questions that were compared."""
    differences: Mapping[str, Estimate]
    """Dimension to mean paired difference."""
    outcomes: Outcomes
    """The challenger's wins, ties and losses by weighted score."""
    worst_case: Bounds | None
    """Bounds of the weighted difference over all questions."""
    winner: str | None
    """The better contestant, None unless the weighted difference's interval lies on one side of 0."""
    verdict: str
    """The comparison in words."""


class ArenaSummary(Frozen):
    """The contest in figures."""

    mode: JudgeMode = "comparison"
    """How the answers were judged that all means are over."""
    questions: int = Field(ge=0)
    """Questions asked."""
    questions_in_file: int = Field(ge=0)
    """Questions in the file."""
    sides: tuple[SideSummary, ...]
    """One for each contestant."""
    pairs: tuple[PairSummary, ...]
    """One for every two contestants."""
    references_seen: int = Field(default=0, ge=0)
    """Questions for which the judge saw a reference answer."""
    bootstrap: BootstrapSettings
    """How the intervals were drawn."""
    standings: ArenaStandings | None = None
    """The standings; None in files of older versions."""
    people: RatingCorrections | None = None
    """How people's ratings correct the figures; None if nobody rated."""
    slices: tuple[QuestionSlice, ...] = ()
    """Means over questions that have something in common."""
    spending: ArenaSpending | None = None
    """What the contestants' answers took; None in files of older versions."""
    against_reference: ReferenceFigures | None = None
    """Every contestant against the reference; None where no contestant is one."""
    citations: tuple[CitedClaims, ...] = ()
    """What became of each contestant's citations; empty in files of older versions."""
    steered: tuple[str, ...] = ()
    """Contestants whose research went on until a judge that also scores them was content."""
    warnings: tuple[str, ...] = ()
    """Sentences that a reader of the figures must see."""


class ArenaResult(Frozen):
    """A whole contest."""

    manifest: RunManifest
    """How the arena was made."""
    summary: ArenaSummary
    """The arena's figures."""
    # asyncio.run() writes its result out as text, in which an arena's items would take seconds.
    items: tuple[CaseResult, ...] = Field(repr=False)
    """Each question's result in full."""
    pairs: tuple[PairVerdict, ...] = Field(default=(), repr=False)
    """The judges' verdicts on pairs of answers."""
    ratings: tuple[Rating, ...] = Field(default=(), repr=False)
    """People's ratings that came from a file, and so are in no run store."""

    @model_validator(mode="before")
    @classmethod
    def _without_standings(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        """The standings of the file are those of its summary, once more."""
        return {k: v for k, v in given.items() if k != "standings"} if isinstance(given, Mapping) else given

    @computed_field
    def standings(self) -> tuple[Standing, ...]:
        """The standings that the headline goes by, at the top of the file."""
        return () if self.summary.standings is None else self.summary.standings.headline
