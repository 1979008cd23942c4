"""Searching near signs finds what searching the whole text finds."""

import re

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.sign_search import matches_near

REGEX = re.compile(r"[0-9]{1,2} (?:may|june) [0-9]{4}|june")
SIGNS = ("may", "june")


@given(
    st.lists(
        st.sampled_from(["12 may 2020", "3 june 1999", "june", " may", "x" * 40, " and ", "7 ", "m"]),
        max_size=30,
    )
)
def test_the_same_matches_as_in_the_whole_text(pieces: list[str]) -> None:
    text = " ".join(pieces)
    found = [match.span() for match in matches_near(REGEX, text, SIGNS, 20)]
    assert found == [match.span() for match in REGEX.finditer(text)]


def test_without_signs_all_of_the_text_is_searched() -> None:
    assert [match[0] for match in matches_near(REGEX, "june 12 may 2020", (), 3)] == ["june", "12 may 2020"]
