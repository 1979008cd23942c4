"""Declining where a table answers, guessing all the same, and true sentences beside the question."""

import pytest

from scoring.judging import judge_answer
from tests.support.judged_cases import ANY, RIGHT, Band, Case

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
REPORTS = [
    "The audit of 2021 found no link between rain and delays; the correlation was 0.05.",
    "The new study covers four years. The correlation between rainy days and delays is 0.63.",
]
CHOIR = [
    """合唱團通訊。合唱團有 64 位團員。五月的音樂會延期到六月 8 日。指揮由林若嵐擔任，她在團裡已經三年。
服裝由團員自費向美織公司訂製。""",
    "Вестник хора. В хоре 64 участника. Билеты печатала типография «Лист». Дирижёр — Ирина Лапина.",
    "The gala of the rowing club raised £2,450 for new boats. Coach Rita Holm trains the juniors.",
]
COMPARED = "How do the audit and the new study differ on rain and delays?"
DECLINED: tuple[Band, Band] = (0, 5), (0, 4)
SOUND: tuple[Band, Band] = RIGHT, RIGHT
BESIDE: tuple[Band, Band] = (3, 6), (0, 3.1)
NO_ANSWER: tuple[Band, Band] = (0, 8.1), (0, 8.1)

CASES = {
    "declining where a row answers, en": Case(
        "How did the visitors of the north hall change from 2020 to 2022?",
        "The documents do not say how the number of visitors changed.",
        [EN],
        *DECLINED,
    ),
    "declining where a row answers, zh": Case(
        "北廳的參觀人次從 2020 年到 2022 年增加了多少？", "文件沒有說明北廳的參觀人次。", [ZH], *DECLINED
    ),
    "declining where a row answers, ru": Case(
        "На сколько выросли посещения северного зала с 2020 по 2022 год?",
        "В документах не указано, как менялись посещения.",
        [RU],
        *DECLINED,
    ),
    "declining where a row is of something else, en": Case(
        "How many fires broke out in the north hall?",
        "The documents do not say how many fires there were.",
        [EN],
        *SOUND,
    ),
    "declining where a row is of something else, zh": Case(
        "北廳發生過幾次火災？", "文件沒有提到火災。", [ZH], *SOUND
    ),
    "declining where a row is of something else, ru": Case(
        "Сколько пожаров было в северном зале?", "В документах о пожарах ничего не сказано.", [RU], *SOUND
    ),
    "a true sentence beside what nothing answers, en": Case(
        "How many fires broke out in the museum?", "The halls were painted in 2019.", [EN], *BESIDE
    ),
    "a true sentence beside what nothing answers, zh": Case(
        "博物館的船是哪家公司修理的？", "展廳於 2019 年粉刷。", [ZH], *BESIDE
    ),
    "a true sentence beside what nothing answers, ru": Case(
        "Сколько пожаров было в музее?", "Залы покрасили в 2019 году.", [RU], *BESIDE
    ),
    "an invented value where nothing is told": Case(
        "How many fires broke out in the museum?", "There were 17 fires.", [EN], (0, 3), (0, 3)
    ),
    "talk about the question is no claim": Case(
        "How many boats does the museum show?",
        "This is a very good question with many sides. The museum shows 34 boats in two halls.",
        [EN],
        (9, 10.1),
        ANY,
    ),
    "one of two compared values is one side": Case(
        COMPARED,
        "There is a link between rain and delays, with a correlation of 0.63.",
        REPORTS,
        (4, 6),
        (0, 6),
    ),
    "both of two compared values": Case(
        COMPARED,
        "The audit found no link (correlation 0.05); the new study found one of 0.63.",
        REPORTS,
        (9, 10.1),
        ANY,
    ),
    "a name that is there, zh": Case(
        "合唱團的指揮是誰？", "合唱團的指揮是林若嵐，她已在團裡三年。", CHOIR[:1], *SOUND
    ),
    "a name of something else, zh": Case(
        "音響是哪家公司提供的？", "服裝由團員自費向美織公司訂製。", CHOIR[:1], *NO_ANSWER
    ),
    "a name that is there, ru": Case("Кто дирижёр хора?", "Ирина Лапина.", CHOIR[1:2], *SOUND),
    "a name of something else, ru": Case(
        "Кто писал музыку?", "Билеты печатала типография «Лист».", CHOIR[1:2], *NO_ANSWER
    ),
    "a name that is there, en": Case("Who trains the juniors?", "Rita Holm does.", CHOIR[2:], *SOUND),
    "a number of something else, en": Case(
        "How many boats has the rowing club?", "The gala raised £2,450 for new boats.", CHOIR[2:], *NO_ANSWER
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_what_is_and_is_not_told(case: Case) -> None:
    case.check()


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
