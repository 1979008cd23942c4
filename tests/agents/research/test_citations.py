"""From a model's marks to passages, and whether each passage supports its sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.research.citations import cite, with_judgement
from data_base.schemas.answer import Answer
from data_base.schemas.judgement import ClaimVerdict, Issue
from data_base.schemas.passage import Passage
from tests.support.rows import over

REPORT = Passage(
    id="report.pdf#p3.2", doc_id="report.pdf", page=3, text="Revenue rose to $4.82 million in 2023."
)
NOTES = Passage(id="notes.md#1", doc_id="notes.md", text="Harlow Foods opened its Leeds depot on 4 May 2021.")
BRACKETED = Passage(id="a[1].txt#1", doc_id="a[1].txt", text="The tower is 41 metres high.")
PASSAGES = [REPORT, NOTES]


@over(
    "draft, text",
    [
        ("It rose [1].", "It rose [report.pdf#p3.2]."),
        ("It rose [1][2].", "It rose [report.pdf#p3.2][notes.md#1]."),
        ("It rose [1, 2].", "It rose [report.pdf#p3.2][notes.md#1]."),
        ("It rose [1-2].", "It rose [report.pdf#p3.2][notes.md#1]."),
        ("It rose [1 and 2].", "It rose [report.pdf#p3.2][notes.md#1]."),
        ("成長了【1】。", "成長了[report.pdf#p3.2]。"),
        ("成長了［１、２］。", "成長了[report.pdf#p3.2][notes.md#1]。"),
        ("It rose [passage 2].", "It rose [notes.md#1]."),
        ("Выросла [№ 2].", "Выросла [notes.md#1]."),
        ("It rose 【1†source】.", "It rose [report.pdf#p3.2]."),
        ("It rose [report.pdf#p3.2].", "It rose [report.pdf#p3.2]."),
        ("It rose [report.pdf#p3.2, notes.md#1].", "It rose [report.pdf#p3.2][notes.md#1]."),
        ("It rose [7].", "It rose."),
        ("It rose [1, 7].", "It rose [report.pdf#p3.2]."),
        ("It rose [report.pdf#p9.9].", "It rose."),
        ("It rose [no such.pdf#p1.1].", "It rose."),
        ("It rose [1, no such.pdf#p1.1].", "It rose [report.pdf#p3.2]."),
        ("It rose [this and that.md#4].", "It rose."),
        ("It rose [see report.pdf#p3.2].", "It rose [report.pdf#p3.2]."),
        ("It rose `a` [1].", "It rose `a` [report.pdf#p3.2]."),
        ("它上升了 [片段 1]。", "它上升了 [report.pdf#p3.2]。"),
        ("它上升了【文档 1】。", "它上升了[report.pdf#p3.2]。"),
        ("它上升了（段落 1）。", "它上升了[report.pdf#p3.2]。"),
        ("它上升了（文獻 9）。", "它上升了。"),
        ("Оно выросло (документ № 1).", "Оно выросло [report.pdf#p3.2]."),
        ("Оно выросло [отрывки 1 и 9].", "Оно выросло [report.pdf#p3.2]."),
        ("It rose (Passages 1 and 9).", "It rose [report.pdf#p3.2]."),
        ("It rose `[1]`.", "It rose `[report.pdf#p3.2]`."),
    ],
)
def test_marks_become_ids_and_unknown_ones_go(draft: str, text: str) -> None:
    assert cite(draft, PASSAGES).text == text


@over(
    "text",
    [
        "In [2023] it rose.",
        "【重點】收入成長",
        "[sic]",
        "[1](https://example.org)",
        "f[x] = 2",
        "Read `rows[1]` and\n```\nfirst = rows[0] + b_[2]\n```",
        "[see issue #3 of the log]",
        "It rose (1).",
        "它上升了（1）、（文件很長）。",
        "[]",
        "a [ b",
    ],
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
    [
        (
            "Revenue rose to $4.82 million [1]. The Leeds depot opened in 2021.",
            ["The Leeds depot opened in 2021."],
        ),
        ("營收成長到482萬元【1】。成本下降了3%。", ["成本下降了3%。"]),
        ("营收增长到482万元[1]。利兹的仓库于2021年启用。", ["利兹的仓库于2021年启用。"]),
        ("Выручка выросла [1]. Расходы упали на 3 %.", ["Расходы упали на 3 %."]),
        ("It rose [1].\n- Costs fell by 3%\n- Staff grew [2]", ["- Costs fell by 3%"]),
        ("| Year | Revenue |\n|---|---|\n| 2023 | $4.82 million |", ["| 2023 | $4.82 million |"]),
        ("It rose.", ["It rose."]),
        ("It rose [9].", []),
        ("## Revenue\n\n**Growth:**\n\nIt rose. [1]", []),
        ("What rose? Here is the answer: Revenue rose [1].", []),
        ("Revenue rose [1]. The documents do not say what it cost.", []),
        ("营收增长[1]。文件没有提到成本。", []),
        ("Выручка выросла [1]. В документах не сказано, во что это обошлось.", []),
    ],
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
