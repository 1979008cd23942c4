"""How often something happens by an answer, held against how often it does by the passages."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from data_base.text.figures import Figure
from data_base.text.frequencies import frequencies
from scoring.contexts import Context
from scoring.evidence import Occurrence, script_of_text
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.mentions import Mention
from scoring.quantities import gist
from scoring.told_there import places_near

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.frequencies import Frequency
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

_TIMES = "x"


def told_frequencies(
    claims: Sequence[Claim], parts: Sequence[QuestionPart], evidence: Evidence
) -> Iterator[FigureFinding]:
    """Findings of "once a day" and the like, where the passages speak of what is asked.

    One that they tell there is supported. One of another number of times in the same time as all that they
    tell there is misplaced; of one in another time nothing is known.

    Args:
        claims: the answer's claims.
        parts: what is asked.
        evidence: the passages.
    """
    said = [(index, each) for index, claim in enumerate(claims) for each in frequencies(claim.text)]
    if not said:
        return
    near = sorted(frozenset[int]().union(*(places_near(part, evidence.reworded) for part in parts)))
    told = [(unit, each) for unit in near for each in frequencies(evidence.units[unit].text)]
    for index, own in said:
        mention, script = _mention(own, claims[index].text), script_of_text(claims[index].text)
        figure = ClaimFigure(index, mention, Context({}, frozenset()), script, given=False, in_time=False)
        same = next((place for place in told if own.same(place[1])), None)
        if same is not None:
            yield FigureFinding(figure, "supported", _occurrence(*same, evidence), None, 1.0)
            continue
        other = [place for place in told if (place[1].unit, place[1].length) == (own.unit, own.length)]
        if other:
            yield FigureFinding(figure, "misplaced", None, _occurrence(*other[0], evidence), 0.0)


def _mention(said: Frequency, text: str) -> Mention:
    raw = text[said.start : said.end]
    figure = Figure(Decimal(said.times), _TIMES, "quantity", said.start, said.end, raw)
    return Mention(said.start, said.end, raw, figure=figure)


def _occurrence(unit: int, said: Frequency, evidence: Evidence) -> Occurrence:
    """The frequency as a figure of the passages."""
    place = evidence.units[unit]
    mention = replace(_mention(said, place.text), standing="worded")
    context = Context(dict.fromkeys(sorted(place.terms), 1.0), place.terms)
    return Occurrence(mention, context, unit, place.passage, place.row is not None, gist(mention))
