"""Counts and means over judged answers, with bounds for what could not be scored."""

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import Answered, JudgeMode
from data_base.schemas.key_point import KeyPointVerdict
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.runs.answer_counts import answered_counts, answered_line, key_point_counts, key_points_line
from eval.runs.context_means import ContextMeans, context_means, means_line
from eval.stats.paired import Bounds, worst_case

WEIGHTED = "weighted_score"
_WITHOUT_TEXTS: dict[str, Any] = {
    **dict.fromkeys(("reason", "suggestion", "analysis"), ""),
    "raw_reply": None,
    "issues": (),
    "evidence": None,
}


class ModeSummary(Frozen):
    """The answers judged in one mode; means never mix modes.

    Attributes:
        mode: on what they were judged.
        scored: answers with scores, those among them whose reply had to be repaired included.
        repaired: answers whose reply had to be repaired to be read.
        total: answers.
        means: dimension to the mean over the scored ones; empty where there is none.
        worst_case: dimension to bounds of the mean over all, each unscored one once as 1 and once as 10.
        answered: yes, partly and no to the answers that say so much of what was asked.
        key_points: verdict to key points, over all answers.
        context: mean context precision and recall; None where no answer has one.
    """

    mode: JudgeMode
    scored: int = Field(ge=0)
    repaired: int = Field(ge=0)
    total: int = Field(ge=0)
    means: dict[str, float]
    worst_case: dict[str, Bounds]
    answered: dict[Answered, int] = Field(default_factory=dict)
    key_points: dict[KeyPointVerdict, int] = Field(default_factory=dict)
    context: ContextMeans | None = None

    def __str__(self) -> str:
        bounds = self.worst_case[WEIGHTED]
        heading = f"{self.mode}: {self.scored} of {self.total} scored"
        if not self.means:
            return heading
        means = ", ".join(f"{_short(name)} {mean:.2f}" for name, mean in self.means.items())
        line = f"{heading}; means: {means}"
        for name, said in (
            ("answered", answered_line(self.answered)),
            ("key points", key_points_line(self.key_points)),
            ("context", means_line(self.context)),
        ):
            line += f"; {name}: {said}" if said else ""
        if not (unscored := self.total - self.scored):
            return line
        supposed = "answer had 1, or 10" if unscored == 1 else "answers all had 1, or all 10"
        return (
            f"{line}; if the unscored {supposed}, the weighted mean would be {bounds.low:.2f}, "
            f"or {bounds.high:.2f}"
        )


def summaries(results: Iterable[FineGrainedEvaluationResult]) -> tuple[ModeSummary, ...]:
    """One summary for each mode, in the order in which the modes first come."""
    by_mode: dict[JudgeMode, list[FineGrainedEvaluationResult]] = {}
    for result in results:
        by_mode.setdefault(result.mode, []).append(result)
    return tuple(_summary(mode, group) for mode, group in by_mode.items())


def without_texts(result: FineGrainedEvaluationResult) -> FineGrainedEvaluationResult:
    """An evaluation with what the means need of it, so that a file of any length fits into memory."""
    panel = result.panel
    if panel is not None:
        members = (member.model_copy(update={"raw_reply": None, "reason": ""}) for member in panel.members)
        panel = panel.model_copy(update={"members": tuple(members)})
    points = tuple(each.model_copy(update={"text": "", "words": None}) for each in result.key_points)
    context = result.context
    if context is not None:
        context = context.model_copy(update={"reference_claims": (), "useful": ()})
    kept = {"panel": panel, "key_points": points, "context": context}
    return result.model_copy(update={**_WITHOUT_TEXTS, **kept})


def _short(name: str) -> str:
    return "weighted" if name == WEIGHTED else name.replace("_", " ")


def _summary(mode: JudgeMode, group: list[FineGrainedEvaluationResult]) -> ModeSummary:
    scored = [result.metrics.scores() if result.scored else {} for result in group]
    names = next((each for each in scored if each), group[0].metrics.scores())
    columns = {name: [each.get(name) for each in scored] for name in names}
    present = {name: [score for score in column if score is not None] for name, column in columns.items()}
    return ModeSummary(
        mode=mode,
        scored=sum(result.scored for result in group),
        repaired=sum(result.status == "repaired" for result in group),
        total=len(group),
        means={name: fmean(scores) for name, scores in present.items() if scores},
        worst_case={name: bounds for name, column in columns.items() if (bounds := worst_case(column))},
        answered=answered_counts(group),
        key_points=key_point_counts(point for result in group for point in result.key_points),
        context=context_means(group),
    )
