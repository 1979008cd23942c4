"""Faults that a reader with fresh eyes found, each with the nearest right verdict."""

import pytest

from scoring.judging import judge_answer
from scoring.mentions import mentions

DRAW = "It draws 58 W at 30 km/h with 5 kg, 64 W at 50 km/h with 9 kg, 70 W at 70 km/h with 12 kg."
DEPOTS = """| Depot | Complaints | Buses |
|---|---|---|
| North | 120 | 41 |
| South | 41 | 30 |
| East | 79 | 29 |
"""


@pytest.mark.parametrize("text", ["共一千萬億億億個", "一" * 30, f"代號為{'九' * 28}個"])
def test_numbers_in_words_of_any_size_are_read(text: str) -> None:
    assert isinstance(mentions(text), tuple)
    assert judge_answer("共幾個？", text, [text]).accuracy >= 1


def test_the_rival_of_a_value_under_another_condition_is_the_first_in_its_sentence() -> None:
    answer = "It draws 58 W at 50 km/h with 12 kg."
    assert "64 W" in judge_answer("What does it draw at 50 km/h with 12 kg?", answer, [DRAW]).reason


def test_a_measure_told_after_an_opening_that_names_the_thing_is_told() -> None:
    passage = "The mill had a hard year in 2023. Profit was £84,000."
    question = "What was the profit of the mill in 2023?"
    assert judge_answer(question, "Its profit was £84,000.", [passage]).accuracy > 8
    assert judge_answer(question, "The text does not state the profit.", [passage]).accuracy < 7


def test_degrees_are_a_temperature() -> None:
    passage = "Температура воды поддерживается на уровне 28 градусов."
    answer = "Температура воды в документе не указана."
    assert judge_answer("Какова температура воды?", answer, [passage]).accuracy < 7


def test_a_whole_is_that_of_the_column_of_its_part() -> None:
    question = "How many complaints were there in total?"
    assert judge_answer(question, "100 complaints in total, 41 of them in the South.", [DEPOTS]).accuracy < 5
    assert judge_answer(question, "240 complaints in total, 41 of them in the South.", [DEPOTS]).accuracy > 8


def test_a_month_later_is_no_day_that_does_not_exist() -> None:
    passage = "It was due on 31 March 2024 and was postponed by one month."
    assert judge_answer("When is it due now?", "On 30 April 2024.", [passage]).accuracy > 8
    assert judge_answer("When is it due now?", "On 31 April 2024.", [passage]).accuracy < 5
