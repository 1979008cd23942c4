"""Reports of a page that tell much of a thing and leave out the measure, event, office or name asked for."""

import json
from pathlib import Path

import pytest

from scoring.abstention import abstains
from scoring.asked_heads import asked_head
from scoring.judging import judge_answer
from scoring.successors import names_successor

_LINES = Path(__file__).with_name("reports_with_gaps.jsonl").read_text(encoding="utf-8").splitlines()
REPORTS = [json.loads(line) for line in _LINES]
LEFT_OUT = [(each["report"], row) for each in REPORTS for row in each["left_out"]]
TOLD = [(each["report"], row) for each in REPORTS for row in each["told"]]


@pytest.mark.parametrize(
    ("report", "row"), LEFT_OUT, ids=[f"{row['question']}-{i}" for i, (_, row) in enumerate(LEFT_OUT)]
)
def test_what_a_report_leaves_out_is_missing_and_not_to_be_invented(
    report: str, row: dict[str, str | list[str]]
) -> None:
    question = str(row["question"])
    assert all(judge_answer(question, answer, [report]).accuracy > 8 for answer in row["honest"])
    assert judge_answer(question, str(row["invented"]), [report]).accuracy < 3


@pytest.mark.parametrize(
    ("report", "row"), TOLD, ids=[f"{row['question']}-{i}" for i, (_, row) in enumerate(TOLD)]
)
def test_what_the_same_report_tells_is_right_and_not_to_be_overlooked(
    report: str, row: dict[str, str]
) -> None:
    assert judge_answer(row["question"], row["true"], [report]).accuracy > 8
    assert judge_answer(row["question"], row["overlooking"], [report]).accuracy < 7


@pytest.mark.parametrize(
    ("question", "told", "silent"),
    [
        ("How much profit did the mill make?", "The mill broke even.", "The mill has 31 looms."),
        ("When will the pier be completed?", "It will last until May.", "Work on it began in May."),
        ("工廠的淨利是多少？", "工廠虧損三百萬元", "工廠營收三千萬元"),
        ("新馆什么时候建成？", "新馆到2027年底交付", "新馆3月动工"),
        ("桥的补贴是多少？", "省里下拨两百万元", "桥长三百米"),
        ("Когда достроят мост?", "Мост сдадут к осени", "Мост строят с мая"),
        ("Какую прибыль дала ферма?", "Ферма терпит убытки", "На ферме 36 работников"),
    ],
)
def test_a_head_is_told_by_its_words_alone(question: str, told: str, silent: str) -> None:
    head = asked_head(question)
    assert head is not None
    assert head.tells.search(told)
    assert not head.tells.search(silent)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("組長賴文昇6月退休，由許佩珊於9月接任。", True),
        ("组长邬立群退休，接任者是韩雪。", True),
        ("組長賴文昇6月退休，由他人於9月接任。", False),
        ("装裱师邬立群3月退休，接替人员8月才到岗。", False),
    ],
)
def test_a_successor_is_named_only_where_somebody_else_takes_over(text: str, named: bool) -> None:
    assert names_successor([text], "接任賴文昇、邬立群的人是谁？") is named


@pytest.mark.parametrize(
    ("question", "passage", "answer"),
    [
        (
            "新库房什么时候建成？",
            "2025年工作计划\n9 月新库房动工，概算6,900万元。",
            "只说新库房2025年9月动工，没有提到什么时候建成。",
        ),
        (
            "When will the new depot be finished?",
            "Plan for 2025\nWork on the new depot starts on 9 May. It is budgeted at £6.9 million.",
            "It only says that work starts on 9 May 2025, not when the depot will be finished.",
        ),
    ],
)
def test_what_an_abstention_tells_beside_is_no_fault_if_it_stands_there(
    question: str, passage: str, answer: str
) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8
    wrong = answer.replace("9月", "4月").replace("9 May", "21 June")
    assert judge_answer(question, wrong, [passage]).accuracy < 7


@pytest.mark.parametrize(
    "answer",
    [
        "The study doesn't name the director. The only person mentioned is Dr Sarratt.",
        "The note names no firm for the gallery.",
        "That's not in the review.",
        "没有写贷款银行。",
        "表里只有场次和支出，没有收入。",
        "說明沒有淨利，表裡只有營收和人力。",
        "В сводке этого нет.",
        "Сводка не объясняет причину.",
        "Имени сторожа нет, сказано лишь, что это отставной военный.",
    ],
)
def test_a_report_of_any_name_may_leave_something_out(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer",
    ["There is no director this year.", "他没有写作业。", "Мест нет, зал полон.", "展覽沒有收門票。"],
)
def test_a_fact_that_something_is_lacking_does_not_decline(answer: str) -> None:
    assert not abstains(answer)
