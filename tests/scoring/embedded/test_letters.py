"""Letters that name one of several things."""

from scoring.embedded.words import letters
from tests.support.rows import over, table


@over(
    "text, named",
    table(__file__, "test_a_heavenly_stem_in_a_word_is_no_letter"),
)
def test_a_heavenly_stem_in_a_word_is_no_letter(text: str, named: str) -> None:
    assert letters(text) == {f"§{letter}" for letter in named}
