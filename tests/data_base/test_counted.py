"""Counts in messages."""

from data_base.counted import counted
from tests.support.rows import over, table


@over(
    "number, noun, plural, text",
    table(__file__, "test_the_noun_follows_the_number"),
)
def test_the_noun_follows_the_number(number: int, noun: str, plural: str | None, text: str) -> None:
    """One is singular, everything else is plural, and thousands are separated."""
    assert counted(number, noun, plural) == text
