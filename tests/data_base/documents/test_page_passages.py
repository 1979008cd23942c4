"""A passage says what its document says, to the letter."""

from pathlib import Path
from time import process_time

from hypothesis import example, given
from hypothesis import strategies as st
from langchain_core.documents import Document

from data_base.documents.markdown import markdown_blocks
from data_base.documents.page import PageBlocks, TextBlock
from data_base.documents.page_passages import split_pages
from data_base.documents.reader import read_documents
from data_base.schemas.passage import Passage


def cut(text: str, size: int) -> list[str]:
    return [passage.text for passage in split_pages("d", [PageBlocks(None, (TextBlock(text),))], size=size)]


def test_chinese_sentences_get_no_spaces_between_them() -> None:
    assert cut("甲乙。丙丁。戊己。庚辛。", 6) == ["甲乙。丙丁。", "戊己。庚辛。"]


def test_line_breaks_of_a_long_paragraph_stay() -> None:
    text = "- It made 17 trips.\n- It made 18 trips.\n- It made 19 trips."
    assert cut(text, 11) == ["- It made 17 trips.\n- It made 18 trips.", "- It made 19 trips."]


@given(st.text(alphabet="ab 甲。乙.!\n1-|[]\t", max_size=120).map(str.strip).filter(bool), st.integers(1, 30))
@example("ab. Cd.", 2)
def test_pieces_of_a_paragraph_are_the_paragraph_but_for_space_at_the_cuts(text: str, size: int) -> None:
    rest = text
    for piece in cut(text, size):
        assert piece == piece.strip()
        assert rest.lstrip().startswith(piece)
        rest = rest.lstrip().removeprefix(piece)
    assert not rest.strip()


def test_a_heading_without_words_is_no_passage(tmp_path: Path) -> None:
    assert split_pages("d.md", [PageBlocks(None, markdown_blocks("# \n"))]) == []
    (tmp_path / "d.md").write_text("# \n\nIt made 17 trips.\n", encoding="utf-8")
    assert [passage.text for passage in read_documents(tmp_path)] == ["It made 17 trips."]


def test_headings_without_end_are_cut_in_time() -> None:
    """Each was compared with all before it: for 200,000, in a file of 800 KB, 30 s were not enough."""
    started = process_time()
    (passage,) = split_pages(
        "d.md", [PageBlocks(None, tuple(TextBlock("a", "heading") for _ in range(100_000)))]
    )
    assert passage.text.count("a") == 100_000
    assert process_time() - started < 20


def test_a_long_table_repeats_its_caption_with_its_header() -> None:
    rows = [f"| ship {n} | {n * 37} |" for n in range(40)]
    table = "\n".join(["Trips, thousands", "| Ship | Trips |", *rows])
    passages = split_pages("t.html", [PageBlocks(None, (TextBlock(table, "table"),))], size=80)
    assert len(passages) > 2
    assert all(p.text.startswith("Trips, thousands\n| Ship | Trips |\n| ship") for p in passages)
    assert [line for p in passages for line in p.text.splitlines() if line.startswith("| ship")] == rows


def test_documents_of_any_origin_get_ids_that_can_be_cited() -> None:
    named = Document(page_content="x", id="a[1]\n.txt#1")
    unnamed = Document(page_content="x", metadata={"source": "a[1].txt"})
    assert [Passage.from_document(each).id for each in (named, unnamed)] == ["a(1) .txt#1", "a(1).txt#1"]
    (split,) = split_pages("a[1].txt", [PageBlocks(None, (TextBlock("x"),))])
    assert Passage.from_document(unnamed) == split
