"""Figures that an answer computes from what the passages say; numbers that only look like names or years."""

from __future__ import annotations

import pytest

from scoring.identifiers import unknown_names
from scoring.judging import judge_answer

SHIFTS = {
    "en": (
        "How did the ferry's crossing change?",
        "The ferry's crossing takes 31 minutes since the new pier opened; before that it took 48 minutes.",
        "The ferry's crossing became {} minutes shorter when the new pier opened.",
    ),
    "zh-Hant": (
        "渡輪的航程有何改變？",
        "新碼頭啟用後，渡輪航程由48分鐘改為31分鐘。",
        "新碼頭啟用後，渡輪航程縮短{}分鐘。",
    ),
    "zh-Hans": (
        "渡轮的航程有何改变？",
        "新码头启用后，渡轮航程由48分钟改为31分钟。",
        "新码头启用后，渡轮航程缩短了{}分钟。",
    ),
    "ru": (
        "Как изменилось время переправы?",
        "После открытия нового причала переправа занимает 31 минуту вместо 48 минут.",
        "После открытия нового причала переправа занимает на {} минут меньше.",
    ),
}


def accuracy(question: str, passage: str, answer: str) -> float:
    return judge_answer(question, answer, [passage]).accuracy


@pytest.mark.parametrize("language", SHIFTS)
def test_a_difference_follows_from_two_figures_of_one_sentence(language: str) -> None:
    question, passage, answer = SHIFTS[language]
    assert accuracy(question, passage, answer.format(17)) > 8
    assert accuracy(question, passage, answer.format(19)) < 5


def test_a_figure_that_is_not_called_a_difference_does_not_follow() -> None:
    question, passage, _ = SHIFTS["en"]
    assert accuracy(question, passage, "The ferry's crossing takes 17 minutes since the new pier opened.") < 5


def test_a_difference_of_two_cells_of_a_row_follows() -> None:
    rows = (
        "| | Model S | Model L |",
        "|---|---|---|",
        "| Weight, kg | 214 | 322 |",
        "| Price, euros | 8,300 | 9,150 |",
    )
    table = "\n".join(rows)
    question = "How do the models S and L differ in weight and price?"
    right = "Model L is 108 kg heavier and 850 euros dearer than model S."
    wrong = "Model L is 118 kg heavier and 850 euros dearer than model S."
    assert accuracy(question, table, right) > 8
    assert accuracy(question, table, wrong) < 5


def test_a_sum_may_stand_far_from_what_it_sums() -> None:
    passage = "The seal costs 840 euros. The filter costs 195 euros. The battery costs 1,260 euros."
    told = f"{passage} Together {{}} euros."
    question = "What do the seal, the filter and the battery cost?"
    assert accuracy(question, passage, told.format("2,295")) > 8
    assert accuracy(question, passage, told.format("2,495")) < 5


def test_an_amount_that_looks_like_a_year_is_an_amount() -> None:
    passage = "Запасные части: уплотнитель стоит 8 400 руб., фильтр — 1 950 руб."
    question = "Сколько стоит фильтр?"
    assert accuracy(question, passage, "Фильтр стоит 1950 руб., как сказано в перечне: 1950 за фильтр.") > 8
    assert accuracy(question, passage, "За фильтр просят 1970.") < 5


@pytest.mark.parametrize(
    ("text", "source", "unknown"),
    [
        ("Just 118 of 431 shops applied.", "118 of the 431 shops have applied.", []),
        ("Berth 12 was closed.", "Berth 7 was closed on 12 days.", ["berth 12"]),
        ("①備用水泵 ②發電機", "備用水泵和發電機。", []),
        ("Объём у 80Б больше.", "Исполнения 80М и 80Б.", []),
        ("Объём у 80В больше.", "Исполнения 80М и 80Б.", ["у 80в"]),
    ],
)
def test_numbers_that_only_look_like_names(text: str, source: str, unknown: list[str]) -> None:
    assert unknown_names(text, [source]) == unknown


def test_a_number_behind_an_opening_word_is_checked_as_a_figure() -> None:
    question, passage = "How many shops applied?", "118 of the 431 shops have applied for the rebate."
    assert accuracy(question, passage, "Just 118 of 431 shops applied.") > 8
    assert accuracy(question, passage, "Just 119 of 431 shops applied.") < 5


def test_a_difference_that_stands_elsewhere_for_something_else_is_still_a_difference() -> None:
    passage = "A mild course takes 7 days, a severe one 10 days. Samples are kept 3 days in the cold room."
    question = "How long do a mild and a severe course take?"
    assert (
        accuracy(question, passage, "A severe course takes 10 days, 3 days longer than a mild one (7 days).")
        > 8
    )
    assert (
        accuracy(question, passage, "A severe course takes 10 days, 4 days longer than a mild one (7 days).")
        < 5
    )


def test_an_absence_told_in_a_noun_is_no_contradiction() -> None:
    passage = (
        "Требования к участнику: отсутствие долгов по налогам на день подачи заявки; опыт не менее двух лет."
    )
    answer = "На день подачи заявки у участника нет долгов по налогам, а опыт — не менее двух лет."
    assert accuracy("Каковы требования к участнику?", passage, answer) > 8


def test_a_difference_may_happen_to_stand_in_the_passages_for_something_else() -> None:
    question = "文庫修好了多少冊書？"
    passages = ["清點一節記載，修好的書共41冊。", "展示一節則說修好的書是33冊。", "書庫另有8張長桌。"]
    answer = "清點一節記載修好的書共41冊，展示一節卻說是33冊，兩處相差8冊。"
    assert judge_answer(question, answer, passages).accuracy > 8


def test_a_model_named_right_behind_a_chinese_word_is_known() -> None:
    assert not unknown_names("起因是KR-5轴承磨损。", ["拆检发现其KR-5型轴承磨损"])
    assert unknown_names("起因是KR-6轴承磨损。", ["拆检发现其KR-5型轴承磨损"])


@pytest.mark.parametrize(
    "answer", ["Read with sections 2 and 5, it holds.", "見第2、5節。", "Разделы 2–5 говорят то же."]
)
def test_several_sections_of_a_document_name_nothing(answer: str) -> None:
    assert not unknown_names(answer, ["The pier opened in May."])


def test_a_row_of_a_table_bears_a_name_with_its_number() -> None:
    table = "| Причал | Суда |\n|---|---|\n| Рыбный | 19 |\n| Лесной | 34 |"
    assert not unknown_names("Суда: Рыбный 19, Лесной 34", [table])
    assert unknown_names("Суда: Рыбный 18, Лесной 34", [table])
