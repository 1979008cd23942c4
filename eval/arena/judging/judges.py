"""The judges of an arena: one for scores, which may be a panel, and each on its own for pairs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from agents.evaluator import RAGEvaluator


class Judges(NamedTuple):
    """Who scores, and who compares pairs."""

    evaluator: RAGEvaluator
    """Scores the answers."""
    pairs: tuple[RAGEvaluator, ...]
    """Compare pairs, each on its own."""

    @classmethod
    def named(cls, names: Sequence[str], settings: Mapping[str, Any]) -> Self:
        """Judges by their names: each on its own for pairs, several as a panel for scores."""
        pairs = tuple(RAGEvaluator(name, **settings) for name in names)
        return cls(RAGEvaluator(list(names), **settings) if len(pairs) > 1 else pairs[0], pairs)
