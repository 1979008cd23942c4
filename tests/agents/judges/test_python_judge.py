"""What a judge of the user's own says of key points, the reference and the passages is kept, and checked."""

import re
from typing import Any

from agents.evaluator import RAGEvaluator
from data_base.schemas.judgement import JudgementTrace, ScoredJudgement
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from tests.support.rows import over, table

DOCUMENTS = [
    Passage(id="c#1", doc_id="c", text="Orle mill opened in 1987."),
    Passage(id="c#2", doc_id="c", text="The weather was fine."),
]
POINTS: list[Any] = ["it opened in 1987", {"text": "it makes paper", "weight": 3}]
SAID: dict[str, Any] = table(__file__, "SAID", lists=True)


async def judged(reference: str | None, points: Any = POINTS, **said: object) -> FineGrainedEvaluationResult:
    def own(_request: JudgeRequest) -> dict[str, Any]:
        return SAID | said

    judge: Any = own
    return await RAGEvaluator(judge).evaluate_fine_grained(
        "What of the mill?", "It opened in 1987.", DOCUMENTS, reference_answer=reference, key_points=points
    )


async def test_key_points_make_completeness_and_the_reference_tells_of_the_passages() -> None:
    result = await judged("It opened in 1987 and makes paper.")
    assert [(each.verdict, each.words_found) for each in result.key_points] == [
        ("covered", True),
        ("missing", None),
    ]
    assert (result.metrics.completeness, result.judged_completeness) == (1 + 9 / 4, 8)
    assert result.reference_seen
    assert result.context is not None
    assert (result.context.useful, result.context.precision, result.context.recall) == (
        ("c#1",),
        1 / 2,
        1 / 2,
    )


async def test_without_reference_and_key_points_what_is_said_of_them_means_nothing() -> None:
    result = await judged(None, ())
    assert (result.reference_seen, result.context, result.key_points) == (False, None, ())
    assert (result.metrics.completeness, result.judged_completeness) == (8, None)


@over(
    "said, complaint",
    [
        ({"key_points": [{"number": 7, "verdict": "covered"}]}, "key_points: each needs the number"),
        ({"key_points": [{"number": 1, "verdict": "fine"}]}, "key_points: each needs the number"),
        ({"key_points": [{"number": 1, "verdict": "covered"}]}, "1 of 2 have a verdict; give one for each"),
        ({"key_points": [{"number": 1, "verdict": "covered"}] * 2}, "each needs .*, once"),
        ({"reference_claims": [{"text": "It opened"}]}, "reference_claims: each needs claim and passage_ids"),
        ({"reference_claims": [{"claim": "x", "passage_ids": ["c#7"]}]}, "no passage .* is called 'c#7'"),
        ({"reference_claims": "It opened"}, "reference_claims: each needs claim and passage_ids"),
    ],
)
async def test_what_a_program_gets_wrong_is_no_judgement(said: dict[str, object], complaint: str) -> None:
    result = await judged("It opened in 1987.", **said)
    assert result.evaluation_failed
    assert result.reference_seen
    assert re.search(complaint, result.reason)


async def test_a_judgement_of_its_own_making_speaks_of_the_key_points_of_the_request() -> None:
    def own(request: JudgeRequest) -> ScoredJudgement:
        trace = JudgementTrace(mode=request.mode, model_id="own")
        scores = {"accuracy": 9, "completeness": 8, "clarity": 7}
        texts = {"analysis": "", "reason": "", "suggestion": ""}
        judgement = ScoredJudgement(trace=trace, rung="strict", **scores, **texts)
        points = (KeyPointFinding(text="it opened in 1987", weight=1, verdict="covered"),)
        return judgement.with_key_points(points)

    judge: Any = own
    for points, is_kept in ((POINTS[:1], True), (POINTS, False), ([], False)):
        result = await RAGEvaluator(judge).evaluate_fine_grained("q", "a", key_points=points)
        assert result.scored is is_kept
        assert (result.metrics.completeness == 10) is is_kept
