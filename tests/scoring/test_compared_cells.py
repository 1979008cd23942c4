"""Values reckoned from rows, columns and sentences that an answer names without repeating what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from data_base.text.figures import figures
from scoring.comparison_words import references, side
from scoring.judging import judge_answer
from scoring.mentions import mentions
from scoring.proportions import is_near

# Documents in four languages; the figures in braces are reckoned from them.
FOLDER = Path(__file__).parent / "compared_cells"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
RECKONED = re.compile(r"\{(.*?)\}")


def accuracy(document: str, question: str, answer: str) -> float:
    passage = (FOLDER / f"{document}.md").read_text(encoding="utf-8")
    return judge_answer(question, answer, [passage]).accuracy


def told(kind: str) -> list[tuple[str, str, str]]:
    return [(case["document"], case["question"], answer) for case in CASES for answer in case[kind]]


def with_other_digits(answer: str) -> list[str]:
    """The answer with each digit of each reckoned figure changed in turn."""
    changed = []
    for match in RECKONED.finditer(answer):
        for place in range(match.start(1), match.end(1)):
            if answer[place].isdigit():
                digit = str((int(answer[place]) + 3) % 10)
                changed.append(answer[:place] + digit + answer[place + 1 :])
    return [RECKONED.sub(r"\1", text) for text in changed if not re.search(r"\{0", text)]


@pytest.mark.parametrize(("document", "question", "answer"), told("right"))
def test_what_follows_from_what_is_named_is_borne_out(document: str, question: str, answer: str) -> None:
    assert accuracy(document, question, RECKONED.sub(r"\1", answer)) > 8


@pytest.mark.parametrize(("document", "question", "answer"), told("right"))
def test_no_other_digit_follows(document: str, question: str, answer: str) -> None:
    passed = [text for text in with_other_digits(answer) if accuracy(document, question, text) >= 5]
    assert not passed


@pytest.mark.parametrize(("document", "question", "answer"), told("wrong"))
def test_the_wrong_way_round_or_another_pair_is_found(document: str, question: str, answer: str) -> None:
    assert accuracy(document, question, answer) < 5


@pytest.mark.parametrize(
    ("table", "question", "answer", "wrong"),
    [
        (
            "| Crop | Margin (£/ha) |\n|---|---|\n| Oats | 612 |\n| Peas | 689 |",
            "Which crop had the higher margin, and by how much?",
            "Peas. They beat oats by £77 per hectare (£689 versus £612).",
            "Peas. They beat oats by £87 per hectare (£689 versus £612).",
        ),
        (
            "| Статья | 2022 год, млн руб. | 2023 год, млн руб. |\n|---|---|---|\n| Связь | 16,4 | 21,8 |",
            "На сколько выросли расходы на связь?",
            "Было 16,4, стало 21,8, то есть плюс 5,4 млн руб.",
            "Было 16,4, стало 21,8, то есть плюс 6,4 млн руб.",
        ),
        (
            "| 项目 | 2022年（万元） | 2023年（万元） |\n|---|---|---|\n| 通信费 | 16.4 | 21.8 |",
            "通信费增加了多少？",
            "由16.4增至21.8，多了5.4万元。",
            "由16.4增至21.8，多了6.4万元。",
        ),
        (
            "| 型號 | 流量 |\n|---|---|\n| 甲型 | 1.5 L/min |\n| 乙型 | 2.1 L/min |",
            "乙型的流量比甲型快多少？",
            "每分鐘由1.5升提高到2.1升，快了0.6升。",
            "每分鐘由1.5升提高到2.1升，快了0.8升。",
        ),
    ],
)
def test_operands_may_lack_the_unit_of_the_result(table: str, question: str, answer: str, wrong: str) -> None:
    assert judge_answer(question, answer, [table]).accuracy > 8
    assert judge_answer(question, wrong, [table]).accuracy < 5


def test_a_difference_of_two_differences_follows() -> None:
    table = (
        "| Статья | 2022 год, млн руб. | 2023 год, млн руб. |\n|---|---|---|\n"
        "| Связь | 16,4 | 21,8 |\n| Охрана | 30,2 | 34,9 |"
    )
    question = "Какие расходы выросли сильнее — на связь или на охрану, и на сколько?"
    answer = "Связь: 21,8 − 16,4 = 5,4 млн руб.; охрана: 34,9 − 30,2 = 4,7 млн руб. Разница — {} млн руб."
    assert judge_answer(question, answer.format("0,7"), [table]).accuracy > 8
    assert judge_answer(question, answer.format("0,9"), [table]).accuracy < 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The peas cost 12 pounds more than the oats.", "rise"),
        ("The peas trail the oats by 12 pounds.", "fall"),
        ("The peas beat the oats by 12 pounds.", "rise"),
        ("It takes 12 minutes or more.", ""),
        ("The new road is 12 minutes faster.", ""),
        ("甲站比乙站多12公里。", "rise"),
        ("甲站少花12元。", "fall"),
        ("Горох на 12 рублей дешевле.", "fall"),
        ("Горох превысил план на 12 рублей.", "rise"),
    ],
)
def test_which_side_a_figure_is_said_to_be_on(text: str, expected: str) -> None:
    found = next(mention for mention in mentions(text) if mention.figure and mention.figure.count == 12)
    assert side(text, found) == expected


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Peas cost more than oats, it says.", "oats"),
        ("甲站比乙站长3公里。", "乙站"),
        ("與乙站相比，甲站多3公里。", "乙站"),
        ("Горох дороже овса.", "овса"),
        ("По сравнению с овсом горох дороже.", "овсом"),
    ],
)
def test_what_something_is_compared_with(text: str, piece: str) -> None:
    assert any(piece in found for found in references(text))


@pytest.mark.parametrize(
    ("said", "exact", "near"),
    [
        ("40%", "39.6", True),
        ("40%", "38.7", False),
        ("about 40%", "38.7", True),
        ("about 40%", "46", False),
        ("почти 40 %", "38,7", True),
        ("more than 3 times", "3.7", True),
        ("more than 3 times", "2.4", False),
        ("over 40%", "44", True),
        ("over 40%", "36", False),
        ("just under 45%", "44.3", True),
        ("just under 45%", "46", False),
    ],
)
def test_rounded_and_bounded_results(said: str, exact: str, *, near: bool) -> None:
    assert is_near(figures(said)[0], figures(exact)[0].value) is near
