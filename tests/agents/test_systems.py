"""The arena's two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.calls.prompt_messages import read_prompt
from agents.research.settings import ResearchSettings
from agents.systems import DeepResearch, PureLLM
from data_base.schemas.case import Case
from tests.support.research import (
    StubEvaluator,
    StubPlanner,
    TableRetriever,
    evaluation,
    passage,
    research_service,
)
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from pathlib import Path

    from data_base.schemas.protocols import System

CASE = Case(id="q1", question="How many trees?")


async def test_a_model_on_its_own() -> None:
    system: System = PureLLM(ScriptedChatModel(["412."]))
    answer = await system.answer(CASE)
    assert (answer.text, answer.passages, answer.usage.calls) == ("412.", (), 1)
    assert system.name == "pure_llm"


async def test_deep_research_answers_with_the_cost_of_the_whole_run() -> None:
    service = research_service(
        planner=StubPlanner(refined=lambda q, s, t: "trees"),
        evaluator=StubEvaluator([evaluation(3), evaluation(9)]),
        retriever=TableRetriever(table={CASE.question: [passage("a")], "trees": [passage("b")]}),
    )
    system: System = DeepResearch(service)
    answer = await system.answer(CASE)
    assert answer.usage.calls == 6
    # A draft that is sent back has the passages first that were searched for because of it.
    assert [shown.id for shown in answer.passages] == ["a#1", "b#1"]
    assert system.name == "deep_research"


async def test_research_under_a_run_label_is_done_once(tmp_path: Path) -> None:
    retriever = TableRetriever(table={})
    service = research_service(
        retriever=retriever, settings=ResearchSettings(checkpoints=tmp_path / "runs.sqlite")
    )
    first = await DeepResearch(service, run_label="monday").research(CASE)
    again = await DeepResearch(service, run_label="monday").research(CASE)
    assert first == again
    searches = len(retriever.searches)
    await DeepResearch(service, run_label="tuesday").research(CASE)
    await DeepResearch(service).research(CASE)
    assert len(retriever.searches) == 3 * searches


async def test_both_systems_ask_in_the_language_of_the_question() -> None:
    case = Case(id="q2", question="Сколько деревьев в парке?", language="en")
    model = ScriptedChatModel(["412."])
    await PureLLM(model).answer(case)
    prompt = read_prompt(model.prompts[0])
    assert prompt is not None
    assert prompt.template.language == "ru"
