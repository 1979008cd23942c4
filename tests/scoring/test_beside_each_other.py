"""Figures that stand side by side in one sentence of a passage: which belongs to what an answer says."""

from __future__ import annotations

import pytest

from scoring.judging import judge_answer

PASSAGE = {
    "en": (
        "The repair cost £86,000 in all, of which the council gave £52,000, "
        "the friends of the library £19,000 "
        "and the school fund the remaining £15,000."
    ),
    "zh-Hant": (
        "整修總經費為 86 萬元，其中縣府補助 52 萬元、圖書館之友捐贈 19 萬元，其餘 15 萬元由學校基金支應。"
    ),
    "zh-Hans": (
        "整修总经费为 86 万元，其中县政府补助 52 万元、图书馆之友捐赠 19 万元，其余 15 万元由学校基金支付。"
    ),
    "ru": (
        "Общая стоимость ремонта — 860 тысяч рублей: 520 тысяч рублей выделила администрация, "
        "190 тысяч рублей "
        "пожертвовали друзья библиотеки, остальные 150 тысяч рублей покрыл школьный фонд."
    ),
}
QUESTION = {
    "en": "What did the repair cost, and what did the friends of the library give?",
    "zh-Hant": "整修總經費是多少？圖書館之友捐了多少？",
    "zh-Hans": "整修总经费是多少？图书馆之友捐了多少？",
    "ru": "Какова общая стоимость ремонта и сколько пожертвовали друзья библиотеки?",
}
TRUE = {
    "en": (
        "It cost £86,000; the friends of the library gave £19,000, "
        "the rest came from council and school fund."
    ),
    "zh-Hant": "總共花了 860,000 元；圖書館之友出了 190,000 元，縣府補助 520,000 元，其餘由學校基金支應。",
    "zh-Hans": "总共花了 860,000 元；图书馆之友出了 190,000 元，县政府补助 520,000 元，其余由学校基金支付。",
    "ru": (
        "Всего 860 тысяч рублей; друзья библиотеки дали 190 тысяч рублей, остальное — школьный фонд и другие."
    ),
}
FALSE = {
    "en": "The repair cost £86,000, of which the friends of the library gave £52,000.",
    "zh-Hant": "整修總經費為 86 萬元，其中圖書館之友捐贈 52 萬元。",
    "zh-Hans": "整修总经费为 86 万元，其中图书馆之友捐赠 52 万元。",
    "ru": (
        "Общая стоимость ремонта — 860 тысяч рублей, из них друзья библиотеки пожертвовали 520 тысяч рублей."
    ),
}


@pytest.mark.parametrize("language", PASSAGE)
def test_other_clauses_of_an_answer_do_not_move_its_figures(language: str) -> None:
    assert judge_answer(QUESTION[language], TRUE[language], [PASSAGE[language]]).accuracy > 8


@pytest.mark.parametrize("language", PASSAGE)
def test_a_neighbours_figure_is_noticed(language: str) -> None:
    assert judge_answer(QUESTION[language], FALSE[language], [PASSAGE[language]]).accuracy < 5


TABLE = """Table 3. Phosphorus retained in 412 days
Filter Retained (kg) Cost per kg of phosphorus (euros)
F6 21.0 12.4
F12 14.3 18.2
F24 7.8 33.2
Shell costs 38 euros a tonne at the filter and calcination 62 euros a tonne.
Mean removal of phosphate was 61%, 83% and 91%, against 6% in the control."""


@pytest.mark.parametrize(
    "answer",
    [
        "A kilogram of retained phosphorus cost 33.2 euros in filter F24.",
        "In F6 it cost 12.4 euros per kilogram.",
    ],
)
def test_another_row_or_a_list_of_values_is_no_second_opinion(answer: str) -> None:
    assert judge_answer("What did a kilogram of retained phosphorus cost?", answer, [TABLE]).accuracy > 8


UNCHECKED = "The boats are kept in the old shed behind the mill while the ice lasts."


@pytest.mark.parametrize(
    ("sentence", "lowest", "highest"),
    [
        ("In winter the shed behind the mill houses the vessels.", 8, 10),
        ("Mayor Tolvanen resigned over a forged diploma.", 1, 6),
    ],
)
def test_a_sentence_that_may_say_the_same_is_undecided(sentence: str, lowest: float, highest: float) -> None:
    passage = f"The club owns 14 boats. {UNCHECKED} The fee is 120 euros a year."
    answer = f"The club owns 14 boats and asks 120 euros a year. {sentence}"
    verdict = judge_answer("How many boats does the club own, and what is the fee?", answer, [passage])
    assert lowest <= verdict.accuracy <= highest
