"""Rows of tables told in sentences: falls without their sign, units told above, several things asked."""

import pytest

from scoring.judging import judge_answer
from scoring.questions import answer_kind

SEGMENTS = """## Figures

All amounts are in millions of euros unless stated otherwise. They have not been audited.

| Segment | Sales | Change | Margin | Staff |
|---|---|---|---|---|
| Rivers | 64.0 | +4.5 % | 11.2 % | 812 |
| Harbours | 28.1 | −6.0 % | 5.2 % | 420 |
| Total | 92.1 | +1.1 % | 9.4 % | 1,232 |
"""
SPANS = """| № пролёта | Тип | Длина, м | Масса, т | Установлен |
|---|---|---|---|---|
| 1 | балочный | 38,4 | 96 | 14 июня 1910 |
| 2 | арочный | 84,0 | 418 | 8 августа 1911 |
"""
TRAFFIC = """| Год | Повозок в сутки | Автомобилей в сутки |
|---|---|---|
| 1955 | 110 | 1 480 |
| 1978 | 0 | 9 350 |
"""
FUNDS = """全年到账经费4.86亿元，比上年增长15.4%。其中纵向经费2.93亿元，横向经费1.93亿元。"""
COLLEGES = """| 學院 | 畢業生 | 升學率（%） |
|---|---|---|
| 化工學院 | 786 | 41.7 |
| 設計學院 | 437 | 14.4 |
| 機電學院 | 912 | 33.0 |
"""


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        ("How did sales of Harbours change?", "They fell by 6 %.", SEGMENTS),
        (
            "What does the table show for Harbours (sales, change, margin, staff)?",
            "With 420 people, Harbours sold for 28.1 million euros, six per cent less; its margin was 5.2 %.",
            SEGMENTS,
        ),
        ("How high were the sales of Rivers?", "€64m.", SEGMENTS),
        (
            "Какие сведения приведены в таблице о пролёте № 2 (тип, длина, масса, дата установки)?",
            "Это арочный пролёт в 84 м весом 418 т; поставили его 8 августа 1911 г.",
            SPANS,
        ),
        (
            "Сколько автомобилей в сутки проходило в 1955 и в 1978 году?",
            "В 1955 году 1 480 машин в сутки, в 1978 году уже 9 350.",
            TRAFFIC,
        ),
        ("纵向经费和横向经费各是多少？", "纵向经费2.93亿元，横向经费1.93亿元。", FUNDS),
        (
            "升學率最高和最低的分別是哪個學院？",
            "化工學院以41.7%居首，設計學院只有14.4%，排在末位。",
            COLLEGES,
        ),
    ],
)
def test_a_true_telling_of_a_row_is_borne_out(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        ("How did sales of Harbours change?", "They fell by 8 %.", SEGMENTS),
        ("How did sales of Rivers change?", "They fell by 6 %.", SEGMENTS),
        ("How high were the sales of Rivers?", "€28.1m.", SEGMENTS),
        ("Сколько автомобилей в сутки проходило в 1978 году?", "1 480 машин в сутки.", TRAFFIC),
        ("横向经费是多少？", "横向经费2.93亿元。", FUNDS),
    ],
)
def test_a_false_one_is_not(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < 5


@pytest.mark.parametrize(
    "question",
    [
        "What does the table report for the north wing (rooms, date of opening)?",
        "Какие данные приведены о корпусе (площадь, год постройки)?",
        "表中列出了哪些資料（面積、日期）？",
    ],
)
def test_several_things_at_once_are_of_no_single_kind(question: str) -> None:
    assert answer_kind(question) == "open"


def test_a_place_that_names_the_figure_outweighs_one_with_its_company() -> None:
    passage = (
        "計畫總經費為新臺幣1億2,600萬元。試辦期間共節省電費1,842萬元。\n\n"
        "總經費由管理局負擔60%,計7,560萬元;其餘5,040萬元由11家參與廠商分攤。"
    )
    answer = "總經費為新臺幣1億2,600萬元,管理局負擔60%,即7,560萬元。"
    assert judge_answer("本計畫的總經費是多少?其中管理局負擔多少?", answer, [passage]).accuracy > 8


def test_parts_told_in_one_sentence_do_not_contradict_the_whole() -> None:
    passage = (
        "全年到账科研经费4.86亿元，比上年的4.21亿元增长15.4%。其中纵向经费2.93亿元，横向经费1.93亿元。"
        "全年获授权专利318件。"
    )
    question = "2024年到账科研经费中，纵向经费和横向经费各是多少？"
    answer = "2024年纵向经费为2.93亿元，横向经费为1.93亿元。"
    assert judge_answer(question, answer, [passage]).accuracy > 8
