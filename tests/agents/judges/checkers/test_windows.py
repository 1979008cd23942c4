"""Passages as windows: nothing is lost, and none is too long."""

from hypothesis import given
from hypothesis import strategies as st

from agents.judges.checkers.windows import windows

WORDS = st.sampled_from(["port", "crane.", "1903.", "pier", "港口。", "Порт", "x" * 40])
PASSAGES = st.lists(st.lists(WORDS, max_size=60).map(" ".join), max_size=6)


def count(text: str) -> int:
    return len(text.split())


@given(PASSAGES, st.integers(2, 40))
def test_every_word_is_in_a_window_in_its_order_and_none_is_too_long(passages: list[str], size: int) -> None:
    found = windows(passages, size, count)
    assert all(0 < count(window) <= size for window in found)
    ahead = iter(" ".join(passages).split())
    expected = next(ahead, None)
    for window in found:
        for word in window.split():
            if word == expected:
                expected = next(ahead, None)
    assert expected is None


def test_passages_that_fit_are_read_together_and_a_sentence_is_read_twice_where_a_long_one_is_cut() -> None:
    assert windows(["a b.", "", "c d."], 4, count) == ["a b.\n\nc d."]
    assert windows(["One two. Three four. Five six."], 4, count) == [
        "One two. Three four.",
        "Three four. Five six.",
    ]
    assert windows([], 4, count) == []
