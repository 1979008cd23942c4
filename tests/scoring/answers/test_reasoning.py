from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.score_card import ErrorTag
from scoring.answers import ScoringTerms
from tests.support.canonical import card, primary
from tests.support.rows import over, table

TRUTH: dict[str, Any] = table(__file__, "TRUTH", lists=True)


def reasoning(
    final: str | None, steps: list[str], claims: list[tuple[str, list[str]]] | None = None
) -> dict[str, Any]:
    return {
        "final_answer": {"value": final},
        "steps": [{"id": f"s{n}", "text": text} for n, text in enumerate(steps, start=1)],
        "claims": [{"text": text, "evidence": evidence} for text, evidence in claims or []],
    }


def test_the_primary_score_is_the_final_answers_alone() -> None:
    bare = card("reasoning", reasoning("Positive.", []), TRUTH)
    assert (bare.primary_score, bare.passed) == (1.0, True)
    assert bare.sub_scores["step_completeness"] == 0.0
    assert primary("reasoning", reasoning("negative", ["The outlook is positive"]), TRUTH) == 0.0
    assert primary("reasoning", reasoning("3000 g", []), {"final_answer": {"value": "3 kg"}}) == 1.0
    assert primary("reasoning", reasoning("答案是B", []), {"final_answer": {"value": "B"}}) == 1.0


def test_sub_scores_worked_out_by_hand() -> None:
    said = reasoning(
        "positive",
        ["Margins were stable", "The revenue grew by 12%", "So the outlook is positive"],
        [("營收增長", ["news_1"]), ("Погода хорошая", [])],
    )
    scores = card("reasoning", said, TRUTH).sub_scores
    assert scores == {
        "exact_match": 1.0,
        "step_completeness": 1.0,
        # a and b are turned round: of a, b, c two stand in order.
        "reasoning_step_order": pytest.approx(2 / 3),
        "reasoning_consistency": 1.0,
        "claim_coverage": 0.5,
        # {news_1} of {news_1, news_2}, and nothing for the claim that is not made.
        "claim_evidence_overlap": 0.25,
        "evidence_citation_rate": 0.5,
        "claim_verifiability": 0.5,
    }


def test_a_step_with_another_figure_is_another_step() -> None:
    said = reasoning("positive", ["Revenue grew 15 percent"])
    assert card("reasoning", said, TRUTH).sub_scores["step_completeness"] == 0.0


@over(
    "final, ending, consistent",
    table(__file__, "test_consistency_asks_where_the_reasoning_ends"),
)
def test_consistency_asks_where_the_reasoning_ends(final: str, ending: str, consistent: float) -> None:
    scores = card("reasoning", reasoning(final, ["It is positive, B, 12 kg.", ending]), TRUTH).sub_scores
    assert scores["reasoning_consistency"] == consistent


def test_evidence_is_checked_where_its_text_is_known() -> None:
    terms = ScoringTerms(evidence={"n1": "Revenue of the port grew 12% in 2023.", "n2": "It rained."})
    truth = {"final_answer": {"value": "x"}}
    borne = card("reasoning", reasoning("x", [], [("Revenue grew 12 percent", ["n1"])]), truth, terms)
    assert borne.sub_scores["claim_verifiability"] == 1.0
    assert borne.error_tags == ()
    other_figure = card("reasoning", reasoning("x", [], [("Revenue grew 13 percent", ["n1"])]), truth, terms)
    assert (other_figure.sub_scores["claim_verifiability"], other_figure.error_tags) == (
        0.0,
        (ErrorTag.UNSUPPORTED_CLAIM,),
    )
    unknown = card("reasoning", reasoning("x", [], [("It rained", ["n9"])]), truth, terms)
    assert unknown.error_tags == (ErrorTag.WRONG_CITATION,)
    none = card("reasoning", reasoning("x", [], [("It rained", [])]), truth, terms)
    assert none.error_tags == (ErrorTag.MISSING_CITATION,)


def test_steps_without_text_are_matched_by_id() -> None:
    truth = {"final_answer": {"value": "x"}, "steps": [{"id": "s1"}, {"id": "s2"}]}
    scores = card("reasoning", reasoning("x", ["one", "two"]), truth).sub_scores
    assert (scores["step_completeness"], scores["reasoning_step_order"]) == (1.0, 1.0)


def test_no_final_answer_is_wrong_and_no_gold_is_unscored() -> None:
    scored = card("reasoning", reasoning(None, ["It is positive"]), TRUTH)
    assert (scored.primary_score, scored.error_tags) == (0.0, (ErrorTag.NO_ANSWER, *scored.error_tags[1:]))
    assert card("reasoning", reasoning("x", []), {"steps": TRUTH["steps"]}).unscored_reason
    assert card("reasoning", None, TRUTH).unscored_reason


texts = st.lists(
    st.sampled_from(["Revenue grew 12%", "Margins were stable", "тихо", "营收增长", ""]), max_size=4
)


@given(texts, texts, st.text())
def test_every_score_stays_in_its_range(said: list[str], right: list[str], final: str) -> None:
    truth = {**reasoning("x", right), "claims": [{"text": text, "evidence": ["e"]} for text in right]}
    prediction = reasoning(final, said, [(text, ["e"]) for text in said])
    scores = card("reasoning", prediction, truth).sub_scores
    assert all(0 <= value <= 1 for value in scores.values())
    if right:
        assert scores["reasoning_step_order"] <= scores["step_completeness"]
