"""How a claim is put to a checker, and what its probability means."""

from typing import Literal

from scoring.words.terms import terms

_SUPPORTED, _UNSUPPORTED = 0.65, 0.35
"""Probabilities from which, and up to which, a claim is decided."""
_BRIEF = 2
"""Words of a claim that is read together with its question."""
Decision = Literal["supported", "unsupported", "undecidable"]


def decision(probability: float) -> Decision:
    """What a probability of support says of a claim."""
    if probability >= _SUPPORTED:
        return "supported"
    return "unsupported" if probability <= _UNSUPPORTED else "undecidable"


def statement(claim: str, question: str) -> str:
    """The claim as a checker is asked: one of a word or two ("4.2 million") behind its question."""
    return f"{question} {claim}".strip() if len(terms(claim)) <= _BRIEF else claim
