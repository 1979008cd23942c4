"""A PDF's text is read as it is printed: words whole, in reading order, without control characters."""

import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from data_base.documents.line_hyphens import DocumentWords, marked_breaks
from data_base.documents.named_bytes import NamedBytes
from data_base.documents.page import PageBlocks
from data_base.documents.page_passages import split_pages
from data_base.documents.pdf import read_pdf
from data_base.documents.plain import text_blocks
from data_base.documents.reader import documents_read
from data_base.documents.unread_content_warnings import pages_note
from data_base.schemas.judgement import Issue
from data_base.schemas.passage import Passage
from scoring.evidence_check import check_issues
from tests.support.pdf import minimal_pdf, pdf_of, stream
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


@over(
    "pages, note",
    [
        (["one", *[""] * 9], "a.pdf: pages 2-10 of 10 have no text that can be read; run it through"),
        (["one", "", "two"], "a.pdf: page 2 of 3 has no text that can be read"),
        (["", "one", "", "", "two", ""], "a.pdf: pages 1, 3-4, 6 of 6 have no text"),
    ],
)
def test_pages_without_text_are_named(tmp_path: Path, pages: list[str], note: str) -> None:
    """Nine scanned pages of ten were passed over in silence."""
    (tmp_path / "a.pdf").write_bytes(minimal_pdf(*pages))
    (said,) = documents_read(tmp_path).notes
    assert said.startswith(note)
    assert documents_read(tmp_path / "a.pdf").notes == (said,)


def test_a_page_whose_font_maps_no_character_has_no_text() -> None:
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 %d 0 R>>>>/Contents %d 0 R>>"
    )
    pages = read_pdf(
        NamedBytes(
            "a.pdf",
            pdf_of(
                b"<</Type/Catalog/Pages 2 0 R>>",
                b"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
                page % (5, 6),
                page % (8, 9),
                b"<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+X/Encoding/Identity-H/DescendantFonts[7 0 R]>>",
                stream(b"BT /F1 11 Tf 60 700 Td <0024002500260027> Tj ET"),
                b"<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+X"
                b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600>>",
                b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
                stream(b"BT /F1 11 Tf 60 700 Td (It says 17.) Tj ET"),
            ),
        )
    )
    assert [len(each.blocks) for each in pages] == [0, 1]
    assert pages_note("a.pdf", pages) == (
        "a.pdf: page 1 of 2 has no text that can be read; run it through text recognition (OCR)."
    )


def test_values_of_a_form_and_notes_are_read_with_their_page() -> None:
    widget = b"<</Type/Annot/Subtype/Widget/Rect[60 600 200 620]"
    content = pdf_of(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 7 0 R 9 0 R 12 0 R]>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R"
        b"/Annots[6 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R]>>",
        stream(b"BT /F1 11 Tf 60 700 Td (Harbour form) Tj ET"),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        widget + b"/FT/Tx/T(ship)/V(Aster of Velm)/F 4>>",
        b"<</FT/Tx/T(port)/TU(Home port)/V(Velm)/Kids[8 0 R]>>",
        widget + b"/Parent 7 0 R/F 4>>",
        widget + b"/FT/Btn/T(insured)/V/Yes/AS/Yes/F 4>>",
        b"<</Type/Annot/Subtype/FreeText/Contents(Paid in March)/Rect[60 500 200 520]/F 4>>",
        b"<</Type/Annot/Subtype/Text/Contents(never seen)/Rect[60 500 200 520]/F 2>>",
        widget + b"/FT/Btn/T(sunk)/V/Off/AS/Off/F 4>>",
    )
    (page,) = read_pdf(NamedBytes("a.pdf", content))
    assert [block.text for block in page.blocks] == [
        "Harbour form",
        "ship: Aster of Velm",
        "Home port: Velm",
        "insured: Yes",
        "Paid in March",
    ]


PRINTED = st.text("abcxyz 0123,.-", min_size=1, max_size=20).map(str.strip).filter(bool)


@given(st.lists(st.tuples(st.text("abcxyz", min_size=1, max_size=8), PRINTED), min_size=1, max_size=6))
def test_every_value_of_a_form_is_read_in_order(fields: list[tuple[str, str]]) -> None:
    refs = " ".join(f"{4 + place} 0 R" for place in range(len(fields))).encode()
    widget = b"<</Type/Annot/Subtype/Widget/Rect[60 600 200 620]/FT/Tx/F 4/T(%s)/V(%s)>>"
    content = pdf_of(
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[" + refs + b"]>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[" + refs + b"]>>",
        *(widget % (f"{place}{name}".encode(), value.encode()) for place, (name, value) in enumerate(fields)),
    )
    (page,) = read_pdf(NamedBytes("a.pdf", content))
    expected = [f"{place}{name}: {value}" for place, (name, value) in enumerate(fields)]
    assert [block.text for block in page.blocks] == expected


COLUMNS = [
    ("The council met in June and", "The report of the mill says"),
    ("approved the budget of the", "that 212 workers made nine"),
    ("new harbour wall, which is", "hundred tons of flour, more"),
    ("to be built in 2024 by a com-", "than in any year before the"),
    ("pany of the town.", "war, and sold all of it."),
]


