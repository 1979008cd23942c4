"""Two texts word by word."""

from hypothesis import given
from hypothesis import strategies as st

from eval.compare.word_difference import DifferencePart, word_difference

WORDS = st.lists(
    st.sampled_from(["dam", "Ohio", " ", "1978", "плотина", "大壩", ".", "\n"]), max_size=30
).map("".join)


def test_what_changed_is_shown_by_words() -> None:
    assert word_difference("The mill opened in 1987.", "The mill opened in 1978, they say.") == (
        DifferencePart("same", "The mill opened in "),
        DifferencePart("removed", "1987"),
        DifferencePart("added", "1978, they say"),
        DifferencePart("same", "."),
    )


def test_words_that_changed_one_after_the_other_are_one_change() -> None:
    assert word_difference("The dam in Ohio opened.", "The documents do not say.") == (
        DifferencePart("same", "The "),
        DifferencePart("removed", "dam in Ohio opened"),
        DifferencePart("added", "documents do not say"),
        DifferencePart("same", "."),
    )


def test_chinese_is_compared_by_characters() -> None:
    assert word_difference("磨坊於1987年開業", "磨坊於1978年停業") == (
        DifferencePart("same", "磨坊於"),
        DifferencePart("removed", "1987"),
        DifferencePart("added", "1978"),
        DifferencePart("same", "年"),
        DifferencePart("removed", "開"),
        DifferencePart("added", "停"),
        DifferencePart("same", "業"),
    )


def test_equal_and_empty_texts() -> None:
    assert word_difference("a b", "a b") == (DifferencePart("same", "a b"),)
    assert word_difference("", "") == ()
    assert word_difference("", "new") == (DifferencePart("added", "new"),)


def test_texts_too_long_to_compare_are_not_compared() -> None:
    """Characters alone were counted; time and memory grow with the words of one times those of the other."""
    assert word_difference("a" * 100_001, "b" * 100_000) is None
    assert word_difference("大" * 20_000, "壩" * 20_000) is None
    assert word_difference("大" * 10_000, "壩" * 10_000) is not None


@given(WORDS, WORDS)
def test_both_texts_can_be_read_from_the_parts(first: str, second: str) -> None:
    parts = word_difference(first, second)
    assert parts is not None
    assert "".join(part.text for part in parts if part.kind != "added") == first
    assert "".join(part.text for part in parts if part.kind != "removed") == second
    assert all(part.text for part in parts)
