"""Whether a sentence reports, with values of the passages, that they contradict each other (zh, en, ru)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.mentions import stated_or_worded
from scoring.quantities import agrees

if TYPE_CHECKING:
    from scoring.evidence import Evidence

DISAGREE = re.compile(
    r"\b(?:conflict|contradict|disagree|inconsisten|incompatib|diverg|differ\b|do(?:es)? not (?:agree|"
    r"match)|at odds)|"
    r"矛盾|不一致|[對对]不上|說法不一|说法不一|有出入|不符|牴觸|抵触|расход[ия]|расхожд|противореч|"
    r"не совпада|несовместим",
    re.IGNORECASE,
)
"""How sources are said to contradict each other."""
_SIDES = 2


def reports_conflict(text: str, evidence: Evidence) -> bool:
    """Whether a sentence says that its sources disagree and gives at least two values, one of them theirs.

    What the other is in the passages' words ("twice a year") cannot always be told.
    """
    if not DISAGREE.search(text):
        return False
    values = [value for value in stated_or_worded(text) if not value.is_year]
    return len(values) >= _SIDES and any(
        agrees(value, occurrence.mention) for value in values for occurrence in evidence.occurrences
    )
