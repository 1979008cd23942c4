"""Counts and means over judged answers, with bounds for what could not be scored."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from pydantic import Field

from data_base.counted import counted
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE, Answered, JudgeMode
from data_base.schemas.key_point import KeyPointVerdict
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.claims.claim_figures import ClaimFigures, ClaimTally, figures_line
from eval.runs.answered_counts import answered_line, in_order, key_point_counts, key_points_line
from eval.runs.context_means import ContextMeans, means_line, means_of
from eval.runs.ranked_points import groups_line
from eval.runs.served_models import Served, served_to, summed_up
from eval.runs.unscored import Unscored
from eval.stats.paired import Bounds

WEIGHTED = "weighted_score"


class ModeSummary(Frozen):
    """The answers judged in one mode; means never mix modes."""

    mode: JudgeMode
    """What the answers were judged on."""
    scored: int = Field(ge=0)
    """Answers with scores, including those whose reply had to be repaired."""
    repaired: int = Field(ge=0)
    """Answers whose reply had to be repaired to be read."""
    total: int = Field(ge=0)
    """All answers."""
    means: dict[str, float]
    """Dimension to the mean over the scored answers; empty if there is none."""
    worst_case: dict[str, Bounds]
    """Dimension to bounds of the mean over all answers, each unscored one once as 1 and once as 10."""
    answered: dict[Answered, int] = Field(default_factory=dict)
    """How many answers say all (yes), part (partly) or none (no) of what was asked."""
    key_points: dict[KeyPointVerdict, int] = Field(default_factory=dict)
    """Verdict to number of key points, penalties left out, over all answers."""
    groups: dict[str, float] = Field(default_factory=dict)
    """Group of key points to its mean share (0 to 1), over the answers that have one."""
    must_failed: int = Field(default=0, ge=0)
    """Answers in which a key point failed that must hold."""
    context: ContextMeans | None = None
    """Mean context precision and recall; None if no answer has one."""
    claims: ClaimFigures | None = None
    """What the claim tables come to; None if no answer has one."""

    def __str__(self) -> str:
        bounds = self.worst_case[WEIGHTED]
        heading = f"{self.mode}: {self.scored} of {self.total} scored"
        if not self.means:
            claims = figures_line(self.claims)
            return f"{heading}; claims: {claims}" if claims else heading
        means = ", ".join(f"{_short(name)} {mean:.2f}" for name, mean in self.means.items())
        line = f"{heading}; means: {means}"
        for name, said in (
            ("answered", answered_line(self.answered)),
            ("key points", key_points_line(self.key_points)),
            ("groups", groups_line(self.groups)),
            ("must failed", counted(self.must_failed, "answer") if self.must_failed else ""),
            ("context", means_line(self.context)),
            ("claims", figures_line(self.claims)),
        ):
            line += f"; {name}: {said}" if said else ""
        if not (unscored := self.total - self.scored):
            return line
        supposed = "answer had 1, or 10" if unscored == 1 else "answers all had 1, or all 10"
        return (
            f"{line}; if the unscored {supposed}, the weighted mean would be {bounds.low:.2f}, "
            f"or {bounds.high:.2f}"
        )


@dataclass(frozen=True, slots=True)
class JudgingSummary:
    """What came of judging a file of answers."""

    run_id: str
    """The run with the evaluations."""
    summaries: tuple[ModeSummary, ...]
    """Counts and means, one for each mode."""
    scored: int
    """Answers with scores."""
    first_unscored: Unscored | None
    """The first answer without a score, None if there is none."""
    notes: tuple[str, ...]
    """What a reader of the scores must know, such as that a model changed."""


class SummaryAccumulator:
    """Counts and means that take in an evaluation at a time; nothing of it stays in memory."""

    def __init__(self) -> None:
        """Begin without any."""
        self._modes: dict[JudgeMode, _Mode] = {}
        self._served: Served = {}
        self._decided: Counter[str] = Counter()
        self.unscored = 0
        """Evaluations without scores."""

    def add(self, result: FineGrainedEvaluationResult) -> None:
        """Take in one evaluation."""
        self._modes.setdefault(result.mode, _Mode()).add(result)
        self._served = summed_up([self._served, served_to([result])])
        self._decided[result.model_id] += 1
        self.unscored += not result.scored

    def summaries(self) -> tuple[ModeSummary, ...]:
        """One summary for each mode, in the order in which the modes first came."""
        return tuple(each.summary(mode) for mode, each in self._modes.items())

    @property
    def served(self) -> Served:
        """Which models served them."""
        return self._served

    @property
    def decided(self) -> Iterator[str]:
        """The model that each names, in no particular order."""
        return self._decided.elements()


def summaries(results: Iterable[FineGrainedEvaluationResult]) -> tuple[ModeSummary, ...]:
    """One summary for each mode, in the order in which the modes first come."""
    summing = SummaryAccumulator()
    for result in results:
        summing.add(result)
    return summing.summaries()


def _short(name: str) -> str:
    return "weighted" if name == WEIGHTED else name.replace("_", " ")


class _Mode:
    """What is kept of the evaluations of one mode."""

    def __init__(self) -> None:
        self._total = self._scored = self._repaired = 0
        # Exact, as fsum is, and of one size however many answers there are.
        self._sums: dict[str, Fraction] = {}
        self._counts: Counter[str] = Counter()
        self._unscored_names: tuple[str, ...] = ()
        self._answered: Counter[Answered | None] = Counter()
        self._verdicts: Counter[KeyPointVerdict] = Counter()
        self._groups: dict[str, tuple[Fraction, int]] = {}
        self._must_failed = 0
        self._precisions, self._recalls = array("d"), array("d")
        self._claims = ClaimTally()

    def add(self, result: FineGrainedEvaluationResult) -> None:
        scores = result.metrics.scores()
        if result.scored and not self._sums:
            self._sums = dict.fromkeys(scores, Fraction(0))
        self._unscored_names = self._unscored_names or tuple(scores)
        if result.scored:
            for name in self._sums:
                if (score := scores.get(name)) is not None:
                    self._sums[name] += Fraction(score)
                    self._counts[name] += 1
        self._total += 1
        self._scored += result.scored
        self._repaired += result.status == "repaired"
        self._answered[result.answered] += 1
        self._verdicts.update(key_point_counts(result.key_points))
        if (coverage := result.coverage) is not None:
            self._must_failed += bool(coverage.must_failed)
            for name, share in coverage.groups.items():
                if share is not None:
                    total, count = self._groups.get(name, (Fraction(0), 0))
                    self._groups[name] = total + Fraction(share), count + 1
        self._claims.add(result.claim_shares)
        if (context := result.context) is not None:
            self._precisions.extend(each for each in [context.precision] if each is not None)
            self._recalls.extend(each for each in [context.recall] if each is not None)

    def summary(self, mode: JudgeMode) -> ModeSummary:
        sums = self._sums or dict.fromkeys(self._unscored_names, Fraction(0))
        return ModeSummary(
            mode=mode,
            scored=self._scored,
            repaired=self._repaired,
            total=self._total,
            means={
                name: float(each) / self._counts[name] for name, each in sums.items() if self._counts[name]
            },
            worst_case={name: self._worst_case(name, each) for name, each in sums.items()},
            answered=in_order(self._answered, get_args(Answered)),
            key_points=in_order(self._verdicts, get_args(KeyPointVerdict)),
            groups={name: float(total / count) for name, (total, count) in self._groups.items()},
            must_failed=self._must_failed,
            context=means_of(self._precisions, self._recalls),
            claims=self._claims.figures(),
        )

    def _worst_case(self, name: str, scored: Fraction) -> Bounds:
        """As :func:`eval.stats.paired.worst_case` of all scores."""
        missing = self._total - self._counts[name]
        low, high = (float(scored + missing * Fraction(each)) for each in (LOWEST_SCORE, HIGHEST_SCORE))
        return Bounds(low=low / self._total, high=high / self._total)
