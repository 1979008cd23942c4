"""Do the passages hold what a question asks?"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.asked import asked_terms, ranked_values, wants_value
from scoring.bridges import find_bridge
from scoring.evidence import years_of
from scoring.left_open import leaves_open
from scoring.windows import Window, best_window, weighed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.bridges import Bridge
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

ANSWERED_FROM = 0.45
"""Share of a question's weighted terms that must stand together for the passages to count as answering it."""
FITS_FROM = 0.18
"""Fit of a value's surroundings from which on it counts as what was asked for."""
SURE_FROM = 0.715
"""Probability from which on an answer that declines has overlooked what the passages hold."""
WEIGHTS: Mapping[str, float] = {
    "bias": -4.78,
    "window": 2.78,
    "sentence": 3.1,
    "kind": 0.45,
    "fit": 2.64,
    "heaviest": 2.31,
    "terms": 1.94,
    "value": -0.37,
}
"""Logistic weights of the features of an :class:`Answerability`.

Fitted by ``benchmark/performance/fit_answerability.py`` on XQuAD (CC BY-SA 4.0, English and Chinese):
questions on a whole article, and on the same article without the sentence that answers them.
"""
SURE_TOGETHER = 0.74
"""Probability that any of several parts is answered, from which on the same is said of all together."""
_MOST_TERMS = 12
# A value that fits so well is the answer, whatever its sentence leaves open beside it.
_PLAIN_FIT = 0.3
_SPEAKS_OF_IT = 0.3
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
        left_open: whether the passages say themselves that this is not known.
        bridge: the two places that answer the part only together, None where one place is enough.
        features: what the probability rests on, by the names of :data:`WEIGHTS`, each in [0, 1.2].
    """

    score: float
    window: Window
    missing: tuple[str, ...]
    fit: float = 0.0
    features: Mapping[str, float] = field(default_factory=dict)
    left_open: bool = False
    bridge: Bridge | None = None

    @property
    def probability(self) -> float:
        """That the passages hold the answer, in [0, 1]; 0 where nothing was looked at."""
        if not self.features or self.left_open:
            return 0.0
        return 1 / (1 + math.exp(-sum(WEIGHTS[name] * value for name, value in self.features.items())))

    @property
    def answered(self) -> bool:
        """Whether the passages count as holding an answer."""
        return not self.left_open and (self.score >= ANSWERED_FROM or self.fit >= FITS_FROM)


def surely_answered(parts: Sequence[Answerability]) -> bool:
    """Whether the passages hold an answer to some part so plainly that to decline is an error."""
    if any(part.probability >= SURE_FROM for part in parts):
        return True
    return 1 - math.prod(1 - part.probability for part in parts) >= SURE_TOGETHER


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
    holds_kind = bool(evidence.units) and _holds_kind(part, window, evidence)
    score = window.recall if holds_kind else window.recall / 2
    best = ranked_values(part, evidence)[:1] if wants_value(part.kind) else []
    fit = best[0][0] if best else 0.0
    seen = _features(part, weights, window, fit, evidence, holds_kind=holds_kind)
    left_open = _is_left_open(part, weights, window, fit, evidence)
    # A glossary of the passages' own makes the bridge already.
    bridge = None if left_open or others else find_bridge(part, evidence)
    if bridge is not None:
        window = Window(bridge.recall, bridge.second, bridge.second, window.missing)
        score = bridge.recall
        seen = {**seen, "window": score, "sentence": score, "heaviest": 0.0}
    return Answerability(score, window, window.missing, fit, seen, left_open, bridge)


def _is_left_open(
    part: QuestionPart, weights: Mapping[str, float], window: Window, fit: float, evidence: Evidence
) -> bool:
    """Whether a sentence that speaks of what is asked says that it is not known."""
    if part.kind in {"reason", "yes_no"} or fit >= _PLAIN_FIT or not evidence.units:
        return False
    total = sum(weights.values()) or 1.0
    own = max(range(len(evidence.units)), key=lambda i: _mass(i, weights, evidence))
    return any(
        _mass(i, weights, evidence) >= total * _SPEAKS_OF_IT and leaves_open(evidence.units[i].text)
        for i in (own, *range(window.first, window.last + 1))
    )


def _mass(unit: int, weights: Mapping[str, float], evidence: Evidence) -> float:
    return math.fsum(weights[term] for term in weights.keys() & evidence.units[unit].reach)


def _features(
    part: QuestionPart,
    weights: Mapping[str, float],
    window: Window,
    fit: float,
    evidence: Evidence,
    *,
    holds_kind: bool,
) -> dict[str, float]:
    total = sum(weights.values()) or 1.0
    single = max(
        (math.fsum(weights[t] for t in weights.keys() & unit.reach) for unit in evidence.units), default=0.0
    )
    return {
        "bias": 1.0,
        "window": window.recall,
        "sentence": single / total,
        "kind": float(holds_kind),
        "fit": fit,
        "heaviest": max((weights[term] for term in window.missing if term in weights), default=0.0) / total,
        "terms": min(len(weights), _MOST_TERMS) / _MOST_TERMS,
        "value": float(wants_value(part.kind)),
    }


def _holds_kind(part: QuestionPart, window: Window, evidence: Evidence) -> bool:
    places = range(window.first, window.last + 1)
    found = [o for o in evidence.stated if o.unit in places]
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
