"""A bare 1 for the "one" that a sentence counts beside other numbers ("in six cases …, in one …")."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scoring.figure_findings import following_from
from scoring.quantities import is_bare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding

# A word that is often none of counting: it counts where so many others of the claim are counted.
_COMPANY = 2
_ONE = re.compile(r"\bone\b|\bод(?:ин|на|но|ного|ной|ном|ну|ним)\b|一[個个件次例家名台臺處处]", re.IGNORECASE)


def ones_told(findings: Sequence[FigureFinding], evidence: Evidence) -> list[FigureFinding]:
    """The findings; a bare 1 follows from the word in the sentence that counts the claim's other things.

    Args:
        findings: of every figure of the answer.
        evidence: the passages.
    """

    def place_of(finding: FigureFinding) -> Occurrence | None:
        mention = finding.figure.mention
        if finding.holds or mention.figure is None or mention.figure.value != 1 or not is_bare(mention):
            return None
        beside = [
            other.source
            for other in findings
            if other.holds and other.source is not None and other.figure.claim == finding.figure.claim
        ]
        cited = Counter(place.unit for place in beside)
        return next(
            (
                place
                for place in beside
                if cited[place.unit] >= _COMPANY and _ONE.search(evidence.units[place.unit].text)
            ),
            None,
        )

    return following_from(findings, place_of)
