"""The words next to a figure that say what it is of: before it, or behind it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.contexts import masked
from scoring.mentions import mentions
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CLAUSE = re.compile(r"[，,、；;：:。！？!?（）()]|\s[–—-]\s|(?<=\w)\.(?=\s|$)")

Sides = tuple[frozenset[str], frozenset[str]]
"""Terms of the nearest clause before a figure, and of the rest of its own clause, up to the next figure."""


@lru_cache(maxsize=4096)
def sides(text: str) -> Mapping[int, Sides]:
    """What stands next to each figure of a sentence, by the figure's position; years are words here."""
    found = [mention for mention in mentions(text) if not mention.is_year]
    plain = masked(text, found)
    ends = [0, *(mention.end for mention in found)]
    starts = [*(mention.start for mention in found), len(text)]
    return {
        mention.start: (
            _nearest(_CLAUSE.split(plain[ends[i] : starts[i]])[::-1]),
            frozenset(terms(_CLAUSE.split(plain[mention.end : starts[i + 1]], 1)[0])),
        )
        for i, mention in enumerate(found)
    }


def _nearest(clauses: Sequence[str]) -> frozenset[str]:
    return next((frozenset(found) for clause in clauses if (found := terms(clause))), frozenset())
