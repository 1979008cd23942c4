"""Ids of known passages in square brackets are found where they stand, whatever is in them."""

from data_base.passage_marks import passage_marks
from tests.support.rows import over


@over(
    "text, names, found",
    [
        ("It is so [a#1], and [b#2].", ["a#1", "b#2"], ["[a#1]", "[b#2]"]),
        ("[a#1][a#1]", ["a#1"], ["[a#1]", "[a#1]"]),
        ("[[a#1]] [ a#1] [c#3", ["a#1"], ["[a#1]"]),
        ("[a] b]", ["a", "a] b"], ["[a] b]"]),
        ("[x [1].md#1]", ["x [1].md#1"], ["[x [1].md#1]"]),
        ("[a#1]", [], []),
        ("", ["a#1"], []),
    ],
)
def test_citations_are_found(text: str, names: list[str], found: list[str]) -> None:
    marks = [*passage_marks(text, names)]
    assert [text[mark.start : mark.end] for mark in marks] == found
    assert [f"[{mark.name}]" for mark in marks] == found
