"""The frozen values: what can be built, what cannot, and what comes back from a file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from pydantic import TypeAdapter, ValidationError

from agents.judges.passage_conversion import as_passages
from data_base.schemas.judgement import FailedJudgement, Judgement, JudgementTrace, PromptRef, ScoredJudgement
from data_base.schemas.passage import FoundPassage, Passage
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.schemas_deep_research import FROM_FILE, EvaluationMetrics, FineGrainedEvaluationResult, Weights
from tests.support.rows import over

SCORES = st.floats(min_value=1, max_value=10, allow_nan=False)
TRACE = JudgementTrace(
    mode="documents",
    model_id="scripted",
    prompt=PromptRef(id="judge_with_documents", version="1", language="en", sha256="0" * 64),
)


def scored(accuracy: float = 9, completeness: float = 8, clarity: float = 7) -> ScoredJudgement:
    return ScoredJudgement(
        trace=TRACE,
        rung="strict",
        analysis="",
        accuracy=accuracy,
        completeness=completeness,
        clarity=clarity,
        reason="ok",
        suggestion="look for more",
    )


def test_values_are_frozen_and_refuse_unknown_fields() -> None:
    passage = Passage(id="a#1", doc_id="a", text="x")
    with pytest.raises(ValidationError):
        passage.text = "y"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Passage(id="a#1", doc_id="a", text="x", colour="red")  # type: ignore[call-arg]


@given(SCORES, SCORES, SCORES)
def test_weighted_score_is_the_weighted_mean_and_stays_in_range(a: float, b: float, c: float) -> None:
    metrics = EvaluationMetrics.weigh(a, b, c)
    assert metrics.weighted_score == pytest.approx(0.5 * a + 0.3 * b + 0.2 * c, abs=1e-6)
    assert 1 <= metrics.weighted_score <= 10


def test_own_weights_must_sum_to_one() -> None:
    accuracy_alone = Weights(accuracy=1, completeness=0, clarity=0)
    assert EvaluationMetrics.weigh(10, 1, 1, accuracy_alone).weighted_score == 10
    with pytest.raises(ValidationError, match="sum to 1"):
        Weights(accuracy=0.5, completeness=0.5, clarity=0.5)


@over("accuracy", [0.99, 10.01, float("nan"), float("inf")])
def test_no_score_outside_the_rubric_can_be_built(accuracy: float) -> None:
    with pytest.raises(ValidationError):
        scored(accuracy)
    with pytest.raises(ValidationError):
        EvaluationMetrics(accuracy=accuracy, completeness=5, clarity=5, weighted_score=5)


@over("weighted, possible", [(3, False), (4.99, False), (5, True), (7.5, True), (10, True), (10.01, False)])
def test_a_weighted_score_that_is_no_mean_is_refused(weighted: float, possible: bool) -> None:
    def build() -> EvaluationMetrics:
        return EvaluationMetrics(accuracy=8, completeness=5, clarity=10, weighted_score=weighted)

    if possible:
        assert build().weighted_score == weighted
        return
    with pytest.raises(ValidationError, match="weighted_score"):
        build()


def test_own_dimensions_may_lead_the_mean_beyond_the_three() -> None:
    own = {"tone": 2.0}
    metrics = EvaluationMetrics.weigh(8, 8, 8, dimensions=own, shares={"tone": 0.5})
    assert metrics.weighted_score == 5
    assert EvaluationMetrics.model_validate_json(metrics.model_dump_json()) == metrics


def test_a_result_is_built_of_four_fields_in_code_and_of_all_in_files() -> None:
    metrics = EvaluationMetrics(accuracy=8, completeness=5, clarity=10, weighted_score=7.5)
    result = FineGrainedEvaluationResult(
        metrics=metrics, reason="One year is missing.", suggestion="Search for 2023.", is_passing=True
    )
    assert (result.scored, result.status, result.parse_method) == (True, "scored", "strict")
    assert (result.mode, result.model_id) == ("documents", "unknown")
    written = result.model_dump(mode="json")
    assert FineGrainedEvaluationResult.model_validate_json(result.model_dump_json()) == result
    required = FineGrainedEvaluationResult.model_json_schema()["required"]
    assert set(required) == {
        *("metrics", "reason", "suggestion", "is_passing"),
        *("status", "parse_method", "mode", "model_id"),
    }
    for name in ("status", "parse_method", "mode", "model_id"):
        less = {key: value for key, value in written.items() if key != name}
        with pytest.raises(ValidationError, match=f"{name} is missing"):
            FineGrainedEvaluationResult.model_validate_json(json.dumps(less))
        with pytest.raises(ValidationError, match=f"{name} is missing"):
            FineGrainedEvaluationResult.model_validate(less, context=FROM_FILE)


@over("accuracy, passing", [(6.9, False), (7.0, True), (10, True)])
def test_passing_looks_at_accuracy_alone(accuracy: float, passing: bool) -> None:
    result = FineGrainedEvaluationResult.from_judgement(scored(accuracy, 1, 1))
    assert result.is_passing is passing
    assert result.status == "scored"


def test_a_mended_reply_counts_as_repaired_and_scored() -> None:
    result = FineGrainedEvaluationResult.from_judgement(scored().model_copy(update={"rung": "regex"}))
    assert (result.status, result.scored) == ("repaired", True)


def test_a_failed_judgement_is_no_bad_score() -> None:
    result = FineGrainedEvaluationResult.from_judgement(FailedJudgement(trace=TRACE, error="no reply"))
    assert result.evaluation_failed
    assert not result.scored
    assert not result.is_passing
    assert result.suggestion == ""
    assert result.metrics.weighted_score == 1
    assert result.model_dump(mode="json")["metrics"] is None
    assert FineGrainedEvaluationResult.model_validate_json(result.model_dump_json()) == result


def test_a_failure_that_passes_cannot_be_built() -> None:
    failed = FineGrainedEvaluationResult.from_judgement(FailedJudgement(trace=TRACE, error="no reply"))
    for change in ({"is_passing": True}, {"suggestion": "x"}, {"parse_method": "strict"}):
        with pytest.raises(ValidationError):
            FineGrainedEvaluationResult.model_validate(failed.model_dump() | change)


def test_judgements_come_back_from_files_as_what_they_were() -> None:
    adapter: TypeAdapter[ScoredJudgement | FailedJudgement] = TypeAdapter(Judgement)
    for judgement in (scored(), FailedJudgement(trace=TRACE, error="no reply")):
        assert adapter.validate_json(adapter.dump_json(judgement)) == judgement


def test_score_card_is_scored_or_says_why_not() -> None:
    card = ScoreCard(primary_score=0.5, passed=True, error_tags=(ErrorTag.WRONG_UNIT,))
    assert card.model_dump()["pass"] is True
    assert ScoreCard.model_validate_json(card.model_dump_json()) == card
    assert not ScoreCard.unscored("the judge failed").scored
    for broken in ({"primary_score": None}, {"primary_score": 0.2, "unscored_reason": "x"}):
        with pytest.raises(ValidationError, match="either a primary_score or"):
            ScoreCard.model_validate(broken)
    with pytest.raises(ValidationError, match="cannot pass"):
        ScoreCard.model_validate({"unscored_reason": "x", "pass": True})
    with pytest.raises(ValidationError):
        ScoreCard.model_validate({"primary_score": 0.1, "error_tags": ["made_up_tag"]})


def test_passages_travel_through_langchain_documents() -> None:
    passage = Passage(id="年報.pdf#p3.2", doc_id="年報.pdf", page=3, text="營收 4.82 億元")
    assert Passage.from_document(passage.to_document()) == passage
    assert passage.place == "年報.pdf, p. 3"


def test_foreign_documents_get_a_name_and_an_id() -> None:
    foreign = Document(page_content="text", metadata={"source": "notes.txt", "page": 0})
    first, second = (Passage.from_document(foreign, ordinal=n) for n in (1, 2))
    assert (first.doc_id, first.page) == ("notes.txt", None)
    assert first.id != second.id


def test_found_passage_is_a_passage_that_knows_its_finding() -> None:
    found = FoundPassage(id="a#1", doc_id="a", text="x", attempt=2, query="q")
    assert isinstance(found, Passage)
    assert FoundPassage.model_validate_json(found.model_dump_json()) == found


@over(
    "pages, expected",
    [
        ([{"page": 0}, {"page": 1, "page_label": "2", "total_pages": 2}], [1, 2]),
        ([{"page": 0}, {"page": 3}], [1, 4]),
        ([{"page": 1}, {"page": 2}], [1, 2]),
        ([{"page": 4, "total_pages": 9}], [5]),
        ([{"page": 0, "page_label": "i"}, {"page": 1, "source": "b.pdf"}], [1, 1]),
        ([{"page_number": 3, "total_pages": 9}, {"page": -1}, {"page": True}, {}], [3, None, None, None]),
    ],
)
def test_pages_of_langchains_pdf_loaders_count_from_0(
    pages: list[dict[str, object]], expected: list[int | None]
) -> None:
    """The first page was lost, and each other was one off."""
    documents = [Document(f"text {n}", metadata={"source": "a.pdf", **each}) for n, each in enumerate(pages)]
    passages = as_passages(documents)
    assert [each.page for each in passages] == expected
    assert as_passages([each.to_document() for each in passages]) == passages
