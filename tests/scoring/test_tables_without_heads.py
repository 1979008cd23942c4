"""Tables that lack heads, cells or rows: every rule that reads a table must bear them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.judging import judge_answer

CELLS = st.sampled_from(["", " ", "-", "A", "B line", "12", "1,250", "7 km", "2023", "14 %", "丙場", "руб."])
TABLES = st.lists(st.lists(CELLS, max_size=4), min_size=1, max_size=5)


@pytest.mark.parametrize(
    "table",
    [
        "|  |  |\n|---|---|\n| North line | 24 km |\n| South line | 31 km |",
        "| North line | 24 km |",
        "| Line |\n|---|\n| North |",
        "|---|---|",
    ],
)
def test_a_difference_is_looked_for_in_a_table_without_heads(table: str) -> None:
    verdict = judge_answer(
        "How much longer is the South line?", "It is 7 km longer than the North line.", [table]
    )
    assert 1 <= verdict.accuracy <= 10


@given(TABLES, st.booleans())
def test_no_table_stops_the_judge(rows: list[list[str]], ruled: bool) -> None:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    table = "\n".join([lines[0], "|---|---|", *lines[1:]] if ruled else lines)
    answer = "The B line is 7 km longer than 丙場, 1,250 in 2023, altogether 14 %."
    verdict = judge_answer("By how much is the B line longer?", answer, [table])
    assert 1 <= verdict.accuracy <= 10
