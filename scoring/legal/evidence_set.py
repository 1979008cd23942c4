"""Sets of evidence: ``0.5`` for recall high enough, ``0.3`` for precision, ``0.2`` for a citation."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from data_base.read_fields import read_fields
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.quotes import canonical, contains_text
from scoring.completeness import coverage
from scoring.legal.answer import CitedPlace, read_answer
from scoring.legal.question import Fields, Required, read_question

_RECALL, _PRECISION, _CITED = 0.5, 0.3, 0.2


class _Expected(Fields):
    evidence_count_min: int = 0
    key_points: tuple[str, ...] = ()

    def coverage(self, text: str) -> float:
        """The share of key points that a text covers; 1 where there are none."""
        covered = [coverage(point, text).verdict == "covered" for point in self.key_points]
        return sum(covered) / len(covered) if covered else 1.0


class RetrievalQuality(NamedTuple):
    """How well evidence was retrieved."""

    recall: float
    """Distinct key evidence retrieved / key evidence; 1 where none is required."""
    precision: float
    """Relevant pieces retrieved / pieces retrieved, each counted once.

    Where nothing is retrieved it is 0, and 1 if nothing is required either.
    """
    distinct: int
    """Pieces of required evidence retrieved."""


def score_evidence_set(
    question: Mapping[str, object],
    answer: object,
    *,
    document: Sequence[Mapping[str, object]] | None = None,  # noqa: ARG001  (the three are called alike)
    findings: Sequence[object] | None = None,  # noqa: ARG001  (as above)
) -> ScoreCard:
    """Score the evidence that an answer brings together.

    Args:
        question: as it is in its file; ``expected``, ``required_evidence`` and ``scoring`` are read.
        answer: see :func:`scoring.legal.answer.read_answer`; its ``evidence`` is what was retrieved.
        document: not used.
        findings: not used.

    Returns:
        A card with ``recall``, ``precision`` and ``citation_provided``, and next to the score
        ``evidence_count_met`` and ``key_points_coverage`` (share of ``key_points`` that the text covers by
        its words; 1 where there are none). It passes at 1.

    Raises:
        InputError: the question or the answer cannot be read; the sentence says where.
    """
    given, wanted = read_answer(answer), read_question(question)
    scoring, expected = wanted.scoring, read_fields(_Expected, wanted.expected)
    found = retrieval(given.evidence, wanted.evidence)
    enough = found.recall >= scoring.evidence_recall_min
    clean = found.precision >= scoring.evidence_precision_min
    cited = any(place.page is not None or place.text.strip() for place in given.citations)
    granted = cited or not scoring.citation_required
    score = math.fsum((_RECALL * enough, _PRECISION * clean, _CITED * granted))
    earned = {
        ErrorTag.MISSING_ITEM: enough,
        ErrorTag.EXTRA_ITEM: clean,
        ErrorTag.MISSING_CITATION: granted,
    }
    return ScoreCard(
        primary_score=min(1.0, score),
        passed=all(earned.values()),
        sub_scores={
            "recall": found.recall,
            "precision": found.precision,
            "citation_provided": float(cited),
            "evidence_count_met": float(found.distinct >= expected.evidence_count_min),
            "key_points_coverage": expected.coverage(given.text),
        },
        error_tags=tuple(tag for tag, term in earned.items() if not term),
        explain=f"Recall {found.recall:.2f}, precision {found.precision:.2f}.",
    )


def retrieval(evidence: Sequence[CitedPlace], required: Sequence[Required]) -> RetrievalQuality:
    """Recall and precision of what was retrieved; the same text of a page counts once."""
    pieces = {(place.page, canonical(place.text)): place.text for place in evidence}
    matches = [
        [one for one in required if one.page == page and contains_text(text, one.must_include)]
        for (page, _), text in pieces.items()
    ]
    found = {one for here in matches for one in here}
    key = [one for one in required if one.is_critical] or required
    recall = sum(one in found for one in key) / len(key) if key else 1.0
    precision = sum(map(bool, matches)) / len(matches) if matches else float(not key)
    return RetrievalQuality(recall, precision, len(found))
