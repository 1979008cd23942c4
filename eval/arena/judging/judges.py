"""The judges of an arena: one for scores, which may be a panel, and each on its own for pairs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from agents.evaluator import RAGEvaluator
from agents.models.options import SAME


class Judges(NamedTuple):
    """Who scores, and who compares pairs."""

    evaluator: RAGEvaluator
    """Scores the answers."""
    pairs: tuple[RAGEvaluator, ...]
    """Compare pairs, each on its own."""

    @classmethod
    def named(cls, names: Sequence[str], settings: Mapping[str, Any], final: str | None = None) -> Self:
        """Judges by their names: each on its own for pairs, several as a panel for scores.

        Args:
            names: the judges.
            settings: how they judge.
            final: judges in their place; ``same`` is the judge itself by another prompt.
        """
        if final == SAME:
            other = RAGEvaluator(names[0], **settings).by_another_prompt()
            return cls(other, (other,))
        names = names if final is None else (final,)
        pairs = tuple(RAGEvaluator(name, **settings) for name in names)
        return cls(RAGEvaluator(list(names), **settings) if len(pairs) > 1 else pairs[0], pairs)
