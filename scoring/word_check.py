"""Words of a claim against the passages: is what it says, figures apart, anywhere to be found?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.aliases import expand
from scoring.contexts import plain_terms
from scoring.denials import one_denies
from scoring.terms import script_of, terms
from scoring.windows import Window, best_window, text_of, weighed

if TYPE_CHECKING:
    from scoring.evidence import Evidence

WordVerdict = Literal["supported", "weak", "unsupported", "negated", "undecidable"]

SUPPORTED_FROM = 0.5
"""Share of a claim's weighted terms that must stand together for it to count as borne out."""
WEAK_FROM = 0.3
_GIVEN = 3
# Among so many words that may stand for each other, some stand together by chance.
_REWORDED_FROM = 0.4
# How far a claim is borne out by each verdict.
_SAYS = {"undecidable": 0, "unsupported": 0, "weak": 1, "supported": 2, "negated": 2}
# Below this many terms a share says little.
_FEW = 2
# Only where claim and passage read so much alike does a "not" in one of them contradict the other.
_NEARLY_THE_SAME, _BOTH_WAYS = 0.8, 0.6
# "Only with a receipt" says what "not without a receipt" does.
_ONLY = re.compile(
    r"\b(?:only|unless|until|without)\b|[才僅仅]|只[有能在]|除非|\b(?:только|лишь|пока|без|кроме)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WordFinding:
    """How a claim's words fare.

    Attributes:
        verdict: supported, weak (partly), unsupported, negated (the passage says the opposite), or
            undecidable (the passages are in another language and share no name with it).
        share: weighted share of its terms that stand together in a passage, in [0, 1].
        window: where they stand.
        uncovered: terms that stand nowhere near, heaviest first.
    """

    verdict: WordVerdict
    share: float
    window: Window
    uncovered: tuple[str, ...]


def check_words(claim: str, evidence: Evidence, *, question: str = "") -> WordFinding:
    """Look for the passage stretch that says what a claim says.

    Args:
        claim: a sentence.
        evidence: the passages.
        question: what it answers; its terms count for a third, since to repeat the question proves nothing.
    """
    words = tuple(dict.fromkeys(plain_terms(claim)))
    weights = _weights(words, frozenset(terms(question)), evidence)
    window = best_window(weights, evidence)
    helped = expand(claim, evidence.aliases)
    if helped and window.recall < SUPPORTED_FROM:
        window = _with_aliases(weights, helped, window, evidence)
    verdict = _verdict(claim, words, weights, window, evidence)
    found = WordFinding(verdict, window.recall, window, window.missing)
    if verdict in {"supported", "negated"}:
        return found
    reworded = _reworded(claim, question, evidence)
    says_more = reworded.share >= _REWORDED_FROM and _SAYS[reworded.verdict] > _SAYS[verdict]
    return reworded if says_more else found


def _reworded(claim: str, question: str, evidence: Evidence) -> WordFinding:
    """What is found for a claim where synonyms count as the same word."""
    words = tuple(dict.fromkeys(plain_terms(claim, synonyms=True)))
    weights = _weights(words, frozenset(terms(question, synonyms=True)), evidence.reworded)
    window = best_window(weights, evidence.reworded)
    verdict = _verdict(claim, words, weights, window, evidence.reworded)
    return WordFinding(verdict, window.recall, window, window.missing)


def _weights(words: tuple[str, ...], given: frozenset[str], evidence: Evidence) -> dict[str, float]:
    return {
        term: weight / _GIVEN if term in given else weight
        for term, weight in weighed(words, evidence).items()
    }


def _with_aliases(
    weights: dict[str, float], helped: tuple[str, ...], window: Window, evidence: Evidence
) -> Window:
    """A window in which another name of what the claim names may stand for its own."""
    wider = best_window(weights | weighed(helped, evidence), evidence)
    return wider if wider.recall > window.recall else window


def _verdict(
    claim: str, words: tuple[str, ...], weights: dict[str, float], window: Window, evidence: Evidence
) -> WordVerdict:
    foreign = not weights or len(weights) * 2 < len(words) or _other_language(words, evidence)
    if window.recall >= SUPPORTED_FROM:
        return "negated" if _negated(claim, window, evidence) else "supported"
    if foreign or len(weights) < _FEW:
        return "undecidable"
    return "weak" if window.recall >= WEAK_FROM else "unsupported"


def _other_language(words: tuple[str, ...], evidence: Evidence) -> bool:
    """Whether some of the passages are written in a script that the claim is not."""
    own = {script_of(word) for word in words} - {"concept"}
    return bool(evidence.scripts - own)


def _negated(claim: str, window: Window, evidence: Evidence) -> bool:
    """Whether exactly one of the two denies, where the wording is nearly the same."""
    if window.recall < _NEARLY_THE_SAME or window.first != window.last:
        return False
    unit = evidence.units[window.first]
    if len(unit.terms & set(terms(claim))) < len(unit.terms) * _BOTH_WAYS:
        return False
    if _ONLY.search(claim) or _ONLY.search(unit.text):
        return False
    return one_denies(claim, text_of(window, evidence))


def denies_the_same(claim: str, sentence: str) -> bool:
    """Whether a claim and a sentence read nearly alike and exactly one of them denies."""
    if not one_denies(claim, sentence):
        return False
    said, given = set(terms(claim)), set(terms(sentence))
    both = len(said & given)
    return both >= max(1.0, len(said) * _NEARLY_THE_SAME, len(given) * _BOTH_WAYS)
