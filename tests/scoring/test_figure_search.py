"""Figures that texts state, as written or in another way."""

import pytest

from scoring.figure_search import is_stated, sentences_with
from scoring.values.mentions import mentions
from tests.support.rows import table


def stated(claim: str, *texts: str) -> bool:
    """Whether the one figure of a claim is stated in texts."""
    (mention,) = mentions(claim)
    return is_stated(mention, texts)


@pytest.mark.parametrize(
    ("claim", "text"),
    table(__file__, "test_a_figure_is_stated_in_whatever_way_it_is_written"),
)
def test_a_figure_is_stated_in_whatever_way_it_is_written(claim: str, text: str) -> None:
    assert stated(claim, "Nothing is said here.", text)


@pytest.mark.parametrize(
    ("claim", "text"),
    table(__file__, "test_digits_within_another_number_or_a_name_are_no_figure"),
)
def test_digits_within_another_number_or_a_name_are_no_figure(claim: str, text: str) -> None:
    assert not stated(claim, text)


def test_the_sentences_and_rows_of_a_figure_are_found() -> None:
    (mention,) = mentions("It has 212 workers.")
    prose = "The mill is old. It had 212 workers in 2020. It had 198 before."
    table = "| Mill | Workers |\n|---|---|\n| Oster | 212 |\n| Norr | 198 |"
    assert sentences_with(mention, prose) == ["It had 212 workers in 2020."]
    assert sentences_with(mention, table)[0] == "| Oster | 212 |"