def page_of(*texts: tuple[int, int, str]) -> NamedBytes:
    drawn = "\n".join(f"BT /F1 11 Tf {x} {y} Td ({text}) Tj ET" for x, y, text in texts)
    content = pdf_of(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        stream(drawn.encode()),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    return NamedBytes("a.pdf", content)


@over("by_rows", [True, False])
def test_columns_are_read_one_after_the_other_however_they_are_drawn(by_rows: bool) -> None:
    """Columns that are drawn row by row were woven into each other."""
    rows = [((60, 700 - 14 * n, one), (330, 700 - 14 * n, two)) for n, (one, two) in enumerate(COLUMNS)]
    drawn = [row[side] for side in (0, 1) for row in rows]
    if by_rows:
        drawn = [each for row in rows for each in row]
    (page,) = read_pdf(page_of((60, 740, "Minutes"), *drawn, (60, 600, "The end of the page.")))
    assert " ".join(block.text for block in page.blocks) == (
        "Minutes The council met in June and approved the budget of the new harbour wall, which is to be "
        "built in 2024 by a company of the town. The report of the mill says that 212 workers made nine "
        "hundred tons of flour, more than in any year before the war, and sold all of it. "
        "The end of the page."
    )


WRAPPED = st.lists(st.text("abcde", min_size=4, max_size=5), min_size=5, max_size=5).map(" ".join)


@given(st.lists(st.tuples(WRAPPED, WRAPPED), min_size=4, max_size=9))
def test_any_two_columns_of_text_are_read_one_after_the_other(rows: list[tuple[str, str]]) -> None:
    texts = [
        (x, 700 - 14 * n, f"{side}{n}{line}")
        for n, row in enumerate(rows)
        for x, side, line in zip((60, 330), "LR", row, strict=True)
    ]
    (page,) = read_pdf(page_of(*texts))
    read = " ".join(block.text for block in page.blocks).split()
    left, right = (
        [word for _, _, text in texts if text[0] == side for word in text.split()] for side in "LR"
    )
    assert read == left + right


ABOVE = (
    "The port was opened in 1978 by the mayor of the town and the\n"
    "guild of fishers. In the year 2023 the harbour handled 4.1"
)
BELOW = "million tonnes of grain. The mill closed."


@over(
    "pages, first",
    [
        ((ABOVE, BELOW), "handled 4.1 million tonnes of grain."),
        ((f"{ABOVE}\n7", f"{BELOW}\n8"), "handled 4.1 million tonnes of grain. 7"),
        ((f"Port of Velm\n{ABOVE}", f"Port of Velm\n{BELOW}"), "handled 4.1 million tonnes of grain."),
        ((ABOVE, f"Page 2 of 2\n{BELOW}"), "handled 4.1 million tonnes of grain."),
        ((f"{ABOVE} million tonnes.", BELOW), "handled 4.1 million tonnes."),
        ((ABOVE, "- million tonnes\n- other things"), "handled 4.1"),
        ((ABOVE, "", BELOW), "handled 4.1"),
        (("1 Results", "The mill closed."), "1 Results"),
        (("The mill belonged to the heirs of its founder, one of whom was\n", "John Smith."), "John Smith."),
    ],
)
def test_a_sentence_that_a_page_breaks_is_whole_on_the_page_where_it_begins(
    pages: tuple[str, ...], first: str
) -> None:
    """Neither the quote nor the figure was found: each page had one half."""
    passages = split_pages("a.pdf", read_pdf(NamedBytes("a.pdf", minimal_pdf(*pages))))
    on_first = " ".join(" ".join(each.text.split()) for each in passages if each.page == 1)
    on_last = [" ".join(each.text.split()) for each in passages if each.page == len(pages)]
    assert on_first.endswith(first)
    assert on_last == [" ".join(pages[-1].split())]


def test_a_figure_and_a_quote_over_a_page_break_have_no_doubts() -> None:
    passages = split_pages("a.pdf", read_pdf(NamedBytes("a.pdf", minimal_pdf(ABOVE, BELOW))))
    claim = "The harbour handled 4.1 million tonnes of grain in 2023."
    issue = Issue(claim=claim, verdict="supported", quote="the harbour handled 4.1 million tonnes of grain")
    (checked,) = check_issues([issue], claim, {each.id: each.text for each in passages}, {})
    assert checked.doubts == ()


def test_a_table_of_two_columns_is_read_by_rows() -> None:
    cells = [("Ship", "Trips in 2023"), ("Aster", "1,204"), ("Birch of Velm", "987"), ("Cedar", "455")]
    rows = [((60, 700 - 14 * n, one), (330, 700 - 14 * n, two)) for n, (one, two) in enumerate(cells)]
    texts = [each for row in rows for each in row]
    (page,) = read_pdf(page_of(*texts))
    read = " ".join(" ".join(block.text for block in page.blocks).split())
    assert read == " ".join(cell for row in cells for cell in row)


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
