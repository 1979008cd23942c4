"""Words are found where they stand, whatever breaks their lines, and marked without losing a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.web.marks import Mark, Searched, Span, stretches

TEXT = "The farm made 354.4\n  GWh in 2023 [a#1], and ＡＢＣ units. 港口在 2023 年處理了 88 艘船。"


def places_of(words: str, text: str) -> tuple[Span, ...]:
    return Searched(text).places_of(words)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("made 354.4 GWh", ["made 354.4\n  GWh"]),
        ("THE FARM", ["The farm"]),
        ("«abc units».", ["ＡＢＣ units"]),
        ("in 2023, and", []),
        ("in 2023 , and abc", ["in 2023 [a#1], and ＡＢＣ"]),
        ("2023 年處理了 88", ["2023 年處理了 88"]),
        ("farm made … in 2023", ["farm made", "in 2023"]),
        ("The farm; 88 艘船", ["The farm", "88 艘船"]),
        ("The farm … nothing of it", []),
        ("absent", []),
        ("  ", []),
        ("x" * 20_000, []),
        ("in 2023 [b#2], and abc", ["in 2023 [a#1], and ＡＢＣ"]),
        ("; ".join(["farm"] * 500), []),
    ],
)
def test_words_are_found(words: str, found: list[str]) -> None:
    assert [TEXT[start:end] for start, end in places_of(words, TEXT)] == found


def test_citations_between_words_do_not_hide_a_claim() -> None:
    text = "It made 12 GWh [a#1] in 2023."
    assert [text[a:b] for a, b in places_of("It made 12 GWh in 2023.", text)] == [
        "It made 12 GWh [a#1] in 2023"
    ]


def test_of_overlapping_marks_the_graver_comes_first() -> None:
    good, bad = Mark(1, "supported", "p1"), Mark(2, "contradicted", "p2")
    cut = stretches("abcdef", [((0, 4), good), ((2, 6), bad)], ("contradicted", "supported"))
    assert [(each.text, [mark.number for mark in each.marks]) for each in cut] == [
        ("ab", [1]),
        ("cd", [2, 1]),
        ("ef", [2]),
    ]
    assert [[mark.number for mark in each.begins] for each in cut] == [[1], [2], []]


def test_a_mark_that_ends_where_it_begins_anew_goes_on() -> None:
    mark, other = Mark(1, "supported", "p1"), Mark(2, "cite", "p2")
    cut = stretches("abcdef", [((0, 2), mark), ((2, 4), mark), ((3, 3), other), ((4, 6), other)])
    assert [(each.text, each.marks, each.begins) for each in cut] == [
        ("ab", (mark,), (mark,)),
        ("cd", (mark,), ()),
        ("ef", (other,), (other,)),
    ]


@given(st.text(), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_stretches_are_the_whole_text(text: str, ends: list[tuple[int, int]]) -> None:
    spans = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in ends]
    marked = [(span, Mark(number, "supported", "x")) for number, span in enumerate(spans)]
    assert "".join(each.text for each in stretches(text, marked)) == text


@given(st.text(), st.text())
def test_what_is_found_is_within_the_text(words: str, text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in places_of(words, text))
