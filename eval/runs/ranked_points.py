"""An answer's key points as readers want them: misses first, each with what it comes to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from data_base.schemas.key_point import KeyPointFinding, KeyPointVerdict, ids_of
from data_base.schemas.key_point_coverage import MUST_FAILED_COMPLETENESS, KeyPointCoverage, coverage_of
from data_base.schemas.score_card import ROUNDING
from data_base.schemas_deep_research import FineGrainedEvaluationResult

Standing = Literal["must_failed", "missed", "partial", "no_verdict", "met", "not_applicable"]
"""What a point comes to, the worst first; a penalty is missed where its fault is there."""
_OF_POINTS: Mapping[KeyPointVerdict, Standing] = {
    "covered": "met",
    "partial": "partial",
    "missing": "missed",
    "contradicted": "missed",
    "blocked": "missed",
    "not_applicable": "not_applicable",
}
_OF_PENALTIES: Mapping[KeyPointVerdict, Standing] = {
    "covered": "missed",
    "partial": "partial",
    "not_applicable": "not_applicable",
}
_FAULT_WORDS: Mapping[str, str] = {"covered": "there", "partial": "there in part", "missing": "not there"}


@dataclass(frozen=True, slots=True)
class RankedPoint:
    """A key point with its place in its list."""

    number: int
    """Its position, from 1."""
    name: str
    """Its id, or its position where it has none."""
    finding: KeyPointFinding
    """What was found of it."""
    standing: Standing
    """What it comes to."""


def ranked_points(findings: Sequence[KeyPointFinding]) -> list[RankedPoint]:
    """The points, the worst first; those that come to the same in the order of the list."""
    coverage = coverage_of(findings)
    failed = frozenset(coverage.must_failed if coverage else ())
    points = [
        RankedPoint(number, name, each, "must_failed" if name in failed else _standing(each))
        for number, (name, each) in enumerate(zip(ids_of(findings), findings, strict=True), start=1)
    ]
    order = get_args(Standing)
    return sorted(points, key=lambda point: order.index(point.standing))


def _standing(finding: KeyPointFinding) -> Standing:
    if finding.verdict is None:
        return "no_verdict"
    return _OF_PENALTIES.get(finding.verdict, "met") if finding.is_penalty else _OF_POINTS[finding.verdict]


def point_line(point: RankedPoint) -> str:
    """A point in words: ``missing (must, group facts; judged covered): It opened in 1989``."""
    found = point.finding
    said = (found.verdict or "no verdict").replace("_", " ")
    if found.is_penalty:
        said = f"fault {_FAULT_WORDS.get(found.verdict or '', said)}"
    of = ["must"] if found.must else []
    of += [f"group {found.group}"] if found.group else []
    marks = [", ".join(of), f"judged {found.judged.replace('_', ' ')}" if found.judged else ""]
    behind = "; ".join(mark for mark in marks if mark)
    return f"{said}{f' ({behind})' if behind else ''}: {found.text}"


def coverage_line(coverage: KeyPointCoverage | None) -> str:
    """What points come to in words, empty where there are none.

    ``62%, 58% to 66% with those without a verdict; facts 50%, style none; must failed: 3, 7; must without a
    verdict: 9``.
    """
    if coverage is None:
        return ""
    parts = [_share(coverage.share)]
    low, high = coverage.lowest, coverage.highest
    if low is not None and high is not None and high - low > ROUNDING:
        parts[0] += f", {_share(low)} to {_share(high)} with those without a verdict"
    parts += [groups_line(coverage.groups)]
    parts += [f"must failed: {', '.join(coverage.must_failed)}"] if coverage.must_failed else []
    undecided = coverage.must_undecided
    parts += [f"must without a verdict: {', '.join(undecided)}"] if undecided else []
    return "; ".join(part for part in parts if part)


def groups_line(groups: Mapping[str, float | None]) -> str:
    """The share of each group in words, empty where there are none: ``facts 50%, style none``."""
    return ", ".join(f"{name} {_share(share)}" for name, share in groups.items())


def completeness_line(result: FineGrainedEvaluationResult) -> str:
    """The computed completeness, the judge's own, and which counts; empty where there are not both."""
    counts = counted_completeness(result)
    if counts is None:
        return ""
    said = {
        "key_points": "that of the key points counts",
        "judge": "the judge's own counts",
        "neither": f"{MUST_FAILED_COMPLETENESS:g} counts, since a must failed",
    }[counts]
    computed, own = computed_completeness(result), result.judged_completeness
    return f"completeness {computed:.2f} by key points, {own:.2f} by the judge; {said}"


def computed_completeness(result: FineGrainedEvaluationResult) -> float | None:
    """Completeness as key points make it, 1 to 10, before a failed must lowers it; None without a share."""
    share = result.coverage.share if result.coverage else None
    return None if share is None else 1 + 9 * share


def counted_completeness(
    result: FineGrainedEvaluationResult,
) -> Literal["key_points", "judge", "neither"] | None:
    """Which figure of completeness the score has; ``neither`` where a failed must lowers both to one.

    None where there are not both.
    """
    computed, own = computed_completeness(result), result.judged_completeness
    if computed is None or own is None or result.coverage is None:
        return None
    if result.coverage.must_failed:
        computed, own = (min(each, MUST_FAILED_COMPLETENESS) for each in (computed, own))
        if computed == own == MUST_FAILED_COMPLETENESS:
            return "neither"
    return result.completeness_from


def group_shares(results: Iterable[FineGrainedEvaluationResult]) -> dict[str, list[float]]:
    """The shares of each group, of the answers that have one; groups in the order in which they come."""
    found: dict[str, list[float]] = {}
    for coverage in filter(None, (result.coverage for result in results if result.scored)):
        for name, share in coverage.groups.items():
            found.setdefault(name, []).extend([] if share is None else [share])
    return found


def _share(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"
