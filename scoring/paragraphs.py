"""Which sentences follow each other under one heading, and what that heading is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.evidence import Evidence

_PARAGRAPH = "\n\n"
_SENTENCE_END = re.compile(r"[.!?…。！？；;][\"”’»」』)）]*\s*$")
_ROW = "|"
# How a sentence begins that speaks of the same as the one before it.
_GOES_ON = re.compile(
    r"\s*(?:in|at|of|for|on|with|from|в|о|об|на|для|из|от|у|с|под|за)\s"
    r"(?:it|its|them|their|н[её]м|ней|них|него|не[её])\b|"
    r"\s*(?:(?:it|its|they|their|this|these|that|he|she|his|her|both|half|of (?:this|these|it|them)|"
    r"a (?:grant|loan|gift)|"
    r"(?:the |all )?(?:works?|job|project|scheme|building|construction|completion|delivery|cost|price|total|"
    r"contract|opening|rest|money|budget))\b|"
    r"[該该此其他她]|名叫|[預预][計计定]|[將将]|[計计][劃划]|工程|施工|[項项]目|目前|[總总]|共|全[案部長长]|由|[於于自]|\d|[經经]費|[經经]费|"
    r"投[資资]|[費费]用|[資资]金|建[築筑]|完工|竣工|縣府|县|省|市府|中央|[補补]助|"
    r"(?:он[аои]?|это[тй]?|эт[аио]|его|е[её]|их|работы|строительство|стоимость|цена|срок|проект|смета|деньги|средства|"
    r"из (?:них|этой|этих)|половин\w+|субсиди\w+)\b)",
    re.IGNORECASE,
)


def next_in_paragraph(place: int, evidence: Evidence) -> int | None:
    """The sentence behind one in its paragraph, None where that ends or a heading or a table begins."""
    units = evidence.units
    behind = place + 1
    if behind >= len(units) or units[behind].passage != units[place].passage or units[behind].row is not None:
        return None
    begin, end = evidence.places[place], evidence.places[behind]
    if min(begin, end) < 0:
        return None
    between = evidence.passages[units[place].passage][begin + len(units[place].text) : end]
    return None if between.strip() or _PARAGRAPH in between else behind


def ends_sentence(line: str) -> bool:
    """Whether a line ends as a sentence does, so that it is no heading."""
    return _SENTENCE_END.search(line) is not None


def goes_on(text: str) -> bool:
    """Whether a sentence begins as one that speaks of the same as the one before it."""
    return _GOES_ON.match(text) is not None


def heading_over(place: int, evidence: Evidence) -> str:
    """The line nearest above a sentence or row that is neither; empty where none is."""
    unit = evidence.units[place]
    passage = evidence.passages[unit.passage]
    above = passage[: max(evidence.places[place], 0)].splitlines()
    lines = (line.strip() for line in reversed(above) if line.strip())
    return next((line for line in lines if line[0] != _ROW and not ends_sentence(line)), "")
