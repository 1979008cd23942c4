"""What hosts use in their own tests, and what they may put into a checkpoint."""

import json
from collections.abc import Callable
from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel

from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import FoundPassage, Passage
from data_base.schemas.protocols import JudgeRequest
from deep_research_judge import CHECKPOINT_TYPES
from deep_research_judge.testing import FixedJudge, ScriptedChatModel, failed_result, scored_result
from tests.support.embedded_replies import embedded_reply
from tests.support.rows import over

ASKED = ("When did it open?", "In 1978.", ["The mill opened in 1978."])


async def test_a_fixed_judge_gives_its_results_in_turn_and_the_last_one_again() -> None:
    low = scored_result(accuracy=4, suggestion="look for the year")
    judge = FixedJudge([low, failed_result(reason="down")])
    first = await judge.evaluate_fine_grained(*ASKED)
    assert (first, first.needs_work(8.0)) == (low, True)
    others = [judge.evaluate_fine_grained_sync(*ASKED) for _ in range(2)]
    assert [(each.evaluation_failed, each.reason) for each in others] == [(True, "down")] * 2
    assert [request.question for request in judge.requests] == [ASKED[0]] * 3


class Year(BaseModel):
    year: int


async def test_a_scripted_model_raises_exceptions_and_has_structured_output() -> None:
    """An exception among the replies could not be validated."""
    model = ScriptedChatModel(replies=[ValueError("down"), '{"year": 1978}'])
    with pytest.raises(ValueError, match="down"):
        model.invoke("When?")
    assert await model.with_structured_output(Year).ainvoke("When?") == Year(year=1978)
    assert model.with_structured_output(Year.model_json_schema()).invoke("When?") == {"year": 1978}


@over(
    "make, said",
    [
        (lambda: FixedJudge([]), r"FixedJudge takes a list of one result or more, .*, not \[\]"),
        (lambda: FixedJudge(scored_result()), "not a FineGrainedEvaluationResult"),  # type: ignore[arg-type]
        (lambda: FixedJudge(scored_result), "not a function"),  # type: ignore[arg-type]
        (lambda: FixedJudge([scored_result(), 3]), "FixedJudge takes a list"),  # type: ignore[list-item]
        (lambda: scored_result(accuracy=11), "scored_result: accuracy must be less than or equal to 10"),
        (lambda: ScriptedChatModel(replies="yes"), "list of one reply or more .*, not a str"),
        (lambda: ScriptedChatModel(replies=[]), "not "),
        (lambda: RAGEvaluator(FixedJudge([scored_result()])), r"a FixedJudge .* in place of RAGEvaluator"),  # type: ignore[arg-type]
        (lambda: RAGEvaluator(RAGEvaluator("embedded")), r"a RAGEvaluator evaluates answers itself"),  # type: ignore[arg-type]
    ],
)
def test_what_tests_cannot_use_is_refused_in_a_sentence(make: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        make()


async def test_a_scripted_model_judges_and_researches() -> None:
    reply = json.dumps({"accuracy": 4, "completeness": 8, "clarity": 8})
    model = ScriptedChatModel(replies=[reply])
    result = await RAGEvaluator(model).evaluate_fine_grained(*ASKED)
    assert (result.metrics.accuracy, len(model.prompts)) == (4, 1)
    service = DeepResearchService(
        ScriptedChatModel(replies=embedded_reply),
        retriever=PassageIndex.from_texts([("mill.md", ASKED[2][0])]),
        evaluator=FixedJudge([scored_result(accuracy=9)]),
    )
    assert "1978" in (await service.run(ASKED[0])).answer.text


class HostState(TypedDict, total=False):
    judged: Any


@pytest.mark.parametrize(("allowed", "is_whole"), [(CHECKPOINT_TYPES, True), ((), False)])
async def test_results_survive_a_strict_checkpoint(
    monkeypatch: pytest.MonkeyPatch, allowed: tuple[type, ...], is_whole: bool
) -> None:
    """In a field of no type a result came back as a dict: each of the types, for each may be a field."""
    monkeypatch.setattr("langgraph.checkpoint.serde._msgpack.STRICT_MSGPACK_ENABLED", True)
    researched = await DeepResearchService(
        ScriptedChatModel(replies=embedded_reply),
        retriever=PassageIndex.from_texts([("mill.md", ASKED[2][0])]),
        evaluator=FixedJudge([scored_result(accuracy=9)]),
    ).run(ASKED[0])
    passage, point = Passage(id="mill.md#1", doc_id="mill.md", text=ASKED[2][0]), KeyPoint(text="in 1978")
    judged = scored_result(accuracy=4)
    asked = JudgeRequest(question=ASKED[0], answer=ASKED[1], documents=(passage,), key_points=(point,))
    found = FoundPassage(**passage.model_dump(), attempt=1, query=ASKED[0])
    blocked = BlockedSource(title="Orle mill: a history")
    results = [judged, failed_result(), judged.metrics, passage, found, point, blocked, asked]
    results += [researched, researched.answer, researched.attempts[0]]
    assert {type(each) for each in results} == set(CHECKPOINT_TYPES)
    saver = InMemorySaver(serde=JsonPlusSerializer(allowed_msgpack_modules=allowed or None))
    graph = StateGraph(HostState).add_node("judge", lambda _: {"judged": results})
    host = graph.add_edge(START, "judge").add_edge("judge", END).compile(checkpointer=saver)
    config: Any = {"configurable": {"thread_id": "1"}}
    await host.ainvoke({}, config)
    kept = (await host.aget_state(config)).values["judged"]
    assert [one == other for one, other in zip(kept, results, strict=True)] == [is_whole] * len(results)
