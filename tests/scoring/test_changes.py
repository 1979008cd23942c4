"""What a change-log says was replaced is neither another side nor what holds now."""

import pytest

from scoring.changes import replaced_values
from scoring.judging import judge_answer

EN = [
    """Guideline, second edition
Changes against the first edition: the time of isolation is shortened from fourteen to ten days; the notice
period was extended from two weeks to four weeks.""",
    "Isolation\nPatients stay in isolation for ten days.\nNotice\nThe notice period is four weeks.",
]
HANT = [
    "指引第二版\n與第一版相比：隔離期由十四天縮短為十天；通知期從兩週延長至四週。",
    "隔離\n病人自發病起隔離十天。\n通知\n通知期為四週。",
]
HANS = [
    "指引第二版\n与第一版相比：隔离期由14天缩短为10天；押金从300元降到200元。",
    "隔离\n病人自发病起隔离10天。\n押金\n押金为200元。",
]
RU = [
    """Правила, редакция 2
По сравнению с редакцией 1 срок изоляции сокращён с 14 до 10 дней; залог снижен с 300 до 200 рублей.""",
    "Изоляция\nСрок изоляции — 10 дней.\nЗалог\nЗалог составляет 200 рублей.",
]


@pytest.mark.parametrize(
    ("passages", "question", "new", "old"),
    [
        (
            EN,
            "How long do patients stay in isolation?",
            "They stay for ten days.",
            "They stay for fourteen days.",
        ),
        (EN, "How long is the notice period?", "The notice period is four weeks.", "It is two weeks."),
        (HANT, "病人要隔離多久？", "病人自發病起隔離十天。", "病人自發病起隔離十四天。"),
        (HANT, "通知期多長？", "通知期為四週。", "通知期為兩週。"),
        (HANS, "病人要隔离多久？", "病人自发病起隔离10天。", "病人自发病起隔离14天。"),
        (HANS, "押金是多少？", "押金为200元。", "押金为300元。"),
        (RU, "Каков срок изоляции?", "Срок изоляции — 10 дней.", "Срок изоляции — 14 дней."),
        (RU, "Каков залог?", "Залог составляет 200 рублей.", "Залог составляет 300 рублей."),
    ],
)
def test_the_new_value_holds_and_the_old_one_no_longer(
    passages: list[str], question: str, new: str, old: str
) -> None:
    assert judge_answer(question, new, passages).accuracy > 9
    assert judge_answer(question, old, passages).accuracy < 5


@pytest.mark.parametrize(
    ("passages", "question", "answer"),
    [
        (
            EN,
            "How long was the isolation in the first edition?",
            "In the first edition it was fourteen days.",
        ),
        (EN, "How did the isolation time change?", "It was shortened from fourteen to ten days."),
        (HANT, "隔離期有什麼改變？", "隔離期由十四天縮短為十天。"),
        (HANS, "押金原来是多少？", "押金原来是300元。"),
        (RU, "Каков был залог раньше?", "Раньше залог составлял 300 рублей."),
    ],
)
def test_the_old_value_is_right_of_the_past(passages: list[str], question: str, answer: str) -> None:
    assert judge_answer(question, answer, passages).accuracy > 9


def test_a_change_told_elsewhere_hides_no_conflict() -> None:
    passages = [
        "Section 1\nThe fleet has 14 ferries.",
        "Section 7\nThe fleet has 15 ferries, raised from 12 to 15.",
    ]
    verdict = judge_answer("How many ferries has the fleet?", "The fleet has 14 ferries.", passages)
    assert verdict.accuracy < 8


@pytest.mark.parametrize(
    "sentence",
    [
        "The time was cut from fourteen to ten days.",
        "療程由十四天縮為十天。",
        "押金从300元降到200元。",
        "Срок сокращён с 14 до 10 дней.",
    ],
)
def test_an_old_value_is_known_by_its_sentence(sentence: str) -> None:
    assert len(replaced_values(sentence)) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "Visits last from ten to fourteen days.",
        "Revenue rose from £3 million in 2016 to £5 million in 2022.",
        "開放時間由九時至十七時。",
        "Приём с 9 до 17 часов.",
    ],
)
def test_a_span_and_a_comparison_of_years_replace_nothing(sentence: str) -> None:
    assert not replaced_values(sentence)
