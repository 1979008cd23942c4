"""Figures that texts state, as written or in another way."""

import pytest

from scoring.figure_search import is_stated, sentences_with
from scoring.values.mentions import mentions


def stated(claim: str, *texts: str) -> bool:
    """Whether the one figure of a claim is stated in texts."""
    (mention,) = mentions(claim)
    return is_stated(mention, texts)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It made 4,812 hl.", "In 2020 4,812 hl were made."),
        ("It made 4,812 hl.", "The brewery made 4812 hl."),
        ("It made 4.8 thousand hl.", "The brewery made 4,812 hl."),
        ("It cost 38 million.", "| Year | Cost, million |\n|---|---|\n| 2020 | 38 |"),
        ("共有 12000 人。", "共有一萬二千人。"),
    ],
)
def test_a_figure_is_stated_in_whatever_way_it_is_written(claim: str, text: str) -> None:
    assert stated(claim, "Nothing is said here.", text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It made 812 hl.", "The brewery made 4,812 hl."),
        ("It made 48 hl.", "The brewery made 48.7 hl."),
        ("It made 48 hl.", "The brewery made 481 hl."),
        ("It made 512 hl.", "The part is called B512."),
    ],
)
def test_digits_within_another_number_or_a_name_are_no_figure(claim: str, text: str) -> None:
    assert not stated(claim, text)


def test_the_sentences_and_rows_of_a_figure_are_found() -> None:
    (mention,) = mentions("It has 212 workers.")
    prose = "The mill is old. It had 212 workers in 2020. It had 198 before."
    table = "| Mill | Workers |\n|---|---|\n| Oster | 212 |\n| Norr | 198 |"
    assert sentences_with(mention, prose) == ["It had 212 workers in 2020."]
    assert sentences_with(mention, table)[0] == "| Oster | 212 |"
