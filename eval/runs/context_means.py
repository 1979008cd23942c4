"""Context precision and recall over answers: means, and the words for them."""

from collections.abc import Iterable, Sequence
from statistics import fmean

from pydantic import Field

from data_base.counted import counted
from data_base.schemas.context_use import ContextUse
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import FineGrainedEvaluationResult


class ContextMeans(Frozen):
    """Means over the answers that have the figure, each from 0 to 1."""

    precision: float | None = Field(default=None, ge=0, le=1)
    """Mean context precision, None if no answer has one."""
    precision_answers: int = Field(default=0, ge=0)
    """Answers that have a context precision."""
    recall: float | None = Field(default=None, ge=0, le=1)
    """Mean context recall, None if no answer has one."""
    recall_answers: int = Field(default=0, ge=0)
    """Answers that have a context recall."""


def context_means(results: Iterable[FineGrainedEvaluationResult]) -> ContextMeans | None:
    """The means over judged answers; None where no answer has either figure."""
    known = [each.context for each in results if each.context is not None]
    precisions = [each.precision for each in known if each.precision is not None]
    recalls = [each.recall for each in known if each.recall is not None]
    return means_of(precisions, recalls)


def means_of(precisions: Sequence[float], recalls: Sequence[float]) -> ContextMeans | None:
    """The means of the figures of all answers that have them; None where there are none."""
    if not precisions and not recalls:
        return None
    return ContextMeans(
        precision=fmean(precisions) if precisions else None,
        precision_answers=len(precisions),
        recall=fmean(recalls) if recalls else None,
        recall_answers=len(recalls),
    )


def means_line(means: ContextMeans | None) -> str:
    """The means in words: ``precision 0.75 (4 answers), recall 0.50 (1 answer)``; empty without any."""
    if means is None:
        return ""
    figures = (
        ("precision", means.precision, means.precision_answers),
        ("recall", means.recall, means.recall_answers),
    )
    return ", ".join(
        f"{name} {mean:.2f} ({counted(answers, 'answer')})"
        for name, mean, answers in figures
        if mean is not None
    )


def context_line(context: ContextUse | None, shown: int) -> str:
    """The figures of one answer in words, empty where it has none.

    Args:
        context: how well the passages serve.
        shown: how many passages the judge saw.
    """
    if context is None:
        return ""
    claims = context.reference_claims
    supported = sum(bool(claim.passage_ids) for claim in claims)
    parts = []
    if context.precision is not None:
        parts.append(
            f"precision {context.precision:.2f} ({len(context.useful)} of {counted(shown, 'passage')})"
        )
    if context.recall is not None:
        parts.append(f"recall {context.recall:.2f} ({supported} of {counted(len(claims), 'statement')})")
    return ", ".join(parts)
