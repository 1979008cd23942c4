"""Whether passages speak of a thing without the measure, event or office that is asked for (zh, en, ru)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scoring.asked import asked_terms
from scoring.asked_heads import asked_head
from scoring.contexts import plain_terms
from scoring.evidence import script_of_text
from scoring.paragraphs import ends_sentence, goes_on, heading_over, next_in_paragraph
from scoring.row_answers import row_is_named
from scoring.windows import weighed

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

# Sentences with so much of what the best one holds of the thing speak of the same.
_SPEAKS_AS_MUCH = 0.8
# So many sentences behind the opening of a passage may speak of what it opens with.
_LATER = 3
# Passages without so much of the thing's words do not speak of it.
_SPEAKS_OF_IT = 0.5


def leaves_out_head(part: QuestionPart, evidence: Evidence) -> bool:
    """Whether a measure, an event or an office is asked of a thing and no word of it stands beside the thing.

    Args:
        part: what is asked.
        evidence: the passages; of a table its heads and captions count, too.
    """
    head = asked_head(part.own)
    if head is None or script_of_text(part.text) not in evidence.scripts:
        return False
    if head.anywhere is not None and any(head.anywhere.search(text) for text in evidence.passages):
        return False
    thing = asked_terms((head.anywhere or head.tells).sub(" ", part.text))
    near = list(_speaking_of(thing, part, evidence))
    if any(_is_taken_up(place, head.tells, evidence) for place in near):
        return False
    if (
        not near
        or (head.anywhere is None and _is_of_all(thing, evidence))
        or any(evidence.script(place) != script_of_text(part.text) for place in near)
    ):
        return False
    return not any(head.tells.search(text) for place in near for text in _words_of(place, evidence))


def _is_taken_up(place: int, tells: re.Pattern[str], evidence: Evidence) -> bool:
    """Whether a passage opens with the thing and goes on with what is asked for: "Profit was £84,000."."""
    units = evidence.units
    if units[place].row is not None or (place and units[place - 1].passage == units[place].passage):
        return False
    behind = next_in_paragraph(place, evidence)
    for _ in range(_LATER):
        if behind is None or tells.search(units[behind].text):
            break
        behind = next_in_paragraph(behind, evidence)
    else:
        return False
    return behind is not None


def _is_of_all(thing: Sequence[str], evidence: Evidence) -> bool:
    """Whether a title holds all words of the thing, so that any sentence may speak of it."""
    known = evidence.idf.keys() & thing
    titles = (passage.lstrip().split("\n", 1)[0] for passage in evidence.passages)
    return any(known <= frozenset(plain_terms(title)) for title in titles if not ends_sentence(title))


def _speaking_of(thing: Sequence[str], part: QuestionPart, evidence: Evidence) -> Iterator[int]:
    """The sentences and rows that speak most of the thing, the head left aside, and what goes on."""
    weights = weighed(thing, evidence)
    masses = evidence.masses(weights)
    most = max(masses.values(), default=0.0)
    if most < math.fsum(weights.values()) * _SPEAKS_OF_IT:
        return
    for place, mass in sorted(masses.items()):
        if mass < most * _SPEAKS_AS_MUCH and not row_is_named(place, part, evidence):
            continue
        yield place
        behind = next_in_paragraph(place, evidence) if evidence.units[place].row is None else None
        if behind is not None and goes_on(evidence.units[behind].text):
            yield behind


def _words_of(place: int, evidence: Evidence) -> Iterator[str]:
    """What is said in a sentence or a row, with the heading, the heads and the caption over it."""
    unit = evidence.units[place]
    yield unit.text
    yield heading_over(place, evidence)
    if unit.row is not None:
        yield from (unit.row.header, unit.row.caption)
