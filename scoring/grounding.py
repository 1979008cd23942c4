"""Is a claim borne out by passages?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.claim_figures import claim_figures
from scoring.claims import Claim, strip_citations
from scoring.evidence import read_evidence
from scoring.figure_check import check_figures
from scoring.identifiers import unknown_names
from scoring.terms import terms
from scoring.windows import text_of
from scoring.word_check import check_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.word_check import WordFinding

GroundingVerdict = Literal["supported", "unsupported", "contradicted", "undecidable"]

# What a claim is worth whose figures hold and whose words do not, and the other way round.
_FIGURES_ALONE = 0.65
_WRONG_FIGURE = 0.1
_ABSENT_FIGURE = 0.2


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """What the passages say of a claim.

    Attributes:
        score: how well it is borne out, 0 to 1.
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

    Args:
        claim: a sentence or a few; citation marks are ignored.
        passages: what it is checked against.
        question: what it answers; helps to read a short claim ("4.2 million").
    """
    evidence = read_evidence(passages)
    text = strip_citations(claim).strip()
    if not evidence.units or not text:
        return ClaimCheck(0.0, "unsupported", "", None, tuple(terms(text)), ())
    found = check_figures(claim_figures([Claim(text, "fact")], question or ""), evidence)
    words = check_words(text, evidence, given=frozenset(terms(question or "")))
    unknown = unknown_names(text, [*passages, question or ""])
    wrong = [finding for finding in found if not finding.holds]
    score, verdict = _weigh(found, wrong, unknown, words)
    place = _place(found, wrong, words, evidence)
    return ClaimCheck(
        score=score,
        verdict=verdict,
        evidence=place[0],
        passage_index=place[1],
        uncovered_words=words.uncovered,
        wrong_figures=(*(finding.figure.mention.raw for finding in wrong), *unknown),
    )


def _weigh(
    found: Sequence[FigureFinding], wrong: Sequence[FigureFinding], unknown: Sequence[str], words: WordFinding
) -> tuple[float, GroundingVerdict]:
    if any(finding.rival for finding in wrong):
        return _WRONG_FIGURE * words.share, "contradicted"
    if wrong or unknown:
        return _ABSENT_FIGURE * words.share, "unsupported"
    if words.verdict == "negated":
        return 0.3, "contradicted"
    values = [finding for finding in found if not finding.figure.mention.is_year]
    if values:
        return _FIGURES_ALONE + (1 - _FIGURES_ALONE) * words.share, "supported"
    if words.verdict == "undecidable":
        return 0.5 * words.share + 0.25, "undecidable"
    return words.share, "supported" if words.verdict == "supported" else "unsupported"


def _place(
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
