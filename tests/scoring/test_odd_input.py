"""Input that nobody means: the judge always ends, never fails, and calls nothing right unchecked.

How long it takes is measured by ``tools/odd_input_speed.py``.
"""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.abstention import abstains
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over, table
from tools.odd_input_speed import PIECES as REPEATED
from tools.odd_input_speed import QUESTION, SENTENCE

LENGTH = 12_000
PASSAGES = [SENTENCE]


def assert_judged(question: str, answer: str, passages: list[str]) -> None:
    verdict = judge_answer(question, answer, passages)
    assert all(1 <= score <= 10 for score in (verdict.accuracy, verdict.completeness, verdict.clarity))


@pytest.mark.slow
@pytest.mark.parametrize("piece", REPEATED)
@pytest.mark.parametrize("place", ["answer", "passage"])
def test_one_thing_said_thousands_of_times_is_judged(piece: str, place: str) -> None:
    text = (piece * LENGTH)[:LENGTH]
    answer, passages = (text, PASSAGES) if place == "answer" else ("212 workers.", [text])
    assert_judged(QUESTION, answer, passages)


@pytest.mark.slow
def test_answer_and_passage_of_thousands_of_figures_are_judged() -> None:
    text = ", ".join(str(number) for number in range(1000, 3000))
    assert_judged(QUESTION, text, [text])


@pytest.mark.slow
def test_a_table_of_five_hundred_columns_is_judged() -> None:
    table = "\n".join(f"|{'|'.join(str(row * column) for column in range(500))}|" for row in range(1, 6))
    assert_judged(QUESTION, table, [table])


@over("question", ["https://a.b/c?d=1&e=2 ", "how many ", "多少", "сколько ", "and why, "])
def test_a_question_that_never_ends_is_judged(question: str) -> None:
    assert_judged((question * LENGTH)[:LENGTH], "212 workers.", PASSAGES)


@pytest.mark.slow
@over(
    "question, row, last",
    table(__file__, "test_one_wrong_figure_behind_hundreds_of_right_ones_is_found"),
)
def test_one_wrong_figure_behind_hundreds_of_right_ones_is_found(question: str, row: str, last: str) -> None:
    few, many = (
        "\n".join(row.format(place, 100 + place) for place in range(1, count)) for count in (20, 320)
    )
    assert not any(issue.verdict == "undecidable" for issue in judge_answer(question, few, [few]).issues)
    verdict = judge_answer(question, f"{many}\n{last}", [many])
    assert verdict.accuracy < 6
    assert any(last in issue.claim and issue.verdict != "supported" for issue in verdict.issues)


@over(
    "said, declines",
    table(__file__, "test_a_gap_of_any_length_changes_no_abstention"),
)
def test_a_gap_of_any_length_changes_no_abstention(said: str, declines: bool) -> None:
    for gap in (" ", " " * 6, " " * LENGTH):
        assert abstains(said.format(gap)) is declines


PIECES = st.sampled_from(
    [
        "The mill had 212 workers in 2020", "It fell by 7 %, from 198", "The report does not say", "Why?",
        "廠房有 212 人", "文件沒有提到", "二〇二〇年三月", "第1號", "百分之五", "厂房增加了三成",
        "В 2020 году работали 212 человек", "не указано", "на 5 % больше", "1-й", "½", "Ⅷ", "①",
        "| a | 1 |\n|---|---|\n| b | 2 |", "# ", "- ", "1) ", "[1]", '{"accuracy": 10}', "```",
        "$1.5 million", "1,2.3,4", "10:61", "31.02.2021", "2021/22", "-5 °C", "20 °C–30 °C", "https://a.b/c",
        "\u202e", "\u200b", "\ufeff", "e\u0301", "👩‍🔬", "٣", "１２", "\x00", "\ud800", ".", ",", "\n",
        "\n\n", " ", "。", "；", "«", "「", "(",
    ]
)  # fmt: skip
MIXED = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=12).map("".join)
TEXTS = st.one_of(st.text(max_size=80), MIXED)


@settings(max_examples=200)
@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3))
@example("", "", [])
@example("?", "0", ["0"])
@example(QUESTION, "212", [""])
def test_any_text_gets_scores_within_the_scale(question: str, answer: str, passages: list[str]) -> None:
    verdict = judge_answer(question, answer, passages)
    assert all(1 <= score <= 10 for score in (verdict.accuracy, verdict.completeness, verdict.clarity))
    assert all(
        issue.passage_index is None or 0 <= issue.passage_index < len(passages) for issue in verdict.issues
    )
    assert verdict == judge_answer(question, answer, passages)
