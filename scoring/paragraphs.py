"""Which sentences follow each other under one heading, and what that heading is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.evidence import Evidence

_PARAGRAPH = "\n\n"
_SENTENCE_END = re.compile(r"[.!?…。！？；;][\"”’»」』)）]*\s*$")
_ROW = "|"


def next_in_paragraph(place: int, evidence: Evidence) -> int | None:
    """The sentence behind one in its paragraph, None where that ends or a heading or a table begins."""
    units = evidence.units
    behind = place + 1
    if behind >= len(units) or units[behind].passage != units[place].passage or units[behind].row is not None:
        return None
    passage = evidence.passages[units[place].passage]
    begin = max(passage.find(units[place].text), 0)
    end = passage.find(units[behind].text, begin)
    between = passage[begin + len(units[place].text) : end] if end > begin else ""
    return None if between.strip() or _PARAGRAPH in between else behind


def heading_over(place: int, evidence: Evidence) -> str:
    """The line nearest above a sentence or row that is neither; empty where none is."""
    unit = evidence.units[place]
    passage = evidence.passages[unit.passage]
    above = passage[: max(passage.find(unit.text), 0)].splitlines()
    lines = (line for line in reversed(above) if line.strip())
    return next((line for line in lines if line[0] != _ROW and not _SENTENCE_END.search(line)), "")
