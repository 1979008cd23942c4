"""Values that stand with the others of their answer, look like no other value, or are told in order."""

import pytest

from scoring.judging import judge_answer
from scoring.questions import answer_kind
from scoring.terms import terms

FERRY = """The Selvik ferry carried 1.84 million passengers in the year, a rise of 6.5% on the 1.73 million
of the year before. Vehicle traffic moved the other way: 212,400 cars were carried, against 219,900 before."""
SURVEY = """За год кафедра выпустила 212 статей, из них 87 в зарубежных журналах. Средняя оценка в опросе
студентов составила 4,3 балла, тогда как пятью годами раньше она равнялась 3,8."""
SUPPLIERS = """本公司往來供應商共 428 家，其中 56 家列為關鍵供應商。
全年對 38 家關鍵供應商執行實地稽核，3 家未通過。"""
BONUS = """董事會將主管變動薪酬的 15% 與績效連結：減碳成果占 8%、職業安全占 5%、供應鏈管理占 2%。"""
TARIFFS = """| Зона | Тариф, руб. за паллету | Срок, сут. |
|---|---|---|
| А — сухой склад | 34 | 180 |
| Б — охлаждённая | 71 | 45 |
| В — морозильная | 88 | 120 |

Прежний тариф зоны А составлял 29 рублей, зоны В — 80 рублей."""


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        (
            "How many passengers did the ferry carry, and how does that compare with the year before?",
            "Numbers grew from 1,730,000 to 1,840,000, an increase of 6.5 per cent.",
            FERRY,
        ),
        (
            "Как изменилась оценка в опросе студентов?",
            "Была 3,8, стала 4,3 балла.",
            SURVEY,
        ),
        (
            "列為關鍵供應商的有幾家？其中幾家接受了實地稽核？",
            "共有 56 家供應商列為關鍵供應商，其中 38 家接受了實地稽核。",
            SUPPLIERS,
        ),
        (
            "變動薪酬與績效連結的部分由哪些項目組成？各占多少？",
            "由減碳成果、職業安全、供應鏈管理三者組成，分別占變動薪酬的 8%、5%、2%。",
            BONUS,
        ),
        (
            "Какой тариф действовал в зоне А раньше и какой действует теперь?",
            "Раньше тариф зоны А составлял 29 рублей за паллету, теперь он равен 34 рублям.",
            TARIFFS,
        ),
    ],
)
def test_a_true_answer_has_no_misplaced_value(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        ("How many cars did the ferry carry?", "It carried 1.84 million cars.", FERRY),
        (
            "變動薪酬與績效連結的部分由哪些項目組成？各占多少？",
            "由減碳成果、職業安全、供應鏈管理三者組成，分別占變動薪酬的 5%、8%、2%。",
            BONUS,
        ),
        ("Какой тариф действует в зоне А?", "В зоне А паллета стоит 71 рубль.", TARIFFS),
    ],
)
def test_a_value_of_something_else_still_is(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("為何水位下降？", "reason"),
        ("水位下降，為何？", "reason"),
        ("併網日期為何？", "date"),
        ("主要任務為何？", "open"),
        ("Каковы приоритеты сети на следующий год?", "open"),
        ("Каков порядок подачи заявки?", "open"),
        ("Каковы размеры зала?", "quantity"),
        ("Какова средняя глубина озера?", "quantity"),
    ],
)
def test_what_a_question_asks_for(question: str, kind: str) -> None:
    assert answer_kind(question) == kind


@pytest.mark.parametrize(
    ("text", "letter"),
    [("тариф зоны А", "а"), ("| В |", "в"), ("Option A is cheaper", "a"), ("в зоне «С» тепло", "с")],
)
def test_a_letter_that_names_something_is_a_term(text: str, letter: str) -> None:
    assert letter in terms(text)


@pytest.mark.parametrize("text", ["А в зоне тепло", "пришёл В. И. Лось", "a dry store", "с а до я"])
def test_other_letters_are_none(text: str) -> None:
    assert not {"а", "в", "a", "с", "я"} & set(terms(text))
