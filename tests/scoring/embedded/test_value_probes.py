"""The value of another year or row: told apart in whatever way the passage sets it down."""

# ruff: noqa: E501  (sentences)

from collections import defaultdict
from itertools import chain

from scoring.embedded.verdict import judge_answer
from tests.support.rows import over, table
from tests.support.value_probes import sentence_probes, table_probes, thing_probes

FLOOR = 0.95
"""The share on the right side of 5, of each kind."""


def test_the_value_of_another_year_or_row_is_wrong_and_the_right_one_right() -> None:
    right, wrong, passed = defaultdict(list), defaultdict(list), []
    probes = chain(sentence_probes(320, seed=3), table_probes(160, seed=4), thing_probes(160, seed=5))
    for probe in probes:
        kind = (probe.kind, probe.language)
        right[kind].append(judge_answer(probe.question, probe.right, [probe.passage]).accuracy > 5)
        accuracy = judge_answer(probe.question, probe.wrong, [probe.passage]).accuracy
        wrong[kind].append(accuracy < 5)
        passed += [probe] if accuracy >= 9 else []
    for found in (right, wrong):
        assert {kind: rows for kind, rows in found.items() if sum(rows) < FLOOR * len(rows)} == {}
    assert passed == []


LOSS = "Result, thousand\n\n| Year | Net income | Taxes |\n|---|---|---|\n| 2022 | 2,345 | 87 |\n| 2023 | (1,234) | ▲41 |\n"


@over(
    "question, answer, right",
    table(__file__, "test_a_figure_in_accounting_form_is_negative"),
)
def test_a_figure_in_accounting_form_is_negative(question: str, answer: str, right: bool) -> None:
    assert (judge_answer(question, answer, [LOSS]).accuracy > 5) is right


@over(
    "answer, right",
    [
        (r"The port handled $4{,}812$ ships.", True), ("The port handled 4&nbsp;812 ships.", True),
        ("The port handled ٤٬٨١٢ ships.", True), (r"The port handled \(4{,}182\) ships.", False),
        ("The port handled ٤١٨٢ ships.", False),
    ],
)  # fmt: skip
def test_typesetting_and_script_do_not_hide_a_figure(answer: str, right: bool) -> None:
    accuracy = judge_answer(
        "How many ships did the port handle?", answer, ["The port handled 4,812 ships."]
    ).accuracy
    assert accuracy > 8 if right else accuracy < 5


def test_a_quote_that_names_another_year_supports_nothing() -> None:
    passage = "Traffic rose, it says of 2024. The takings of the ferry, counted in May for all of 2024, were high: £48.6 million."
    verdict = judge_answer(
        "What did the ferry take in 2023?", "The ferry took £48.6 million in 2023.", [passage]
    )
    assert verdict.accuracy < 9
    assert not any(issue.verdict == "supported" for issue in verdict.issues)


@over(
    "passage, question, right, wrong",
    table(__file__, "test_neighbours_of_a_value_are_told_from_it"),
)  # fmt: skip
def test_neighbours_of_a_value_are_told_from_it(passage: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


def test_a_cell_whose_row_nobody_names_is_undecided() -> None:
    table = "| Crop | Harvest, t |\n|---|---|\n| Rye | 1,340 |\n| Oats | 2,415 |"
    verdict = judge_answer("What was the harvest?", "The harvest was 2,415 tonnes.", [table])
    assert verdict.accuracy < 7
    assert verdict.decided_share == 0


@over(
    "said, question, right, wrong",
    table(__file__, "test_a_unit_said_over_a_table_counts"),
)
def test_a_unit_said_over_a_table_counts(said: str, question: str, right: str, wrong: str) -> None:
    figure = "48 210" if said[0] > "z" and said[-1] == ")" else "48,210"
    table = f"{said}\n\n| | |\n|---|---|\n| Revenue (net), 營業收入, выручка | {figure} |"
    assert judge_answer(question, right, [table]).accuracy > 5
    assert judge_answer(question, wrong, [table]).accuracy < 5


@over(
    "passage, question, right, wrong",
    [
        ("| Branch | Sold |\n|---|---|\n| Harwick | 3,410 |\n| Selby | 4,275 |", "Which branch sold the most?", "Selby sold the most.", "Harwick sold the most."),
        ("| 站點 | 乘客 |\n|---|---|\n| 東山 | 4,120 |\n| 西湖 | 3,085 |", "哪個站點的乘客最少？", "西湖的乘客最少。", "東山的乘客最少，為4,120人。"),
        ("| Город | Школы |\n|---|---|\n| Орск | 41 |\n| Бийск | 57 |", "В каком городе больше всего школ?", "В Бийске — 57.", "В Орске — 41."),
    ],
)  # fmt: skip
def test_the_most_of_a_column_is_no_other_row(passage: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 5
    assert judge_answer(question, wrong, [passage]).accuracy < 5
