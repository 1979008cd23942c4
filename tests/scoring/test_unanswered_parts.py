"""What a question of several parts leaves unanswered, and amounts that are only hinted at."""

import pytest

from scoring.asked_together import asked_together
from scoring.explained import gives_reason
from scoring.judging import judge_answer
from scoring.questions import answer_kind, question_parts
from scoring.vagueness import tells_a_number
from tests.support.judged_cases import Band, Case

EN = [
    """The Orchard Players, annual review
The theatre gave 212 performances in 2022 and 187 in 2023. The number fell because the stage floor had to be
replaced in the spring. A new stage floor cost £48,300; the insurer paid £31,000 of it.""",
    """Audience and crew
The audience grew from 41,200 in 2022 to 46,900 in 2023. The crew shrank from 63 to 58 people meanwhile.
The directors advise a run time of 110 minutes, as longer evenings lose the last bus.""",
]
ZH = [
    "城南圖書館年報\n2023 年館藏為 182,400 冊，比前一年增加 6,300 冊。因為冷氣整修，閱覽室停用 45 天。",
    "借閱與志工\n2023 年借閱 391,000 人次。志工共有 86 人，前一年為 72 人。",
]
RU = [
    """Отчёт пекарни «Колос»
В 2023 году пекарня выпустила 1 240 т хлеба, в 2022 году 1 310 т. Выпуск снизился из-за ремонта второй печи.
Новая печь стоила 5,8 млн рублей.""",
    "Люди\nВ пекарне работают 74 человека. Обучение прошли 19 человек.",
]


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What did the new roof cost, and by how much did it exceed the estimate?", 2),
        ("Who won the contract, at what price, and until when does it run?", 3),
        ("В каком году выпуск был наибольшим, на сколько он превысил план и чем это объясняют?", 3),
        ("Что даст ремонт, во сколько он обойдётся?", 2),
        ("In how many towns, in which the company works, are there shops?", 1),
        ("На сколько дом выше, чем каланча?", 1),
    ],
)
def test_a_question_is_cut_where_something_else_is_asked(question: str, parts: int) -> None:
    assert len(question_parts(question)) == parts
    assert all(part.alone == (parts == 1) for part in question_parts(question))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What did the repair of the organ cost?", "money"),
        ("At what price was the mill sold?", "money"),
        ("Which waiting time do the doctors advise?", "quantity"),
        ("Скольких учеников приняла школа?", "quantity"),
    ],
)
def test_what_kind_of_answer_is_wanted(question: str, kind: str) -> None:
    assert answer_kind(question) == kind


@pytest.mark.parametrize(
    ("part", "things"),
    [
        ("How did the audience and the crew develop from 2022 to 2023?", 2),
        ("Как менялись выпуск хлеба и число работников?", 2),
        ("館藏量和志工人數如何變化？", 2),
        ("How many actors and musicians are there together?", 0),
        ("What is the difference between the hall and the foyer?", 0),
        ("How many performances were given?", 0),
        ("本館和分館的差異有多少？", 0),
    ],
)
def test_things_that_are_asked_for_together(part: str, things: int) -> None:
    assert len(asked_together(part)) == things


@pytest.mark.parametrize(
    ("question", "whole", "left_out", "passages"),
    [
        (
            "How many performances were given in 2023, and why were there fewer?",
            "There were 187 performances in 2023, fewer because the stage floor was replaced in the spring.",
            "There were 187 performances in 2023: 25 less than the 212 of 2022; that is a fall.",
            EN,
        ),
        (
            "How did the audience and the crew develop from 2022 to 2023?",
            "The audience grew from 41,200 to 46,900, while the crew shrank from 63 to 58 people.",
            "The audience grew from 41,200 in 2022 to 46,900 in 2023.",
            EN,
        ),
        (
            "What did the new stage floor cost, and by how much did the audience grow?",
            "The stage floor cost £48,300. The audience grew by 5,700, from 41,200 to 46,900.",
            "The new stage floor cost £48,300.",
            EN,
        ),
        (
            "2023 年館藏增加多少冊？閱覽室為何停用？",
            "館藏增加 6,300 冊；閱覽室因冷氣整修而停用。",
            "2023 年館藏比前一年增加 6,300 冊。",
            ZH,
        ),
        (
            "Сколько хлеба выпустила пекарня в 2023 году и почему выпуск снизился?",
            "В 2023 году выпущено 1 240 т хлеба; выпуск снизился из-за ремонта второй печи.",
            "В 2023 году пекарня выпустила 1 240 т хлеба.",
            RU,
        ),
    ],
)
def test_a_part_left_out_costs_completeness_alone(
    question: str, whole: str, left_out: str, passages: list[str]
) -> None:
    full, less = judge_answer(question, whole, passages), judge_answer(question, left_out, passages)
    assert full.completeness > 8
    assert less.completeness < 8
    assert full.completeness - less.completeness > 1.5
    assert full.accuracy > 8
    assert less.accuracy > 8


SIZE, LOANS, BREAD = (
    "How large was the audience in 2023?",
    "2023 年借閱多少人次？",
    "Сколько хлеба выпустила пекарня в 2023 году?",
)
TOLD: tuple[Band, Band] = (9, 10.1), (9, 10.1)
HINTED: tuple[Band, Band] = (4, 6.1), (2, 6)


@pytest.mark.parametrize(
    "case",
    [
        Case(SIZE, "The audience was 46,900 in 2023.", EN, *TOLD),
        Case(SIZE, "The audience grew considerably and was quite large in 2023.", EN, *HINTED),
        Case(LOANS, "2023 年借閱 391,000 人次。", ZH, *TOLD),
        Case(LOANS, "2023 年借閱人次相當多，比以前明顯增加。", ZH, *HINTED),
        Case(BREAD, "В 2023 году выпущено 1 240 т хлеба.", RU, *TOLD),
        Case(BREAD, "Пекарня выпустила в 2023 году довольно много хлеба.", RU, *HINTED),
    ],
)
def test_a_hint_at_an_amount_is_less_than_half_of_it(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(
    "text", ["None of them.", "They doubled.", "全部都沒有。", "Осталось столько же.", "12 t"]
)
def test_amounts_that_are_no_numerals(text: str) -> None:
    assert tells_a_number(text)


@pytest.mark.parametrize("text", ["The later one was taken.", "It was built in 1987.", "Их было много."])
def test_no_amount(text: str) -> None:
    assert not tells_a_number(text)


@pytest.mark.parametrize(
    ("claim", "alone", "expected"),
    [
        ("It was closed by fog.", False, True),
        ("It fell by 12 %.", False, False),
        ("It fell by 12 %; the year before it rose.", False, False),
        ("Ice had formed; the sensor failed.", True, True),
        ("由於下雨，活動取消。", False, True),
        ("Из-за дождя праздник отменили.", False, True),
        ("В 2020 году: 112 кг.", False, False),
    ],
)
def test_what_reads_like_a_reason(claim: str, alone: bool, expected: bool) -> None:
    assert gives_reason(claim, alone=alone) is expected


def test_a_reason_that_stands_nowhere_is_not_the_reason() -> None:
    question = "How many performances were given in 2023, and why were there fewer?"
    invented = (
        "There were 187 performances in 2023. They were fewer because two soloists had moved to Vienna."
    )
    assert judge_answer(question, invented, EN).completeness < 9
