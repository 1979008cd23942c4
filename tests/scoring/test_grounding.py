import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.marks.citation_marks import strip_citations
from scoring.completeness import coverage
from scoring.grounding import check_claim
from tests.support.rows import over, table

PASSAGES = [
    "Orle mill opened in 1987. In 2022 it made 12.5 t of paper a day, of which 40 % went abroad.",
    "The board met nine times. Helena Reed chairs the audit committee.",
    "2023 年底聯貸餘額為 1.2 億元，負債比率 5%。",
]


@over(
    "claim",
    table(__file__, "test_what_a_passage_says_is_supported_in_whatever_form"),
)
def test_what_a_passage_says_is_supported_in_whatever_form(claim: str) -> None:
    check = check_claim(claim, PASSAGES)
    assert check.verdict == "supported"
    assert check.score > 0.5
    assert check.evidence in " ".join(PASSAGES)


@over(
    "claim, wrong",
    table(__file__, "test_another_figure_is_not_and_is_named"),
)
def test_another_figure_is_not_and_is_named(claim: str, wrong: str) -> None:
    check = check_claim(claim, PASSAGES)
    assert check.verdict in {"contradicted", "unsupported"}
    assert check.score < 0.3
    assert wrong in check.wrong_figures


@over(
    "claim, passage",
    table(__file__, "test_another_event_of_another_date_or_figure_contradicts_nothing"),
)
def test_another_event_of_another_date_or_figure_contradicts_nothing(claim: str, passage: str) -> None:
    check = check_claim(claim, [passage])
    assert check.verdict in {"unsupported", "undecidable"}
    assert check.wrong_figures


@over(
    "claim, passage",
    table(__file__, "test_another_date_or_figure_of_the_same_event_contradicts"),
)
def test_another_date_or_figure_of_the_same_event_contradicts(claim: str, passage: str) -> None:
    assert check_claim(claim, [passage]).verdict == "contradicted"


def test_what_two_chinese_passages_say_of_a_claim_supports_it_across_a_comma() -> None:
    passages = ["奧勒磨坊於1987年啟用，有300名員工。", "磨坊每天生產12.5噸紙。"]
    assert check_claim("奧勒磨坊於1987年啟用，每天生產12.5噸紙。", passages).verdict == "supported"


def test_words_that_no_passage_holds_are_named() -> None:
    check = check_claim("The harbour crane was painted green by volunteers.", PASSAGES)
    assert check.verdict in {"unsupported", "undecidable"}
    assert check.passage_index is None or check.score < 0.3
    assert any(word.startswith("cran") for word in check.uncovered_words)


def test_the_passage_that_bears_it_is_named() -> None:
    assert check_claim("Helena Reed chairs the audit committee.", PASSAGES).passage_index == 1


def test_a_short_claim_is_read_with_its_question() -> None:
    question = "How much paper did Orle mill make a day in 2022?"
    assert check_claim("12.5 t", PASSAGES, question=question).verdict == "supported"
    assert check_claim("40 t", PASSAGES, question=question).verdict != "supported"


@over(
    "claim, question, passage",
    [
        ("5月3日", "展览何时开幕？", "展览于5月3日到6月9日举行。去年的展览4月1日开幕，观众很多。"),
        ("6.2级", "地震的震级是多少？", "当地发生6.2级地震。这次地震的震级与十年前震级为5级的地震相比更高。"),
    ],
)
def test_a_bare_value_that_stands_there_is_not_held_against_another(
    claim: str, question: str, passage: str
) -> None:
    check = check_claim(claim, [passage], question=question)
    assert check.verdict == "supported"
    assert not check.wrong_figures


def test_an_answer_that_stands_there_scores_the_same_however_long_it_is() -> None:
    passages = [
        "The mill was built by Helena Reed, Orsk Timber and Co near the old harbour. Wood came by ship."
    ]
    scores = [check_claim(name, passages).score for name in ("Helena Reed", "Orsk Timber and Co")]
    assert scores[0] == pytest.approx(scores[1])


def test_an_answer_that_stands_there_often_scores_higher() -> None:
    once = ["Reed built the mill.", "Stone ran the harbour.", "Wood came by ship."]
    often = ["Reed built the mill.", "Reed ran the harbour.", "Reed came by ship."]
    assert check_claim("Reed", often).score > check_claim("Reed", once).score


def test_citation_marks_change_nothing() -> None:
    plain = check_claim("Orle mill opened in 1987.", PASSAGES)
    assert check_claim("Orle mill opened in 1987 [1].", PASSAGES) == plain
    assert strip_citations("It is 5 km [a.pdf#p3.2][2, 3] long [sic].") == "It is 5 km long [sic]."


@over(
    "marked, plain",
    table(__file__, "test_marks_as_the_prompts_of_each_language_teach_them"),
)
def test_marks_as_the_prompts_of_each_language_teach_them(marked: str, plain: str) -> None:
    assert strip_citations(marked) == plain


@over(
    "point, answer, verdict",
    table(__file__, "test_a_key_point_is_covered_by_what_says_it"),
)
def test_a_key_point_is_covered_by_what_says_it(point: str, answer: str, verdict: str) -> None:
    assert coverage(point, answer).verdict == verdict
    assert coverage(point, [answer, "Something else was said too."]).verdict == verdict


def test_half_of_a_long_point_is_worth_more_than_half_of_a_short_one() -> None:
    first = "harbour crane timber ferry gravel lantern orchard pebble quarry saddle"
    named = f"{first} velvet walnut anchor basket candle drawer engine fabric garden hammer".split(" ")
    short = coverage(" ".join(named[:4]), f"The {' '.join(named[:2])} stand there.")
    long = coverage(" ".join(named), f"The {' '.join(named[:10])} stand there.")
    assert long.score > short.score + 0.05
    assert coverage(" ".join(named), "Wood came by ship.").score == 0


@settings(max_examples=60, deadline=None)
@given(claim=st.text(max_size=120), passages=st.lists(st.text(max_size=160), max_size=3))
def test_any_text_is_checked_within_the_scale(claim: str, passages: list[str]) -> None:
    check = check_claim(claim, passages)
    assert 0 <= check.score <= 1
    assert check == check_claim(claim, passages)
    assert 0 <= coverage(claim, passages).score <= 1
