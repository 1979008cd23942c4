"""Do the passages hold what a question asks?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.asked import asked_terms, ranked_values, wants_value
from scoring.evidence import years_of
from scoring.windows import Window, best_window, weighed

if TYPE_CHECKING:
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

ANSWERED_FROM = 0.45
"""Share of a question's weighted terms that must stand together for the passages to count as answering it."""
FITS_FROM = 0.18
"""Fit of a value's surroundings from which on it counts as what was asked for."""
_ALIAS_HELP = 0.7
_REASON = re.compile(
    r"\b(?:because|due to|owing to|caused? by|as a result|since|reason|after|so that|thanks to)\b|因為|"
    r"因为|由於|由于|原因|導致|导致|造成|因此|所以|為了|为了|因\w|"
    r"\b(?:из-за|потому|вследствие|в результате|причин\w*|поскольку|так как|связан\w*|благодаря)\b",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u4e00-\u9fff]{2}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAME = re.compile(r"(?<=[^\W\d_,;:»”\"] )[«“\"]?([A-ZА-ЯЁ][^\W\d_]{2,})")


@dataclass(frozen=True, slots=True)
class Answerability:
    """How far passages answer one part of a question.

    Attributes:
        score: share of the part's weighted terms in the best window, in [0, 1]; halved where the window
            holds nothing of the kind that is asked for.
        window: where they stand.
        missing: terms of the part that stand nowhere near, heaviest first.
        fit: how well the best value of the kind that is asked for fits, 0 where none is asked for.
    """

    score: float
    window: Window
    missing: tuple[str, ...]
    fit: float = 0.0

    @property
    def answered(self) -> bool:
        """Whether the passages count as holding an answer."""
        return self.score >= ANSWERED_FROM or self.fit >= FITS_FROM


def answerability(part: QuestionPart, evidence: Evidence) -> Answerability:
    """How far the passages answer one part of a question."""
    words = asked_terms(part.text)
    weights = weighed(words, evidence)
    window = best_window(weights, evidence)
    others = expand(part.text, evidence.aliases)
    if others:
        wider = best_window(weighed((*words, *others), evidence), evidence)
        if wider.recall * _ALIAS_HELP > window.recall:
            window = wider
    score = window.recall
    if score and not _holds_kind(part, window, evidence):
        score /= 2
    best = ranked_values(part, evidence)[:1] if wants_value(part.kind) else []
    return Answerability(score, window, window.missing, best[0][0] if best else 0.0)


def _holds_kind(part: QuestionPart, window: Window, evidence: Evidence) -> bool:
    places = range(window.first, window.last + 1)
    found = [o for o in evidence.occurrences if o.unit in places]
    if part.kind == "reason":
        return any(_REASON.search(evidence.units[i].text) for i in places)
    if part.kind == "percent":
        return any(o.mention.figure for o in found)
    if part.kind in {"quantity", "money"}:
        return any(o.mention.figure and _of_year(o.context.years, part) for o in found)
    if part.kind == "who":
        return any(_names_another(evidence.units[i].text, part.text) for i in places)
    if part.kind == "date":
        return any(o.mention.date for o in found)
    return True


def _names_another(text: str, question: str) -> bool:
    """Whether a text names somebody that the question does not; for Chinese this cannot be told."""
    if _HAN.search(text):
        return True
    known = {word[:4].casefold() for word in _WORD.findall(question)}
    return any(name[:4].casefold() not in known for name in _NAME.findall(text))


def _of_year(years: frozenset[int], part: QuestionPart) -> bool:
    asked = years_of(part.text)
    return not asked or not years or bool(asked & years)
