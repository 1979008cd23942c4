"""How much of its key points an answer covers: the share, its range, its groups, and the musts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPointFinding, KeyPointVerdict, Point, ids_of, parents_of
from data_base.schemas.score_card import ROUNDING

CREDIT: Mapping[KeyPointVerdict, float] = {
    "covered": 1.0,
    "partial": 0.5,
    "missing": 0.0,
    "contradicted": 0.0,
    "blocked": 0.0,
}
"""The share of a key point's weight that a verdict earns; what does not apply has none."""
_UNDECIDED: tuple[KeyPointVerdict, ...] = ("missing", "partial", "covered")
"""What a point without a verdict may be."""
ENOUGH = 0.8 - ROUNDING
"""The share of the weight that verdicts have to be on, so that completeness is theirs."""
MUST_FAILED_COMPLETENESS = 4.0
"""The completeness of an answer without a point that it must have, at most."""


class KeyPointCoverage(Frozen):
    """What the verdicts on an answer's key points come to."""

    share: float | None = Field(default=None, ge=0, le=1)
    """The weighted share covered, 0 to 1, penalties taken off.

    None where verdicts are on less than 80 % of the weight, or no point of a weight above 0 applies.
    """
    lowest: float | None = Field(default=None, ge=0, le=1)
    """The share with the worst verdicts for points that have none."""
    highest: float | None = Field(default=None, ge=0, le=1)
    """The share with the best verdicts for points that have none."""
    groups: Mapping[str, float | None] = Field(default_factory=dict)
    """The share of each group, in the order of the points."""
    must_failed: tuple[str, ...] = ()
    """Ids of the points that the answer must have and has not, and of the faults that it must not have."""
    must_undecided: tuple[str, ...] = ()
    """Ids of such points and faults without a verdict."""

    @property
    def musts_hold(self) -> bool:
        """Whether every point with ``must`` is met by its verdict; one that nobody decided is not."""
        return not self.must_failed and not self.must_undecided


def coverage_of(findings: Sequence[KeyPointFinding]) -> KeyPointCoverage | None:
    """What findings come to; None where there are none."""
    if not findings:
        return None
    groups = dict.fromkeys(each.group for each in findings if each.group is not None)
    lowest, highest = _bounds(findings)
    named = list(zip(ids_of(findings), findings, strict=True))
    return KeyPointCoverage(
        share=covered_share(findings),
        lowest=lowest,
        highest=highest,
        groups={name: covered_share([each for each in findings if each.group == name]) for name in groups},
        must_failed=tuple(name for name, each in named if each.must and each.is_unmet),
        must_undecided=tuple(name for name, each in named if each.must and each.verdict is None),
    )


def covered_share(findings: Iterable[KeyPointFinding]) -> float | None:
    """The weighted share of the key points that the answer covers, 0 to 1.

    It is ``sum(weight x credit) / sum(weights above 0)``, at least 0 and at most 1; penalties, whose weight
    is below 0, are in the upper sum alone. Points without a verdict and those that do not apply are left
    out.

    Returns:
        None where verdicts are on less than 80 % of the weight, or no weight above 0 is left.
    """
    applying = [each for each in findings if each.verdict != "not_applicable"]
    judged = [each for each in applying if each.verdict is not None]
    if sum(abs(each.weight) for each in judged) < ENOUGH * sum(abs(each.weight) for each in applying):
        return None
    return _share((each.weight, CREDIT[each.verdict]) for each in judged if each.verdict is not None)


def counted(findings: Sequence[KeyPointFinding]) -> tuple[KeyPointFinding, ...]:
    """The findings; what is below a point that has ``must`` and is not covered counts as missing."""
    closed = closed_by(findings, findings)
    return tuple(
        finding.closed_by_parent if index in closed else finding for index, finding in enumerate(findings)
    )


def closed_by(points: Sequence[Point], findings: Sequence[KeyPointFinding | None]) -> frozenset[int]:
    """Indexes of the points that are below one with ``must`` that is not covered.

    Args:
        points: the points.
        findings: what is known of each by now.
    """
    parents = parents_of(points)
    closing = {index for index, finding in enumerate(findings) if finding is not None and _closes(finding)}
    return frozenset(index for index in range(len(points)) if closing & set(_above(index, parents)))


def _above(index: int, parents: Sequence[int | None]) -> Iterator[int]:
    parent = parents[index]
    while parent is not None:
        yield parent
        parent = parents[parent]


def _closes(parent: KeyPointFinding) -> bool:
    if parent.is_penalty:
        return parent.must and parent.verdict == "covered"
    return parent.must and parent.verdict not in {"covered", "not_applicable", None}


def _bounds(findings: Sequence[KeyPointFinding]) -> tuple[float | None, float | None]:
    """The share with the worst and with the best verdict for each point that has none."""

    def share(*, is_best: bool) -> float | None:
        decided = counted(_decided(findings, is_best=is_best))
        applying = [each for each in decided if each.verdict != "not_applicable"]
        return _share((each.weight, CREDIT[each.verdict]) for each in applying if each.verdict is not None)

    return share(is_best=False), share(is_best=True)


def _decided(findings: Sequence[KeyPointFinding], *, is_best: bool) -> Sequence[KeyPointFinding]:
    """The findings, with a verdict for each point without one: the best for the share, or the worst.

    From the lowest points up, since a must that is missing takes the faults below it away, too.
    """
    if all(each.verdict is not None for each in findings):
        return findings
    sign = 1 if is_best else -1
    parents = parents_of(findings)
    below = [0.0] * len(findings)

    def worth(index: int, finding: KeyPointFinding) -> float:
        own = sign * finding.weight * CREDIT.get(finding.verdict or "missing", 0.0)
        return own if _closes(finding) else own + below[index]

    decided = list(findings)
    for index in sorted(range(len(findings)), key=lambda at: -len([*_above(at, parents)])):
        if findings[index].verdict is None:
            options = [findings[index].counted_as(verdict) for verdict in _UNDECIDED]
            decided[index] = max(options, key=partial(worth, index))
        if (parent := parents[index]) is not None:
            below[parent] += worth(index, decided[index])
    return decided


def _share(earned: Iterable[tuple[float, float]]) -> float | None:
    """The share of weights and their credits; None where no weight is above 0."""
    given = list(earned)
    total = sum(weight for weight, _ in given if weight > 0)
    if not total:
        return None
    return min(1.0, max(0.0, sum(weight * credit for weight, credit in given) / total))
