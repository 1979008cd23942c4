import pytest
from langchain_core.embeddings import Embeddings

from eval.tasks.semantic_similarity import similarity_by
from scoring.answers import ScoringTerms
from tests.support.canonical import card


class Letters(Embeddings):
    """A vector of how often a, b and c come."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        self.asked.append(text)
        return [float(text.count(letter)) for letter in "abc"]


def test_the_cosine_is_a_sub_score_of_texts() -> None:
    letters = Letters()
    terms = ScoringTerms(similarity=similarity_by(letters))
    # (1, 1, 0) and (1, 0, 0): 1 / sqrt(2).
    scored = card("text", {"value": "a"}, {"value": "ab"}, terms)
    assert scored.sub_scores["semantic_similarity"] == pytest.approx(0.5**0.5)
    assert card("text", {"value": "c"}, {"value": "ab"}, terms).sub_scores["semantic_similarity"] == 0.0
    assert card("text", {"value": "x"}, {"value": "ab"}, terms).sub_scores["semantic_similarity"] == 0.0
    assert letters.asked == ["ab", "a", "c", "x"]


def test_a_long_text_is_paid_for_once() -> None:
    """Texts of more than 20,000 characters were asked for again with every answer."""
    letters = Letters()
    similarity, gold = similarity_by(letters), "a" * 60_000
    for answer in ("ab", "b", "ab"):
        similarity(gold, answer)
    assert letters.asked == [gold, "ab", "b"]
