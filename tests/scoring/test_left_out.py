"""Details that a passage leaves out although it speaks of the thing, beside others that it tells."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.abstention import abstains
from scoring.judging import judge_answer

_LINES = Path(__file__).with_name("left_out_details.jsonl").read_text(encoding="utf-8").splitlines()
ROWS = [json.loads(line) for line in _LINES]


def _judge(row: dict[str, Any], answer: str) -> float:
    return judge_answer(row["question"], answer, [row["passage"]]).accuracy


@pytest.mark.parametrize("row", [row for row in ROWS if "honest" in row], ids=lambda row: row["question"])
def test_a_detail_that_is_left_out_is_missing_and_not_to_be_invented(row: dict[str, Any]) -> None:
    assert all(_judge(row, answer) > 8 for answer in row["honest"])
    assert _judge(row, row["invented"]) < 3


@pytest.mark.parametrize("row", [row for row in ROWS if "true" in row], ids=lambda row: row["question"])
def test_a_detail_told_beside_it_is_right_and_not_to_be_overlooked(row: dict[str, Any]) -> None:
    assert _judge(row, row["true"]) > 8
    assert _judge(row, row["overlooking"]) < 7


@pytest.mark.parametrize(
    ("passage", "question", "true", "overlooking"),
    [
        (
            "Two agents, wettable sulphur and copper soap, were used in turn. The yield rose by 8 %.",
            "Which two agents were used in turn?",
            "Wettable sulphur and copper soap.",
            "The text says that two agents were used but does not name them.",
        ),
        (
            "輪用硫磺粉與銅皂兩種藥劑，每十天噴一次，罹病率由21%降到6%。",
            "輪用的是哪兩種藥劑？",
            "輪用的是硫磺粉與銅皂。",
            "文件沒有寫出藥劑名稱。",
        ),
        (
            "一家银行赞助了80万元，这家银行就是海川银行。比赛有3,150人参加。",
            "赞助的是哪一家银行？",
            "赞助的是海川银行。",
            "文中没有写是哪家银行。",
        ),
        (
            "Кружок ведут Нина Сомова и Вера Лапина, учительницы на пенсии. Записались 46 школьников.",
            "Как зовут учительниц, которые ведут кружок?",
            "Нина Сомова и Вера Лапина.",
            "Имена учительниц в документе не названы.",
        ),
        (
            "The cars were repainted dark green with a cream band. Each carries 215 passengers.",
            "What colour were the cars repainted?",
            "They were repainted dark green with a cream band.",
            "The text doesn't mention the colour of the cars.",
        ),
        (
            "圖書室五月搬到建設路118號的新址，藏書1.2萬冊，每週開放五天。",
            "圖書室的新址在哪裡？",
            "新址在建設路118號。",
            "文中沒有寫新址的地址。",
        ),
        (
            "Причал длиной 85 метров построен из лиственницы и принимает суда с июня.",
            "Из какого материала построен причал?",
            "Причал построен из лиственницы.",
            "Материал, из которого построен причал, не указан.",
        ),
        (
            "Speed\n\nThe mean speed on Bridge Street was 27.4 mph in April 2024. Two residents complained.",
            "What was the mean speed on Bridge Street?",
            "It was 27.4 mph.",
            "The minutes don't give the speed.",
        ),
        (
            "松园养老院有38位老人。护理人员共17位，五月参加了失智照护训练。",
            "松园养老院有多少位护理人员？",
            "有17位护理人员。",
            "文件没有写护理人员的人数。",
        ),
    ],
)
def test_a_detail_of_the_same_kind_that_is_told(
    passage: str, question: str, true: str, overlooking: str
) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, overlooking, [passage]).accuracy < 7


@pytest.mark.parametrize(
    "answer",
    [
        "The text says when the bridge was closed but gives no date for reopening.",
        "It only says that the ewes are of a rare breed, without naming it.",
        "The report lists the dates and the costs but not the name of the builder.",
        "There is no phone number in this text.",
        "文件只說搬到新址，沒有寫地址。",
        "文中有票數和日期，但沒有票價。",
        "资料只写了价格，没有写品牌。",
        "报告没有顾客的评价。",
        "В тексте указаны время и число посетителей, но не цена билета.",
        "Документ сообщает о тираже, но не о том, кто написал книгу.",
        "О нём сказано, что он получил премию; имени нет.",
        "Документ не объясняет, почему остановили работы.",
    ],
)
def test_a_denial_that_names_the_detail_declines(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "There is no charge in August.",
        "There is no refund of earlier charges.",
        "The hall has no fixed opening hours; call the warden.",
        "八月不收費，也沒有人數限制。",
        "会员没有年龄限制。",
        "В августе плата не взимается.",
        "Возраст участников не ограничен.",
    ],
)
def test_a_fact_that_denies_something_does_not_decline(answer: str) -> None:
    assert not abstains(answer)
