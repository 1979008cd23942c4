"""Numbers that name a thing, the one of a unit that others are told by, and both ends of a range of dates."""

import pytest

from scoring.judging import judge_answer

PITS = {
    "en": (
        (
            "The silver coin weighs 1.87 g (pit 17). They opened 23 pits, 9 of them for grain. "
            "A bead came from pit 5."
        ),
        "Where was the silver coin found and what does it weigh?",
        "It comes from pit 17 and its mass is 1.87 g.",
        "It comes from pit 5 and its mass is 1.87 g.",
    ),
    "ru": (
        (
            "Дирхем весом 1,87 г обрезан в кружок (яма 17). Изучены 23 ямы, из них 9 зерновых. Бусина "
            "найдена в яме 5."
        ),
        "Где нашли дирхем и каков его вес?",
        "Происходит он из ямы 17, его масса 1,87 г.",
        "Происходит он из ямы 5, его масса 1,87 г.",
    ),
}


@pytest.mark.parametrize("language", PITS)
def test_a_number_behind_its_noun_names_one_of_several(language: str) -> None:
    passage, question, right, wrong = PITS[language]
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "Each pound of public money was matched by £6.31 of new spending.",
            "What was the return per pound of public money?",
            "For every £1 of public money there was £6.31 of new spending.",
            "For every £1 of public money there was £5.31 of new spending.",
        ),
        (
            "Каждый рубль бюджета принёс 6,31 рубля новых расходов.",
            "Какова отдача на рубль бюджета?",
            "На каждый 1 рубль бюджета пришлось 6,31 рубля новых расходов.",
            "На каждый 1 рубль бюджета пришлось 5,31 рубля новых расходов.",
        ),
        (
            "每一元公款帶來 6.31 元的新增消費。",
            "每一元公款帶來多少新增消費？",
            "每 1 元公款帶來 6.31 元的新增消費。",
            "每 1 元公款帶來 5.31 元的新增消費。",
        ),
    ],
    ids=["en", "ru", "zh-Hant"],
)
def test_one_of_a_unit_is_what_others_are_told_by(
    passage: str, question: str, right: str, wrong: str
) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


def test_both_ends_of_a_range_of_dates_stand_by_each_other() -> None:
    passages = [
        "Заозёрск, 27 января 2023 г.",
        "Раскопки велись с 4 июля по 19 августа 2022 года. Участвовали 27 человек, 18 из них студенты.",
    ]
    question = "Когда проходили раскопки и сколько человек в них участвовало?"
    right = "В экспедиции было 27 участников, а копали с 04.07 по 19.08.2022."
    assert judge_answer(question, right, passages).accuracy > 8
    for wrong in (right.replace("19.08.2022", "27.01.2023"), right.replace("04.07", "14.07")):
        assert judge_answer(question, wrong, passages).accuracy < 5


def test_one_of_two_reasons_is_no_half() -> None:
    passage = "Two things helped: we took on 11 operatives. The backlog fell from 2,140 to 1,265."
    answer = "Taking on 11 operatives was one of two things that helped; it fell from 2,140 to 1,265."
    assert judge_answer("What helped to cut the backlog?", answer, [passage]).accuracy > 8
