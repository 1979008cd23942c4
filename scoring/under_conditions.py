"""Values that the passages give under conditions told by figures: 58 dBA at 30 km/h, 64 dBA at 50 km/h."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.mentions import mentions
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

_TWO, _MOST = 2, 6


def under_other_conditions(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a value that its claim gives under the condition of its neighbour is misplaced."""
    return [_checked(finding, claims[finding.figure.claim].text, evidence) for finding in findings]


def _checked(finding: FigureFinding, text: str, evidence: Evidence) -> FigureFinding:
    source, figure = finding.source, finding.figure
    if source is None or source.tabular or figure.given or finding.verdict not in {"supported", "rounded"}:
        return finding
    told = evidence.stated_in.get(source.unit, ())
    unit = _unit(source.mention)
    for other in dict.fromkeys(_unit(o.mention) for o in told):
        if other in {unit, None}:
            continue
        there = _paired([o.mention for o in told], unit, other)
        here = _paired(mentions(text), _unit(figure.mention), other)
        if len(there) < _TWO or not here:
            continue
        rival = _of_its_condition(figure.mention, here, there)
        if rival is not None:
            place = next(o for o in told if o.mention is rival)
            return replace(finding, verdict="misplaced", rival=place)
    return finding


@dataclass(frozen=True, slots=True)
class _Pair:
    """A value and the figure that tells under which condition it holds."""

    value: Mention
    condition: Mention


def _unit(mention: Mention) -> str | None:
    return mention.figure.unit if mention.figure else None


def _paired(found: Sequence[Mention], unit: str | None, other: str | None) -> list[_Pair]:
    """The values of one unit each with that of another, where they alternate or stand in two rows."""
    if unit is None:
        return []
    units = [_unit(mention) for mention in found if _unit(mention) in {unit, other}]
    values = [mention for mention in found if _unit(mention) == unit]
    conditions = [mention for mention in found if _unit(mention) == other]
    half = len(values)
    alternate = units in (units[:2] * half, [unit] * half + [other] * half, [other] * half + [unit] * half)
    if half != len(conditions) or half > _MOST or not alternate:
        return []
    return [_Pair(*pair) for pair in zip(values, conditions, strict=True)]


def _of_its_condition(value: Mention, here: Sequence[_Pair], there: Sequence[_Pair]) -> Mention | None:
    """What the passages give under the condition of a claim's value, where that is another value."""
    condition = next((pair.condition for pair in here if pair.value.start == value.start), None)
    if condition is None:
        return None
    under = [pair.value for pair in there if agrees(condition, pair.condition)]
    return under[0] if len(under) == 1 and not agrees(value, under[0]) else None
