"""A PDF's text is read as it is printed: words whole, in reading order, without control characters."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from data_base.documents.line_hyphens import DocumentWords, marked_breaks
from data_base.documents.named_bytes import NamedBytes
from data_base.documents.page import PageBlocks
from data_base.documents.page_passages import split_pages
from data_base.documents.pdf import read_pdf
from data_base.documents.plain import text_blocks
from data_base.schemas.passage import Passage
from tests.support.pdf import minimal_pdf
from tests.support.rows import over


def read(*pages: str) -> str:
    passages = split_pages("a.pdf", read_pdf(NamedBytes("a.pdf", minimal_pdf(*pages))))
    return " ".join(" ".join(passage.text.split()) for passage in passages)


@over(
    "printed, expected",
    [
        (
            "The trans-\nport company earned 4.1 mil-\nlion in 2023.",
            "The transport company earned 4.1 million",
        ),
        ("It is a well-\nknown mill. The mill is well-known.", "a well-known mill."),
        ("Debian has a policy. The debian-\npolicy says so.", "The debian-policy says so."),
        ("It takes PCI-\nExpress cards and a USB-\nstick.", "PCI-Express cards and a USB-stick."),
        ("Since COVID-\n19 the years 2020-\n2021 were poor.", "COVID-19 the years 2020-2021 were"),
        ("An in-\nform player: in form, informed.", "An inform player"),
        ("See https://example.org/mill-\nhouse for more.", "https://example.org/mill-house for"),
        ("Sent by e-\nmail on an X-\nray film.", "by e-mail on an X-ray film."),
        ("ALL TRANS-\nPORT IS LATE.", "ALL TRANSPORT IS LATE."),
        ("The tide-\nless sea and the lake at the end of this page-", "The tideless sea and"),
    ],
)
def test_a_hyphen_at_the_end_of_a_pdfs_line_is_put_together(printed: str, expected: str) -> None:
    """pdfium's mark, U+0002, stayed in the word: "trans\\x02port" was found by no search."""
    assert expected in read(printed)


@over(
    "above, below, expected",
    [
        ("Суда привезли около десяти тысяч контей-\nнеров.", "", "контейнеров."),
        ("Спросили какого-\nто рыбака.", "Такого, какого ждали, и то молчал.", "какого-то"),
        ("Это сказал кто-\nнибудь.", "Если кто и где-нибудь слышал.", "кто-нибудь"),
        ("Надо, что\u00ad\nбы все пришли.", "Что было бы.", "чтобы"),
    ],
)
def test_a_compound_has_its_hyphen_by_the_words_of_its_document(
    above: str, below: str, expected: str
) -> None:
    words, text = DocumentWords(), marked_breaks(above)
    words.add(text)
    words.add(below)
    assert expected in words.mended(text).replace("\ufffe\n", "")


@over(
    "text, clean",
    [
        ("trans\x02port", "transport"),
        ("one\x0ctwo\x85three\r\nfour", "one\ntwo\nthree\nfour"),
        ("\x1b[31mred\x1b[0m \x1b]0;title\x07alert", "red alert"),
        ("half \ud83d of it\0", "half \ufffd of it\ufffd"),
        ("tab\tand\nline", "tab\tand\nline"),
    ],
)
def test_no_passage_has_a_control_character(text: str, clean: str) -> None:
    assert Passage(id="a", doc_id="a", text=text).text == clean


@given(st.text(st.characters(codec=None, categories=None), max_size=40))
def test_whatever_is_read_has_no_control_character(text: str) -> None:
    for passage in split_pages("a\x02.txt", [PageBlocks(None, text_blocks(text))]):
        for char in passage.id + passage.text:
            assert unicodedata.category(char) not in {"Cc", "Cs"} or char in "\n\t"


WORD = st.text("abcde", min_size=1, max_size=6)


@given(st.lists(WORD, min_size=1, max_size=40), st.lists(st.integers(1, 5), min_size=40, max_size=40))
def test_a_text_is_the_same_wherever_its_lines_break_words(words: list[str], cuts: list[int]) -> None:
    printed = "\n".join(
        f"{word[:at]}-\n{word[at:]}" if 1 < at < len(word) else word
        for word, at in zip(words, cuts, strict=False)
    )
    document = DocumentWords()
    document.add(" ".join(words))
    assert document.mended(marked_breaks(printed)).replace("\ufffe\n", "").split() == words
