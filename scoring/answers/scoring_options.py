"""What a task may say about how its answers are scored."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.short_answer_form import key

_NAMED = 5
Similarity = Callable[[str, str], float]
"""How alike two texts are in meaning, from 0 to 1; made elsewhere from an embedding model."""


@dataclass(frozen=True)
class ScoringTerms:
    """How a task's answers are scored; the defaults fit a task that says nothing."""

    threshold: float = 1.0
    """An answer passes from this primary score on."""
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A name to the other names of the same thing, for choices, list items and final answers."""
    keywords: tuple[str, ...] = ()
    """What a text must mention; empty: the content words of the gold text."""
    evidence: Mapping[str, str] = field(default_factory=dict)
    """Id to text of the evidence that reasoning may cite.

    Empty: only the ids that the gold claims cite are known.
    """
    similarity: Similarity | None = None
    """Adds ``semantic_similarity`` to the sub-scores of texts."""

    def key(self, text: str) -> str:
        """The text in one spelling, synonyms taken for what they stand for."""
        own = key(text)
        return self._meant.get(own, own)

    def card(
        self,
        score: float,
        sub_scores: Mapping[str, float],
        explain: str,
        tags: Iterable[ErrorTag] = (),
        *,
        in_order: bool = True,
    ) -> ScoreCard:
        """The card of an answer with this primary score; in a wrong order it does not pass."""
        return ScoreCard(
            primary_score=score,
            passed=score >= self.threshold and in_order,
            sub_scores=dict(sub_scores),
            error_tags=tuple(tags),
            explain=explain,
        )

    @cached_property
    def _meant(self) -> dict[str, str]:
        return {key(other): key(name) for name, others in self.synonyms.items() for other in others}


DEFAULT_TERMS = ScoringTerms()


def some(items: Sequence[str]) -> str:
    """The first few of them, and how many more there are."""
    more = len(items) - _NAMED
    return ", ".join(items[:_NAMED]) + (f" and {more} more" if more > 0 else "")
