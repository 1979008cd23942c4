"""Values of one thing at several times: the older one, and one that a later sentence says still holds.

"In 2023 the fee was £6.40 for zone A and £8.15 for zone B. From 2024 zone A was lowered to £6.15, while zone
B remained unchanged." In 2024, too, zone B pays £8.15, and £6.40 is only what zone A paid before.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from scoring.arithmetic import is_derived
from scoring.changes import tells_of_a_change
from scoring.contexts import plain_terms
from scoring.mentions import years_of
from scoring.pieces import all_pieces, pieces
from scoring.quantities import could_replace
from scoring.unchanged import tells_no_change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

# Words that name a thing where it is called by a letter or in Chinese: zone B, B区.
_NAMING = re.compile(r"[\u4e00-\u9fff]|(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
# The sentence that says what became of a value follows it so closely.
_REACH = 3


def is_change_of_one_thing(
    finding: FigureFinding, findings: Sequence[FigureFinding], evidence: Evidence
) -> bool:
    """Whether a figure is the difference of a value of its claim and what the same thing had before."""
    if not finding.figure.computed:
        return False
    return any(
        is_derived(finding.figure.mention, [older.mention, own.mention], finding.figure.reckoned.direction)
        for other in findings
        if other is not finding
        and other.holds
        and other.figure.claim == finding.figure.claim
        and (own := other.source) is not None
        for older in _values_before(own, evidence)
    )


def with_values_held_on(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; a value that a later sentence gives, or says still holds, is in its place."""
    return [
        replace(finding, verdict="supported", rival=None)
        if _holds_on(finding, claims[finding.figure.claim].text, evidence)
        else finding
        for finding in findings
    ]


def _holds_on(finding: FigureFinding, text: str, evidence: Evidence) -> bool:
    source, figure = finding.source, finding.figure
    if finding.verdict != "misplaced" or source is None or source.tabular or figure.mention.date is not None:
        return False
    if finding.rival is None or abs(finding.rival.unit - source.unit) > _REACH:
        return False
    said = list(pieces(text, figure.mention))
    if _is_of_its_year(finding, source) and any(
        _first_named(said, older, evidence) is older for older in _values_before(source, evidence)
    ):
        return True
    return _first_named(said, source, evidence) is source and any(
        tells_no_change(piece) and _first_named([piece], source, evidence) is source
        for unit in range(source.unit, min(source.unit + _REACH + 1, len(evidence.units)))
        if evidence.units[unit].passage == source.passage
        and (not figure.context.years or figure.context.years & years_of(evidence.units[unit].text))
        for piece in all_pieces(evidence.units[unit].text)
    )


def _is_of_its_year(finding: FigureFinding, source: Occurrence) -> bool:
    """Whether a value is dated as its claim is, and what is thought to stand in its place is not."""
    years, rival = finding.figure.context.years, finding.rival
    return bool(years & source.context.years) and rival is not None and not years & rival.context.years


def _values_before(own: Occurrence, evidence: Evidence) -> list[Occurrence]:
    """What a sentence shortly before gives for the same thing as a value that is told as changed."""
    piece = next(pieces(evidence.units[own.unit].text, own.mention))
    if not tells_of_a_change(piece):
        return []
    return [
        older
        for older in evidence.stated
        if not own.tabular
        and older.passage == own.passage
        and 0 < own.unit - older.unit <= _REACH
        and could_replace(older.mention, own.mention)
        and _first_named([piece], older, evidence) is older
    ]


def _first_named(said: Sequence[str], value: Occurrence, evidence: Evidence) -> Occurrence | None:
    """Of a value and those like it in its sentence, the one of which some pieces first say most."""
    text = evidence.units[value.unit].text
    alike = [
        place
        for place in evidence.stated_in.get(value.unit, ())
        if place is value or could_replace(place.mention, value.mention)
    ]
    names = [_naming(next(pieces(text, place.mention))) for place in alike]
    for piece in said:
        shared = [len(_naming(piece) & own) for own in names]
        if any(shared) and shared.count(max(shared)) == 1:
            return alike[shared.index(max(shared))]
    return None


def _naming(text: str) -> frozenset[str]:
    return frozenset((*plain_terms(text), *_NAMING.findall(fold_variants(text))))
