"""Which row is the most, or the least, as a question asks, and where none is asked for."""

from scoring.embedded.verdict import judge_answer
from tests.support.rows import over

STORES = "| Store | Visitors |\n|---|---|\n| Harwick | 207 |\n| Selby | 318 |"
RUNNERS = "| Runner | Time (s) |\n|---|---|\n| Alden | 12.4 |\n| Brock | 11.9 |"
TRAINS = "| Train | Speed (km/h) |\n|---|---|\n| Alden | 124 |\n| Brock | 119 |"
MEMBERS = "| Member | Born |\n|---|---|\n| Alden | 1962 |\n| Brock | 1971 |"
BRIDGES = "| Bridge | Built | Length (m) |\n|---|---|---|\n| Alden | 1962 | 300 |\n| Brock | 1971 | 410 |"
RANKED = "| Store | Rank |\n|---|---|\n| Harwick | 1 |\n| Selby | 2 |"
BOOKS = "| 馆 | 可借册数 |\n|---|---|\n| 东山 | 12 |\n| 西湖 | 8 |"
POEZDA = "| Поезд | Скорость (км/ч) |\n|---|---|\n| Волга | 124 |\n| Нева | 119 |"
GUAN = "| 场馆 | 建成 | 面积（平方米） |\n|---|---|---|\n| 东山 | 1962年 | 300 |\n| 西湖 | 1971年 | 410 |"


@over(
    "question, right, wrong, passage",
    [
        ("Who was the fastest runner?", "Brock was the fastest.", "Alden was the fastest.", RUNNERS),
        ("Which runner was the slowest?", "Alden was the slowest.", "Brock was the slowest.", RUNNERS),
        ("Which train is the fastest?", "Alden is the fastest.", "Brock is the fastest.", TRAINS),
        ("Who is the youngest member?", "Brock is the youngest.", "Alden is the youngest.", MEMBERS),
        ("Which is the oldest bridge?", "Alden is the oldest.", "Brock is the oldest.", BRIDGES),
        ("Which is the longest bridge?", "Brock is the longest.", "Alden is the longest.", BRIDGES),
        ("Какой поезд самый быстрый?", "Самый быстрый поезд — Волга.", "Самый быстрый поезд — Нева.", POEZDA),
        ("У какого поезда самая низкая скорость?", "У поезда Нева.", "У поезда Волга.", POEZDA),
        ("哪个场馆最古老？", "最古老的场馆是东山，建于1962年。", "最古老的场馆是西湖，建于1971年。", GUAN),
    ],
)
def test_what_is_the_most_depends_on_what_the_column_gives(
    question: str, right: str, wrong: str, passage: str
) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 6
    assert judge_answer(question, wrong, [passage]).accuracy < 5


@over(
    "question, answer, passage",
    [
        ("Which store had at least 200 visitors?", "Harwick had 207 visitors.", STORES),
        ("Which store had at most 210 visitors?", "Harwick had 207 visitors.", STORES),
        ("Which is the top store?", "Harwick is the top store.", RANKED),
        ("西湖馆最多可借几册？", "西湖馆最多可借8册。", BOOKS),
    ],
)
def test_a_bound_and_a_rank_of_its_own_ask_for_no_most(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 7
