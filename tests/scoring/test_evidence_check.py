"""What the judge says of the texts is looked up in the texts."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.schemas.judgement import Issue
from scoring.evidence_check import check_issues, figures_not_in_passages
from tests.support.rows import over, table

PASSAGES = [
    ("a#1", "In 2021 the Lumen ferry carried 41,200 people,\nmost of them in July."),
    ("a#2", "渡輪 2021 年載客 41,200 人次，票價 35 元。"),
]
ANSWER = "In 2021 the Lumen ferry carried 58,900 people, most of them in July."


def doubts(**fields: Any) -> tuple[str, ...]:
    issue = Issue.model_validate({"claim": ANSWER, "verdict": "contradicted", **fields})
    by_number = {number: name for number, (name, _) in enumerate(PASSAGES, start=1)}
    return check_issues([issue], ANSWER, dict(PASSAGES), by_number)[0].doubts or ()


@over(
    "fields, expected",
    table(__file__, "test_what_is_wrong_with_an_issue_is_named"),
)
def test_what_is_wrong_with_an_issue_is_named(fields: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert doubts(**fields) == expected


def test_a_right_claim_called_wrong_is_doubted() -> None:
    answer = "In 2021 the Lumen ferry carried 41,200 people."
    issue = Issue(claim=answer, verdict="unsupported")
    assert check_issues([issue], answer, dict(PASSAGES), {})[0].doubts == ("supported_by_passages",)


@over(
    "answer, expected",
    [
        (ANSWER, ["58,900"]),
        ("In 2021 it carried 41,200 people [a#1].", []),
        ("It carried 41.2 thousand people in 2021.", []),
        ("2021 年載客 58,900 人次，票價 35 元。", ["58,900"]),
        ("票價 35 元，載客四萬一千二百人次。", []),
        ("В 2021 году паром перевёз 41 200 человек, а в 2019 году 30 150.", ["2019 году", "30 150"]),
        ("The documents do not say.", []),
    ],
)
def test_figures_in_no_passage_are_listed(answer: str, expected: list[str]) -> None:
    found = figures_not_in_passages("How many people?", answer, [text for _, text in PASSAGES])
    assert [each.figure for each in found] == expected
    assert all(each.figure in each.claim for each in found)


def test_a_number_of_a_passage_is_that_in_the_list_handed_in() -> None:
    issue = Issue(claim=ANSWER, verdict="contradicted", passage_id="17", quote="載客 41,200 人次")
    (checked,) = check_issues([issue], ANSWER, dict(PASSAGES), {17: "a#2"})
    # What is kept is the id: a number would mean nothing to who reads the result.
    assert (checked.passage_id, checked.doubts) == ("a#2", ())
    beyond = issue.model_copy(update={"passage_id": "2"})
    assert check_issues([beyond], ANSWER, dict(PASSAGES), {17: "a#2"})[0].doubts == ("no_such_passage",)


def test_a_quote_of_many_gaps_is_looked_up_to_the_end() -> None:
    passage = "The ferry carried people. " * 200
    issue = Issue(claim=ANSWER, verdict="contradicted", quote="the … ferry … " * 30 + "… zebra")
    assert check_issues([issue], ANSWER, {"p": passage}, {})[0].doubts == ("quote_not_in_passage",)


def test_the_figures_of_a_table_are_listed_with_what_stands_about_them() -> None:
    table = " ".join(f"{number}.5 GWh," for number in range(1000, 1400))
    found = figures_not_in_passages("How much?", table, ["Nothing was measured."])
    assert len(found) == 400
    assert max(len(each.claim) for each in found) < 450
    assert all(each.figure in each.claim for each in found)


def test_a_figure_of_the_question_is_not_the_answers() -> None:
    assert (
        figures_not_in_passages("Did it carry 58,900 people?", "No, not 58,900 people.", [PASSAGES[0][1]])
        == ()
    )


def test_a_figure_that_follows_from_the_claims_others_is_no_doubt() -> None:
    passages = {"lake.md#1": "Visibility fell from 2.6 m in 2023 to 1.9 m in 2024."}
    right, wrong = (f"It became {figure} m worse, from 2.6 m to 1.9 m." for figure in ("0.7", "0.9"))
    for answer, doubts in ((right, ()), (wrong, ("figure_not_in_passage",))):
        issue = Issue(claim=answer, verdict="supported", passage_id="lake.md#1")
        assert check_issues([issue], answer, passages, {})[0].doubts == doubts


def test_a_cell_holds_its_value_in_the_unit_of_its_table() -> None:
    table = "| Cargo | 2024 |\n|---|---|\n| Salt (thousand tonnes) | 318 |"
    answer = "318,000 tonnes of salt were shipped in 2024."
    assert figures_not_in_passages("How much salt was shipped?", answer, [table]) == ()
    assert [
        each.figure for each in figures_not_in_passages("How much salt?", "319,000 tonnes of salt.", [table])
    ]
    issue = Issue(claim=answer, verdict="supported", passage_id="a")
    assert check_issues([issue], answer, {"a": table}, {})[0].doubts == ()


def test_a_scale_that_is_told_must_be_the_same_and_a_month_must_be_named() -> None:
    passages = ["The port earned 1.67 billion yuan on 3 May 2023; 港口有 12 個泊位，兩百三十人。"]
    held = "It earned 1,670 million yuan on 2023-05-03, has twelve berths (12) and 230 people; 16.7億元。"
    assert figures_not_in_passages("?", held, passages) == ()
    wrong = "It earned 1.67 million yuan on 3 June 2023 with 240 people."
    assert [each.figure for each in figures_not_in_passages("?", wrong, passages)] == [
        "1.67 million yuan",
        "3 June 2023",
        "240",
    ]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(10, 10**7), min_size=1, max_size=8), st.sampled_from([",", " ", "\u00a0", ""]))
def test_a_figure_is_found_however_its_digits_are_grouped(numbers: list[int], mark: str) -> None:
    passage = "; ".join(f"{number:,}".replace(",", mark) for number in numbers)
    answer = "; ".join(str(number) for number in numbers)
    assert figures_not_in_passages("?", answer, [passage]) == ()
    assert figures_not_in_passages("?", passage, [answer]) == ()


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_is_looked_up(answer: str, passage: str) -> None:
    assert all(each.figure in answer for each in figures_not_in_passages("?", answer, [passage]))


def test_a_quote_is_compared_without_what_the_layout_of_a_page_puts_in() -> None:
    passages = {
        "t#1": "| Year | Sales |\n|---|---|\n| 2021 | 41.2 |\n| 2022 | 45.0 |",
        "t#2": "The eco-\nnomic plan of the long-term fund\nfor 2022",
        "t#3": "渡輪 載 客 41,200\n人次",
    }

    def quoted(quote: str) -> bool:
        issue = Issue(claim=ANSWER, verdict="contradicted", quote=quote)
        return "quote_not_in_passage" not in (check_issues([issue], ANSWER, passages, {})[0].doubts or ())

    right = (
        "2021 41.2",
        "Year Sales 2021",
        "economic plan",
        "long-term fund for 2022",
        "渡輪載客 41,200 人次",
    )
    wrong = ("2021 41.25", "2021 1.2", "economic planning", "載客 41,20", "2021 45.0")
    assert [quote for quote in right if not quoted(quote)] == []
    assert [quote for quote in wrong if quoted(quote)] == []
    # A computed value cites its inputs, wherever they stand.
    assert quoted("2021 | 41.2; 2022 | 45.0")
    assert quoted("Sales 2021 41.2 / long-term fund")
    assert not quoted("2021 | 41.2; 2023 | 46.0")
    assert not quoted("2; 2021")


def test_an_inconsistency_quotes_two_places_of_the_answer() -> None:
    answer = "It opened in 1987. The works, which began in 1990, took two years."
    said = {"claim": "opened in 1987", "verdict": "inconsistent"}
    quotes = {"which began in 1990": (), "which began in 1991": ("claim_not_in_answer",)}
    for quote, expected in quotes.items():
        issue = Issue.model_validate({**said, "quote": quote})
        assert check_issues([issue], answer, dict(PASSAGES), {})[0].doubts == expected
