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
from eval.arena.corrected_figures import RatingCorrections
from eval.arena.figures.values import ArenaSpending, CitedClaims, QuestionSlice
from eval.arena.standings_schema import ArenaStandings
from eval.runs.context_means import ContextMeans
from eval.standings.standing import Standing
from eval.stats.paired import BootstrapSettings, Bounds, Estimate, Outcomes

DIMENSIONS = ("accuracy", "completeness", "clarity", "weighted_score")
"""The scores that are always compared, each on the rubric's 1-10 scale."""


class CaseResult(Frozen):
    """One question of the contest.

    Attributes:
        case: the question.
        shared_passages: what all answers to it were judged on, in the order in which the judge saw them;
            ``lent`` in files of older versions.
        items: one for each contestant, in the contestants' order.
    """

    case: Case
    shared_passages: tuple[Passage, ...] = Field(
        default=(), validation_alias=AliasChoices("shared_passages", "lent")
    )
    items: tuple[RunItem, ...] = ()

    @property
    def reference_seen(self) -> bool:
        """Whether the judge saw a gold answer when it judged the answers."""
        return any(item.evaluation is not None and item.evaluation.reference_seen for item in self.items)


class SideSummary(Frozen):
    """How one contestant did.

    Attributes:
        system: its name.
        questions: questions asked.
        scored: answers whose scores count.
        unanswered: questions it failed to answer.
        not_judged: answers that the judge failed to judge, or was not asked to.
        other_mode: answers judged on something else than the shared passages; they enter no mean.
        means: dimension to mean score (1-10) over the scored answers.
        worst_case: dimension to bounds of the mean over all questions.
        usage: tokens and calls of its answers, the loop's own judging included.
        answered: yes, partly and no to the answers that say so much of what was asked.
        key_points: verdict to key points, over all scored answers.
        context: mean precision and recall of the shared passages, over the scored answers that have them.
    """

    system: str
    questions: int = Field(ge=0)
    scored: int = Field(ge=0)
    unanswered: int = Field(ge=0)
    not_judged: int = Field(ge=0)
    other_mode: int = Field(ge=0)
    means: Mapping[str, Estimate]
    worst_case: Mapping[str, Bounds]
    usage: TokenUsage = TokenUsage()
    answered: Mapping[Answered, int] = Field(default_factory=dict)
    key_points: Mapping[KeyPointVerdict, int] = Field(default_factory=dict)
    context: ContextMeans | None = None


class PairSummary(Frozen):
    """Two contestants compared on the questions on which both were scored.

    Attributes:
        baseline: the one compared against.
        challenger: the other; differences are challenger minus baseline.
        pairs: questions that went in.
        differences: dimension to mean paired difference.
        outcomes: the challenger's wins, ties and losses by weighted score.
        worst_case: bounds of the weighted difference over all questions.
        winner: the better one, None unless the weighted difference's interval lies on one side of 0.
        verdict: the comparison in words.
    """

    baseline: str
    challenger: str
    pairs: int = Field(ge=0)
    differences: Mapping[str, Estimate]
    outcomes: Outcomes
    worst_case: Bounds | None
    winner: str | None
    verdict: str


class ArenaSummary(Frozen):
    """The contest in figures.

    Attributes:
        mode: the mode of judging that all means are over.
        questions: questions asked.
        questions_in_file: questions in the file.
        sides: one for each contestant.
        pairs: one for each two contestants.
        references_seen: questions to which the judge saw a gold answer.
        bootstrap: how the intervals were drawn.
        standings: who stands where; None in files of older versions.
        people: what people's ratings make of the figures; None where nobody rated.
        slices: means over questions that have something in common.
        spending: what the contestants' answers took; None in files of older versions.
        citations: what became of each contestant's citations; empty in files of older versions.
        steered: contestants whose research went on until a judge that also scores them was content.
        warnings: sentences that a reader of the figures must see.
    """

    mode: JudgeMode = "comparison"
    questions: int = Field(ge=0)
    questions_in_file: int = Field(ge=0)
    sides: tuple[SideSummary, ...]
    pairs: tuple[PairSummary, ...]
    references_seen: int = Field(default=0, ge=0)
    bootstrap: BootstrapSettings
    standings: ArenaStandings | None = None
    people: RatingCorrections | None = None
    slices: tuple[QuestionSlice, ...] = ()
    spending: ArenaSpending | None = None
    citations: tuple[CitedClaims, ...] = ()
    steered: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class ArenaResult(Frozen):
    """A whole contest.

    Attributes:
        manifest: under what terms it was made.
        summary: the figures.
        items: question by question, in full.
        pairs: the judges' verdicts on pairs of answers.
        ratings: people's ratings that came from a file, and so are in no run store.
    """

    manifest: RunManifest
    summary: ArenaSummary
    # asyncio.run() writes its result out as text, in which an arena's items would take seconds.
    items: tuple[CaseResult, ...] = Field(repr=False)
    pairs: tuple[PairVerdict, ...] = Field(default=(), repr=False)
    ratings: tuple[Rating, ...] = Field(default=(), repr=False)

    @model_validator(mode="before")
    @classmethod
    def _without_standings(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        """The standings of the file are those of its summary, once more."""
        return {k: v for k, v in given.items() if k != "standings"} if isinstance(given, Mapping) else given

    @computed_field
    def standings(self) -> tuple[Standing, ...]:
        """The standings that the headline goes by, at the top of the file."""
        return () if self.summary.standings is None else self.summary.standings.headline
