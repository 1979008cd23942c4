import time
from functools import cache

import opencc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.abstention import abstains
from scoring.completeness import coverage
from scoring.correctness import grade
from scoring.grounding import check_claim
from tests.support.rows import over

PASSAGES = [
    "Orle mill opened in 1987. In 2022 it made 12.5 t of paper a day, of which 40 % went abroad.",
    "The board met nine times. Helena Reed chairs the audit committee.",
    "2023 年底联贷余额为 1.2 亿元，负债比率 5%。公司在城南建了新的仓库。",
    "Мельница закупила новые котлы. В 2023 году она выпустила 30 тонн бумаги.",
]
CLAIMS = [
    "Orle mill opened in 1987.",
    "Helena Reed chairs the audit committee.",
    "The board met nine times under a glass roof.",
    "公司在城南建了新的仓库。",
    "公司在城北建了宿舍。",
    "Мельница закупила новые котлы.",
    "12.5 t",
]


@cache
def traditional(text: str) -> str:
    converted: str = opencc.OpenCC("s2t").convert(text)
    return converted


@given(st.permutations(PASSAGES), st.sampled_from(CLAIMS))
@settings(max_examples=25, deadline=None)
def test_the_order_of_passages_changes_no_score(passages: list[str], claim: str) -> None:
    assert check_claim(claim, passages).score == pytest.approx(check_claim(claim, PASSAGES).score)


@given(st.sampled_from(CLAIMS), st.sampled_from(PASSAGES))
@settings(max_examples=25, deadline=None)
def test_a_passage_more_takes_nothing_from_what_stands_there(claim: str, passage: str) -> None:
    fewer = [each for each in PASSAGES if each != passage]
    same_script = [each for each in fewer if each.isascii() == passage.isascii()]
    more = check_claim(claim, [*same_script, passage]).score
    assert more >= check_claim(claim, same_script).score - 0.1


@over("claim", CLAIMS[3:5])
def test_traditional_and_simplified_are_judged_alike(claim: str) -> None:
    passages_said = [traditional(each) for each in PASSAGES]
    found = check_claim(claim, PASSAGES)
    for said, passages in ((traditional(claim), PASSAGES), (claim, passages_said)):
        other = check_claim(said, passages)
        assert other.score == pytest.approx(found.score, abs=0.02)
        assert other.verdict == found.verdict


@over("claim", [CLAIMS[0], CLAIMS[1], CLAIMS[3], CLAIMS[5]])
def test_what_stands_there_is_supported(claim: str) -> None:
    assert check_claim(claim, PASSAGES).verdict == "supported"


def test_a_claim_that_shares_few_words_is_not_supported() -> None:
    assert check_claim(CLAIMS[4], PASSAGES).verdict != "supported"
    assert check_claim("The harbour crane was painted green.", PASSAGES).verdict in {
        "unsupported",
        "undecidable",
    }


@over(
    "claim, wrong",
    [
        ("In 2022 it made 13.5 t of paper a day.", "13.5 t"),
        ("45 % of the paper went abroad.", "45 %"),
        ("В 2023 году она выпустила 35 тонн бумаги.", "35 тонн"),
    ],
)
def test_a_value_that_stands_nowhere_is_named_and_costs_the_support(claim: str, wrong: str) -> None:
    check = check_claim(claim, PASSAGES)
    assert check.verdict in {"contradicted", "unsupported"}
    assert check.score < 0.4
    assert wrong in check.wrong_figures


def test_one_side_that_denies_decides_nothing() -> None:
    assert check_claim("Orle mill has not opened in 1987.", PASSAGES).verdict != "supported"


def test_a_word_that_stands_nowhere_keeps_a_claim_undecided() -> None:
    place = ["The city opened a new branch of the library in Marsh Street in 2021."]
    assert check_claim("The city opened a new branch in Marsh Street in 2021.", place).verdict == "supported"
    check = check_claim("The city opened a new cinema in Marsh Street in 2021.", place)
    assert check.verdict == "undecidable"
    assert check.uncovered_words == ("cinema",)


def test_another_script_is_checked_by_values_alone() -> None:
    english = PASSAGES[:1]
    assert check_claim("工廠每天生產 12.5 噸紙。", english).verdict == "supported"
    assert check_claim("工廠每天生產 14 噸紙。", english).verdict == "unsupported"
    assert check_claim("工廠生產紙。", english).verdict == "undecidable"


@over("odd", ["五" * 12_000, "1," * 6_000, "Ab " * 4_000, "".join(f"{i} kg, " for i in range(1500))])
def test_odd_input_takes_little_work(odd: str) -> None:
    begin = time.thread_time()
    check_claim(odd, [odd])
    coverage(odd, odd)
    abstains(odd)
    assert time.thread_time() - begin < 20


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=3))
@settings(max_examples=40, deadline=None)
def test_any_text_is_scored_within_the_scale(text: str, passages: list[str]) -> None:
    assert 0 <= check_claim(text, passages, question=text).score <= 1
    assert 0 <= coverage(text, passages, topic=text).score <= 1
    assert 0 <= grade(text, text, passages or "x").score <= 1


def test_nothing_is_supported_by_nothing() -> None:
    assert check_claim("", PASSAGES).score == 0
    assert check_claim("A claim.", []).passage_index is None
    assert coverage("A point", "").verdict == "missing"
