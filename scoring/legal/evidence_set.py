"""Sets of evidence: ``0.5`` for recall high enough, ``0.3`` for precision, ``0.2`` for a citation."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.completeness import coverage
from scoring.legal.answer import LegalAnswer, Place, read_answer
from scoring.legal.quotes import canonical, contains_text
from scoring.legal.required_evidence import (
    Required,
    is_required,
    key_evidence,
    name_of,
    part_of,
    required_evidence,
)

DEFAULT_RECALL, DEFAULT_PRECISION = 0.8, 0.7
"""What must be reached where the question does not say."""
_RECALL, _PRECISION, _CITED = 0.5, 0.3, 0.2


class Retrieval(NamedTuple):
    """How well evidence was retrieved.

    Attributes:
        recall: distinct key evidence retrieved / key evidence; 1 where none is required.
        precision: relevant pieces retrieved / pieces retrieved, each counted once. Where nothing is
            retrieved it is 0, and 1 if nothing is required either.
        distinct: pieces of required evidence retrieved.
    """

    recall: float
    precision: float
    distinct: int


def score_evidence_set(
    question: Mapping[str, object],
    answer: object,
    *,
    document: Sequence[Mapping[str, object]] | None = None,  # noqa: ARG001  (the three are called alike)
    findings: Sequence[object] | None = None,  # noqa: ARG001  (as above)
) -> ScoreCard:
    """Score the evidence that an answer brings together.

    Args:
        question: ``expected``, ``required_evidence`` and ``scoring`` are read.
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
    given = read_answer(answer)
    required = required_evidence(question)
    scoring, expected = part_of(question, "scoring"), part_of(question, "expected")
    found = retrieval(given.evidence, required)
    enough = found.recall >= _threshold(question, scoring, "evidence_recall_min", DEFAULT_RECALL)
    clean = found.precision >= _threshold(question, scoring, "evidence_precision_min", DEFAULT_PRECISION)
    cited = any(place.page is not None or place.text.strip() for place in given.citations)
    granted = cited or not is_required(scoring, "citation_required")
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
            "evidence_count_met": float(found.distinct >= _count_min(question, expected)),
            "key_points_coverage": _key_points(question, expected, given),
        },
        error_tags=tuple(tag for tag, term in earned.items() if not term),
        explain=f"Recall {found.recall:.2f}, precision {found.precision:.2f}.",
    )


def retrieval(evidence: Sequence[Place], required: Sequence[Required]) -> Retrieval:
    """Recall and precision of what was retrieved; the same text of a page counts once."""
    pieces = dict.fromkeys((place.page, canonical(place.text)) for place in evidence)
    matches = [
        [one for one in required if one.page == page and contains_text(text, one.must_include)]
        for page, text in pieces
    ]
    found = {one for here in matches for one in here}
    key = key_evidence(required)
    recall = sum(one in found for one in key) / len(key) if key else 1.0
    precision = sum(map(bool, matches)) / len(matches) if matches else float(not key)
    return Retrieval(recall, precision, len(found))


def _threshold(
    question: Mapping[str, object], scoring: Mapping[str, object], name: str, default: float
) -> float:
    value = scoring.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(f"{name_of(question)}: scoring.{name} must be a number from 0 to 1.")
    return value


def _count_min(question: Mapping[str, object], expected: Mapping[str, object]) -> int:
    value = expected.get("evidence_count_min", 0)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{name_of(question)}: expected.evidence_count_min must be a whole number.")
    return value


def _key_points(question: Mapping[str, object], expected: Mapping[str, object], given: LegalAnswer) -> float:
    points = expected.get("key_points") or []
    if not isinstance(points, list) or not all(isinstance(point, str) for point in points):
        raise InputError(f"{name_of(question)}: expected.key_points must be a list of texts.")
    if not points:
        return 1.0
    return sum(coverage(point, given.text).verdict == "covered" for point in points) / len(points)
