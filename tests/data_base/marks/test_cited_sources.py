"""Marks of a report, and the list of sources that they lead to, in the forms that systems write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.marks.cited_sources import listed_sources, same_page, source_marks
from data_base.marks.source_list import without_source_list
from tests.support.rows import over

URL = "https://a.example/x_(y)?q=1"


@over(
    "text, expected",
    [
        ("It opened [1].", [("1", None)]),
        ("It opened [1, 3][5].", [("1", None), ("3", None), ("5", None)]),
        ("It opened [2-4].", [("2", None), ("3", None), ("4", None)]),
        ("It opened【1】【2†source】。", [("1", None), ("2", None)]),
        (r"It opened \[2\]\[5\].", [("2", None), ("5", None)]),
        ("It opened[^note-1].", [("note-1", None)]),
        ("It opened<sup>3</sup>.", [("3", None)]),
        (f"It opened [1]({URL}).", [("1", URL)]),
        (f"It opened [(2)]({URL}).", [("2", URL)]),
        (f"It opened [\\[4]]({URL}).", [("4", URL)]),
        (f"It opened ([Mills | A [b] c]({URL})).", [(None, URL)]),
        (f"See {URL}.", [(None, URL)]),
        (f"See <{URL}>, too.", [(None, URL)]),
        ("doi: 10.1000/xyz.1.", [(None, "https://doi.org/10.1000/xyz.1")]),
        ("[Ref. [12](#B12)]", [("12", None)]),
        ("Ratings: [4, 5, 5, 3].", []),
        ("It is [sic] an array a[i].", []),
        ("據報 [段落 1] 已開（段落 2、3）。", [("1", None), ("2", None), ("3", None)]),
        ("It opened [Passage 3] (passages 1 and 2).", [("3", None), ("1", None), ("2", None)]),
        ("It opened (source 1: [3]), as page 4 says (passage 1 of two).", [("3", None)]),
    ],
)
def test_marks_in_the_forms_that_systems_write(
    text: str, expected: list[tuple[str | None, str | None]]
) -> None:
    assert [(mark.name, mark.url) for mark in source_marks(text)] == expected


LISTS = {
    "numbers and addresses": "## References\n[1] https://a.example/1\n[2] A title. https://a.example/2",
    "a dot": "Sources:\n1. https://a.example/1\n2. https://a.example/2",
    "links": "**References**\n\n\\[1] One[ https://a.example/1](https://a.example/1)\n\n\\[2] Two https://a.example/2",
    "without a heading": "[1\\. One [b] and](https://a.example/1)\n\n[2\\. Two](https://a.example/2)",
    "cut off": "[1\\. One](https://a.example/1)\n\n[2\\. Two](https://a.example/2",
    "a remark behind": "參考資料\n[1] https://a.example/1\n[2] https://a.example/2\n\n> （注：部分內容）\n>",
    "footnotes": "[^1]: https://a.example/1\n[^2]: Two, https://a.example/2",
    "in Russian": "Источники\n1. Один. https://a.example/1\n2. Два. https://a.example/2",
}


@pytest.mark.parametrize("form", LISTS)
def test_lists_in_the_forms_that_systems_write(form: str) -> None:
    report = f"Orle mill opened in 1987 [1] and closed in 2001 [2].\n\n{LISTS[form]}"
    listed = listed_sources(report)
    assert [(each.name, each.url) for each in listed] == [
        ("1", "https://a.example/1"),
        ("2", "https://a.example/2"),
    ]
    assert all(report[each.start :].lstrip().startswith(each.text[:20]) for each in listed)
    assert without_source_list(report).endswith("closed in 2001 [2].")


def test_two_links_to_one_page_are_one_source() -> None:
    page = same_page("https://www.a.example/x/?utm_source=openai&q=1#:~:text=y")
    assert page == same_page("http://a.example/x?q=1")
    assert page != same_page("https://a.example/x?q=2")


@given(st.text(alphabet="[]()^123,-. \n\\<>/:htps【】†ab", max_size=200))
def test_marks_are_in_order_and_within_the_text(text: str) -> None:
    marks = list(source_marks(text))
    assert all(0 <= mark.start < mark.end <= len(text) for mark in marks)
    assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)
    listed_sources(text)


def test_a_list_is_read_before_a_remark_and_with_addresses_in_lines_of_their_own() -> None:
    report = (
        "It opened in 1987 [1].\n\n## References\n\n1. Gazette.\n   https://a.example/1\n"
        "2. https://a.example/2\n\n## Method\n\nWe asked four times.\n"
    )
    assert [(each.name, each.url) for each in listed_sources(report)] == [
        ("1", "https://a.example/1"),
        ("2", "https://a.example/2"),
    ]
    notes = "It opened in 1987 [^a].\n\n[^a]: Blom, Mills, 2003.\n[^b]: It closed in 2001 [1].\n\nIt burned."
    assert [(each.name, each.url) for each in listed_sources(notes)] == [("a", None)]
    assert not listed_sources("## Sources\n\n1. Coal\n2. Wind\n\nThe mill uses both.")
