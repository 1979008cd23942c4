"""Figures of an answer without their unit, given to something that the passages do not speak of (zh, en, ru).

"CO2 emissions per kilometre fell from 11.2 to 3.6" where the passages give 11.2 and 3.6 euros a kilometre and
know of no emissions: what the figures stand beside agrees, what they measure does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.quantities import is_bare
from scoring.terms import script_of

if TYPE_CHECKING:
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import ClaimFigure

# So many of the dictionary's words, whose synonyms are known, tell of another subject.
_UNKNOWN = 2


def measures_something_unknown(figure: ClaimFigure, source: Occurrence, evidence: Evidence) -> bool:
    """Whether a bare figure, to which the passages give a unit, is said of things that no passage names."""
    if not is_bare(figure.mention) or source.mention.figure is None or source.mention.figure.unit is None:
        return False
    concepts = (term for term in figure.context.key if script_of(term) == "concept")
    return sum(term not in evidence.idf for term in concepts) >= _UNKNOWN
