"""From a model's marks to passages, and whether each passage supports its sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.research.citations import cite, with_judgement
from data_base.schemas.answer import Answer
from data_base.schemas.judgement import ClaimVerdict, Issue
from data_base.schemas.passage import Passage
from tests.support.rows import over, table

REPORT = Passage(
    id="report.pdf#p3.2", doc_id="report.pdf", page=3, text="Revenue rose to $4.82 million in 2023."
)
NOTES = Passage(id="notes.md#1", doc_id="notes.md", text="Harlow Foods opened its Leeds depot on 4 May 2021.")
BRACKETED = Passage(id="a[1].txt#1", doc_id="a[1].txt", text="The tower is 41 metres high.")
PASSAGES = [REPORT, NOTES]


@over(
    "draft, text",
    table(__file__, "test_marks_become_ids_and_unknown_ones_go"),
)
def test_marks_become_ids_and_unknown_ones_go(draft: str, text: str) -> None:
    assert cite(draft, PASSAGES).text == text


@over(
    "text",
    table(__file__, "test_brackets_that_cite_nothing_stay"),
)
def test_brackets_that_cite_nothing_stay(text: str) -> None:
    cited = cite(text, PASSAGES)
    assert cited.text == text
    assert cited.citations == ()


def test_an_id_that_holds_brackets() -> None:
    cited = cite("The tower is 41 metres high [1]. So it is [a[1].txt#1].", [BRACKETED])
    assert cited.text == "The tower is 41 metres high [a[1].txt#1]. So it is [a[1].txt#1]."
    assert [citation.passage_id for citation in cited.citations] == ["a[1].txt#1"] * 2


def test_each_sentence_is_cited_for_itself() -> None:
    cited = cite("Revenue rose to $4.82 million [1]. The Leeds depot opened on 4 May 2021. [2]", PASSAGES)
    assert [(item.sentence, item.passage_id, item.page, item.verdict) for item in cited.citations] == [
        ("Revenue rose to $4.82 million.", "report.pdf#p3.2", 3, "supported"),
        ("The Leeds depot opened on 4 May 2021.", "notes.md#1", None, "supported"),
    ]


@over("draft", ["Revenue rose to $4.82 million.\n[1]\n", "[1]\n\nRevenue rose to $4.82 million."])
def test_a_mark_alone_on_its_line_belongs_to_the_sentence_beside_it(draft: str) -> None:
    (citation,) = cite(draft, PASSAGES).citations
    assert citation.sentence == "Revenue rose to $4.82 million."
    assert citation.verdict == "supported"


def test_marks_without_any_sentence_cite_nothing() -> None:
    assert cite("[1]\n[7]", PASSAGES).citations == ()


@over("wrong", ["4.83", "4.72", "3.82", "48.2"])
def test_a_changed_digit_flags_exactly_that_sentence(wrong: str) -> None:
    cited = cite(f"Revenue rose to ${wrong} million [1]. The Leeds depot opened on 4 May 2021 [2].", PASSAGES)
    assert [item.verdict for item in cited.citations] == ["unsupported", "supported"]


def test_the_wrong_passage_does_not_bear_it() -> None:
    cited = cite("Revenue rose to $4.82 million [2].", PASSAGES)
    assert [(item.passage_id, item.verdict) for item in cited.citations] == [("notes.md#1", "unsupported")]


def test_a_passage_that_does_not_exist_is_kept_as_an_unsupported_citation() -> None:
    cited = cite("Revenue rose to $4.82 million [1][9]. Costs fell [other.pdf#p1.1].", PASSAGES)
    assert [(item.passage_id, item.doc_id, item.verdict) for item in cited.citations] == [
        ("report.pdf#p3.2", "report.pdf", "supported"),
        ("9", None, "unsupported"),
        ("other.pdf#p1.1", None, "unsupported"),
    ]


def test_two_passages_may_bear_a_sentence_together() -> None:
    sentence = (
        "Revenue rose to $4.82 million in 2023, and Harlow Foods opened its Leeds depot on 4 May 2021 [1][2]."
    )
    assert [item.verdict for item in cite(sentence, PASSAGES).citations] == ["supported", "supported"]


def test_of_several_passages_none_is_said_not_to_hold_where_all_together_cannot_be_told() -> None:
    sentence = "Revenue rose to $4.82 million in 2023 and the Leeds depot opened on 4 May 2021 [1][2]."
    assert [item.verdict for item in cite(sentence, PASSAGES).citations] == ["undecidable", "undecidable"]


def test_a_passage_cited_beside_the_one_that_bears_it() -> None:
    cited = cite("Revenue rose to $4.82 million in 2023 [1][2].", PASSAGES)
    assert [item.verdict for item in cited.citations] == ["supported", "undecidable"]


def test_what_is_said_to_be_missing_cannot_be_told() -> None:
    cited = cite("The documents do not say who owns Harlow Foods [2].", PASSAGES)
    assert [item.verdict for item in cited.citations] == ["undecidable"]


def test_chinese() -> None:
    passage = Passage(
        id="年報.pdf#p2.1", doc_id="年報.pdf", page=2, text="二〇二三年營收為4.82億元，較前一年成長。"
    )
    cited = cite("2023年營收為4.82億元[1]。2023年營收為4.28億元[1]。", [passage])
    assert [(item.sentence, item.verdict) for item in cited.citations] == [
        ("2023年營收為4.82億元。", "supported"),
        ("2023年營收為4.28億元。", "unsupported"),
    ]


@given(st.text(alphabet="ab 12[]【】,.。-\n", max_size=60))
def test_any_text_keeps_its_words_and_names_no_passage_that_is_not_there(draft: str) -> None:
    cited = cite(draft, PASSAGES)
    words = cited.text
    for passage in PASSAGES:
        words = words.replace(f"[{passage.id}]", "")
    assert [char for char in words if char in "ab"] == [char for char in draft if char in "ab"]
    existing = {passage.id for passage in PASSAGES}
    assert all((item.doc_id is not None) == (item.passage_id in existing) for item in cited.citations)


@over(
    "draft, uncited",
    table(__file__, "test_a_sentence_that_states_a_fact_and_cites_nothing_is_told", lists=True),
)
def test_a_sentence_that_states_a_fact_and_cites_nothing_is_told(draft: str, uncited: list[str]) -> None:
    assert list(cite(draft, PASSAGES).uncited) == uncited


def issue(claim: str, verdict: ClaimVerdict) -> Issue:
    return Issue(claim=claim, verdict=verdict)


def test_each_citation_bears_what_the_judge_said_of_its_sentence() -> None:
    cited = cite("Revenue rose to $4.82 million [1]. The depot opened in May [2]. It is big [2].", PASSAGES)
    answer = Answer(text=cited.text, citations=cited.citations)
    issues = [
        issue("revenue rose to $4.82 million [report.pdf#p3.2].", "supported"),
        issue("The depot opened in May", "supported"),
        issue("opened in May", "contradicted"),
        issue("the price of the depot", "missing"),
    ]
    judged = [citation.judged for citation in with_judgement(answer, issues).citations]
    assert judged == ["supported", "unsupported", None]
