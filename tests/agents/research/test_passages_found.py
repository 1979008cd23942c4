"""Evidence: each passage once, with how it was found, the best first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.research.passages_found import Evidence, content_key, in_turns, named_first, that_fit
from data_base.schemas.passage import Passage
from tests.support.research import passage

A, B, C = passage("a"), passage("b"), passage("c")


def test_a_passage_remembers_what_found_it_first() -> None:
    evidence = Evidence().with_hits("first", [A, B], 1).with_hits("second", [B, C], 2)
    assert [(item.id, item.attempt, item.query) for item in evidence.passages] == [
        ("a#1", 1, "first"),
        ("b#1", 1, "first"),
        ("c#1", 2, "second"),
    ]
    assert evidence.found_in(2) == ("c#1",)


def test_the_same_text_under_another_id_is_the_same_passage() -> None:
    copy = Passage(id="copy#9", doc_id="copy", text=A.text.upper().replace(" ", "  "))
    evidence = Evidence().with_hits("first", [A], 1).with_hits("second", [copy, B], 2)
    assert [item.id for item in evidence.passages] == ["a#1", "b#1"]
    assert evidence.rankings[1] == ("a#1", "b#1")


def test_another_text_under_the_same_id_is_another_passage() -> None:
    twin = Passage(id=A.id, doc_id="a", text="Something else.")
    evidence = Evidence().with_hits("first", [A, twin], 1)
    assert [item.id for item in evidence.passages] == ["a#1", "a#1~2"]
    assert [item.text for item in evidence.best_first()] == [A.text, "Something else."]


def test_evidence_is_never_changed_in_place() -> None:
    before = Evidence().with_hits("first", [A], 1)
    before.with_hits("second", [B], 2)
    assert [item.id for item in before.passages] == ["a#1"]


def test_searches_take_turns() -> None:
    evidence = Evidence().with_hits("first", [A, B], 1).with_hits("second", [C, A], 2)
    assert [item.id for item in evidence.best_first()] == ["a#1", "c#1", "b#1"]


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=4))
def test_taking_turns_keeps_everything_once_at_its_best_rank(rankings: list[list[str]]) -> None:
    order = in_turns(rankings)
    assert sorted(order) == sorted({name for ranking in rankings for name in ranking})
    best = [min(ranking.index(name) for ranking in rankings if name in ranking) for name in order]
    assert best == sorted(best)


@given(st.lists(st.text(max_size=20), max_size=12))
def test_each_text_is_kept_once(texts: list[str]) -> None:
    hits = [Passage(id=f"p#{n}", doc_id="p", text=text) for n, text in enumerate(texts)]
    evidence = Evidence().with_hits("q", hits, 1)
    keys = [content_key(item.text) for item in evidence.passages]
    assert len(keys) == len(set(keys))
    assert set(keys) == {content_key(hit.text) for hit in hits}
    assert len(evidence.best_first()) == len(keys)


def test_content_key_sees_letters_and_figures_alone() -> None:
    assert content_key("Sales  rose\n4.2 %") == content_key("sales rose 4.2 %")
    assert content_key("１２ 億元") == content_key("12億元")
    assert content_key("12 億元") != content_key("13 億元")


def test_the_best_passage_is_shown_however_long_and_none_is_cut() -> None:
    long = passage("long", "word " * 1000)
    assert that_fit([long, A, B], limit=10, token_budget=50) == (long,)
    assert that_fit([A, long, B, C], limit=2, token_budget=50) == (A, B)
    assert that_fit([], limit=3, token_budget=50) == ()


class TestFollowedUp:
    """The best of the first searches lead; a follow-up's first hits come before the rest."""

    FIRST = tuple(passage(f"q{n}") for n in range(1, 6))

    def evidence(self) -> Evidence:
        opened = Evidence().with_hits("the question", self.FIRST, 1).opened()
        return opened.with_hits("Saltby", [passage("h1"), passage("h2")], 1).opened()

    def test_order(self) -> None:
        names = [found.doc_id for found in self.evidence().best_first()]
        assert names == ["q1", "q2", "q3", "h1", "h2", "q4", "q5"]

    def test_first_hits_of_later_searches_come_before_those_of_further_first_ones(self) -> None:
        """With four first searches the passage that a follow-up had found came behind all of theirs."""
        evidence = Evidence()
        for name in "abcd":
            evidence = evidence.with_hits(name, [passage(f"{name}{n}") for n in range(3)], 1)
        evidence = evidence.opened().with_hits("Saltby", [passage("h1"), passage("h2")], 1)
        names = [found.doc_id for found in evidence.best_first()]
        assert names[:6] == ["a0", "b0", "c0", "h1", "d0", "h2"]

    def test_guesses_have_one_turn_together_and_the_last(self) -> None:
        """Three wrong guesses had seven of the first ten places, and stood before what a follow-up found."""
        evidence = Evidence()
        for name in ("q", "g", "h", "i"):
            evidence = evidence.with_hits(name, [passage(f"{name}{n}") for n in range(9)], 1)
        evidence = evidence.opened(guesses=3)
        names = [found.doc_id for found in evidence.best_first()]
        assert names[:8] == ["q0", "g0", "q1", "h0", "q2", "i0", "q3", "g1"]
        evidence = evidence.with_hits("next", [passage("n0"), passage("n1")], 1)
        assert [found.doc_id for found in evidence.best_first()][:5] == ["q0", "g0", "q1", "n0", "n1"]
        assert [found.doc_id for found in evidence.latest_first()][3:6] == ["n0", "q2", "h0"]
        assert evidence.of_last(5) == evidence
        assert evidence.of_last(1).guesses == 0

    def test_of_the_last_search_alone(self) -> None:
        last = self.evidence().of_last(1)
        assert [found.doc_id for found in last.best_first()] == ["h1", "h2"]
        assert self.evidence().of_last(2) == self.evidence()

    def test_a_repetition_comes_last(self) -> None:
        text = "In 2023 the harbour of Velm handled 4,812 ships."
        hits = [
            passage("a", text),
            passage("b", f"{text} Velm."),
            passage("c", text.replace("4,812", "4,377")),
        ]
        found = Evidence().with_hits("ships", hits, 1).best_first()
        assert [item.doc_id for item in found] == ["a", "c", "b"]

    def test_the_document_that_bears_the_name_comes_first(self) -> None:
        hits = [
            passage("Towns", "Saltby and others."),
            passage("Renwick", "On Ada Renwick."),
            passage("Saltby (town)", "It has a pier."),
            passage("7", "Saltby\nIt has a lighthouse."),
        ]
        ordered = named_first("Saltby lighthouse", "Where was Renwick born?", hits)
        assert [hit.doc_id for hit in ordered] == ["Saltby (town)", "7", "Towns", "Renwick"]


def test_the_next_step_sees_what_the_last_search_brought_before_its_ten_places_are_taken() -> None:
    """The step that was asked again brought its passage to the eleventh place, and ten were shown."""
    evidence = Evidence()
    for search in range(3):
        evidence = evidence.with_hits(f"q{search}", [passage(f"{search}-{n}") for n in range(10)], 1).opened()
    again = [passage("0-0"), passage("0-1"), passage("0-2"), passage("1-0"), passage("the birthplace")]
    evidence = evidence.with_hits("again", again, 1)
    assert "the birthplace" not in [each.doc_id for each in evidence.best_first()[:10]]
    assert "the birthplace" in [each.doc_id for each in evidence.latest_first()[:10]]
    assert evidence.latest_first()[:3] == evidence.best_first()[:3]
    assert sorted(each.id for each in evidence.latest_first()) == sorted(
        each.id for each in evidence.best_first()
    )
