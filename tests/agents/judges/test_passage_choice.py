"""Which passages a judge is shown."""

from __future__ import annotations

import pytest

from agents.judges.passage_choice import choose_passages
from data_base.schemas.passage import Passage
from data_base.text.tokens import estimate_tokens
from tests.support.rows import table


def passage(name: str, text: str) -> Passage:
    return Passage(id=f"{name}#1", doc_id=name, text=text)


FILLER = [passage(f"filler{n}", f"The weather report number {n} mentions rain and wind.") for n in range(12)]

BY_LANGUAGE = table(__file__, "BY_LANGUAGE")


def ids(passages: tuple[Passage, ...]) -> list[str]:
    return [item.id for item in passages]


@pytest.mark.parametrize(("question", "answer", "text"), BY_LANGUAGE.values(), ids=BY_LANGUAGE)
def test_the_relevant_passage_stands_first(question: str, answer: str, text: str) -> None:
    choice = choose_passages(question, answer, [*FILLER, passage("wanted", text)], limit=3)
    assert choice.shown[0].id == "wanted#1"
    assert len(choice.shown) == 3
    assert len(choice.left_out) == 10
    assert set(ids(choice.shown)).isdisjoint(ids(choice.left_out))


def test_question_and_answer_both_count() -> None:
    asked = passage("asked", "Orle harbour ferries are described here.")
    claimed = passage("claimed", "The cathedral bell was cast in bronze.")
    answer = "The cathedral bell was cast in bronze, and that is all there is to say about the bronze bell."
    choice = choose_passages(
        "What about the ferries of Orle harbour?", answer, [*FILLER, asked, claimed], limit=2
    )
    assert set(ids(choice.shown)) == {"asked#1", "claimed#1"}


def test_a_cited_passage_counts_for_more() -> None:
    choice = choose_passages("What of rain?", "Rain and wind [filler9#1].", FILLER, limit=1)
    assert ids(choice.shown) == ["filler9#1"]


def test_a_passage_cited_by_its_number_counts_as_one_cited_by_its_id() -> None:
    marks = (
        "[10]",
        "[9, 10]",
        "【10†source】",
        "[10](https://ex.org/a)",
        "[[10]](https://ex.org/a)",
        "\\[10\\]",
    )
    for cited in marks:
        choice = choose_passages("What of rain?", f"Rain and wind {cited}.", FILLER[:10], limit=2)
        assert "filler9#1" in ids(choice.shown)
    handed = [FILLER[0], FILLER[0], *FILLER[1:]]
    choice = choose_passages("What of rain?", "Rain and wind [4].", handed, limit=2)
    assert [choice.numbers[name] for name in ids(choice.shown)] == ["4", "1, 2"]


def test_a_long_passage_is_shown_in_the_pieces_that_matter() -> None:
    weather = "\n\n".join(f"The weather report number {n} mentions rain and wind." for n in range(200))
    long = passage("long", f"{weather}\n\nThe mill of Orrin burned down in 1923.\n\n{weather}")
    answer = "The mill of Orrin burned down in 1923."
    choice = choose_passages("When did the mill burn?", answer, [*FILLER, long], token_budget=600)
    assert any("burned down in 1923" in item.text for item in choice.shown)
    assert choice.shown[0].id == "long#1" not in choice.ids_left_out
    parts = [int(item.doc_id.split()[2]) for item in choice.shown if item.id == "long#1"]
    assert len(parts) > 1
    assert parts == sorted(parts)
    assert sum(estimate_tokens(item.text) for item in choice.shown) <= 600
    whole = choose_passages("When did the mill burn?", answer, [*FILLER, long], token_budget=600, cut=False)
    assert long in whole.left_out


def test_the_note_counts_passages_and_not_their_pieces() -> None:
    long = passage("long", "\n\n".join(f"The weather report number {n} mentions rain." for n in range(200)))
    choice = choose_passages("Rain?", "Rain.", [long, FILLER[0]], token_budget=600)
    assert len(choice.shown) > len(choice.ids) == 2
    assert choice.with_note("So.", "en") == "So. Passages of which only parts were shown: 1."
    few = choose_passages("Rain?", "Rain.", [long, *FILLER[:2]], token_budget=600, limit=1)
    assert len(few.ids_left_out) == 2
    assert few.with_note("", "en") == (
        "1 passages were shown; 2 were left out. Passages of which only parts were shown: 1."
    )


def test_all_that_fit_keep_their_order() -> None:
    given = [FILLER[3], FILLER[1], FILLER[2]]
    first = choose_passages("rain?", "wind", given)
    second = choose_passages("something else", "quite different", given)
    assert first == second
    assert ids(first.shown) == ids(tuple(given))
    assert first.left_out == ()


def test_whole_passages_within_the_budget() -> None:
    long = passage("long", "ferries to Orle " * 300)
    short = passage("short", "ferries to Orle")
    budget = 100
    choice = choose_passages("ferries to Orle?", "ferries", [*FILLER, long, short], token_budget=budget)
    assert "short#1" in ids(choice.shown)
    assert "long#1" in ids(choice.left_out)
    assert sum(estimate_tokens(item.text) for item in choice.shown) <= budget
    originals = {item.id: item for item in [*FILLER, long, short]}
    assert all(item == originals[item.id] for item in choice.shown)


def test_one_passage_is_shown_even_if_none_fits() -> None:
    choice = choose_passages("rain?", "", FILLER[:2], token_budget=1)
    assert len(choice.shown) == 1
    assert len(choice.left_out) == 1


def test_nothing_to_choose_from() -> None:
    choice = choose_passages("q", "a", [])
    assert choice.shown == choice.left_out == ()


def test_it_is_repeatable_and_ties_keep_their_order() -> None:
    same = [passage(f"p{n}", "the same words") for n in range(20)]
    choice = choose_passages("same words?", "same", same, limit=5)
    assert ids(choice.shown) == [f"p{n}#1" for n in range(5)]
