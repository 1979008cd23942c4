"""How likely a claim is supported, from how its wording relates to the passages, and when that decides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from scoring.grounding_weights import SENTENCE, SENTENCE_INTERCEPT, SHORT, SHORT_INTERCEPT
from scoring.wording_features import FEATURES

if TYPE_CHECKING:
    from scoring.wording_features import ClaimKind, Wording
    from scoring.wording_text import Source

Decision = Literal["supported", "unsupported", "undecidable"]

_SENTENCE = tuple(SENTENCE.get(name, 0.0) for name in FEATURES)
_SHORT = tuple(SHORT.get(name, 0.0) for name in FEATURES)
_PLACE = {name: place for place, name in enumerate(FEATURES)}
# From here on a claim is held to be supported. A summary may twist what it repeats, so more is asked of it.
_SUPPORTED: dict[ClaimKind, float] = {"short": 0.6, "sentence": 0.73, "summary": 0.85}
# A sentence that repeats runs of words is surer to be borne out than one that shares as many scattered words:
# how much that counts, and the share of its words in runs that changes nothing.
_RUNS, _SOME_IN_RUNS = 0.3, 0.6
# From here on it is, too, if it states a precise value that stands in the passages.
_WITH_VALUE = 0.6
# Up to here a claim is held to be unsupported.
_UNSUPPORTED: dict[ClaimKind, float] = {"short": 0.4, "sentence": 0.385, "summary": 0.3}
# One sentence, or so few words, are too little to say that a claim in other words does not follow from them.
_ONE_SENTENCE, _FEW_WORDS = 1, 40
# Shorter passages hold fewer of a claim's words by chance: the words from which on that tells no more, the
# weight (in logits) of being e times shorter, and how often at most that counts.
_AMPLE, _LENIENCY, _MOST_LENIENT = 300, 0.2, 1.5


def likelihood(wording: Wording) -> float:
    """How likely the claim is supported, in [0, 1], if supported and unsupported claims are equally many."""
    weights, level = (_SHORT, SHORT_INTERCEPT) if wording.kind == "short" else (_SENTENCE, SENTENCE_INTERCEPT)
    logit = sum(w * x for w, x in zip(weights, wording.features, strict=True)) + level
    return 1.0 / (1.0 + math.exp(-logit))


def allow_for_length(score: float, wording: Wording, source: Source) -> float:
    """The likelihood of a sentence, raised where short passages leave little room for its words.

    Whether the matter is decided rests on the likelihood itself.
    """
    if wording.kind != "sentence" or not 0 < score < 1:
        return score
    shorter = min(_MOST_LENIENT, max(0.0, math.log(_AMPLE / max(1, len(source.words)))))
    return 1.0 / (1.0 + math.exp(-_LENIENCY * shorter) * (1 - score) / score)


def decide(score: float, wording: Wording, source: Source) -> Decision:
    """Whether a score settles the matter, or whether it takes someone who understands the sentences."""
    kind = wording.kind
    stated = kind == "sentence" and wording.values.telling and score >= _WITH_VALUE
    if stated or score + _for_runs(wording) >= _SUPPORTED[kind]:
        return "supported"
    if score > _UNSUPPORTED[kind]:
        return "undecidable"
    small_talk = _feature(wording, "person") or _feature(wording, "question")
    little = len(source.sentences) <= _ONE_SENTENCE or len(source.words) <= _FEW_WORDS
    if kind != "short" and little and not small_talk:
        return "undecidable"
    return "unsupported"


def _for_runs(wording: Wording) -> float:
    """What words in runs add to a sentence's score, or their lack takes away."""
    if wording.kind != "sentence":
        return 0.0
    added = _RUNS * (_feature(wording, "coverage") - _SOME_IN_RUNS)
    # A value that the passages write otherwise breaks a run without saying anything else.
    return max(0.0, added) if wording.values.held else added


def _feature(wording: Wording, name: str) -> float:
    return wording.features[_PLACE[name]]
