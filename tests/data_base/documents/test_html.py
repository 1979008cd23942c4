"""Of an HTML page all is read that can be seen, once and in order, and figures stay whole."""

import html

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from data_base.documents.html import html_blocks, read_html
from data_base.documents.named_bytes import NamedBytes
from data_base.documents.page import TextBlock
from data_base.errors import InputError
from tests.support.rows import over, table


def texts(markup: str) -> list[str]:
    return [block.text for block in html_blocks(markup)]


@over(
    "markup, expected",
    table(__file__, "test_inline_elements_neither_lose_nor_break_a_figure", lists=True),
)
def test_inline_elements_neither_lose_nor_break_a_figure(markup: str, expected: list[str]) -> None:
    assert texts(markup) == expected


def test_an_exponent_does_not_run_into_its_base() -> None:
    assert texts("4.2 × 10<sup>6</sup> and 10<sup><i>−3</i></sup>") == ["4.2 × 10^6 and 10^−3"]


def test_a_head_without_an_end_hides_nothing() -> None:
    assert texts("<html><head><title>t</title><meta charset=utf-8><body><p>It says 17.") == ["It says 17."]


@over("container", ["body", "main", "address", "details", "footer", "aside", "form"])
def test_text_straight_in_a_container_is_kept(container: str) -> None:
    markup = f"<{container}>before 1<p>within 2</p>after 3</{container}>"
    assert texts(markup) == ["before 1", "within 2", "after 3"]


def test_a_caption_is_the_first_line_of_its_table() -> None:
    markup = "<table><caption>Trips, <i>2023</i></caption><tr><th>Ship</th><td>1,204</td></tr></table>"
    (block,) = html_blocks(f"before{markup}after")[1:2]
    assert (block.kind, block.text) == ("table", "Trips, 2023\n| Ship | 1,204 |")


def test_a_table_within_a_cell_is_read_once() -> None:
    markup = "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table>d</td></tr></table>"
    assert texts(markup) == ["| a |\n| b | c |\n| d |"]


def test_cells_are_squeezed_and_empty_ones_keep_their_column() -> None:
    markup = "<table><tr><td>a<br>b<p> c\n d</p><td><td>e</table>"
    assert texts(markup) == ["| a b c d |  | e |"]


@over(
    "head, text, encoding",
    [
        ("<meta charset=gb2312>", "港口朱镕基", "gb18030"),
        (
            '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
            "Паром «Астра»",
            "cp1251",
        ),
        ('<?xml version="1.0" encoding="KOI8-R"?>', "Паром", "koi8-r"),
        ("<META CHARSET='iso-8859-1'>", "café – €5", "cp1252"),
        ("<meta charset=Shift_JIS>", "港は①番", "cp932"),
        ("<meta charset=iso-2022-jp>", "港の船", "iso2022_jp"),
        ("<meta charset=big5>", "港口", "big5"),
        ("<meta charset=windows-1251>", "Паром", "utf-8"),
        ("<meta charset=utf-8>", "Паром", "utf-16"),
        ("<!-- charset=koi8-r --><meta charset=cp1251>", "Паром", "cp1251"),
    ],
)
def test_a_page_is_read_in_the_encoding_that_it_declares(head: str, text: str, encoding: str) -> None:
    """Only UTF-8 was read, whatever the page said."""
    content = f"<html><head>{head}</head><body><p>{text}</p>".encode(encoding)
    assert read_html(NamedBytes("a.html", content))[0].blocks == (TextBlock(text),)


LETTERS = {
    "windows-1251": "аяёАЯЁ«»№–ab", "koi8-r": "аяёАЯЁab", "gbk": "港口朱镕基ab", "big5": "港口輪船ab",
    "shift_jis": "港は①番ab", "euc-kr": "항구배ab", "iso-8859-2": "łąčžab", "windows-1252": "é–€œab",
    "utf-8": "é港口ж€ab",
}  # fmt: skip


@given(
    st.sampled_from(sorted(LETTERS)).flatmap(
        lambda name: st.tuples(st.just(name), st.text(LETTERS[name], min_size=1))
    )
)
def test_a_text_in_any_encoding_that_is_declared_is_the_text(written: tuple[str, str]) -> None:
    encoding, text = written
    codec = {"gbk": "gb18030", "shift_jis": "cp932"}.get(encoding, encoding)
    content = f"<meta charset={encoding}><p>{text}</p>".encode(codec)
    # What happens to be UTF-8 is read as that: two letters of KOI8-R may be one of it.
    assume(encoding == "utf-8" or text.isascii() or not _is_utf8(content))
    assert read_html(NamedBytes("a.html", content))[0].blocks == (TextBlock(text),)


