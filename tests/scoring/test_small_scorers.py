import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.judgement import Issue, PromptRef
from data_base.schemas.score_card import ErrorTag
from data_base.schemas_deep_research import EvaluationMetrics, FineGrainedEvaluationResult
from scoring.correctness import grade
from scoring.evaluation_score_card import score_card_of
from tests.support.rows import over, table

PROMPT = PromptRef(id="judge_with_documents", version="1", language="en", sha256="0" * 64)


def evaluation(
    accuracy: float, *issues: Issue, completeness: float = 9, passing: bool = True
) -> FineGrainedEvaluationResult:
    return FineGrainedEvaluationResult(
        metrics=EvaluationMetrics.weigh(accuracy, completeness, 9),
        reason="because",
        suggestion="look again",
        is_passing=passing,
        issues=issues,
        status="scored",
        parse_method="strict",
        mode="documents",
        model_id="embedded",
        prompt=PROMPT,
    )


def test_a_card_maps_one_to_ten_onto_nought_to_one() -> None:
    card = score_card_of(evaluation(9))
    assert card.primary_score == pytest.approx((9 - 1) / 9)
    assert card.passed
    assert card.sub_scores == {"accuracy": 9, "completeness": 9, "clarity": 9}
    assert card.error_tags == ()


def test_a_low_dimension_and_a_contradiction_are_tagged() -> None:
    issue = Issue(claim="13.5 t", verdict="contradicted")
    card = score_card_of(evaluation(2, issue, completeness=4, passing=False))
    assert not card.passed
    assert set(card.error_tags) == {ErrorTag.LOW_ACCURACY, ErrorTag.LOW_COMPLETENESS, ErrorTag.HALLUCINATION}


def test_a_failed_evaluation_is_unscored() -> None:
    failed = FineGrainedEvaluationResult(
        metrics=EvaluationMetrics.weigh(1, 1, 1),
        reason="no reply came",
        suggestion="",
        is_passing=False,
        status="failed",
        parse_method="default",
        mode="documents",
        model_id="embedded",
        prompt=PROMPT,
    )
    card = score_card_of(failed)
    assert not card.scored
    assert card.unscored_reason == "no reply came"
    assert card.error_tags == (ErrorTag.EVALUATION_FAILED,)


@over(
    "answer, gold, verdict",
    table(__file__, "test_an_answer_is_graded_against_gold"),
)
def test_an_answer_is_graded_against_gold(answer: str, gold: str, verdict: str) -> None:
    assert grade("What was it?", answer, gold).verdict == verdict


def test_one_of_several_wordings_is_enough() -> None:
    assert grade("Who won?", "Reed", ["Helena Reed", "Reed"]).verdict == "correct"


@given(answer=st.text(max_size=120), gold=st.text(max_size=60), question=st.text(max_size=60))
def test_any_text_is_graded_within_the_scale(answer: str, gold: str, question: str) -> None:
    assert 0 <= grade(question, answer, gold).score <= 1
