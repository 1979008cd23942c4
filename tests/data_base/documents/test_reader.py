"""Files of every kind become passages; what cannot be read is said in one sentence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.documents.html import html_blocks
from data_base.documents.kinds import reader_of
from data_base.documents.markdown import markdown_blocks
from data_base.documents.named_bytes import NamedBytes, Source
from data_base.documents.page import BlockKind, PageBlocks, TextBlock
from data_base.documents.page_passages import split_pages
from data_base.documents.printed_lines import printed_blocks
from data_base.documents.reader import document_files, documents_read, documents_sha256, read_documents
from data_base.errors import InputError
from data_base.text.tokens import estimate_tokens
from tests.support.pdf import encrypted_pdf, minimal_pdf
from tests.support.rows import over, table

MARKDOWN = """# Ferry report

The **Aster** made 1,204 trips in 2023.

| Ship | Trips |
|------|-------|
| Aster | 1,204 |
| Birch | 987 |

- first point
- second point
"""


def test_folder_is_read_in_order_with_names_below_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.md").write_text(MARKDOWN, encoding="utf-8")
    (tmp_path / "sub" / "甲.txt").write_text("第一段。\n\n第二段，共 42 件。", encoding="utf-8")
    (tmp_path / "a.pdf").write_bytes(minimal_pdf("PageBlocks one says 17.", "PageBlocks two says 18."))
    (tmp_path / ".hidden.md").write_text("secret", encoding="utf-8")
    (tmp_path / "photo.jpg").write_bytes(b"\xff")
    passages = read_documents(tmp_path)
    assert [(p.id, p.page) for p in passages] == [
        ("a.pdf#p1.1", 1),
        ("a.pdf#p2.1", 2),
        ("b.md#1", None),
        ("sub/甲.txt#1", None),
    ]
    assert "PageBlocks two says 18." in passages[1].text
    assert "| Birch | 987 |" in passages[2].text
    assert list(documents_sha256(tmp_path)) == ["a.pdf", "b.md", "sub/甲.txt"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.pdf", b"%PDF-1.4 not really", "not a readable PDF"),
        ("nothing.pdf", b"", "not a readable PDF"),
        ("cut.pdf", minimal_pdf("Half of a file.")[:200], "not a readable PDF"),
        ("locked.pdf", encrypted_pdf("It says 17.", password="sesame"), "locked by a password"),
        ("scan.pdf", minimal_pdf("", ""), "2 pages and no text"),
        ("page.pdf", minimal_pdf("one", "two").replace(b"/Page/", b"/Pxge/"), "page 1 cannot be read"),
        ("latin.txt", "caf\xe9".encode("latin-1"), "not UTF-8"),
        ("wide.md", "text".encode("utf-16"), "not UTF-8"),
        ("program.txt", b"\x7fELF\2\1\0\0", "character 6 is of number 0"),
        ("empty.md", b"", "contains no text"),
        ("empty.html", b"<html><script>1</script></html>", "contains no text"),
        ("sheet.xlsx", b"PK", "not read"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"^[^\n]+$") as caught:
        read_documents(path)
    assert said in str(caught.value)
    assert name in str(caught.value)


def test_documents_that_cannot_be_read_are_named_together(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("It says 17.", encoding="utf-8")
    for number in range(30):
        (tmp_path / f"{number:02}.txt").write_bytes("caf\xe9".encode("latin-1") if number else b"")
    with pytest.raises(InputError) as caught:
        read_documents(tmp_path)
    first, *others = str(caught.value).splitlines()
    assert first == f"{tmp_path / '00.txt'}: contains no text; remove it or fill it."
    named = [line.partition(": ")[0] for line in others]
    assert named == [str(tmp_path / f"{number:02}.txt") for number in range(1, 20)]


@over(
    "name, content",
    [
        ("a.pdf", minimal_pdf("PageBlocks one says 17.", "PageBlocks two says 18.")),
        ("b.MD", b"\xef\xbb\xbf" + MARKDOWN.replace("\n", "\r\n").encode()),
        ("c.html", "<h1>Паром</h1><p>Он ходил 42 раза.".encode()),
        ("甲.txt", "第一段。\n\n第二段，共 42 件。".encode()),
        ("broken.pdf", b"%PDF-1.4 not really"),
        ("locked.pdf", encrypted_pdf("It says 17.", password="sesame")),
        ("latin.txt", "caf\xe9".encode("latin-1")),
    ],
)
def test_bytes_with_a_name_are_read_as_their_file_is(tmp_path: Path, name: str, content: bytes) -> None:
    path, document = tmp_path / name, NamedBytes(name, content)
    path.write_bytes(content)
    assert said_or_read(document) == said_or_read(path).replace(str(path), name)


def said_or_read(source: Source) -> str:
    try:
        return repr(reader_of(source)(source))
    except InputError as error:
        return str(error)


def test_a_pdf_that_is_encrypted_without_a_password_is_read(tmp_path: Path) -> None:
    (tmp_path / "open.pdf").write_bytes(encrypted_pdf("The pier has 17 lamps.", password=""))
    (passage,) = read_documents(tmp_path)
    assert passage.text == "The pier has 17 lamps."


def test_missing_and_empty_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        document_files(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no such file or folder"):
        document_files(Path("what is not there " * 40))
    with pytest.raises(InputError, match="contains no readable documents; put"):
        document_files(tmp_path)


def test_a_path_may_be_a_string(tmp_path: Path) -> None:
    """A string was taken for a list of its letters, and "/" for a folder to be searched."""
    (tmp_path / "a.md").write_text("# A\n\nThe mill had 212 workers.", encoding="utf-8")
    assert read_documents(str(tmp_path)) == read_documents([str(tmp_path)]) == read_documents(tmp_path)


def test_what_a_folder_holds_instead_of_documents_is_named(tmp_path: Path) -> None:
    for name in ("b.docx", "a.XLSX", ".hidden.zip"):
        (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(InputError, match=r"no readable documents \(only \.docx, \.xlsx\); put"):
        document_files(tmp_path)


def test_files_of_other_kinds_beside_documents_are_named(tmp_path: Path) -> None:
    for name in ("a.md", "b.docx", "sub/c.csv", ".hidden.zip"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"text")
    assert documents_read(tmp_path).notes == (
        f"{tmp_path}: 2 files of other kinds are not read (.csv, .docx).",
    )
    assert documents_read([tmp_path / "a.md"]).notes == ()


def test_two_documents_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.txt").write_text("text", encoding="utf-8")
    with pytest.raises(InputError, match=r"named same\.txt too"):
        document_files([tmp_path / "one", tmp_path / "two"])


def test_markdown_blocks_keep_tables_whole_and_items_apart() -> None:
    blocks = markdown_blocks(MARKDOWN)
    assert [block.kind for block in blocks] == ["heading", "paragraph", "table", "paragraph", "paragraph"]
    assert blocks[0].text == "Ferry report"
    assert blocks[2].text.splitlines()[-1] == "| Birch | 987 |"


def test_html_shows_what_a_reader_sees() -> None:
    blocks = html_blocks(
        "<html><head><title>t</title><style>p{}</style></head><body><nav>menu</nav><h1>Отчёт</h1>"
        "<div>loose <p>В 2023 году 3&nbsp;211 рейсов.</p></div><script>alert(1)</script>"
        "<table><tr><th>Судно</th><th>Рейсы</th></tr><tr><td>«Астра»</td><td>1 204</td></tr></table>"
        "</body></html>"
    )
    assert [block.text for block in blocks] == [
        "Отчёт",
        "loose",
        "В 2023 году 3 211 рейсов.",
        "| Судно | Рейсы |\n| «Астра» | 1 204 |",
    ]


def test_printed_lines_are_joined_and_table_rows_stay() -> None:
    blocks = printed_blocks(
        "1.2 Results\n"
        "In 2023 the ferry service carried more passengers than ever before, and the fleet grew\n"
        "to 14 ships. It was a good year.\n"
        "Ship Trips Seats\nAster 1,204 300\nBirch 987 250\nCedar 455 120\n"
        "The next paragraph stands alone and ends here.\n"
    )
    assert blocks[0] == TextBlock("1.2 Results", "heading")
    assert "the fleet grew to 14 ships." in blocks[1].text
    assert blocks[2] == TextBlock("Ship Trips Seats\nAster 1,204 300\nBirch 987 250\nCedar 455 120", "table")


def test_chinese_lines_are_joined_without_a_space() -> None:
    line = "二〇二三年全年發電量為四百八十二百萬度較前一年度增加百分之十二點五主要來自第二期"
    assert printed_blocks(f"{line}\n機組併網。")[0].text == f"{line}機組併網。"


@over(
    "above, below",
    table(__file__, "test_a_wrapped_line_that_begins_with_a_number_is_no_heading"),
)
def test_a_wrapped_line_that_begins_with_a_number_is_no_heading(above: str, below: str) -> None:
    (block,) = printed_blocks(f"{above}\n{below}")
    assert "".join(block.text.split()) == "".join((above + below).split())
    assert block.kind == "paragraph"


def test_a_numbered_line_alone_is_a_heading_and_in_a_list_an_item() -> None:
    text = "The council met in the Corn Hall and agreed to the three points that follow here.\n"
    blocks = printed_blocks(
        f"{text}3. Finance\n{text}4. Lighting\n{text}1. lamps\n2. cables\n3. poles\n{text}"
    )
    assert [block.text for block in blocks if block.kind == "heading"] == ["3. Finance", "4. Lighting"]
    assert len(blocks) == 9


def test_a_paragraph_that_the_end_of_a_page_cuts_off_is_no_heading() -> None:
    line = "the river rose above its usual level and the deck of the bridge is to lie higher than that"
    blocks = printed_blocks(f"Footbridge\n{line}\n{line}\n{line}\nuntil the summer")
    assert [block.kind for block in blocks] == ["heading", "paragraph"]


def test_long_table_repeats_its_header_and_never_cuts_a_row() -> None:
    rows = [f"| ship {n} | {n * 37} |" for n in range(80)]
    table = "\n".join(["| Ship | Trips |", "|---|---|", *rows])
    passages = split_pages("t.md", [PageBlocks(None, (TextBlock(table, "table"),))], size=120)
    assert len(passages) > 2
    assert all(passage.text.startswith("| Ship | Trips |\n|---|---|\n| ship") for passage in passages)
    kept = [line for passage in passages for line in passage.text.splitlines() if line.startswith("| ship")]
    assert kept == rows


def test_heading_goes_with_its_text_and_is_repeated_when_the_section_goes_on() -> None:
    paragraph = "A sentence about the ferry that is of some length. " * 5
    blocks = (TextBlock("Fleet", "heading"), *(TextBlock(paragraph.strip()) for _ in range(6)))
    passages = split_pages("r.md", [PageBlocks(3, blocks)], size=120)
    assert [p.id for p in passages] == [f"r.md#p3.{n}" for n in range(1, len(passages) + 1)]
    assert all(passage.text.startswith("Fleet\n") for passage in passages)


@over(
    "caption", ["Table 3. Spending (£ thousand)", "表 3　經費（單位：新臺幣萬元）", "Расходы, млн руб."[:-1]]
)
def test_a_caption_stays_with_its_table_and_is_repeated_with_it(caption: str) -> None:
    rows = [f"| ship {n} | {n}7 |" for n in range(30)]
    table = "\n".join(["| Ship | Trips |", "|---|---|", *rows])
    blocks = (TextBlock("The fleet is old. " * 20), TextBlock(caption), TextBlock(table, "table"))
    passages = split_pages("r.md", [PageBlocks(1, blocks)], size=100)
    of_table = [passage.text for passage in passages if "| ship" in passage.text]
    assert len(of_table) > 1
    assert all(text.startswith(f"{caption}\n| Ship | Trips |") for text in of_table)


def test_a_sentence_over_a_table_is_no_caption() -> None:
    sentence = "The ships are listed below."
    blocks = (TextBlock(sentence), TextBlock("| Ship | Trips |\n|---|---|\n| Birch | 9 |", "table"))
    passages = split_pages("r.md", [PageBlocks(1, blocks)], size=12)
    assert [passage.text.startswith("|") for passage in passages] == [False, True]


def test_brackets_in_a_name_do_not_end_its_citation() -> None:
    (passage,) = split_pages("a[1].txt", [PageBlocks(None, (TextBlock("text"),))])
    assert passage.id == "a(1).txt#1"
    assert passage.doc_id == "a[1].txt"


@given(
    st.lists(st.text(alphabet="ab 甲。乙.\n1", min_size=1, max_size=60).filter(str.strip), max_size=12),
    st.integers(5, 60),
)
def test_splitting_paragraphs_loses_and_repeats_nothing(paragraphs: list[str], size: int) -> None:
    passages = split_pages("d", [PageBlocks(1, tuple(map(TextBlock, paragraphs)))], size=size)
    assert "".join("".join(p.text.split()) for p in passages) == "".join(
        "".join(t.split()) for t in paragraphs
    )
    assert len({passage.id for passage in passages}) == len(passages)


@given(st.lists(st.sampled_from(["heading", "paragraph", "table"]), max_size=12), st.integers(5, 60))
def test_a_passage_is_over_size_only_by_one_piece(kinds: list[BlockKind], size: int) -> None:
    # A line without a stop over a table would be its caption.
    blocks = tuple(TextBlock(f"block {n} says 1{n}2 of it.", kind) for n, kind in enumerate(kinds))
    for passage in split_pages("d", [PageBlocks(1, blocks)], size=size):
        bodies = [line for line in passage.text.splitlines() if kinds[int(line.split()[1])] != "heading"]
        assert len(bodies) <= 1 or estimate_tokens(passage.text) <= size + len(bodies)
