"""Where a value belongs: what a question asks, what is held against it, what it is a part or a rank of."""

import pytest

from scoring.judging import judge_answer

DELAYED = {
    "zh-Hans": "仓库于2021年3月8日开工，计划2022年9月30日完工，实际2022年12月5日完工。"
    "2022年5月的台风吹坏屋架，停工20天。",
    "zh-Hant": "體育館於 2021 年 3 月 8 日動工,原定 2022 年 9 月 30 日完工,實際 2022 年 12 月 5 日完工。"
    "2022 年 5 月颱風吹壞屋架,停工 20 天。",
    "en": "The granary was begun on 8 March 2021 and was to be completed on 30 September 2022; it was "
    "completed on 5 December 2022. A gale in May 2022 tore off the roof and stopped the work for 20 days.",
    "ru": "Склад заложили 8 марта 2021 года, завершить его планировали 30 сентября 2022 года, а завершили "
    "5 декабря 2022 года. Буря в мае 2022 года сорвала крышу и остановила работы на 20 дней.",
}
BUDGET = {
    "zh-Hans": "| 项目 | 预算（万元） | 实支（万元） |\n|---|---|---|\n| 屋面 | 480 | 512 |\n"
    "| 电路 | 310 | 295 |\n| 门窗 | 120 | 118 |",
    "en": "| Item | Budget, £ thousand | Spent, £ thousand |\n|---|---|---|\n| Roofing | 480 | 512 |\n"
    "| Wiring | 310 | 295 |\n| Windows | 120 | 118 |",
    "ru": "| Статья | План, тыс. руб. | Освоено, тыс. руб. |\n|---|---|---|\n| Кровля | 480 | 512 |\n"
    "| Проводка | 310 | 295 |\n| Окна | 120 | 118 |",
}
STARTS = """| Node | Pods | Start in 2.1, s | Start in 2.2, s |
|---|---|---|---|
| Small | 16 | 41 | 19 |
| Medium | 64 | 96 | 37 |
| Large | 256 | 240 | 88 |"""
SCORES = """| 名次 | 型号 | 综合评分 |
|---|---|---|
| 1 | 青岚A7 | 92.4 |
| 2 | 白榆C3 | 88.1 |
| 3 | 川石D1 | 79.6 |"""
REASONS = "問卷中,讀者不來館的前三項原因為:開放時間短(41%)、座位太少(25%)、路途遙遠(18%)。"
HEADCOUNT = """## О заводе

По состоянию на 31 декабря 2024 года на заводе работало 912 человек.

## Персонал

На конец 2024 года численность работников завода составила 874 человека, из них 231 — сварщики."""
TRADE = """## Рынок

В 2024 году рынок варенья в области достиг 1,84 млрд рублей, или 3 260 тонн. За год он вырос на 11 % в деньгах
и на 4 % в тоннах.

## Продажи

| Показатель | 2022 | 2023 | 2024 |
|---|---|---|---|
| Объём продаж, т | 2 990 | 3 135 | 3 260 |"""


@pytest.mark.parametrize(
    ("question", "passage", "true", "wrong"),
    [
        (
            "仓库完工为什么推迟？",
            DELAYED["zh-Hans"],
            "2022年5月台风把屋架吹坏，工程停了20天。",
            "2022年9月台风把屋架吹坏，工程停了20天。",
        ),
        (
            "體育館為何延後完工?",
            DELAYED["zh-Hant"],
            "因為 2022 年 5 月颱風吹壞屋架,停工 20 天。",
            "因為 2022 年 12 月颱風吹壞屋架,停工 20 天。",
        ),
        (
            "Why was the granary completed late?",
            DELAYED["en"],
            "Because a gale tore off the roof in May 2022, which stopped the work for 20 days.",
            "Because a gale tore off the roof in March 2021, which stopped the work for 20 days.",
        ),
        (
            "Почему склад завершили позже?",
            DELAYED["ru"],
            "В мае 2022 года буря сорвала крышу, и работы стояли 20 дней.",
            "В марте 2021 года буря сорвала крышу, и работы стояли 20 дней.",
        ),
    ],
)
def test_a_reason_has_its_own_date(question: str, passage: str, true: str, wrong: str) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "passage", "true", "wrong"),
    [
        (
            "How much was budgeted for wiring?",
            BUDGET["en"],
            "£310,000, the second-largest sum after roofing.",
            "£480,000, the second-largest sum after roofing.",
        ),
        (
            "Сколько заложено на проводку?",
            BUDGET["ru"],
            "По плану 310 000 рублей — вторая по величине сумма после кровли.",
            "По плану 480 000 рублей — вторая по величине сумма после кровли.",
        ),
        (
            "电路的预算是多少？",
            BUDGET["zh-Hans"],
            "电路预算310万元，仅次于屋面。",
            "电路预算480万元，仅次于屋面。",
        ),
        (
            "Сколько освоено на кровле и когда намечен ввод?",
            BUDGET["ru"],
            "Освоено: 512 тыс. рублей. Срок ввода не указан.",
            "Освоено: 480 тыс. рублей. Срок ввода не указан.",
        ),
    ],
)
def test_a_rank_names_another_thing(question: str, passage: str, true: str, wrong: str) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "passage", "true", "wrong"),
    [
        (
            "How did the start times of small and medium nodes change?",
            STARTS,
            "Medium nodes (96 to 37 s) gained more than small ones (41 to 19 s).",
            "Medium nodes (41 to 19 s) gained less than small ones (96 to 37 s).",
        ),
        (
            "青岚A7和白榆C3的综合评分分别是多少？",
            SCORES,
            "青岚A7得92.4分，排名第一；白榆C3得88.1分，位居第二。",
            "青岚A7：88.1分；白榆C3：92.4分。",
        ),
        (
            "讀者不來館的前三項原因是什麼?比例各多少?",
            REASONS,
            "依序是開放時間短、座位太少與路途遙遠,占比分別為百分之四十一、百分之二十五和百分之十八。",
            "依序是開放時間短、座位太少與路途遙遠,占比分別為百分之四十一、百分之十八和百分之二十五。",
        ),
        (
            "Каким был рынок варенья в 2024 году в деньгах и в тоннах?",
            TRADE,
            "В деньгах — 1,84 млрд рублей (+11 % к 2023 году), а в тоннах — 3 260 тонн (+4 %).",
            "В деньгах — 1,84 млрд рублей (+11 % к 2023 году), а в тоннах — 3 135 тонн (+4 %).",
        ),
    ],
)
def test_pairs_lists_and_brackets_are_read_in_order(
    question: str, passage: str, true: str, wrong: str
) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


