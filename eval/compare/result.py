"""A comparison of two runs with its verdict, as it is shown and kept."""

from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.notebook_html import fields_html
from data_base.schemas.run import RunScale
from eval.compare.settings import GateSettings
from eval.runs.shown_scores import shown_change, shown_score
from eval.stats.paired import BootstrapSettings, Estimate

Verdict = Literal["passed", "failed"]
RegressionKind = Literal["dropped", "missing", "unanswered"]
"""dropped: the score fell. missing: the candidate lacks the item. unanswered: its system gave no answer."""


class RunRef(Frozen):
    """One side of a comparison.

    Attributes:
        names: the files or run ids it was read from; several are repeats.
        run_ids: ids in the manifests, where there are any.
        weighted_score: mean of the repeats' weighted scores.
        repeat_scores: the weighted score of each repeat.
    """

    names: tuple[str, ...]
    run_ids: tuple[str, ...] = ()
    weighted_score: float
    repeat_scores: tuple[float, ...]


class GroupKey(Frozen):
    """Under what terms a group of results was made; an empty text where a file does not say."""

    task: str = ""
    model: str = ""
    prompt_version: str = ""
    scorer_version: str = ""


class GroupChange(Frozen):
    """A system in both runs.

    Attributes:
        system: its name; None where the files name none, or each has one of its own.
        base: the baseline's terms.
        cand: the candidate's.
        base_score: weighted mean of the baseline's scored results; None where there are none. Where the runs
            have several systems, over the items scored in both, as long as there are any.
        cand_score: the candidate's.
        pairs: items scored on both sides.
        difference: mean of their paired differences, candidate minus baseline, with its interval by
            bootstrap over questions.
    """

    system: str | None
    base: GroupKey
    cand: GroupKey
    base_score: float | None
    cand_score: float | None
    pairs: int = Field(ge=0)
    difference: Estimate = Estimate(n=0)


class Check(Frozen):
    """One thing the gate looked at.

    Attributes:
        name: what it looked at.
        passed: whether the candidate passes it.
        detail: with the figures, in one line.
    """

    name: str
    passed: bool
    detail: str


class ItemRef(Frozen):
    """An item by name."""

    id: str
    system: str | None = None


class Regression(ItemRef):
    """An item that got worse.

    Attributes:
        kind: in what way.
        base: the baseline's score, None where it was unscored.
        cand: the candidate's, None where it has none.
        error_tags: what the candidate's card says is wrong.
        explain: why, as the candidate's card or error says.
    """

    kind: RegressionKind
    base: float | None
    cand: float | None
    error_tags: tuple[str, ...] = ()
    explain: str = ""

    @property
    def drop(self) -> float:
        """By how much the score fell; an item without a candidate's score fell by all it had."""
        return (self.base or 0.0) - (self.cand or 0.0)


class UnscoredItem(ItemRef):
    """An item that could not be scored; it is no zero and no regression.

    Attributes:
        side: in which run.
        reason: why.
    """

    side: Literal["base", "cand"]
    reason: str


class TermChange(Frozen):
    """A term that differs between the runs."""

    name: str
    base: str
    cand: str


class TagCount(Frozen):
    """How many results carry an error tag."""

    tag: str
    base: int
    cand: int


class MetricDrift(Frozen):
    """A figure's weighted mean over the items with it on both sides; change is candidate minus baseline."""

    name: str
    pairs: int
    base: float
    cand: float
    change: float


class Comparison(Frozen):
    """Two runs side by side.

    Attributes:
        verdict: whether the gate lets the candidate through.
        scale: on which scale the scores of both runs are shown; here they are all 0 to 1. None where it
            is not known, as with files from elsewhere.
        base: the baseline.
        cand: the candidate.
        base_score: the baseline's mean that is compared: its weighted score, or where the runs have several
            systems the mean of the items scored in both, so that a further system changes nothing.
        cand_score: the candidate's.
        delta: candidate's mean minus the baseline's.
        checks: what the gate looked at; it passes where all of them do.
        groups: the systems.
        pairs: items in both runs.
        scored_pairs: those scored in both.
        improved: those whose score rose.
        regressions: items that got worse, the worst first.
        missing: items of the baseline that the candidate lacks; each is a regression as well.
        extra: items that only the candidate has.
        unscored: items that could not be scored.
        changes: terms that differ: what is being compared.
        error_tags: counts of what is wrong.
        drift: means of sub-scores and metrics.
        difference: mean of the paired differences, weighted, with its interval by bootstrap over questions.
        bootstrap: how that interval was drawn.
        noise: what the interval says, in one sentence; it never changes the verdict.
        notes: further sentences a reader must see.
        settings: what the gate allowed.
    """

    verdict: Verdict
    scale: RunScale | None = None
    base: RunRef
    cand: RunRef
    base_score: float
    cand_score: float
    delta: float
    checks: tuple[Check, ...]
    groups: tuple[GroupChange, ...]
    pairs: int
    scored_pairs: int
    improved: int
    regressions: tuple[Regression, ...]
    missing: tuple[ItemRef, ...]
    extra: tuple[ItemRef, ...]
    unscored: tuple[UnscoredItem, ...]
    changes: tuple[TermChange, ...]
    error_tags: tuple[TagCount, ...]
    drift: tuple[MetricDrift, ...]
    difference: Estimate
    bootstrap: BootstrapSettings
    noise: str
    notes: tuple[str, ...]
    settings: GateSettings

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
