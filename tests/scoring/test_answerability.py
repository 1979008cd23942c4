"""Do the passages hold the very thing that is asked, with its place, year and kind?"""

import pytest

from scoring.answerability import answerability, surely_answered
from scoring.evidence import read_evidence
from scoring.judging import judge_answer
from scoring.questions import answer_kind, question_parts

# Question, an honest abstention, a passage that tells something near it, and one that tells it.
NEAR: list[tuple[str, str, str, str]] = [
    (
        "How much did the company spend on research in 2024?",
        "The letter does not say what was spent on research.",
        "In 2024 the company employed 3,180 people, of whom 264 work in research. Revenue was £186 million.",
        "In 2024 the company employed 264 people in research. In 2024 it spent £9.4 million on research.",
    ),
    (
        "去年的維修費用是多少？",
        "文中沒有寫維修費用。",
        "去年維修人員有42人，客運收入為3億元。",
        "去年維修人員有42人，維修費用為860萬元。",
    ),
    (
        "去年的广告支出是多少？",
        "文中没有给出广告支出。",
        "去年广告部门有员工42人，营业收入为3亿元。",
        "去年广告部门有员工42人，广告支出为860万元。",
    ),
    (
        "Каковы были расходы на ремонт в прошлом году?",
        "В отчёте не указано, сколько ушло на ремонт.",
        "В прошлом году ремонтом занимались 42 человека, выручка составила 3 млн рублей.",
        "В прошлом году расходы на ремонт составили 860 тыс. рублей, выручка — 3 млн рублей.",
    ),
    (
        "How much revenue did the shops in Peru bring in?",
        "The letter does not give the revenue of the shops in Peru.",
        "Foreign revenue was £33 million. We run shops in Chile, Bolivia and Peru, 86 in all.",
        "Foreign revenue was £33 million. The shops in Peru brought in revenue of £4.1 million.",
    ),
    (
        "秘魯的門市帶來多少收入？",
        "信中查不到秘魯門市的收入。",
        "海外收入為3.3億元，占全部收入近18%。我們在智利、玻利維亞和秘魯經營自有門市，年底共86家。",
        "海外收入為3.3億元，占全部收入近18%。秘魯的門市帶來收入4100萬元。",
    ),
    (
        "秘鲁的门店带来多少收入？",
        "信中查不到秘鲁门店的收入。",
        "海外收入为3.3亿元，占全部收入近18%。我们在智利、玻利维亚和秘鲁经营自有门店，年底共86家。",
        "海外收入为3.3亿元，占全部收入近18%。秘鲁的门店带来收入4100万元。",
    ),
    (
        "How many ships did the port handle in 2022?",
        "That is not stated: the report only gives 4,120 ships for 2023.",
        "In 2023 the port handled 4,120 ships.",
        "In 2023 the port handled 4,120 ships, in 2022 it handled 3,980 ships.",
    ),
    (
        "2022年港口接待了多少艘船？",
        "报告没有2022年的数字。",
        "2023年港口接待了4120艘船。",
        "2023年港口接待了4120艘船，2022年接待了3980艘船。",
    ),
    (
        "Сколько судов принял порт в 2022 году?",
        "О 2022 годе в отчёте не сказано.",
        "В 2023 году порт принял 4120 судов.",
        "В 2023 году порт принял 4120 судов, в 2022 году — 3980 судов.",
    ),
]


@pytest.mark.parametrize(("question", "answer", "near", "told"), NEAR)
def test_a_value_of_another_kind_place_or_year_is_no_answer(
    question: str, answer: str, near: str, told: str
) -> None:
    assert judge_answer(question, answer, [f"Report\n{near}"]).accuracy > 9
    assert judge_answer(question, answer, [f"Report\n{told}"]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        (
            "How long are the recordings of the door cameras kept?",
            "The rules do not say how long recordings are kept.",
            "Two cameras watch the door. Their recordings are deleted after ten days.",
        ),
        (
            "門口攝影機的影像保存多久？",
            "公約沒有寫影像保存多久。",
            "門口有兩部攝影機，影像在十天後刪除。",
        ),
        ("门口摄像头的录像保存多久？", "公约没有写录像保存多久。", "门口有两个摄像头，录像十天后删除。"),
        (
            "Как долго хранятся записи камер у входа?",
            "В правилах не сказано, как долго хранятся записи.",
            "У входа стоят две камеры. Записи камер удаляют через десять дней.",
        ),
    ],
)
def test_what_is_deleted_after_some_time_is_kept_so_long(question: str, answer: str, told: str) -> None:
    assert judge_answer(question, answer, [f"House rules\n{told}"]).accuracy < 5
    untold = told.partition("." if "." in told[:-1] else "，")[0]
    assert judge_answer(question, answer, [f"House rules\n{untold}."]).accuracy > 9


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("2024年公司的研发费用是多少？", "money"),
        ("門市去年帶來了多少收入？", "money"),
        ("Какова была выручка компании?", "money"),
        ("Сколько стоит калибровка датчика?", "money"),
        ("What was the total spending on roads?", "money"),
        ("Каков был расход воды в июле?", "quantity"),
        ("What was the mean speed on Mill Lane?", "quantity"),
        ("每项补助有多少人领取？", "quantity"),
    ],
)
def test_what_a_sum_or_a_measure_is_asked_by(question: str, kind: str) -> None:
    assert answer_kind(question) == kind


def test_a_price_is_told_by_any_sum_beside_the_thing() -> None:
    passages = [
        "Spare parts\nA door seal costs £48, an air filter £12.",
        "Services\nThe laboratory charges £95 for calibrating the sensor.",
    ]
    evidence = read_evidence(passages)
    parts = question_parts("How much does calibrating the sensor cost?")
    assert surely_answered([answerability(part, evidence) for part in parts])


def test_a_russian_question_is_cut_before_a_preposition() -> None:
    parts = question_parts("До какой температуры нагрелась камера и через какое время её охладили?")
    assert len(parts) == 2


@pytest.mark.parametrize(
    ("question", "passage", "answer", "reason"),
    [
        (
            "Why did Ada Quill leave the harbour board?",
            "Ada Quill left the harbour board in March 2022 after six years.",
            "The report does not give her reasons.",
            "Ada Quill left the harbour board in March 2022 because the quay was sold.",
        ),
        (
            "苗育成為何辭去館長職務？",
            "苗育成於2021年3月辭去館長職務，任期共六年。",
            "文件沒有說明他辭職的理由。",
            "苗育成因健康問題於2021年3月辭去館長職務。",
        ),
        (
            "Почему Олег Рябов ушёл с поста директора порта?",
            "Олег Рябов ушёл с поста директора порта в марте 2021 года.",
            "Причина его ухода в документе не названа.",
            "Олег Рябов ушёл с поста директора порта из-за продажи причала.",
        ),
    ],
)
def test_that_something_happened_does_not_say_why(
    question: str, passage: str, answer: str, reason: str
) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8
    assert judge_answer(question, answer, [reason]).accuracy < 7


def test_a_length_does_not_say_what_something_would_cost() -> None:
    question = "How much would it cost to lengthen the pier at Wick Bay?"
    passage = "We are studying whether the pier at Wick Bay could be lengthened by 40 metres."
    assert (
        judge_answer(question, "No estimate of the cost can be found in the report.", [passage]).accuracy > 8
    )