def _is_utf8(content: bytes) -> bool:
    return content.decode("utf-8", "ignore").encode() == content


@over(
    "head, said", [("<meta charset=gb2312>", "is not gb18030, which"), ("<meta charset=hex>", "is not UTF-8")]
)
def test_a_page_that_declares_a_wrong_encoding_is_named(head: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_html(NamedBytes("a.html", f"{head}<p>".encode() + b"\xff\xff"))


@over("markup, expected", table(__file__, "test_a_merged_cell_is_in_each_of_its_places"))
def test_a_merged_cell_is_in_each_of_its_places(markup: str, expected: str) -> None:
    """Columns shifted: the number of ships stood under the year."""
    assert texts(f"<table>{markup}</table>") == [expected]


@over(
    "unseen",
    table(__file__, "test_what_cannot_be_seen_is_left_out"),
)
def test_what_cannot_be_seen_is_left_out(unseen: str) -> None:
    assert texts(f"<!doctype html><div>It says {unseen} 4.2</div>")[0].startswith("It says")
    assert "4.1" not in "".join(texts(f"<!doctype html><div>It says {unseen} 4.2</div>"))


def test_preformatted_lines_stay_as_they_are() -> None:
    assert texts("<pre>\nShip   <b>Trips</b>\nAster  1,204\n</pre>") == ["Ship   Trips\nAster  1,204"]


def test_a_line_break_breaks_the_line_of_a_block() -> None:
    assert texts("<h2>Fleet<br>of 2023</h2><p>one <br>\n two") == ["Fleet\nof 2023", "one\ntwo"]


def test_kinds_are_told_apart() -> None:
    blocks = html_blocks("<h2><span>Fleet</span></h2>loose<table><tr><td>1</td></tr></table>")
    assert [block.kind for block in blocks] == ["heading", "paragraph", "table"]


def test_a_page_that_leaves_out_its_end_tags_is_read_to_its_end() -> None:
    assert texts("<p>a" * 3000) == ["a"] * 3000
    assert texts("<table>" + "<tr><td>a<td>b" * 3000)[0].count("| a | b |") == 3000


WORDS = st.text(alphabet="ab 4.,%港口ж<&\n", max_size=8)
INLINE = st.sampled_from(["a", "b", "span", "sub", "code", "u-nknown"])
BLOCK = st.sampled_from(
    ["p", "div", "li", "pre", "h3", "address", "details", "footer", "dd", "main", "caption"]
)
GONE = st.sampled_from(["script", "style", "nav", "title", "svg", "p hidden", "i style='display:none'"])

# A page as (markup, what is seen of it).
Seen = tuple[str, str]


def _wrapped(name: str, inner: list[Seen]) -> Seen:
    markup = "".join(part[0] for part in inner)
    return f"<{name}>{markup}</{name.partition(' ')[0]}>", "".join(part[1] for part in inner)


def _row(cells: list[Seen]) -> Seen:
    return _wrapped("tr", [_wrapped("td", [cell]) for cell in cells])


TEXT = WORDS.map(lambda text: (html.escape(text), text))
LEAF = TEXT | st.just(("<br>", "")) | GONE.map(lambda name: (f"<{name}>9</{name.partition(' ')[0]}>", ""))
PAGES: st.SearchStrategy[Seen] = st.recursive(
    LEAF,
    lambda inner: (
        st.builds(_wrapped, INLINE | BLOCK, st.lists(inner, max_size=4))
        | st.builds(_wrapped, st.just("table"), st.lists(st.lists(inner, max_size=3).map(_row), max_size=3))
    ),
    max_leaves=20,
)


@given(st.lists(PAGES, max_size=5))
def test_all_that_is_seen_is_read_once_and_in_order(parts: list[Seen]) -> None:
    markup, seen = _wrapped("body", parts)
    read = "".join(texts(markup)).replace("|", "")
    assert "".join(read.split()) == "".join(seen.split())


SPANS = st.lists(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4), max_size=6)


@given(SPANS)
def test_whatever_is_merged_every_cell_is_read_and_begins_in_its_row(
    rows: list[list[tuple[int, int]]],
) -> None:
    markup = "".join(
        "<tr>"
        + "".join(f"<td rowspan={down} colspan={across}>c{row}.{n}" for n, (down, across) in enumerate(cells))
        for row, cells in enumerate(rows)
    )
    read = texts(f"<table>{markup}</table>")
    lines = read[0].split("\n") if read else []
    for line, row in zip(lines, (row for row, cells in enumerate(rows) if cells), strict=True):
        assert all(f" c{row}.{n} " in line for n in range(len(rows[row])))
