"""Answers in words of their own that are drawn from where the question is told, and others that are not."""

import pytest

from scoring.judging import judge_answer

TABLE = (
    "Table 1. Site characteristics\n\n| Site | Soil | Altitude (m) | Mean annual rainfall "
    "(mm) | Previous crop |\n"
    "|---|---|---|---|---|\n| Moorend | sandy loam | 142 | 612 | barley |\n| Hathe Vale | "
    "chalky loam | 205 | 574 | "
    "linseed |\n"
)
HANT = (
    "塔恩磨坊員工規則。托育補助自2023年1月起發放，每月90歐元，發至子女滿4歲為止。申請人須到職滿6個月；"
    "父母同在磨坊任職者，僅得由一方申請。食堂營業時間為7時至15時。"
)
RU = (
    "Правила для работников мельницы. Пособие на ребёнка платят с января 2023 года, 90 евро в "
    "месяц, пока ребёнку не "
    "исполнится 4 года. Заявитель должен проработать на мельнице 6 месяцев; если там работают оба родителя, "
    "обращается только один из них. Столовая открыта с 7 до 15 часов."
)


def test_a_row_told_as_a_list() -> None:
    question = "What are the site characteristics of Hathe Vale according to the table?"
    right = "- Ground: chalky loam\n- Elevation: 205 metres\n- Yearly rain: 574 mm"
    wrong = "- Ground: sandy loam\n- Elevation: 142 metres\n- Yearly rain: 612 mm"
    assert judge_answer(question, right, [TABLE]).accuracy > 8
    assert judge_answer(question, wrong, [TABLE]).accuracy < 5


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            HANT,
            "申請托育補助要符合哪些條件？",
            "- 年資達六個月\n- 子女未滿四歲\n- 夫妻擇一請領",
            "- 年資達九個月\n- 子女未滿七歲\n- 無犯罪紀錄",
        ),
        (
            RU,
            "Каковы условия пособия на ребёнка?",
            "- стаж не менее шести месяцев\n- ребёнок младше четырёх лет\n- из супругов обращается один",
            "- стаж не менее девяти месяцев\n- ребёнок младше семи лет\n- отсутствие судимости",
        ),
    ],
)
def test_amounts_in_words_bear_conditions(passage: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 4
