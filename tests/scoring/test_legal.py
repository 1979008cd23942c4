"""The legal scorers: every term and switch worked out by hand."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag
from scoring.legal import find_inventions, score_conflict_gap, score_evidence_set, score_fact_exact
from scoring.legal.answer import read_answer
from scoring.legal.conflict_gap import declines
from scoring.legal.facts import states, yes_or_no
from scoring.legal.question import Scoring
from scoring.legal.quotes import quotes
from tests.support.rows import over, table

DOCUMENT = [
    {"page": 1, "text": "第1页\n询问笔录\n询问时间：2021年3月4日"},
    {
        "page": 2,
        "text": "问：货款一共多少？\n答：先后三次付了一共86500元，最后一次是2020\n年11月9日，26500元。",
    },
    {"page": 3, "text": "问：这笔钱用在哪里？\n答：具体买了哪些材料、找的谁，时间久了，都忘记了。"},
]
FACT: dict[str, Any] = {
    "id": "fact",
    "question": "一共付了多少货款？",
    "expected": {"amount_total": 86500},
    "required_evidence": [{"page": 2, "must_include": "86500元", "is_critical": True}],
    "scoring": {"numeric_exact": True, "citation_required": True},
}
GOOD_CITATION = {"page": 2, "quote": "先后三次付了一共86500元"}


def score(question: dict[str, Any], answer: object, **given_: Any) -> float:
    return score_fact_exact(question, answer, **given_).primary_score or 0.0


def answer(text: str, *citations: dict[str, Any]) -> dict[str, Any]:
    return {"text": text, "citations": list(citations), "evidence": []}


def test_fact_exact_by_hand() -> None:
    right = "一共86500元。"
    assert score(FACT, answer(right, GOOD_CITATION), document=DOCUMENT) == 1.0
    assert score(FACT, right, document=DOCUMENT) == pytest.approx(0.7)
    assert score(FACT, answer("不清楚", GOOD_CITATION), document=DOCUMENT) == pytest.approx(0.3)
    # One of two citations is correct: 0.7 + 0.15.
    wrong_page = GOOD_CITATION | {"page": 3}
    assert score(FACT, answer(right, GOOD_CITATION, wrong_page), document=DOCUMENT) == pytest.approx(0.85)
    card = score_fact_exact(FACT, answer("一共286500元。", wrong_page), document=DOCUMENT)
    assert card.primary_score == 0.0
    assert set(card.error_tags) == {ErrorTag.MISSING_ITEM, ErrorTag.WRONG_CITATION}


def test_the_share_of_fields_counts() -> None:
    question = FACT | {"expected": {"amount_total": 86500, "count": 3, "date": "2020-11-09"}}
    said = answer("三次共86500元，最后一次在2020年11月8日。", GOOD_CITATION)
    card = score_fact_exact(question, said, document=DOCUMENT)
    assert card.sub_scores["exact_match"] == pytest.approx(2 / 3)
    assert card.primary_score == pytest.approx(0.7 * 2 / 3 + 0.3)
    assert "date" in card.explain


@over(
    "quote, correct",
    table(__file__, "test_a_citation_is_correct_if_its_quote_stands_on_the_page"),
)
def test_a_citation_is_correct_if_its_quote_stands_on_the_page(quote: str, *, correct: bool) -> None:
    card = score_fact_exact(FACT, answer("86500", {"page": 2, "quote": quote}), document=DOCUMENT)
    assert card.sub_scores["citation_correctness"] == float(correct)


def test_without_the_document_a_quote_must_hold_the_evidence() -> None:
    assert score(FACT, answer("86500元", {"page": 2, "quote": "付了一共86500元"})) == 1.0
    assert score(FACT, answer("86500元", {"page": 2, "quote": "付了一共286500元"})) == pytest.approx(0.7)
    assert score(FACT, answer("86500元", {"page": 2, "quote": "先后三次"})) == pytest.approx(0.7)


def test_a_citation_of_a_page_that_is_not_required_is_wrong_even_if_its_quote_stands_there() -> None:
    cited = {"page": 1, "quote": "询问笔录"}
    assert score(FACT, answer("86500元", cited), document=DOCUMENT) == pytest.approx(0.7)


def test_a_switch_that_is_false_grants_its_term() -> None:
    question = FACT | {"scoring": {"citation_required": False}}
    assert score(question, "86500元", document=DOCUMENT) == 1.0


EXACT = Scoring()


@over(
    "name, expected, text, right",
    [
        *(
            ("amount_total", 42000, text, True)
            for text in (
                "42000元",
                "4.2万元",
                "四万二千元",
                "42,000",
                "共计人民币42,000.00元整",
                "RMB 42,000",
                "肆万贰仟元整",
                "４２０００元",
                "forty-two thousand yuan",
                "42000",
                "共42000元，其中5000元是现金",
                "42000人民币",
                "共 42 000 元",
                "42\u2009000.00元",
                "42000 张某收到",
            )
        ),
        *(
            ("amount_total", 42000, text, False)
            for text in (
                "142000元",
                "420000元",
                "4200元",
                "42000.5元",
                "4.2亿元",
                "42000天",
                "42%",
                "至少42000元",
                "不是42000元",
                "It was not 42,000 yuan.",
                "第42000号",
                "42000人",
                "42000份合同",
                "142 000元",
                "未满42000元",
                "",
            )
        ),
        ("amount_total", 0.5, "半数未定，仅0.5元", True),
        ("amount_breakdown", [5000, 37000], "先付5000元，后付三万七千元", True),
        ("amount_breakdown", [5000, 37000], "先付5000元", False),
        ("amount_breakdown", [{"item": "定金", "amount": 5000}], "定金5千元", True),
        *(
            ("date", "2020-08-30", text, True)
            for text in (
                "2020年8月30日",
                "2020-08-30",
                "Aug 30, 2020",
                "30 August 2020",
                "二〇二〇年八月三十日",
                "2020/8/30",
                "2020年8月30日左右",
                "2020年6月15日立案，8月30日结案",
            )
        ),
        *(
            ("date", "2020-08-30", text, False)
            for text in ("2020年8月", "2020年8月31日", "8月30日", "2021年8月30日", "不是2020年8月30日", "")
        ),
        ("date", "2020-08", "2020年8月30日", True),
        ("date_range", {"start": "2020-06-15", "end": "2020-08-30"}, "2020年6月15日至8月30日", True),
        ("date_range", {"start": "2020-06-15", "end": "2020-08-30"}, "2020-08-30至2020-06-15", False),
        ("date_range", {"start": "2020-06-15", "end": "2020-08-30"}, "自2020年6月15日起", False),
        ("date_range", {"start": "2020-06-15", "end": "2020-08-30"}, "June 15 to August 30, 2020", True),
        (
            "date_range",
            {"start": "2020-06-15", "end": "2020-08-30"},
            "between 15 June and 30 August 2020",
            True,
        ),
        ("date", "2021-06-15", "6月15日付清。2021年8月30日结案", False),
        *(
            ("count", 3, text, True)
            for text in (
                "3",
                "三",
                "三次",
                "三名证人",
                "three witnesses",
                "3天",
                "共 3 人",
                "three times",
                "three days",
            )
        ),
        *(("count", 3, text, False) for text in ("13", "第3次", "3%", "三十", "两次", "30天", "four times")),
        ("count", 15, "十五日内", True),
        ("text_answer", "借条", "出具的是借 条。", True),
        ("text_answer", "借条", "收条", False),
        ("text_answer", "42000元", "142000元", False),
        ("entity", "桐河路", "在桐河路见面", True),
        ("entity", "Lee", "LEE Ming", True),
        ("entity", "Lee", "Leeds", False),
        ("entity", "丁某", "不是丁某", False),
        ("entity", "丁某", "丁某某", False),
        ("entity", "丁某", "丁某甲", False),
        ("entity", "丁某", "丁某。", True),
        ("boolean_answer", True, "是的，签过。", True),
        ("boolean_answer", False, "没有，从未签过。", True),
        ("boolean_answer", True, "没有。", False),
        ("boolean_answer", True, "笔录没有记载是否签过。", False),
        ("boolean_answer", False, "笔录没有记载是否签过。", False),
    ],
)
def test_facts_are_read_in_the_forms_documents_write_them(
    name: str, expected: object, text: str, *, right: bool
) -> None:
    assert states(name, expected, text, EXACT) is right


@over(
    "text, said",
    table(__file__, "test_yes_or_no"),
)
def test_yes_or_no(text: str, *, said: bool | None) -> None:
    assert yes_or_no(text) is said


def test_tolerances_apply_only_where_the_item_declares_them() -> None:
    near = FACT | {"scoring": {"numeric_exact": False, "numeric_tolerance": 500, "citation_required": False}}
    assert score(near, "86900元") == 1.0
    assert score(near, "87001元") == pytest.approx(0.3)
    assert score(near | {"scoring": near["scoring"] | {"numeric_exact": True}}, "86900元") == pytest.approx(
        0.3
    )
    undeclared = {"numeric_exact": False, "citation_required": False}
    assert score(near | {"scoring": undeclared}, "86900元") == pytest.approx(0.3)
    dated = FACT | {
        "expected": {"date": "2020-11-09"},
        "scoring": {"date_exact": False, "date_tolerance_days": 2, "citation_required": False},
    }
    assert score(dated, "2020年11月11日") == 1.0
    assert score(dated, "2020年11月12日") == pytest.approx(0.3)


@over(
    "question",
    [
        FACT | {"expected": {}},
        FACT | {"expected": {"price": 3}},
        FACT | {"expected": {"amount_total": "86500"}},
        FACT | {"expected": {"date": "soon"}},
        FACT | {"expected": {"boolean_answer": "yes"}},
        FACT | {"required_evidence": [{"page": 2}]},
    ],
)
def test_a_broken_question_is_the_users_to_mend(question: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        score_fact_exact(question, answer("86500元", GOOD_CITATION), document=DOCUMENT)


def test_answers_may_be_objects_or_texts_and_nothing_else() -> None:
    cited = SimpleNamespace(page="2", quote="x")
    read = read_answer(SimpleNamespace(text="a", citations=[cited, 3], evidence=None))
    assert read.citations == ((2, "x"), (None, ""))
    assert read_answer("a").text == read_answer({"answer": "a"}).text == "a"
    for wrong in (None, 3, {"words": "a"}, {"text": 3}):
        with pytest.raises(InputError, match="text"):
            read_answer(wrong)


SET: dict[str, Any] = {
    "id": "set",
    "question": "哪些话表明收过钱？",
    "expected": {"evidence_count_min": 2, "key_points": ["先后三次付了86500元"]},
    "required_evidence": [
        {"page": 2, "must_include": "86500元", "is_critical": True},
        {"page": 2, "must_include": "26500元", "is_critical": True},
        {"page": 3, "must_include": "都忘记了"},
    ],
    "scoring": {"evidence_recall_min": 0.8, "evidence_precision_min": 0.6},
}


def evidence(*found: tuple[int, str], cited: bool = False, text: str = "") -> dict[str, Any]:
    pieces = [{"page": page, "text": words} for page, words in found]
    return {"text": text, "citations": [GOOD_CITATION] * cited, "evidence": pieces}


FIRST, SECOND = (2, "一共86500元"), (2, "最后一次26500元")
OTHER, IDLE = (3, "时间久了，都忘记了"), (1, "询问笔录")


@over(
    "retrieved, cited, recall, precision, total",
    [
        ([FIRST, SECOND], True, 1.0, 1.0, 1.0),
        ([FIRST, SECOND], False, 1.0, 1.0, 0.8),
        ([FIRST], True, 0.5, 1.0, 0.5),
        # What is relevant without being critical counts for precision alone.
        ([OTHER], True, 0.0, 1.0, 0.5),
        ([FIRST, SECOND, IDLE], True, 1.0, 2 / 3, 1.0),
        ([FIRST, SECOND, IDLE, (1, "时间")], True, 1.0, 0.5, 0.7),
        # The same piece again, differing in spaces, counts once.
        ([FIRST, SECOND, IDLE, (1, "询问 笔录")], True, 1.0, 2 / 3, 1.0),
        # One piece may hold two.
        ([(2, "86500元，26500元")], True, 1.0, 1.0, 1.0),
        # The right words on a wrong page, and a longer number, are nothing.
        ([(3, "86500元"), (2, "186500元")], False, 0.0, 0.0, 0.0),
        ([], True, 0.0, 0.0, 0.2),
    ],
)
def test_evidence_set_by_hand(
    retrieved: list[tuple[int, str]], recall: float, precision: float, total: float, *, cited: bool
) -> None:
    card = score_evidence_set(SET, evidence(*retrieved, cited=cited), document=DOCUMENT)
    assert card.sub_scores["recall"] == pytest.approx(recall)
    assert card.sub_scores["precision"] == pytest.approx(precision)
    assert card.primary_score == pytest.approx(total)


def test_without_a_mark_all_required_evidence_is_key() -> None:
    unmarked = [{**one, "is_critical": False} for one in SET["required_evidence"]]
    card = score_evidence_set(SET | {"required_evidence": unmarked}, evidence(FIRST, SECOND))
    assert card.sub_scores["recall"] == pytest.approx(2 / 3)
    # The same evidence named twice is one piece.
    twice = SET | {"required_evidence": [*unmarked, *unmarked]}
    assert score_evidence_set(twice, evidence(FIRST)).sub_scores["recall"] == pytest.approx(1 / 3)


def test_count_and_key_points_stand_beside_the_score() -> None:
    told = score_evidence_set(SET, evidence(FIRST, SECOND, cited=True, text="先后三次一共付了86500元。"))
    silent = score_evidence_set(SET, evidence(FIRST, SECOND, cited=True))
    assert told.primary_score == silent.primary_score == 1.0
    assert (told.sub_scores["key_points_coverage"], silent.sub_scores["key_points_coverage"]) == (1, 0)
    assert told.sub_scores["evidence_count_met"] == 1
    assert score_evidence_set(SET, evidence(FIRST)).sub_scores["evidence_count_met"] == 0


def test_evidence_switches() -> None:
    free = SET | {"scoring": SET["scoring"] | {"citation_required": False}}
    assert score_evidence_set(free, evidence(FIRST, SECOND)).primary_score == 1.0
    # Plain text retrieves nothing.
    assert score_evidence_set(free, "86500元").primary_score == pytest.approx(0.2)


@over(
    "retrieved, cited, recall, precision, total",
    [([], True, 1, 1, 1.0), ([], False, 1, 1, 0.8), ([IDLE], True, 1, 0, 0.7)],
)
def test_where_no_evidence_exists_only_what_is_retrieved_counts_against(
    retrieved: list[tuple[int, str]], recall: float, precision: float, total: float, *, cited: bool
) -> None:
    nothing = SET | {"required_evidence": []}
    card = score_evidence_set(nothing, evidence(*retrieved, cited=cited))
    assert (card.sub_scores["recall"], card.sub_scores["precision"]) == (recall, precision)
    assert card.primary_score == pytest.approx(total)


GAP: dict[str, Any] = {
    "id": "gap",
    "question": "86500元具体买了哪些材料？",
    "should_abstain": True,
    "hallucination_penalty": "high",
    "required_quote": "具体买了哪些材料...都忘记了",
    "additional_quotes": ["时间久了"],
    "evidence_location": {"page": 3, "lines": "2-2"},
    "scoring": {"abstention_required": True, "quote_required": True},
}
TWIN = GAP | {
    "question": "一共付了多少？",
    "should_abstain": False,
    "required_quote": "先后三次付了一共86500元",
    "additional_quotes": [],
}
QUOTE = "「具体买了哪些材料……都忘记了」"
FULL_QUOTE = "“具体买了哪些材料、找的谁，时间久了，都忘记了”"


@pytest.mark.parametrize(
    ("text", "abstained", "honest", "quoted"),
    [
        (f"笔录没有记载具体用途，无法回答。原话是{QUOTE}。", 1, 1, 1),
        (f"笔录没有记载具体用途，无法回答。原话是{FULL_QUOTE}。", 1, 1, 1),
        ("笔录没有记载具体用途，无法回答。", 1, 1, 0),
        # It declines and still invents: two findings.
        (f"笔录没有记载具体用途，原话是{QUOTE}。其中31000元用于购买钢筋。", 1, 0, 1),
        ("其中31000元用于购买钢筋，其余买了水泥。", 0, 0, 0),
        # To quote somebody who forgot is not yet to decline.
        (f"原话是{QUOTE}。", 0, 1, 1),
        ("", 0, 1, 0),
    ],
)
@pytest.mark.parametrize("document", [DOCUMENT, None])
def test_conflict_gap_by_hand(
    text: str, abstained: int, honest: int, quoted: int, document: list[dict[str, Any]] | None
) -> None:
    card = score_conflict_gap(GAP, text, document=document)
    names = ("correct_abstention", "no_hallucination", "quote_included")
    assert tuple(card.sub_scores[name] for name in names) == (abstained, honest, quoted)
    assert card.primary_score == pytest.approx(0.4 * abstained + 0.4 * honest + 0.2 * quoted)


def test_findings_from_outside_take_the_place_of_the_checker() -> None:
    text = f"笔录没有记载，无法回答。{QUOTE}"
    assert score_conflict_gap(
        GAP, text, document=DOCUMENT, findings=["买了钢筋"]
    ).primary_score == pytest.approx(0.6)
    invented = f"{text}其中31000元用于购买钢筋。"
    assert score_conflict_gap(GAP, invented, document=DOCUMENT, findings=[]).primary_score == 1.0
    card = score_conflict_gap(GAP, text, findings=["买了钢筋"])
    assert card.error_tags == (ErrorTag.HALLUCINATION,)
    assert "high" in card.explain


def test_an_answerable_twin_is_not_to_be_declined() -> None:
    right = answer("一共付了86500元。", {"page": 2, "quote": "先后三次付了一共86500元"})
    assert score_conflict_gap(TWIN, right, document=DOCUMENT).primary_score == 1.0
    declined = score_conflict_gap(TWIN, "笔录没有记载，无法回答。", document=DOCUMENT)
    assert declined.primary_score == pytest.approx(0.4)
    assert ErrorTag.WRONG_ABSTENTION in declined.error_tags
    assert score_conflict_gap(TWIN, "", document=DOCUMENT).primary_score == pytest.approx(0.4)


def test_gap_switches() -> None:
    free = GAP | {"scoring": {"abstention_required": False, "quote_required": False}}
    assert score_conflict_gap(free, "不便多说。", document=DOCUMENT).primary_score == 1.0


@over(
    "text, result",
    table(__file__, "test_declining"),
)
def test_declining(text: str, *, result: bool) -> None:
    assert declines(text) is result


def test_an_answer_may_leave_out_the_middle_of_a_quote_but_not_most_of_it() -> None:
    whole = "具体买了哪些材料、找的谁都忘记了"
    assert quotes("他说「具体买了哪些材料…都忘记了」", (), whole)
    assert not quotes("他说「具…了」", (), whole)
    assert not quotes("他说「买了哪些材料…都忘记了」", (), whole)
    assert not quotes("他说具体买了别的材料", (), whole)


def test_a_quote_of_many_gaps_is_looked_up_to_the_end() -> None:
    whole = "the plant " * 60
    assert not quotes(f'"{"the plant … the … plant … " * 15} zebra"', (), whole)
    assert quotes(f'"{"the plant … the … plant the plant … " * 12}the plant"', (), whole)


@over(
    "text, found",
    table(__file__, "test_inventions"),
)
def test_inventions(text: str, found: int) -> None:
    assert len(find_inventions(text, [page["text"] for page in DOCUMENT])) == found  # type: ignore[misc]


@given(st.text(), st.text())
def test_any_text_is_scored_without_an_error(said: str, quote: str) -> None:
    given_ = {
        "text": said,
        "citations": [{"page": 2, "quote": quote}],
        "evidence": [{"page": 2, "text": quote}],
    }
    for scorer, question in (
        (score_fact_exact, FACT),
        (score_evidence_set, SET),
        (score_conflict_gap, GAP | {"required_quote": quote}),
    ):
        card = scorer(question, given_, document=DOCUMENT)
        assert card.primary_score is not None
        assert 0 <= card.primary_score <= 1
        assert card == scorer(question, given_, document=DOCUMENT)


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_an_amount_matches_itself_alone(wanted: int, said: int) -> None:
    for text in (f"共{said}元", f"共{said:,}元", f"RMB {said:,}.00"):
        assert states("amount_total", wanted, text, EXACT) is (wanted == said)


def test_figures_of_facts_are_read_as_everywhere() -> None:
    """A count in days was read anew from its digits, ٤٢٠٠٠ and 42{,}000 were no amounts."""
    for said in ("٤٢٠٠٠元", "$42{,}000$元", "42&nbsp;000 元"):
        assert states("amount_total", 42000, said, EXACT), said
    assert states("count", 23, "廿三日", EXACT)
    assert states("count", 5, "in five days", EXACT)
    assert not states("count", 18, "未满18天", EXACT)
