"""Several judgements of one answer as one."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean, median
from types import MappingProxyType
from typing import TypeVar, get_args

from agents.judges.context_use import context_of_judges
from agents.models.registry import PANEL
from data_base.schemas.judgement import (
    Answered,
    Combined,
    FailedJudgement,
    PanelMember,
    PanelReport,
    ScoredJudgement,
)
from data_base.schemas.key_point import KeyPointFinding, KeyPointVerdict
from data_base.schemas.usage import TokenUsage

Said = TypeVar("Said", bound=str)
Judgement = ScoredJudgement | FailedJudgement

_MIDDLE: Mapping[Combined, Callable[[list[float]], float]] = MappingProxyType(
    {"median": median, "mean": fmean}
)

_BEST_FIRST: tuple[KeyPointVerdict, ...] = (
    *("covered", "not_applicable", "partial", "missing", "contradicted", "blocked"),
)
_PENALTY_BEST_FIRST: tuple[KeyPointVerdict, ...] = (
    *("missing", "contradicted", "blocked", "not_applicable", "partial", "covered"),
)


def merged(
    found: Sequence[Judgement],
    variants: Sequence[str],
    passing: float,
    *,
    latency_ms: float,
    combined: Combined = "median",
) -> Judgement:
    """One judgement made of several.

    Of each key point, and of whether the question was answered, it says what most say; where as many say one
    thing as another, the one that is worth less. Completeness follows from the key points where there are
    any. Reasons and issues are those of the judgement whose accuracy is nearest to the merged one, the
    earlier of two. Of the passages that one was shown, those are useful that more than half of the judges
    with a context precision call so; context recall comes with the statements of the judge that is in the
    middle by recall, the lower of two.

    Args:
        found: what each judge said, failed judgements included.
        variants: how each one's prompt differed, in the same order.
        passing: the accuracy that decides something.
        latency_ms: how long all of them took together, in milliseconds.
        combined: how scores are combined.

    Returns:
        A failed judgement where none is scored.
    """
    scored = [one for one in found if isinstance(one, ScoredJudgement)]
    report = PanelReport(
        members=tuple(_member(one, variant) for one, variant in zip(found, variants, strict=True)),
        combined=combined,
        spread=_spread(scored),
        agreement=_agreement(scored, passing),
    )
    whole = _joined(scored, _MIDDLE[combined]) if scored else found[0]
    together = {
        "usage": sum((one.trace.usage for one in found), TokenUsage()),
        "latency_ms": latency_ms,
        "model_served": _served(found),
        "system_fingerprint": None,
        "panel": report,
        "reference_seen": any(one.trace.reference_seen for one in found),
        "scored_by": {},
    }
    return whole.model_copy(update={"trace": whole.trace.model_copy(update=together)})


def _joined(scored: Sequence[ScoredJudgement], middle: Callable[[list[float]], float]) -> ScoredJudgement:
    """The judgement nearest to the middle, with the middle of all scores and what most say."""
    points = _key_points(scored)
    accuracy = middle([one.accuracy for one in scored])
    nearest = min(scored, key=lambda one: abs(one.accuracy - accuracy))
    joined = nearest.model_copy(
        update={
            "accuracy": accuracy,
            "completeness": middle([own_completeness(one) if points else one.completeness for one in scored]),
            "clarity": middle([one.clarity for one in scored]),
            "dimensions": {
                name: middle([one.dimensions[name] for one in scored]) for name in nearest.dimensions
            },
            "answered": _majority((one.answered for one in scored), get_args(Answered)),
            "context": context_of_judges(
                [one.context for one in scored if one.context], nearest.trace.passages_shown
            ),
        }
    )
    return joined.with_key_points(points) if points else joined


def _key_points(scored: Iterable[ScoredJudgement]) -> tuple[KeyPointFinding, ...]:
    """The findings point by point, of the judgements that have any."""
    judged = (one.key_points for one in scored if one.key_points)
    return tuple(map(_finding, zip(*judged, strict=True)))


def _finding(findings: Sequence[KeyPointFinding]) -> KeyPointFinding:
    """What most say of a point, with the words that show it, those that the answer contains before others."""
    findings = [each.before_parents for each in findings]
    order = _PENALTY_BEST_FIRST if findings[0].is_penalty else _BEST_FIRST
    verdict = _majority((each.verdict for each in findings), order)
    agreed = [each for each in findings if each.verdict == verdict]
    return max(agreed, key=lambda each: (bool(each.words_found), each.words is not None))


def _majority(said: Iterable[Said | None], best_first: Sequence[Said]) -> Said | None:
    """What is said most often, the worst of what is said equally often; None where nothing is said."""
    counts = Counter(each for each in said if each is not None)
    return max(counts, key=lambda each: (counts[each], best_first.index(each)), default=None)


def own_completeness(one: ScoredJudgement) -> float:
    """The judge's own figure, whatever the key points make."""
    return one.completeness if one.judged_completeness is None else one.judged_completeness


def _served(found: Sequence[Judgement]) -> str | None:
    served = (one.trace.model_served for one in found)
    return PANEL.join(dict.fromkeys(name for name in served if name)) or None


def _member(one: Judgement, variant: str) -> PanelMember:
    names = ("model_id", "model_served", "system_fingerprint", "usage", "raw_reply")
    kept = {name: getattr(one.trace, name) for name in names} | {"variant": variant}
    if isinstance(one, FailedJudgement):
        return PanelMember(reason=one.error, **kept)
    return PanelMember(
        accuracy=one.accuracy,
        completeness=one.completeness,
        clarity=one.clarity,
        dimensions=one.dimensions,
        reason=one.reason,
        **kept,
    )


def _spread(scored: Sequence[ScoredJudgement]) -> float | None:
    values = [one.accuracy for one in scored]
    return max(values) - min(values) if len(values) > 1 else None


def _agreement(scored: Sequence[ScoredJudgement], passing: float) -> float | None:
    pairs = list(combinations([one.accuracy >= passing for one in scored], 2))
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else None
