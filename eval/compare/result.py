"""A comparison of two runs with its verdict, as it is shown and kept."""

from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.notebook_html import fields_html
from data_base.schemas.run import RunScale
from eval.compare.settings import GateSettings
from eval.runs.score_format import shown_change, shown_score
from eval.stats.paired import BootstrapSettings, Estimate

Verdict = Literal["passed", "failed"]
RegressionKind = Literal["dropped", "missing", "unanswered"]
"""dropped: the score fell. missing: the candidate lacks the item. unanswered: its system gave no answer."""


class RunRef(Frozen):
    """One side of a comparison."""

    names: tuple[str, ...]
    """The files or run ids it was read from; several are repeats."""
    run_ids: tuple[str, ...] = ()
    """Ids in the manifests, where there are any."""
    weighted_score: float
    """Mean of the repeats' weighted scores."""
    repeat_scores: tuple[float, ...]
    """The weighted score of each repeat."""


class GroupKey(Frozen):
    """Under what terms a group of results was made; an empty text where a file does not say."""

    task: str = ""
    """The task's name."""
    model: str = ""
    """The model that answered."""
    prompt_version: str = ""
    """The version of the prompt."""
    scorer_version: str = ""
    """The version of the scoring rules."""


class GroupChange(Frozen):
    """A system in both runs."""

    system: str | None
    """Its name; None where the files name none, or each has one of its own."""
    base: GroupKey
    """The baseline's terms."""
    cand: GroupKey
    """The candidate's."""
    base_score: float | None
    """Weighted mean of the baseline's scored results.

    None where there are none. Where the runs have several systems, over the items scored in both, as long as
    there are any.
    """
    cand_score: float | None
    """The candidate's."""
    pairs: int = Field(ge=0)
    """Items scored on both sides."""
    difference: Estimate = Estimate(n=0)
    """Mean of their paired differences, candidate minus baseline, with its interval by bootstrap over
    questions.
    """


class GateCheck(Frozen):
    """One thing the gate looked at."""

    name: str
    """What it looked at."""
    passed: bool
    """Whether the candidate passes it."""
    detail: str
    """With the figures, in one line."""
    failing: tuple[str, ...] = Field(default=(), exclude_if=lambda failing: not failing)
    """The answers that fail it, each with what fails in it."""


class ItemRef(Frozen):
    """An item by name."""

    id: str
    """The case's id."""
    system: str | None = None
    """The system that answered; None if the file does not say."""


class Regression(ItemRef):
    """An item that got worse."""

    kind: RegressionKind
    """In what way."""
    base: float | None
    """The baseline's score, None where it was unscored."""
    cand: float | None
    """The candidate's, None where it has none."""
    error_tags: tuple[str, ...] = ()
    """What the candidate's card says is wrong."""
    explain: str = ""
    """Why, as the candidate's card or error says."""

    @property
    def drop(self) -> float:
        """By how much the score fell; an item without a candidate's score fell by all it had."""
        return (self.base or 0.0) - (self.cand or 0.0)


class UnscoredItem(ItemRef):
    """An item that could not be scored; it is no zero and no regression."""

    side: Literal["base", "cand"]
    """In which run."""
    reason: str
    """Why."""


class TermChange(Frozen):
    """A term that differs between the runs."""

    name: str
    """The term's name."""
    base: str
    """Its value in the baseline."""
    cand: str
    """Its value in the candidate."""


class TagCount(Frozen):
    """How many results carry an error tag."""

    tag: str
    """The error tag."""
    base: int
    """The baseline's results with the tag."""
    cand: int
    """The candidate's results with the tag."""


class MetricDrift(Frozen):
    """A figure's weighted mean over the items with it on both sides; change is candidate minus baseline."""

    name: str
    """The figure's name."""
    pairs: int
    """Items that have the figure on both sides."""
    base: float
    """The baseline's mean."""
    cand: float
    """The candidate's mean."""
    change: float
    """The candidate's mean minus the baseline's."""


class Comparison(Frozen):
    """Two runs side by side."""

    verdict: Verdict
    """Whether the gate lets the candidate through."""
    scale: RunScale | None = None
    """On which scale the scores of both runs are shown.

    Here they are all 0 to 1. None where it is not known, as with files from elsewhere.
    """
    base: RunRef
    """The baseline."""
    cand: RunRef
    """The candidate."""
    base_score: float
    """The baseline's mean that is compared: its weighted score, or where the runs have several systems the
    mean of the items scored in both, so that a further system changes nothing.
    """
    cand_score: float
    """The candidate's."""
    delta: float
    """candidate's mean minus the baseline's."""
    checks: tuple[GateCheck, ...]
    """What the gate looked at; it passes where all of them do."""
    groups: tuple[GroupChange, ...]
    """The systems."""
    pairs: int
    """Items in both runs."""
    scored_pairs: int
    """Those scored in both."""
    improved: int
    """Those whose score rose."""
    regressions: tuple[Regression, ...]
    """Items that got worse, the worst first."""
    missing: tuple[ItemRef, ...]
    """Items of the baseline that the candidate lacks; each is a regression as well."""
    extra: tuple[ItemRef, ...]
    """Items that only the candidate has."""
    unscored: tuple[UnscoredItem, ...]
    """Items that could not be scored."""
    changes: tuple[TermChange, ...]
    """Terms that differ: what is being compared."""
    error_tags: tuple[TagCount, ...]
    """Counts of what is wrong."""
    drift: tuple[MetricDrift, ...]
    """Means of sub-scores and metrics."""
    difference: Estimate
    """Mean of the paired differences, weighted, with its interval by bootstrap over questions."""
    bootstrap: BootstrapSettings
    """How that interval was drawn."""
    noise: str
    """What the interval says, in one sentence; it never changes the verdict."""
    notes: tuple[str, ...]
    """Further sentences a reader must see."""
    settings: GateSettings
    """What the gate allowed."""

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed; whatever is no verdict raises InputError instead, which is 2."""
        return 0 if self.verdict == "passed" else 1

    def _repr_html_(self) -> str:
        base, cand = (shown_score(score, self.scale) for score in (self.base_score, self.cand_score))
        change = shown_change(self.delta, self.scale)
        figures: list[tuple[str, object]] = [
            ("weighted score", f"{base} to {cand} ({change})"),
            ("items", f"{self.pairs:,} in both runs, {self.scored_pairs:,} scored in both"),
            ("worse, better", f"{len(self.regressions):,}, {self.improved:,}"),
            *((f"{'pass' if check.passed else 'fail'}: {check.name}", check.detail) for check in self.checks),
        ]
        names = f"{self.base.names[0]} to {self.cand.names[0]}"
        return fields_html(f"Gate {self.verdict}: {names}", figures)

    @property
    def worst(self) -> tuple[Regression, ...]:
        """The regressions a report shows."""
        return self.regressions[: self.settings.top]
