"""Does an answer say what it should: given key points, or the parts of the question?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.aliases import expand
from scoring.answerability import Answerability, asked_terms
from scoring.contexts import masked
from scoring.evidence import read_evidence
from scoring.mentions import mentions
from scoring.quantities import agrees
from scoring.terms import terms
from scoring.windows import best_window, weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_check import FigureFinding
    from scoring.questions import QuestionPart

CoverageVerdict = Literal["covered", "partly", "missing"]

_COVERED, _PARTLY = 0.6, 0.3
# A figure of a key point that the answer lacks leaves little of the point.
_WITHOUT_FIGURE = 0.35


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far an answer covers a key point.

    Attributes:
        score: 0 to 1.
        verdict: covered, partly or missing.
    """

    score: float
    verdict: CoverageVerdict


def coverage(point: str, answer: str | Sequence[str], *, topic: str | None = None) -> Coverage:
    """How far an answer (a text, or its sentences or bullets) says a key point.

    Args:
        point: what should be said.
        answer: what was said.
        topic: the question or subject, whose words prove little by being repeated.
    """
    said = [answer] if isinstance(answer, str) else list(answer)
    evidence = read_evidence(said)
    given = set(terms(topic)) if topic else set()
    wanted = mentions(point)
    words = dict.fromkeys(terms(masked(point, wanted)))
    weights = {term: weight / (3 if term in given else 1) for term, weight in weighed(words, evidence).items()}
    share = best_window(weights, evidence).recall if weights else float(bool(wanted))
    values = [mention for mention in wanted if not mention.is_year] or list(wanted)
    held = [any(agrees(value, o.mention) for o in evidence.occurrences) for value in values]
    if held:
        figures = sum(held) / len(held)
        share = (share + figures) / 2 if figures == 1 else share * (_WITHOUT_FIGURE + (1 - _WITHOUT_FIGURE) * figures)
    verdict: CoverageVerdict = "covered" if share >= _COVERED else "partly" if share >= _PARTLY else "missing"
    return Coverage(share, verdict)


@dataclass(frozen=True, slots=True)
class PartCoverage:
    """Whether one part of the question is answered.

    Attributes:
        part: the part.
        holds: what the passages hold of it.
        covered: 0 (not answered) to 1; saying rightly that the documents do not tell counts as 1.
    """

    part: QuestionPart
    holds: Answerability
    covered: float


def part_coverage(
    part: QuestionPart,
    holds: Answerability,
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> PartCoverage:
    """Whether an answer covers one part of its question.

    A part that wants a value is covered by a figure or date of that kind, taken from where the passages
    speak of the part; any other by words from there beyond those that the question gave.
    """
    if part.kind in {"quantity", "money", "percent", "date"}:
        covered = _value_covers(part, claims, findings, evidence)
    else:
        covered = _words_cover(part, holds, claims, evidence)
    if covered < 1 and _declines(part, claims) and not holds.answered:
        covered = 1.0
    return PartCoverage(part, holds, covered)


def _value_covers(
    part: QuestionPart, claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> float:
    """The best a stated value of the right kind does: 1 for one that stands where the part is spoken of."""
    wanted = set(asked_terms(part.own)) | set(expand(part.own, evidence.aliases))
    best = 0.0
    for finding in findings:
        mention = finding.figure.mention
        if (part.kind == "date") != (mention.date is not None) or (mention.is_year and part.kind != "date"):
            continue
        near = set(finding.figure.context.weights)
        if finding.source is not None:
            near |= set(finding.source.context.weights)
        best = max(best, 1.0 if not wanted or wanted & near else 0.4)
    return best


def _words_cover(part: QuestionPart, holds: Answerability, claims: Sequence[Claim], evidence: Evidence) -> float:
    """Share of the part's own words, or of what the passages say of it, that a claim speaks of."""
    said = {term for claim in claims for term in (*terms(claim.text), *expand(claim.text, evidence.aliases))}
    own = asked_terms(part.own)
    by_question = _share(own, said, evidence)
    units = evidence.units[holds.window.first : holds.window.last + 1]
    beyond = [term for unit in units for term in sorted(unit.terms) if term not in own]
    by_passage = _share(beyond, said, evidence)
    return min(1.0, max(by_question / 0.5, by_passage / 0.25))


def _share(wanted: Sequence[str], said: set[str], evidence: Evidence) -> float:
    total = sum(map(evidence.weight, wanted))
    return sum(evidence.weight(term) for term in wanted if term in said) / total if total else 1.0


def _declines(part: QuestionPart, claims: Sequence[Claim]) -> bool:
    """Whether a sentence says that the documents do not tell, of this part or of all that was asked."""
    declining = [claim for claim in claims if claim.kind == "abstention"]
    if len(declining) == len(claims):
        return bool(declining)
    wanted = set(asked_terms(part.own))
    return any(wanted & set(terms(claim.text)) for claim in declining)
