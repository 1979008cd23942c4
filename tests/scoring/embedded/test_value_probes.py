"""The value of another year or row: told apart in whatever way the passage sets it down."""

# ruff: noqa: E501  (sentences)

from collections import defaultdict
from itertools import chain

from scoring.embedded.verdict import judge_answer
from tests.support.rows import over
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
    [
        ("What was the net income in 2023?", "The net income in 2023 was 1,234 thousand.", False),
        ("What was the net income in 2023?", "1,234 thousand.", False),
        ("What was the net income in 2023?", "The net income in 2023 was -1,234 thousand.", True),
        ("What was the net income in 2023?", "(1,234)", True),
        ("What was the net income in 2023?", "There was a net loss of 1,234 thousand in 2023.", True),
        ("What were the taxes in 2023?", "Taxes in 2023 were 41 thousand.", False),
        ("What were the taxes in 2023?", "△41", True),
    ],
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
    [
        (
            "Takings in 2024 were £48.6 million. A year earlier they had been £44.1 million.",
            "What were the takings in 2023?", "£44.1 million.", "£48.6 million.",
        ),
        (
            "Сбор в 2024 году составил 48,6 млн рублей. Годом ранее он был равен 44,1 млн рублей.",
            "Каким был сбор в 2023 году?", "44,1 млн рублей.", "48,6 млн рублей.",
        ),
        ("2024年门票收入为48.6亿元。上年为44.1亿元。", "2023年门票收入是多少？", "44.1亿元。", "48.6亿元。"),
        ("Staff: Leeds 312, Hull 208, York 145.", "How many staff are in Hull?", "208.", "145."),
        ("The balance in May was -58.7 million.", "What was the balance in May?", "A deficit of 58.7 million.", "A surplus of 58.7 million."),
        ("The result for the year: (£62,450).", "What was the result for the year?", "−£62,450.", "£62,450."),
        ("The result for the year was −£62,450.", "What was the result for the year?", "(£62,450)", "£62,450"),
        ("全年淨利：△92百萬元。", "全年淨利是多少？", "-92百萬元。", "92百萬元。"),
        (
            "Surplus (deficit) of the fund, £ thousand: 2018: (2,906); 2019: 1,745.",
            "What was the result of the fund in 2018?", "A deficit of £2,906 thousand.", "A surplus of £2,906 thousand.",
        ),
        ("Прибыль (убыток), млн руб.: 2018 год — (512); 2019 год — 204.", "Каков результат 2018 года?", "Убыток 512 млн руб.", "Прибыль 512 млн руб."),
        ("本期損益（萬元）：2018年 △3,370；2019年 1,284。", "2018年的本期損益是多少？", "損失3,370萬元。", "盈餘3,370萬元。"),
        ("Northern line: 415-\nSouthern line: 380", "What did the northern line earn?", "-415", "415"),
        ("Profit was $9.4 million in 2014, versus $7.7 million in the prior year.", "What was the profit in the prior year?", "$7.7 million.", "$9.4 million."),
        ("The operating margin was 12.4% (prior year: 11.1%).", "What was the operating margin?", "12.4%", "11.1%"),
        ("The firm employs 930 people, of which 274 are engineers.", "How many engineers does the firm employ?", "It employs 274 engineers.", "It employs 930 engineers."),
        ("公司有员工640人，其中研发人员215人。", "公司有多少名研发人员？", "公司有215名研发人员。", "公司有640名研发人员。"),
        ("The grant of the orchestra was US$3.4m, that of the museum US$2.9m.", "What was the grant of the orchestra?", "$3.4 million.", "$2.9 million."),
        ("It was signed on 2 March 2015 and expires on 1 March 2040.", "When does it expire?", "1 March 2040.", "2 March 2015."),
        ("Margaret Ashdown (21 June 1902 - 9 October 1978) was a botanist.", "When was she born?", "On 21 June 1902.", "On 9 October 1978."),
        ("Gear ratios: front axle 4:1, rear axle 7:2.", "What is the ratio of the rear axle?", "The ratio of the rear axle is 7:2.", "The ratio of the rear axle is 2:7."),
        ("Возраст первой группы — от 18 до 25 лет, второй — от 30 до 40 лет.", "Каков возраст первой группы?", "От 18 до 25 лет.", "От 30 до 40 лет."),
        ("The board has eight members; the committee has three.", "How many members does the board have?", "Eight.", "Three."),
        ("女性员工占四成，外籍员工占一成五。", "女性员工占多少？", "四成。", "一成五。"),
        (r"The span is $1{,}280\,\text{m}$, the deck $27.4\,\mathrm{m}$ wide.", "What is the span?", "The span is 1,280 m.", "The span is 27.4 m."),
        ("<dl><dt>Deposit</dt><dd>£350</dd><dt>Rent</dt><dd>£210</dd></dl>", "What is the deposit?", "The deposit is £350.", "The deposit is £210."),
        ("| Plant | Output (t) |\n|---|---|\n| A | 510 |\n| B | 640 |", "What was the output of plant B?", "The output of plant B was 640 t.", "The output of plant B was 510 t."),
        ("It handled <b>4,8</b>12 ships.", "How many ships did it handle?", "4,812.", "4,182."),
    ],
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
    [
        ("Income statement (in thousands)", "What was the revenue?", "$48.21 million.", "$48,210."),
        ("All amounts are in $ millions.", "What was the revenue?", "$48.21 billion.", "$48.21 million."),
        ("單位：千元", "營業收入是多少？", "4,821萬元。", "48,210萬元。"),
        ("Отчёт о прибыли (в тыс. руб.)", "Какова выручка?", "48,21 млн руб.", "48 210 руб."),
    ],
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
