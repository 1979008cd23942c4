"""No text, however odd, takes time that grows with the square of its length."""

import gc

import pytest

from tests.support.rows import over
from tools.serving.hostile_texts import KINDS
from tools.serving.text_growth import MOST, READERS, growth, too_fast


@pytest.mark.timeout(900)
@over("reader, part", [("report", 1), ("item page", 4), ("answer", 8), ("document", 8), ("reply", 8)])
def test_time_grows_with_the_length_of_a_text(reader: str, part: int) -> None:
    """The script reads every kind with every reader; here the slower ones read one in so many."""
    assert dict(too_fast(reader, short=True, kinds=[*KINDS][::part])) == {}
    # Nobody who looks at all objects later, as tests of caches do, would see those of before.
    assert gc.get_freeze_count() == 0


def test_a_question_that_is_a_table_is_read_in_time_that_grows_with_its_length() -> None:
    """What stands before each of its figures is looked at, and not the whole text before it."""
    read, size = READERS["question"]
    assert growth(read, KINDS["table rows"], size) <= MOST


def test_the_square_of_the_length_is_noticed() -> None:
    def squared(text: str) -> int:
        return sum(
            text[at:].count("a", 0, 2_000)
            for at in range(0, len(text), 10)
            for _ in range(len(text) // 1_000)
        )

    def linear(text: str) -> int:
        return sum(text[at : at + 50].count("a") for at in range(len(text)))

    assert growth(squared, KINDS["one letter"], 8_000) > MOST
    assert growth(linear, KINDS["one letter"], 100_000) <= MOST


def test_every_kind_is_as_long_as_it_is_wanted() -> None:
    assert len(KINDS) >= 20
    for name, kind in KINDS.items():
        assert 950 <= len(kind(1_000)) <= 1_050, name
