"""Is a claim borne out by passages?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.claim_figures import claim_figures
from scoring.claims import Claim, strip_citations
from scoring.evidence import read_evidence, script_of_text
from scoring.figure_check import check_figures
from scoring.grounding_model import allow_for_length, decide, likelihood
from scoring.identifiers import unknown_names
from scoring.mentions import mentions
from scoring.quantities import comparable
from scoring.stated_values import values_of
from scoring.terms import terms
from scoring.windows import text_of
from scoring.word_check import check_words, denies_the_same
from scoring.wording_features import read_wording
from scoring.wording_text import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.word_check import WordFinding
    from scoring.wording_features import Wording
    from scoring.wording_text import Source

GroundingVerdict = Literal["supported", "unsupported", "contradicted", "undecidable"]

# What is left of a claim's score where a figure or numbered name stands nowhere, or a figure elsewhere.
_ABSENT, _MISPLACED = 0.4, 0.4
_NEGATED = 0.3
# "COVID-19" is one name among several for its thing, where "berth 7" is another berth than 8.
_NAME_BY_HYPHEN = re.compile(r"[^\W\d_]-\d")
# Where claim and passages are in different languages: figures that hold, one that is another's, one absent.
_FIGURES_ALONE, _WRONG_ABROAD, _ABSENT_ABROAD = 0.65, 0.1, 0.2


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """What the passages say of a claim.

    Attributes:
        score: how likely it is borne out, 0 to 1; from 0.5 on it rather is.
        verdict: supported, unsupported (nothing says so), contradicted (something else is said), undecidable
            (words and figures cannot tell; it needs a language model).
        evidence: the passage's words that come nearest, empty where nothing does.
        passage_index: index of that passage, None where there is none.
        uncovered_words: terms of the claim that stand nowhere near, heaviest first.
        wrong_figures: figures, dates and numbered names that the passages do not bear out, as written.
    """

    score: float
    verdict: GroundingVerdict
    evidence: str
    passage_index: int | None
    uncovered_words: tuple[str, ...]
    wrong_figures: tuple[str, ...]


def check_claim(claim: str, passages: Sequence[str], *, question: str | None = None) -> ClaimCheck:
    """Check one claim.

    The kind of claim (a short answer, a sentence, a summary) is inferred from its wording. A claim in a
    script that no passage is written in is checked by its figures, names and the words known in both.

    Args:
        claim: a sentence or a few; citation marks are ignored.
        passages: what it is checked against.
        question: what it answers; helps to read a short claim ("4.2 million").
    """
    text = strip_citations(claim).strip()
    source = read_source(tuple(passages))
    if not source.sentences or not text:
        return ClaimCheck(0.0, "unsupported", "", None, tuple(terms(text)), ())
    own = script_of_text(text)
    if own not in source.scripts and any(character.isalpha() for character in text):
        return _check_abroad(text, passages, question or "")
    wording = read_wording(text, source, question or "")
    unknown = unknown_names(text, [*passages, question or ""])
    wrong = (*wording.values.missing, *(name for name in unknown if not _NAME_BY_HYPHEN.search(name)))
    misplaced = None if wrong or _attaches_nothing(wording) else _misplaced(text, source, question or "")
    score, verdict = _weigh(text, wording, source, wrong, misplaced)
    if verdict == "unsupported" and source.scripts - {own} and not wrong:
        verdict = "undecidable"  # what is written in another language may say so
    evidence, passage = _place(wording, source)
    if misplaced is not None:
        evidence, passage = misplaced[1], misplaced[2]
        wrong = (misplaced[0],)
    return ClaimCheck(score, verdict, evidence, passage, wording.missing, wrong)


def _attaches_nothing(wording: Wording) -> bool:
    """Whether a claim's values stand in the passages and cannot be held against what they stand for.

    A summary names too much at once, an answer that is nothing but a value says too little.
    """
    values = wording.values
    bare = wording.kind == "short" and values.all_there_is and not values.loose
    return bare or wording.kind == "summary"


def _weigh(
    text: str,
    wording: Wording,
    source: Source,
    wrong: Sequence[str],
    misplaced: tuple[str, str, int] | None,
) -> tuple[float, GroundingVerdict]:
    likely = likelihood(wording)
    score = allow_for_length(likely, wording, source)
    if misplaced is not None:
        return _MISPLACED * score, "contradicted"
    if wrong:
        verdict: GroundingVerdict = (
            "contradicted" if _says_another_value(text, wording, source) else "unsupported"
        )
        return _ABSENT * score, verdict
    best = wording.best
    if best.first == best.last and denies_the_same(text, source.sentences[best.first].text):
        return _NEGATED * score, "contradicted"
    return score, decide(likely, wording, source)


def _says_another_value(text: str, wording: Wording, source: Source) -> bool:
    """Whether the stretch that comes nearest gives another value of the kind of one that is missing."""
    missing = [value for value in mentions(text) if value.raw in wording.values.missing]
    near = source.sentences[wording.best.first : wording.best.last + 1]
    given = [other for sentence in near for other in mentions(sentence.text)]
    return any(
        value.is_year == other.is_year and comparable(value, other) for value in missing for other in given
    )


def _misplaced(text: str, source: Source, question: str) -> tuple[str, str, int] | None:
    """A figure that the passages give for something else: as written, what shows it, and its passage."""
    if all(value.is_year for value in mentions(text)):
        return None
    evidence = read_evidence(_telling(source))
    claims = [Claim(text, "fact")]
    for finding in check_figures(claim_figures(claims, question), evidence, claims):
        if finding.verdict == "misplaced" and finding.rival is not None:
            unit = evidence.units[finding.rival.unit]
            return finding.figure.mention.raw, unit.text, unit.passage
    return None


def _telling(source: Source) -> tuple[str, ...]:
    """The passages, those of running text without the sentences that state no value, for speed."""
    held = values_of(source.passages).holders
    kept = []
    for index, passage in enumerate(source.passages):
        if _may_hold_a_table(passage):
            kept.append(passage)
        else:
            kept.append(
                "\n\n".join(
                    sentence.text
                    for place, sentence in enumerate(source.sentences)
                    if sentence.passage == index and place in held
                )
            )
    return tuple(kept)


def _may_hold_a_table(passage: str) -> bool:
    return "|" in passage or "\t" in passage or "   " in passage


def _place(wording: Wording, source: Source) -> tuple[str, int | None]:
    best = wording.best
    if not best.recall:
        return "", None
    near = source.sentences[best.first : best.last + 1]
    return " ".join(sentence.text for sentence in near), near[0].passage


def _check_abroad(text: str, passages: Sequence[str], question: str) -> ClaimCheck:
    """Check a claim in another language than the passages'."""
    evidence = read_evidence(passages)
    claims = [Claim(text, "fact")]
    found = check_figures(claim_figures(claims, question), evidence, claims)
    words = check_words(text, evidence, question=question)
    unknown = unknown_names(text, [*passages, question])
    wrong = [finding for finding in found if not finding.holds]
    score, verdict = _weigh_abroad(found, wrong, unknown, words)
    shown, passage = _place_abroad(found, wrong, words, evidence)
    figures = (*(finding.figure.mention.raw for finding in wrong), *unknown)
    return ClaimCheck(score, verdict, shown, passage, words.uncovered, figures)


def _weigh_abroad(
    found: Sequence[FigureFinding], wrong: Sequence[FigureFinding], unknown: Sequence[str], words: WordFinding
) -> tuple[float, GroundingVerdict]:
    if any(finding.rival for finding in wrong):
        return _WRONG_ABROAD * words.share, "contradicted"
    if wrong or unknown:
        return _ABSENT_ABROAD * words.share, "unsupported"
    if any(not finding.figure.mention.is_year for finding in found):
        return _FIGURES_ALONE + (1 - _FIGURES_ALONE) * words.share, "supported"
    if words.verdict == "supported":
        return words.share, "supported"
    return 0.5 * words.share + 0.25, "undecidable"


def _place_abroad(
    found: Sequence[FigureFinding], wrong: Sequence[FigureFinding], words: WordFinding, evidence: Evidence
) -> tuple[str, int | None]:
    for finding in (*wrong, *found):
        occurrence = finding.rival if not finding.holds else finding.source
        if occurrence is not None and not finding.figure.mention.is_year:
            unit = evidence.units[occurrence.unit]
            return unit.text, unit.passage
    if not words.share:
        return "", None
    return text_of(words.window, evidence), evidence.units[words.window.first].passage
