"""Is a claim supported by passages?"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from data_base.marks.citation_marks import strip_citations
from scoring.same_event import is_same_event
from scoring.values.agreement import agrees
from scoring.values.mentions import Mention, mentions
from scoring.words.logistic_model import likelihood
from scoring.words.opposites import turned
from scoring.words.passage_words import PassageWords, read_passage_words
from scoring.words.support_features import Reading, read_claim
from scoring.words.terms import scripts, terms

GroundingVerdict = Literal["supported", "unsupported", "contradicted", "undecidable"]

# From here on, and up to here, words decide.
_SUPPORTED, _UNSUPPORTED = 0.7, 0.35
# What is left of a claim's score where a value appears nowhere.
_ABSENT = 0.4
# Where claim and passages are in different scripts: values that are supported, one absent, nothing to go by.
_VALUES_ALONE, _ABSENT_ABROAD, _NOTHING_ABROAD = 0.75, 0.2, 0.45
_MOST_COMPARED = 40


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """What the passages say of a claim."""

    score: float
    """How likely it is supported, 0 to 1; from 0.5 on it rather is."""
    verdict: GroundingVerdict
    """Supported, unsupported (nothing says so), contradicted (something else is said), undecidable (words and
    figures cannot tell; it needs a language model).
    """
    evidence: str
    """The passage's words that come nearest, empty where nothing does."""
    passage_index: int | None
    """Index of that passage, None where there is none."""
    uncovered_words: tuple[str, ...]
    """Terms of the claim that appear nowhere near, heaviest first."""
    wrong_figures: tuple[str, ...]
    """Figures and dates that the passages do not support, as written."""


def check_claim(claim: str, passages: Sequence[str], *, question: str | None = None) -> ClaimCheck:
    """Check one claim.

    A claim in a script that no passage is written in is checked by its values alone.

    Args:
        claim: a sentence or a few; citation marks are ignored.
        passages: what it is checked against.
        question: what it answers; chooses between places that contain a short claim ("4.2 million").
    """
    text = strip_citations(claim).strip()
    source = read_passage_words(tuple(passages))
    if not source.sentences or not text:
        return ClaimCheck(0.0, "unsupported", "", None, terms(text), ())
    reading = read_claim(text, source, question or "")
    own = scripts(text)
    score, verdict = _abroad(reading) if own and not own & source.scripts else _weigh(text, reading, source)
    if verdict == "unsupported" and source.scripts - own and not reading.absent:
        verdict = "undecidable"  # what is written in another script may say so
    evidence, passage = "", None
    if reading.window.recall:
        near = source.sentences[reading.window.first : reading.window.last + 1]
        evidence, passage = " ".join(sentence.text for sentence in near), near[0].passage
    wrong = tuple(value.raw for value in reading.absent)
    return ClaimCheck(score, verdict, evidence, passage, reading.missing, wrong)


def _weigh(text: str, reading: Reading, source: PassageWords) -> tuple[float, GroundingVerdict]:
    score = likelihood(reading.features)
    if reading.absent:
        return _ABSENT * score, "contradicted" if _says_another(text, reading, source) else "unsupported"
    # A word that appears nowhere may be the one that matters ("a new cinema" for "a new branch").
    unknown = any(term not in source.holders for term in reading.missing)
    near = source.sentences[reading.window.first : reading.window.last + 1]
    if score >= _SUPPORTED and not unknown and not any(turned(text, sentence.text) for sentence in near):
        return score, "supported"
    return score, "unsupported" if score <= _UNSUPPORTED else "undecidable"


def _abroad(reading: Reading) -> tuple[float, GroundingVerdict]:
    if reading.absent:
        return _ABSENT_ABROAD, "unsupported"
    if any(not value.is_year for value in reading.values):
        return _VALUES_ALONE, "supported"
    return _NOTHING_ABROAD, "undecidable"


def _says_another(text: str, reading: Reading, source: PassageWords) -> bool:
    """Whether the window gives another value of the kind of one that is absent, of the same event."""
    window = source.sentences[reading.window.first : reading.window.last + 1] if reading.window.recall else ()
    near = " ".join(sentence.text for sentence in window)
    pairs = (
        (value, sentence.text, other)
        for sentence in window
        for other in mentions(sentence.text)
        for value in reading.absent
        if _is_another(value, other) and not any(agrees(each, other) for each in reading.values)
    )
    return any(is_same_event(text, *pair, near) for pair in islice(pairs, _MOST_COMPARED))


def _is_another(value: Mention, other: Mention) -> bool:
    """Whether two values that do not agree are of a kind."""
    if value.figure and other.figure:
        return (value.figure.kind, value.figure.unit) == (other.figure.kind, other.figure.unit)
    if value.is_year == other.is_year:
        return bool(value.date and other.date)
    return None not in {value.year, other.year} and value.year != other.year
