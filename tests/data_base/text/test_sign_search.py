"""Searching near signs finds what searching the whole text finds."""

import re

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.clock_patterns import clock_patterns, clock_patterns_in
from data_base.text.date_patterns import date_patterns, date_patterns_in
from data_base.text.folding import fold
from data_base.text.sign_search import matches_near, script_of, scripts_in

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


PIECES = [
    "12 may",
    "2023年5月",
    " 3 мая",
    "3pm",
    "下午3点",
    "в 5 часов",
    "q1",
    " ",
    "o'clock",
    "Ⅳ",
    "ё",
    "é",
    "5:30",
]


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join) | st.text(max_size=40))
def test_no_pattern_is_left_out_that_would_match(text: str) -> None:
    low = fold(text).low
    scripts = scripts_in(low)
    for everything, kept in (
        (date_patterns(), date_patterns_in(scripts)),
        (clock_patterns(), clock_patterns_in(scripts)),
    ):
        for pattern in everything:
            assert pattern in kept or not pattern.regex.search(low)


def test_only_patterns_of_a_texts_scripts_are_tried() -> None:
    assert scripts_in("5 may") == {"latin"}
    assert scripts_in("5 мая 民国") == {"cyrillic", "cjk"}
    assert scripts_in("2023-05-01") == frozenset()
    assert len(date_patterns_in(frozenset({"latin"}))) < len(date_patterns())
    assert script_of(("年", "月")) == "cjk"
    assert script_of(("0s", "0年代")) is None
    assert script_of(()) is None
