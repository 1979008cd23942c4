"""Multiples in words that contradict the two figures beside them: "three times as many, 90 against 36"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.contexts import Context
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.mentions import worded
from scoring.quantities import agrees, could_replace
from scoring.reckoning import is_multiple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_MORE = re.compile(
    r"(?:more than|over|(?:more|better) than|above|at least|upwards of|a little over|超过|超過|逾|"
    r"более(?: чем)?|больше чем|свыше(?: чем)?)\s*$",
    re.IGNORECASE,
)
_MORE_BEHIND = re.compile(r"[多餘余]")
# A round multiple stands for what is so much smaller or larger, "more than" it for what is hardly smaller.
_LEAST, _MOST, _LEAST_MORE = Decimal("0.8"), Decimal("1.25"), Decimal("0.98")
_LOOK_BEFORE = 24
_TWO = 2


def wrong_multiples(
    claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> Iterator[FigureFinding]:
    """Findings of multiples in words that two figures of their claim which hold do not bear out.

    A claim with more figures, or with fewer, tells nothing of what was compared, and what the passages say
    themselves beside the figures is no error of the answer.
    """
    for index, claim in enumerate(claims):
        said = [mention for mention in worded(claim.text) if is_multiple(claim.text, mention)]
        if len(said) != 1:
            continue
        compared = [
            f for f in findings if f.holds and f.figure.claim == index and f.figure.mention.figure is not None
        ]
        if len(compared) != _TWO or _is_told(said[0], compared, evidence):
            continue
        if not _bear_out(claim.text, said[0], compared):
            figure = ClaimFigure(index, said[0], Context({}, frozenset()), "", given=False, in_time=False)
            yield FigureFinding(figure, "misplaced", compared[0].source, compared[1].source, 0.0)


def _is_told(said: Mention, compared: Sequence[FigureFinding], evidence: Evidence) -> bool:
    """Whether a passage says the same multiple where one of the figures stands."""
    units = {f.source.unit for f in compared if f.source is not None}
    return any(agrees(said, o.mention) for o in evidence.occurrences if o.unit in units)


def _bear_out(text: str, said: Mention, compared: Sequence[FigureFinding]) -> bool:
    """Whether the larger of two values is as many times the smaller; so it is where they are not alike."""
    one, two = (f.figure.mention for f in compared)
    if one.figure is None or two.figure is None or said.figure is None:
        return True
    small, large = sorted((abs(one.figure.value), abs(two.figure.value)))
    if not small or not (could_replace(one, two) or one.figure.unit == two.figure.unit):
        return True
    times, ratio = said.figure.value, large / small
    if _is_more(text, said):
        return times * _LEAST_MORE <= ratio < times + 1
    return times * _LEAST <= ratio <= times * _MOST


def _is_more(text: str, said: Mention) -> bool:
    before = text[max(0, said.start - _LOOK_BEFORE) : said.start]
    return bool(_MORE.search(before) or _MORE_BEHIND.match(text, said.end))
