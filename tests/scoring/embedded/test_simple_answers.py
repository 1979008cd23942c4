"""What a newcomer tries first: another year's figure, half of what is asked, a denial, a former holder."""

from scoring.embedded.verdict import judge_answer
from tests.support.rows import over

SOLD = "In 2022 it sold 182,400 hectolitres of beer, 6.5% more than in 2021."
REVENUE = """Revenue rose from £41.2 million to £44.9 million.

| Year | Revenue (£m) | Staff |
|---|---|---|
| 2020 | 37.8 | 297 |
| 2021 | 41.2 | 305 |
"""
MUSEUM = """Бюджет музея составил 38,6 млн рублей, из них 9,1 млн рублей — доход от билетов.
Директор музея — Ирина Соколова. Раньше музеем руководил Пётр Ильин.

| Год | Посетители | Доход от билетов, млн руб. |
|---|---|---|
| 2022 | 57 160 | 7,8 |
| 2023 | 61 300 | 9,1 |
"""
BUDGET = """The renovation of the lighthouse ended in May.
Its budget of £2,100,000 had been agreed with the council.

| Item | 2019 | 2021 |
|---|---|---|
| Renovation, budget | £1,900,000 | £2,100,000 |
| Renovation, cost | £1,400,000 | £2,360,000 |
"""
YARD = "The yard was founded by Anna Holt. Tom Reyes runs it. It was sold in May. It did not pay a dividend."
HALL = "The bottling hall opened on 12 March 2022 and cost £3.4 million. It fills 12,000 bottles an hour."


@over(
    "question, answer, passage",
    [
        ("How much beer was sold in 2020?", "182,400 hectolitres were sold in 2020.", SOLD),
        ("How much beer was sold in 2021?", "182,400 hectolitres were sold in 2021.", SOLD),
        ("What was the revenue in 2020?", "The revenue was £41.2 million in 2020.", REVENUE),
        ("What was the revenue in 2020?", "£41.2 million.", REVENUE),
        ("Какой был доход от билетов в 2022 году?", "9,1 млн рублей.", MUSEUM),
        ("Кто сейчас директор?", "Директор — Пётр Ильин.", MUSEUM),
        ("Кто директор музея?", "Пётр Ильин.", MUSEUM),
        ("Did the yard pay a dividend?", "It paid a dividend.", YARD),
        ("What was the renovation's budget in 2019?", "The budget was £2,100,000 in 2019.", BUDGET),
    ],
)
def test_what_was_of_another_year_or_holder_or_denied_is_wrong(
    question: str, answer: str, passage: str
) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < 5


@over(
    "question, answer, passage",
    [
        ("How much beer was sold in 2022?", "182,400 hectolitres were sold in 2022.", SOLD),
        ("What was the revenue in 2020?", "The revenue was £37.8 million in 2020.", REVENUE),
        ("What was the revenue in 2021?", "The revenue was £41.2 million in 2021.", REVENUE),
        ("Какой был доход от билетов в 2022 году?", "7,8 млн рублей.", MUSEUM),
        ("Кто сейчас директор?", "Директор — Ирина Соколова.", MUSEUM),
        ("Did the yard pay a dividend?", "It did not pay a dividend.", YARD),
        (
            "What was the renovation's budget in 2019?",
            "It was £1,900,000 in 2019, and £2,100,000 had been agreed with the council.",
            BUDGET,
        ),
        ("When did the museum open?", "On 3 June 1987.", "Музей открыт 3 июня 1987 года."),
        ("When did the mill open?", "The mill opened in 1978 and not in 1987.", "The mill opened in 1978."),
        ("Когда открылась мельница?", "В 1978 году, а не в 1987.", "Мельница открылась в 1978 году."),
    ],
)
def test_what_is_there_is_right(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8


@over(
    "question, half, whole, passage",
    [
        (
            "When did the bottling hall open and what did it cost?",
            "It opened on 12 March 2022.",
            "It opened on 12 March 2022 and cost £3.4 million.",
            HALL,
        ),
        (
            "What did the bottling hall cost and how many bottles does it fill an hour?",
            "It cost £3.4 million.",
            "It cost £3.4 million and fills 12,000 bottles an hour.",
            HALL,
        ),
        (
            "Who founded the yard and who runs it?",
            "Anna Holt founded it.",
            "Anna Holt founded it, and Tom Reyes runs it.",
            YARD,
        ),
    ],
)
def test_half_of_what_is_asked_is_half(question: str, half: str, whole: str, passage: str) -> None:
    assert 4 < judge_answer(question, half, [passage]).completeness < 8
    assert judge_answer(question, whole, [passage]).completeness > 9