def test_a_part_is_no_rival_of_the_whole() -> None:
    question = "Сколько человек работало на заводе на конец 2024 года?"
    both = "Данные расходятся: в разделе «О заводе» названы 912 работников, в разделе о персонале — 874."
    assert judge_answer(question, both, [HEADCOUNT]).accuracy > 8
    welders = "Сколько сварщиков работало на заводе?"
    assert judge_answer(welders, "На заводе работал 231 сварщик.", [HEADCOUNT]).accuracy > 8
    assert judge_answer(welders, "На заводе работали 874 сварщика.", [HEADCOUNT]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "passage", "true", "wrong"),
    [
        (
            "What did the hospital spend on agency staff in 2023/24?",
            "Spending on agency staff fell from £8.6 million to £5.2 million in 2023/24.",
            "£5,200,000, compared with £8,600,000 a year earlier.",
            "£8,600,000, compared with £5,200,000 a year earlier.",
        ),
        (
            "该院2024年的外包支出是多少？",
            "2024年外包支出由860万元降至520万元。",
            "520万元，上一年则为860万元。",
            "860万元，上一年则为520万元。",
        ),
        (
            "外包支出是多少?",
            "外包支出由 860 萬元降至 520 萬元。",
            "520 萬元,先前為 860 萬元。",
            "860 萬元,先前為 520 萬元。",
        ),
        (
            "Сколько больница потратила на внешний персонал?",
            "Расходы на внешний персонал снизились с 86 млн до 52 млн рублей.",
            "52 млн рублей против 86 млн рублей годом раньше.",
            "86 млн рублей против 52 млн рублей годом раньше.",
        ),
    ],
)
def test_what_was_before_may_be_told_beside_what_is(
    question: str, passage: str, true: str, wrong: str
) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


def test_what_is_kept_is_not_what_was() -> None:
    passage = "放寬後圖書每次可借 60 日。視聽資料不在放寬範圍內,仍以 14 日為限。"
    question = "視聽資料是否適用放寬後的期限?"
    assert judge_answer(question, "不適用,視聽資料維持原本的規定,最多借 14 日。", [passage]).accuracy > 8
    assert judge_answer(question, "不適用,視聽資料維持原本的規定,最多借 60 日。", [passage]).accuracy < 5


ROUTES = {
    "zh-Hant": ("路線", "業者", "班距(分鐘)", "甲山客運", "乙海客運"),
    "zh-Hans": ("线路", "公司", "班距（分钟）", "甲山客运", "乙海客运"),
    "en": ("Route", "Operator", "Interval, min", "Hillside Coaches", "Bay Buses"),
    "ru": ("Маршрут", "Перевозчик", "Интервал, мин", "Горный экспресс", "Бухта"),
}


@pytest.mark.parametrize(
    ("language", "question", "true", "wrong"),
    [
        ("zh-Hant", "路線 318 的班距是多少?", "路線 318 的班距為 25 分鐘。", "路線 318 的班距為 12 分鐘。"),
        ("zh-Hans", "线路318的班距是多少？", "线路318的班距为25分钟。", "线路318的班距为12分钟。"),
        (
            "en",
            "What is the interval of route 318?",
            "Route 318 runs every 25 min.",
            "Route 318 runs every 12 min.",
        ),
        ("ru", "Каков интервал на маршруте 318?", "Маршрут 318: 25 минут.", "Маршрут 318: 12 минут."),
    ],
)
def test_a_row_is_named_by_its_number(language: str, question: str, true: str, wrong: str) -> None:
    head, operator, interval, one, two = ROUTES[language]
    table = f"| {head} | {operator} | {interval} |\n|---|---|---|\n| 46 | {one} | 12 |\n| 318 | {two} | 25 |"
    assert judge_answer(question, true, [table]).accuracy > 8
    assert judge_answer(question, wrong, [table]).accuracy < 5


def test_a_difference_is_no_value_that_stands_somewhere_by_chance() -> None:
    table = "| Цена | 2022 | 2023 | 2024 |\n|---|---|---|---|\n| Цена банки варенья, руб. | 129 | 145 | 157 |"
    passage = f"{table}\n\n«Двенадцать трав» почти исчерпала свои мощности."
    question = "Какой была цена банки варенья в 2024 году?"
    answer = "В 2024 году банка варенья стоила 157 рублей — на {} рублей выше, чем годом раньше."
    assert judge_answer(question, answer.format(12), [passage]).accuracy > 8
    assert judge_answer(question, answer.format(19), [passage]).accuracy < 5
