"""Counts in messages."""

from data_base.counted import counted
from tests.support.rows import over


@over(
    "number, noun, plural, text",
    [
        (0, "answer", None, "0 answers"),
        (1, "answer", None, "1 answer"),
        (2, "answer", None, "2 answers"),
        (1, "reply", "replies", "1 reply"),
        (1204, "reply", "replies", "1,204 replies"),
    ],
)
def test_the_noun_follows_the_number(number: int, noun: str, plural: str | None, text: str) -> None:
    """One is singular, everything else is plural, and thousands are separated."""
    assert counted(number, noun, plural) == text
