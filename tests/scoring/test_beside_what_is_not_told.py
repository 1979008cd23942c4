"""Declining where a table answers, guessing all the same, and true sentences beside the question."""

import pytest

from scoring.judging import judge_answer

EN = """Ferry museum
The museum shows 34 boats in two halls. The halls were painted in 2019. The café sold 5,200 cups of tea.
Table 1. Visitors by hall
Hall | 2020 | 2021 | 2022
North hall | 8,100 | 9,400 | 12,300
South hall | 6,700 | 6,900 | 7,200"""
ZH = """渡輪博物館
博物館在兩個展廳展出 34 艘船。展廳於 2019 年粉刷。
表 1　各展廳參觀人次
展廳 | 2020 | 2021 | 2022
北廳 | 8,100 | 9,400 | 12,300
南廳 | 6,700 | 6,900 | 7,200"""
RU = """Музей паромов
Музей показывает 34 лодки в двух залах. Залы покрасили в 2019 году.
Таблица 1. Посещения залов
Зал | 2020 | 2021 | 2022
Северный | 8 100 | 9 400 | 12 300
Южный | 6 700 | 6 900 | 7 200"""


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        (
            "How did the visitors of the north hall change from 2020 to 2022?",
            "The documents do not say how the number of visitors changed.",
            EN,
        ),
        ("北廳的參觀人次從 2020 年到 2022 年增加了多少？", "文件沒有說明北廳的參觀人次。", ZH),
        (
            "На сколько выросли посещения северного зала с 2020 по 2022 год?",
            "В документах не указано, как менялись посещения.",
            RU,
        ),
    ],
)
def test_a_row_that_is_asked_about_answers(question: str, answer: str, passage: str) -> None:
    verdict = judge_answer(question, answer, [passage])
    assert verdict.accuracy < 5
    assert verdict.completeness < 4


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        (
            "How many fires broke out in the north hall?",
            "The documents do not say how many fires there were.",
            EN,
        ),
        ("北廳發生過幾次火災？", "文件沒有提到火災。", ZH),
        ("Сколько пожаров было в северном зале?", "В документах о пожарах ничего не сказано.", RU),
    ],
)
def test_a_row_of_something_else_does_not(question: str, answer: str, passage: str) -> None:
    verdict = judge_answer(question, answer, [passage])
    assert verdict.accuracy > 8
    assert verdict.completeness > 8


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        ("How many fires broke out in the museum?", "The halls were painted in 2019.", EN),
        ("博物館的船是哪家公司修理的？", "展廳於 2019 年粉刷。", ZH),
        ("Сколько пожаров было в музее?", "Залы покрасили в 2019 году.", RU),
    ],
)
def test_a_true_sentence_answers_no_question_that_nothing_answers(
    question: str, answer: str, passage: str
) -> None:
    verdict = judge_answer(question, answer, [passage])
    assert 3 < verdict.accuracy < 6
    assert verdict.completeness <= 3


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The documents do not report fires, but there were probably about 3.", 8.5),
        ("文件沒有提到火災，不過估計約有 3 次。", 8.5),
        ("В документах об этом не сказано, но, вероятно, было около 3 пожаров.", 8.5),
        ("The documents do not report fires; they only count 34 boats.", 10.0),
    ],
)
def test_to_decline_and_guess_all_the_same_is_less_clear(answer: str, expected: float) -> None:
    questions = {"T": "How many fires broke out?", "文": "發生過幾次火災？", "В": "Сколько было пожаров?"}
    assert judge_answer(questions[answer[0]], answer, [EN, ZH, RU]).clarity == expected


def test_invented_values_on_what_is_not_told_do_not_even_address_the_question() -> None:
    verdict = judge_answer("How many fires broke out in the museum?", "There were 17 fires.", [EN])
    assert verdict.accuracy < 3
    assert verdict.completeness < 3


def test_talk_about_the_question_is_no_claim() -> None:
    question = "How many boats does the museum show?"
    answer = "This is a very good question with many sides. The museum shows 34 boats in two halls."
    assert judge_answer(question, answer, [EN]).accuracy > 9


REPORTS = [
    "The audit of 2021 found no link between rain and delays; the correlation was 0.05.",
    "The new study covers four years. The correlation between rainy days and delays is 0.63.",
]


def test_one_of_two_compared_values_is_one_side() -> None:
    question = "How do the audit and the new study differ on rain and delays?"
    one = judge_answer(
        question, "There is a link between rain and delays, with a correlation of 0.63.", REPORTS
    )
    both = judge_answer(
        question, "The audit found no link (correlation 0.05); the new study found one of 0.63.", REPORTS
    )
    assert 4 < one.accuracy < 6
    assert one.completeness < 6
    assert both.accuracy > 9


CHOIR = [
    """合唱團通訊。合唱團有 64 位團員。五月的音樂會延期到六月 8 日。指揮由林若嵐擔任，她在團裡已經三年。
服裝由團員自費向美織公司訂製。""",
    "Вестник хора. В хоре 64 участника. Билеты печатала типография «Лист». Дирижёр — Ирина Лапина.",
    "The gala of the rowing club raised £2,450 for new boats. Coach Rita Holm trains the juniors.",
]


@pytest.mark.parametrize(
    ("question", "answer", "answers"),
    [
        ("合唱團的指揮是誰？", "合唱團的指揮是林若嵐，她已在團裡三年。", True),
        ("音響是哪家公司提供的？", "服裝由團員自費向美織公司訂製。", False),
        ("Кто дирижёр хора?", "Ирина Лапина.", True),
        ("Кто писал музыку?", "Билеты печатала типография «Лист».", False),
        ("Who trains the juniors?", "Rita Holm does.", True),
        ("How many boats has the rowing club?", "The gala raised £2,450 for new boats.", False),
    ],
)
def test_a_name_or_a_number_is_there_or_not(question: str, answer: str, answers: bool) -> None:
    passage = {"音": 0, "合": 0, "К": 1, "W": 2, "H": 2}[question[0]]
    verdict = judge_answer(question, answer, [CHOIR[passage]])
    assert (verdict.completeness > 8) is answers
    assert (verdict.accuracy > 8) is answers
