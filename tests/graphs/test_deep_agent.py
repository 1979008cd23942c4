"""The judge's middleware in an agent of the package ``deepagents``; skipped where that is not installed."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool

from deep_research_judge.testing import FixedJudge, ScriptedChatModel, scored_result

NOTE = "The port of Velm handled 4,812 ships in 2023."
QUESTION = "How many ships did the port of Velm handle in 2023?"
LOW = scored_result(accuracy=4, suggestion="Search for ships in 2023.")


@tool
def search(query: str) -> list[dict[str, str]]:
    """Search the notes."""
    return [{"url": "https://ex.org/velm", "content": NOTE}]


def calls(name: str, **arguments: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name}])


def deep_agent(judge: Any, replies: list[Any], **settings: Any) -> Any:
    create_deep_agent = pytest.importorskip("deepagents").create_deep_agent
    from deep_research_judge import JudgeMiddleware

    model = ScriptedChatModel(replies=replies)
    return create_deep_agent(model=model, tools=[search], middleware=[JudgeMiddleware(judge)], **settings)


async def test_a_deep_agents_rubric_becomes_key_points_and_its_answer_is_sent_back() -> None:
    judge = FixedJudge([LOW, scored_result(accuracy=9)])
    todos = [{"content": "search", "status": "in_progress"}]
    agent = deep_agent(
        judge, [calls("write_todos", todos=todos), calls("search", query="ships"), "9,999.", "4,812."]
    )
    ended = await agent.ainvoke(
        {"messages": [HumanMessage(QUESTION)], "rubric": "- says 4,812\n- names the year"}
    )
    first, second = judge.requests
    assert [point.text for point in first.key_points] == ["says 4,812", "names the year"]
    assert [each.id for each in first.documents or ()] == ["https://ex.org/velm"]
    assert [each.question for each in (first, second)] == [QUESTION] * 2
    assert [each.answer for each in (first, second)] == ["9,999.", "4,812."]
    assert ended["messages"][-1].text == "4,812."
    assert ended["evaluation"].metrics.accuracy == 9
    assert LOW.suggestion in next(each.text for each in ended["messages"] if each.name == "judge")


async def test_what_a_sub_agent_reports_is_what_the_answer_is_judged_on() -> None:
    judge = FixedJudge([scored_result()])
    helper = {
        "name": "searcher",
        "description": "Searches.",
        "system_prompt": "Search.",
        "model": ScriptedChatModel(replies=[NOTE]),
    }
    task = calls("task", description="ships", subagent_type="searcher")
    await deep_agent(judge, [task, "4,812."], subagents=[helper]).ainvoke(
        {"messages": [HumanMessage(QUESTION)]}
    )
    assert [each.text for each in judge.requests[0].documents or ()] == [NOTE]


async def test_the_embedded_judge_sends_an_answer_back_that_no_search_supports() -> None:
    agent = deep_agent("embedded", [calls("search", query="ships"), "It was 9,999 ships.", NOTE])
    ended = await agent.ainvoke({"messages": [HumanMessage(QUESTION)]})
    assert (ended["messages"][-1].text, ended["evaluation"].needs_work(8.0)) == (NOTE, False)


async def test_the_judge_and_deepagents_own_grader_leave_each_other_alone() -> None:
    """The grader's feedback is not the question, and the judge's is not the user's."""
    create_deep_agent = pytest.importorskip("deepagents").create_deep_agent
    from deep_research_judge import JudgeMiddleware

    grader = pytest.importorskip("deepagents.middleware.rubric").RubricMiddleware
    grades = iter(["needs_revision", "satisfied", "satisfied"])

    def grade(messages: Any) -> AIMessage:
        result = next(grades)
        passed = result == "satisfied"
        criteria = [{"name": "says 4,812", "passed": passed, "gap": None if passed else "It does not."}]
        return calls("GraderResponse", result=result, explanation="Read.", criteria=criteria)

    judge = FixedJudge([LOW, scored_result(accuracy=9)])
    agent = create_deep_agent(
        model=ScriptedChatModel(replies=["9,999.", "4,812."]),
        tools=[search],
        middleware=[JudgeMiddleware(judge), grader(model=ScriptedChatModel(replies=grade))],
    )
    await agent.ainvoke({"messages": [HumanMessage(QUESTION)], "rubric": "- says 4,812"})
    assert {each.question for each in judge.requests} == {QUESTION}
