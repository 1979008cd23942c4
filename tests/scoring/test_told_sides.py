"""Answers that report two values of the passages as being at odds with each other."""

from __future__ import annotations

import pytest

from scoring.conflict_report import speaks_of_conflict
from scoring.judging import judge_answer

_MILLS = {
    "en": (
        "How many tonnes of rye does the mill grind a year?",
        "The mill was restored between 2015 and 2018. It grinds 38 tonnes of rye a year for the bakeries.",
        "Last season the mill ground 44 tonnes of rye a year. The miller employs 5 people.",
    ),
    "ru": (
        "Сколько тонн ржи перемалывает мельница за год?",
        "Мельницу восстановили в 2015–2018 годах. За год она перемалывает 38 тонн ржи для пекарен долины.",
        "За год мельница перемалывает 44 тонны ржи, большую часть для двух пекарен. У мельника 5 работников.",
    ),
    "zh-Hant": (
        "磨坊每年磨製多少公噸裸麥？",
        "磨坊於 2015 年至 2018 年間修復，每年為山谷裡的麵包店磨製裸麥 38 公噸。",
        "磨坊每年磨製裸麥 44 公噸，大部分供應兩家麵包店。磨坊主人僱用 5 人。",
    ),
    "zh-Hans": (
        "磨坊每年磨制多少吨黑麦？",
        "磨坊于2015年至2018年间修复，每年为山谷里的面包店磨制黑麦38吨。",
        "磨坊每年磨制黑麦44吨，大部分供应两家面包店。磨坊主人雇用5人。",
    ),
}


def _judged(language: str, answer: str) -> float:
    question, one, two = _MILLS[language]
    return judge_answer(question, answer, [one, two]).accuracy


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "The two sections don't agree: one gives 38 tonnes and the other 44."),
        ("en", "There is a mismatch: 38 tonnes at the beginning, 44 tonnes further on."),
        ("en", "Unclear. The opening passage has 38 tonnes of rye, whereas the later one has 44."),
        ("ru", "В документе разночтение: в начале названы 38 тонн, дальше — 44."),
        ("ru", "Точно сказать нельзя: вначале указано 38 тонн, а ниже даётся другое количество, 44 тонны."),
        ("ru", "Цифры не согласуются между собой: 38 тонн и 44 тонны."),
        ("zh-Hant", "文件前後數字不同：開頭寫 38 公噸，後面寫 44 公噸。"),
        ("zh-Hant", "究竟是 38 公噸還是 44 公噸，兩處寫法不一。"),
        ("zh-Hans", "38吨和44吨都有，互相打架。"),
        ("zh-Hans", "没有统一答案，既有38吨，也有44吨的说法。"),
    ],
)
def test_two_values_told_as_being_at_odds_are_both_right(language: str, answer: str) -> None:
    assert _judged(language, answer) > 8


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "The two sections don't agree: one gives 38 tonnes and the other 52."),
        ("en", "There is a mismatch: 5 tonnes at the beginning, 44 tonnes further on."),
        ("ru", "В документе разночтение: в начале названы 38 тонн, дальше — 51."),
        ("zh-Hant", "文件前後數字不同：開頭寫 38 公噸，後面寫 51 公噸。"),
        ("zh-Hans", "这里有出入，一处是38吨，另一处是5吨。"),
    ],
)
def test_a_value_that_stands_nowhere_or_of_something_else_is_no_side(language: str, answer: str) -> None:
    assert _judged(language, answer) < 5


def test_small_cells_of_a_row_do_not_explain_two_values() -> None:
    table = "| line | riders | places | trips |\n|---|---|---|---|\n| Line 4 | 820 | 6 | 9 |"
    passages = [
        "Line 4 is to run every ten minutes; 6 drivers must be hired for line 4.",
        f"## Riders\n\n{table}",
        "For line 4, 9 drivers must be hired, whom the operator pays.",
    ]
    question = "How many drivers must be hired for line 4?"
    told = "The report is inconsistent: one section says 6 drivers, another says 9."
    assert judge_answer(question, told, passages).accuracy > 8


@pytest.mark.parametrize("text", ["Расходы составили 12 рублей.", "Расходомер стоит 5 рублей."])
def test_an_expense_is_no_conflict(text: str) -> None:
    assert not speaks_of_conflict(text)
    assert speaks_of_conflict("Данные расходятся: 12 и 15 рублей.")
