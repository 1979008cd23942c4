"""The legal RAG benchmark: exact facts, sets of evidence, and gaps that must not be filled."""

from scoring.legal.answer import LegalAnswer, read_answer
from scoring.legal.conflict_gap import score_conflict_gap
from scoring.legal.evidence_set import score_evidence_set
from scoring.legal.fact_exact import score_fact_exact
from scoring.legal.unsupported_details import find_inventions

SCORER_VERSION = "legal/2"

__all__ = [
    "SCORER_VERSION",
    "LegalAnswer",
    "find_inventions",
    "read_answer",
    "score_conflict_gap",
    "score_evidence_set",
    "score_fact_exact",
]
