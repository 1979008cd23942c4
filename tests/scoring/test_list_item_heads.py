"""What an item of a numbered list begins with holds for its further sentences."""

import pytest

from scoring.judging import judge_answer

PLANS = {
    "en": (
        (
            "The audit recommends:\n\n"
            "1. Train 30 further nurses by 30 June 2025. Owner: Matron Sheila Donnachie. Cost: £8,400.\n"
            "2. Restock the trolley twice daily. Owner: Sister Amara Voss. In force from 3 March 2025.\n"
            "3. Paint the waiting room. Owner: Ben Ames. To be done by 12 May 2025."
        ),
        "When does restocking the trolley twice daily begin?",
        "Twice-daily restocking of the trolley comes in on 3 March 2025.",
        "Twice-daily restocking of the trolley comes in on 12 May 2025.",
    ),
    "ru": (
        (
            "Рекомендации:\n\n"
            "1. Обучить ещё 30 сестёр к 30 июня 2025 года. Отвечает Шейла Доннаки. Стоимость 8 400 рублей.\n"
            "2. Пополнять тележку дважды в день. Отвечает Амара Восс. Вводится с 3 марта 2025 года.\n"
            "3. Покрасить приёмную. Отвечает Бен Эймс. Срок до 12 мая 2025 года."
        ),
        "Когда вводится пополнение тележки дважды в день?",
        "Пополнять тележку дважды в день начнут 3 марта 2025 года.",
        "Пополнять тележку дважды в день начнут 12 мая 2025 года.",
    ),
}


@pytest.mark.parametrize("language", PLANS)
def test_the_head_of_an_item_says_what_its_dates_are_of(language: str) -> None:
    passage, question, right, wrong = PLANS[language]
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


def test_a_verb_before_a_number_is_no_name() -> None:
    passage, *_ = PLANS["en"]
    question = "How many nurses are to be trained, and by when?"
    assert judge_answer(question, "30 more nurses, by the end of June 2025.", [passage]).accuracy > 8
    assert judge_answer(question, "40 more nurses, by the end of June 2025.", [passage]).accuracy < 5


def test_the_same_stump_in_two_items_is_no_conflict() -> None:
    passage = (
        "Standards:\n\n- **S2** Blood cultures taken before antibiotics. Target 90%.\n"
        "- **S4** Serum lactate measured within 60 minutes. Target 95%.\n\n"
        "In 2024 lactate was measured in time in 96% of cases."
    )
    answer = "Measuring lactate within an hour reached 96%, one point over the 95% target."
    assert judge_answer("Was the lactate target met in 2024?", answer, [passage]).accuracy > 8
