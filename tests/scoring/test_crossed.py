"""Two values that stand side by side in a passage and are given to each other's subject, time or direction.

``exchanged_values.jsonl`` holds made-up passages, each with true restatements in several wordings and with
answers that exchange two of its values.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.judging import judge_answer
from scoring.poles import poles_of

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("exchanged_values.jsonl").read_text(encoding="utf-8").splitlines()
]


def _answers(kind: str) -> list[Any]:
    return [
        pytest.param(row["question"], answer, row["passage"], id=f"{row['language']}-{row['kind']}-{i}-{j}")
        for i, row in enumerate(ROWS)
        for j, answer in enumerate(row[kind])
    ]


@pytest.mark.parametrize(("question", "answer", "passage"), _answers("true"))
def test_a_true_restatement_is_no_exchange(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8


@pytest.mark.parametrize(("question", "answer", "passage"), _answers("exchanged"))
def test_exchanged_values_are_noticed(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("sentence", "first", "second"),
    [
        ("It was opened on 3 May 1987 and closed on 9 June 2003.", "opened", "closed"),
        ("第三版於2024年6月12日經委員會核定，自2024年10月1日起生效。", "approved", "in_force"),
        ("核定日期：2024年6月12日 生效日期：2024年9月1日", "approved", "in_force"),
        ("Музей был открыт 3 мая 1987 года и закрыт 9 июня 2003 года.", "opened", "closed"),
        ("Use fell to 139 litres from 143 litres the year before.", "new", "old"),
        ("Теперь оно 180 мг/л вместо 60 мг/л.", "new", "old"),
        ("等待时间由48小时缩短到21小时。", "old", "new"),
        ("The factor was 2.0 instead of the usual 1.2.", "new", "old"),
        ("Of the choir's 64 members, 38 of them sing high.", "whole", "part"),
        ("185 of the 320 pupils come by bus.", "part", "whole"),
        ("Temperatures ranged from 11.8 °C to 34.2 °C.", "least", "most"),
        ("最高氣溫為34.2度，最低氣溫為11.8度。", "most", "least"),
    ],
)
def test_each_figure_has_its_side(sentence: str, first: str, second: str) -> None:
    held = [{name for _, name in sides} for sides in poles_of(sentence).values() if sides]
    assert first in held[0]
    assert second not in held[0]
    assert second in held[-1]
    assert first not in held[-1]


@pytest.mark.parametrize(
    "sentence",
    [
        "The museum was closed until 9 June 2003.",
        "數字現於本年報，為 402 人。",
        "At least 40 beds are free.",
        "More than 40 beds are free.",
    ],
)
def test_words_that_only_look_like_a_side(sentence: str) -> None:
    held = {name for sides in poles_of(sentence).values() for _, name in sides}
    assert not held & {"closed", "new", "least", "beyond"}


def test_a_unit_left_out_hides_no_other_subject() -> None:
    passage = (
        "Energy costs 3.6 euros a kilometre, against 11.2 euros for the diesel buses. A battery weighs 2 t."
    )
    question = "By how much did CO2 emissions per kilometre fall?"
    answer = "CO2 emissions per kilometre fell from 11.2 to 3.6."
    assert judge_answer(question, answer, [passage]).accuracy < 5
