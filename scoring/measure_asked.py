"""Whether a length, a weight or the like is asked for of which sentences give none (zh, en, ru)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Occurrence

_MEASURES = (
    (
        (
            r"\bhow (?:high|tall|deep|wide|far)\b|\b(?:length|height|width|depth) of\b|"
            # "How long was the road closed?" asks for a time.
            r"\bhow long (?:is|are|was|were) (?![^?]*\b(?:closed|shut|open|blocked|delayed|stopped|suspended|"
            r"interrupted|being|under|out of|in use)\b)"
            r"[^?]*\b(?:line|railway|road|track|bridge|tunnel|path|wall|pier|"
            r"route|river|canal|"
            r"trail|pipe\w*|cable|fence|ship|boat|vessel|street|hall|dam)\b|"
            r"多高|多深|多[寬宽]|多[遠远]|(?:[長长高深][度]|[寬宽]度|全[長长])(?:是|為|为|有|約|约)?多少|"
            r"\b(?:как\w+ )?(?:длин|высот|глубин|ширин|протяж[её]нност)[аыую]?\b"
        ),
        ("m",),
    ),
    (r"\bhow heavy\b|\bweight of\b|\bweighs?\b|多重|重量|\bвес(?:ит|ят)?\b|\bмасс[аы]\b", ("kg",)),
    (r"\b(?:floor )?area of\b|面[積积]|\bплощад[ьи]\b", ("m²", "亩", "坪", "甲")),
    (r"\btemperatures?\b|[溫温]度|\bтемператур", ("°C", "°F", "K", "°")),
    (r"\bhow fast\b|\bspeed\b|速度|[時时]速|\bскорост", ("m/s",)),
    # People are counted by words of their own in Chinese.
    (
        r"[幾几][位名人]|多少[位名人]|[幾几][個个]人",
        ("位", "名", "人", "個", "个", "員", "员", "口", "對", "对"),
    ),
)
_PATTERNS = tuple((re.compile(asks, re.IGNORECASE), frozenset(units)) for asks, units in _MEASURES)


def asked_measure(question: str) -> frozenset[str]:
    """The units, or words of counting, of what a question asks for; empty where it asks for none of these."""
    return next((units for asks, units in _PATTERNS if asks.search(question)), frozenset())


def gives_measure(units: frozenset[str], values: Sequence[Occurrence]) -> bool:
    """Whether one of these values may be such a measure: in one of the units, or bare."""
    figures = [figure for value in values if (figure := value.mention.figure) is not None]
    return any(
        reading.unit in units
        or reading.noun in units
        or (reading.unit is None and reading.noun is None and reading.kind == "number")
        for figure in figures
        for reading in (figure, *figure.alternatives)
    )
