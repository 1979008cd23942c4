"""Ids of known passages in square brackets are found where they stand, whatever is in them."""

from data_base.passage_citations import passage_marks
from tests.support.rows import over, table


@over(
    "text, names, found",
    table(__file__, "test_citations_are_found", lists=True),
)
def test_citations_are_found(text: str, names: list[str], found: list[str]) -> None:
    marks = [*passage_marks(text, names)]
    assert [text[mark.start : mark.end] for mark in marks] == found
    assert [f"[{mark.name}]" for mark in marks] == found
