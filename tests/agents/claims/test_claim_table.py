"""A report's claims against a snapshot of its sources."""

import json
from pathlib import Path

import pytest

from agents.claims.judge_report import judge_report_sync
from data_base.errors import InputError
from data_base.schemas.answer import Citation
from data_base.schemas.passage import Passage
from data_base.sources.fetched_pages import read_fetched_pages
from tests.support.rows import over

REPORT = """Orle mill opened in 1987 [1]. It makes 12.5 t of paper a day [1][2].
In 1990 it had 900 workers [2]. It was sold in 1995 [3]. It burned in 1999 [4].
It was rebuilt in 2003 [9]. It has a museum.

## References
[1] https://www.mills.example/orle/?utm_source=x
[2] A History of Orle. https://history.example/orle
[3] https://gone.example/
[4] https://scan.example/orle.pdf
[5] https://unused.example/
"""
PAGES = [
    {"url": "https://mills.example/orle", "status": 200, "file": "1.txt", "title": "Orle mill"},
    {"url": "https://history.example/orle", "status": 200, "file": "2.txt", "published": "2001-05-01"},
    {"url": "https://gone.example/", "status": 404},
    {"url": "https://scan.example/orle.pdf", "status": 200, "file": "4.txt"},
]
TEXTS = {
    "1.txt": "Orle mill, on the Tarn, opened in 1987. It makes 12.5 t of paper a day.",
    "2.txt": "In 1990 the mill of Orle had 300 workers.",
    "4.txt": "",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "index.jsonl").write_text("".join(json.dumps(page) + "\n" for page in PAGES), "utf-8")
    return tmp_path


def test_each_claim_is_judged_on_the_sources_that_it_cites(folder: Path) -> None:
    table = judge_report_sync(REPORT, sources=folder)
    assert [(each.text, each.verdict) for each in table.claims] == [
        ("Orle mill opened in 1987.", "supported"),
        ("It makes 12.5 t of paper a day.", "supported"),
        ("In 1990 it had 900 workers.", "contradicted"),
        ("It was sold in 1995.", "source_missing"),
        ("It burned in 1999.", "source_unreadable"),
        ("It was rebuilt in 2003.", "source_missing"),
        ("It has a museum.", None),
    ]
    assert [REPORT[each.start : each.end] for each in table.claims][:2] == [
        "Orle mill opened in 1987 [1].",
        "It makes 12.5 t of paper a day [1][2].",
    ]
    assert [(each.name, each.state, each.cited, each.listed) for each in table.sources] == [
        ("1", "read", 2, True),
        ("2", "read", 2, True),
        ("3", "dead", 1, True),
        ("4", "unreadable", 1, True),
        ("9", "missing", 1, False),
        ("5", "never_opened", 0, True),
    ]
    shares = table.shares
    assert (shares.claims, shares.cited, shares.effective_citations) == (7, 6, 2)
    assert shares.citation_precision == 2 / 3
    assert (shares.listed_not_cited, shares.cited_not_listed) == (1, 1)
    assert table.claims[0].citations[0].words == "Orle mill, on the Tarn, opened in 1987."


def test_nothing_is_opened_without_a_snapshot() -> None:
    table = judge_report_sync("It opened in 1987 [the site](https://a.example/x).")
    assert [each.verdict for each in table.claims] == ["never_opened"]
    assert table.shares.citation_precision is None


@over(
    "line, said",
    [
        ("{", "line 1: is no JSON"),
        ("[]", "line 1: must be an object"),
        ('{"status": 200}', 'line 1: field "url"'),
        ('{"url": "https://a.example", "status": "x"}', 'line 1: field "status"'),
    ],
)
def test_an_index_that_cannot_be_used_is_refused_by_line(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "index.jsonl").write_text(line + "\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read_fetched_pages(tmp_path)
    assert said in str(caught.value)


def test_a_text_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("It opened in 1987.", "utf-8")
    folder = tmp_path / "pages"
    folder.mkdir()
    page = {"url": "https://a.example/x", "status": 200, "file": "../secret.txt"}
    (folder / "index.jsonl").write_text(json.dumps(page), "utf-8")
    with pytest.raises(InputError, match="outside the folder"):
        judge_report_sync("It opened in 1987 [x](https://a.example/x).", sources=folder)


def test_marks_name_passages_that_were_handed_in_with_an_answer() -> None:
    passages: list[Passage | dict[str, str]] = [
        {"url": "https://mills.example/orle", "text": TEXTS["1.txt"]},
        Passage(id="history.pdf#p3.2", doc_id="history.pdf", page=3, text=TEXTS["2.txt"]),
    ]
    table = judge_report_sync(
        "Orle mill opened in 1987 [1]. It makes 12.5 t of paper a day "
        "[mill](https://www.mills.example/orle). "
        "In 1990 it had 900 workers [history.pdf#p3.2]. In 1990 it had 300 workers. It closed in 2001.",
        passages=passages,
        citations=[Citation(sentence="It closed in 2001.", passage_id="annals.pdf#9")],
    )
    assert [(each.verdict, each.given and each.given.verdict) for each in table.claims] == [
        ("supported", None),
        ("supported", None),
        ("contradicted", None),
        (None, "supported"),
        ("source_missing", "unsupported"),
    ]
    assert [(each.name, each.state, each.cited, each.given) for each in table.sources] == [
        ("https://mills.example/orle", "read", 2, True),
        ("history.pdf#p3.2", "read", 1, True),
        ("annals.pdf#9", "missing", 1, False),
    ]
    found = table.claims[3].given
    assert found is not None
    assert (found.source, found.words) == (1, TEXTS["2.txt"])
    assert (table.shares.citation_precision, table.shares.support) == (2 / 3, 3 / 5)


@over(
    "published, is_newer",
    [("2001-05-01", True), ("2000-12-31", False), ("May 2001", True), ("2000", False), ("", False)],
)
def test_a_source_published_after_the_date_of_the_case_is_marked(
    published: str, is_newer: bool, folder: Path
) -> None:
    page = {**PAGES[0], "published": published}
    (folder / "index.jsonl").write_text(json.dumps(page), "utf-8")
    table = judge_report_sync(REPORT, sources=folder, as_of="2000-12-31")
    assert [each.newer for each in table.sources][:1] == [is_newer]
    assert table.shares.newer_sources == is_newer
    assert judge_report_sync(REPORT, sources=folder).shares.newer_sources == 0
    for name in ("https://mills.example/orle", "history.pdf#1"):
        passage = Passage(id=name, doc_id=name, text="Orle mill opened in 1987.", published=published or None)
        given = judge_report_sync("It opened in 1987 [1].", passages=[passage], as_of="2000-12-31")
        assert [each.newer for each in given.sources] == [is_newer]


@over(
    "second, verdicts",
    [
        # Each source says a part that the other does not.
        ("The quarry of Orle closed in 2003.", ["supported", "supported"]),
        # The first says all of it: what the second says of it stays.
        ("The quarry of Orle has a cafe.", ["unsupported", "unsupported"]),
        ("Orle mill opened in 1987. The quarry of Orle closed in 2003.", ["unsupported", "supported"]),
    ],
)
def test_sources_of_one_claim_may_each_support_a_part(second: str, verdicts: list[str]) -> None:
    table = judge_report_sync(
        "Orle mill opened in 1987, and the quarry of Orle closed in 2003 [1][2].",
        passages=["Orle mill opened in 1987.", second],
    )
    assert [each.verdict for each in table.claims[0].citations] == verdicts
