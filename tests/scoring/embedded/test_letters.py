"""Letters that name one of several things."""

from scoring.embedded.words import letters
from tests.support.rows import over


@over(
    "text, named",
    [
        ("自己的辛苦", ""),
        ("園丁與甲板", ""),
        ("丙烯和乙醇", ""),
        ("戊戌年的裝甲車", ""),
        ("甲、乙两厂", "甲乙"),
        ("丁队", "丁"),
        ("工厂己", "己"),
    ],
)
def test_a_heavenly_stem_in_a_word_is_no_letter(text: str, named: str) -> None:
    assert letters(text) == {f"§{letter}" for letter in named}
