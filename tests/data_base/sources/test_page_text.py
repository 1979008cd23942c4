"""The text of pages as they come."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.documents.html_encoding import decoded
from data_base.net.page_content import NotFetchedError, PageContent
from data_base.sources.page_text import page_kind, page_text, publication_day
from tests.support.pdf import minimal_pdf
from tests.support.rows import over

CHINESE = "<title>奥尔磨坊</title><p>该厂于1987年开业。</p>"
HEAD = (
    "<title> Orle\n mill </title><meta property='article:published_time' content='2001-05-01T10:00:00Z'>"
    "<meta name=date content=2020-01-01>"
)
JSON_LD = """<meta name=date content="2020-01-01"><meta property="og:title" content="Orle">
<script type="application/ld+json">{"@graph": [{"a": [1]}, {"datePublished": "2003-02-01"}]}</script>"""
TABLE = "<h2>Paper</h2><table><tr><th>year<th>t<tr><td>1987<td>12.5</table>"
PDF_TYPE = "application/pdf"


def page(content: bytes, media_type: str = "text/html", charset: str | None = None) -> PageContent:
    return PageContent("https://a.example/", 200, content, media_type, charset)


@over(
    "came, text, title, published",
    [
        (page(b"<p>one<p>two"), "one\n\ntwo", None, None),
        (page(f"{HEAD}<p>a".encode()), "a", "Orle mill", "2001-05-01"),
        (page(f"{JSON_LD}<p>a".encode()), "a", "Orle", "2003-02-01"),
        (page(b"<time pubdate>May 3, 2001</time><p>a"), "May 3, 2001\n\na", None, "2001-05-03"),
        (page(b"<script type='application/ld+json'>" + b"[" * 99_999 + b"</script><p>a"), "a", None, None),
        (page(TABLE.encode()), "## Paper\n\n| year | t |\n|---|---|\n| 1987 | 12.5 |", None, None),
        (page(CHINESE.encode("gb18030"), charset="GBK"), "该厂于1987年开业。", "奥尔磨坊", None),
        (page(f"<meta charset=gb2312>{CHINESE}".encode("gb18030")), "该厂于1987年开业。", "奥尔磨坊", None),
        (page(f"<meta charset=gb2312>{CHINESE}".encode()), "该厂于1987年开业。", "奥尔磨坊", None),
        (page(f"<html>{CHINESE}".encode("utf-16")), "该厂于1987年开业。", "奥尔磨坊", None),
        (page("<p>Мельница".encode("cp1251"), charset="windows-1251"), "Мельница", None, None),
        (page("<p>日本語".encode("iso2022_jp"), charset="ISO-2022-JP"), "日本語", None, None),
        (page(b"<p>caf\xe9" + b" and more words of the page" * 9), None, None, None),
        (page(b"# Orle\r\n\r\n1987", "text/markdown"), "# Orle\n\n1987", None, None),
        (page(b"plain 1987", ""), "plain 1987", None, None),
        (page(b"<!DOCTYPE html><p>a login page", PDF_TYPE), "a login page", None, None),
        (page(b"  <!-- x --><html><p>a", "text/plain"), "a", None, None),
        (
            page(minimal_pdf("Page one says 17.", "Two."), "text/html"),
            "Page one says 17.\n\nTwo.",
            None,
            None,
        ),
    ],
)
async def test_text_title_and_publication(
    came: PageContent, text: str | None, title: str | None, published: str | None
) -> None:
    found = await page_text(came)
    assert found[1:] == (title, published)
    assert found.text.startswith("caf\ufffd and more") if text is None else found.text == text


@over(
    "came, reason",
    [
        (page(b""), "no text"),
        (page(b" \n"), "no text"),
        (page(b"<script>1</script>"), "no text"),
        (page(b"\x00\x01", "text/plain"), "wrong type (text/plain)"),
        (page(b"{}", "application/json"), "wrong type (application/json)"),
        (page(b"no pdf", PDF_TYPE), "wrong type (application/pdf)"),
        (page(b"%PDF-1.4 broken", PDF_TYPE), "is not a readable PDF"),
        (page(minimal_pdf("", ""), PDF_TYPE), "the PDF has 2 pages and no text, it is probably a scan"),
        (page(CHINESE.encode("gb18030")), "its encoding is not known"),
    ],
)
async def test_a_page_without_text_is_named(came: PageContent, reason: str) -> None:
    with pytest.raises(NotFetchedError) as caught:
        await page_text(came)
    assert str(caught.value).startswith(reason)
    assert (caught.value.state, caught.value.status) == ("unreadable", 200)


@over(
    "written, day",
    [
        ("2001-05-01", "2001-05-01"),
        ("2001-05-01T23:00:00+08:00", "2001-05-01"),
        ("2001/05/01", "2001-05-01"),
        ("20010501120000", "2001-05-01"),
        ("2001-05", "2001-05"),
        ("2001", "2001"),
        ("May 1, 2001", "2001-05-01"),
        ("2001年5月1日", "2001-05-01"),
        ("1 мая 2001 г.", "2001-05-01"),
        ("2001-13-45", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_publication_date_is_as_exact_as_the_page(written: str, day: str | None) -> None:
    assert publication_day(written) == day


@given(st.text(max_size=60) | st.from_regex(r"\d{1,8}[-/.年 ]?\d{0,4}[-/.月 ]?\d{0,8}.{0,9}", fullmatch=True))
def test_a_publication_date_is_one_or_none(written: str) -> None:
    day = publication_day(written)
    assert day is None or date.fromisoformat(f"{day}{'-01-01'[len(day) - 10 :] if len(day) < 10 else ''}")


@given(st.binary(max_size=300), st.sampled_from(["utf-16", "gb18030", "shift_jis", "idna", "", "no such"]))
def test_whatever_came_is_decoded(content: bytes, label: str) -> None:
    assert isinstance(decoded(content, label), str)
    assert page_kind("text/html", content) in {"html", "pdf", None}
