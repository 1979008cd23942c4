"""A graph of open_deep_research's shape (a supervisor, researchers side by side, a report) with our nodes."""

import operator
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send

from deep_research_judge import CHECKPOINT_TYPES, DeepResearchService, PassageIndex, RAGEvaluator
from deep_research_judge.testing import FixedJudge, ScriptedChatModel, failed_result, scored_result

SERDE = JsonPlusSerializer(allowed_msgpack_modules=CHECKPOINT_TYPES)
TOPICS = ("How many ships did the port of Velm handle in 2023?", "When did the port of Velm open?")
NOTES = [
    ("velm.md", "The port of Velm handled 4,812 ships in 2023."),
    ("history.md", "The port of Velm opened in 1978."),
]
RIGHT = (
    "The port of Velm handled 4,812 ships in 2023 [1]. It opened in 1978 [2].\n\n"
    "### Sources\n[1] velm.md\n[2] history.md"
)
WRONG = RIGHT.replace("4,812", "9,999")
ASKED = "Report on the port of Velm: how many ships did it handle in 2023, and when did it open?"


class HostState(TypedDict, total=False):
    messages: Annotated[list[Any], operator.add]
    brief: str
    sources: Annotated[list[Any], operator.add]
    final_report: str
    evaluation: Any
    attempts: Annotated[int, operator.add]


class ResearcherState(TypedDict, total=False):
    topic: str
    finding: str
    result: Any
    sources: list[Any]


def researcher() -> Any:
    """A researcher: the judge's Deep Research as a node, then what the supervisor's graph needs of it."""
    service = DeepResearchService("embedded", retriever=PassageIndex.from_texts(NOTES))

    def compress(state: ResearcherState) -> ResearcherState:
        return {"sources": list(state["result"].answer.passages)}

    graph = StateGraph(ResearcherState).add_node("research", service.as_node("topic", "finding", "result"))
    graph.add_node("compress", compress)
    graph.add_edge(START, "research").add_edge("research", "compress").add_edge("compress", END)
    return graph.compile()


def research_graph(judge: Any, writer: ScriptedChatModel, supervisor: ScriptedChatModel) -> Any:
    researchers = researcher()

    async def brief(state: HostState) -> HostState:
        return {"brief": state["messages"][-1].text, "evaluation": None}

    async def supervise(state: HostState) -> Command[Any]:
        evaluation = state.get("evaluation")
        feedback = [HumanMessage(evaluation.suggestion)] if evaluation else []
        reply = await supervisor.ainvoke([HumanMessage(state["brief"]), *feedback])
        return Command(
            goto=[Send("researcher", {"topic": call["args"]["topic"]}) for call in reply.tool_calls]
        )

    async def research(state: ResearcherState) -> HostState:
        ended = await researchers.ainvoke({"topic": state["topic"]})
        return {"sources": ended["sources"]}

    async def report(state: HostState) -> HostState:
        reply = await writer.ainvoke([HumanMessage(str(state["sources"]))])
        return {"final_report": reply.text, "attempts": 1}

    def decide(state: HostState) -> str:
        again = state["evaluation"].needs_work(8.0) and state["attempts"] < 3
        return "supervise" if again else END

    graph = StateGraph(HostState).add_node("brief", brief).add_node("supervise", supervise)
    graph.add_node("researcher", research).add_node("report", report)
    graph.add_node("judge", judge.as_node("brief", "final_report", "sources", "evaluation"))
    graph.add_edge(START, "brief").add_edge("brief", "supervise").add_edge("researcher", "report")
    graph.add_edge("report", "judge").add_conditional_edges("judge", decide, ["supervise", END])
    return graph.compile(checkpointer=InMemorySaver(serde=SERDE))


def supervisor() -> ScriptedChatModel:
    calls = [
        {"name": "ConductResearch", "args": {"topic": topic}, "id": str(n)} for n, topic in enumerate(TOPICS)
    ]
    return ScriptedChatModel(replies=[AIMessage("", tool_calls=calls)])


async def ran(judge: Any, replies: list[str]) -> tuple[Any, ScriptedChatModel]:
    leads = supervisor()
    graph = research_graph(judge, ScriptedChatModel(replies=replies), leads)
    thread = {"configurable": {"thread_id": "1"}}
    await graph.ainvoke({"messages": [HumanMessage(ASKED)]}, thread)
    return (await graph.aget_state(thread)).values, leads


async def test_a_report_that_the_sources_do_not_support_is_researched_again_with_the_suggestion() -> None:
    ended, leads = await ran(RAGEvaluator("embedded"), [WRONG, RIGHT])
    assert (ended["attempts"], ended["final_report"]) == (2, RIGHT)
    assert not ended["evaluation"].needs_work(8.0)
    assert [len(each) for each in leads.prompts] == [1, 2]
    assert leads.prompts[1][1].text
    assert {each.doc_id for each in ended["sources"]} == {"velm.md", "history.md"}


async def test_the_loop_ends_at_its_limit_and_on_a_judge_that_fails() -> None:
    low, failed = FixedJudge([scored_result(accuracy=4)]), FixedJudge([failed_result()])
    ended, _ = await ran(low, [WRONG])
    assert (ended["attempts"], len(low.requests)) == (3, 3)
    ended, _ = await ran(failed, [WRONG])
    assert (ended["attempts"], ended["evaluation"].evaluation_failed) == (1, True)


async def test_a_judging_model_adds_nothing_to_the_hosts_token_stream() -> None:
    reply = '{"analysis": "a", "accuracy": 9, "completeness": 9, "clarity": 9}'
    graph = research_graph(
        RAGEvaluator(ScriptedChatModel(replies=[reply])), ScriptedChatModel(replies=[RIGHT]), supervisor()
    )
    thread: Any = {"configurable": {"thread_id": "1"}}
    asked: Any = {"messages": [HumanMessage(ASKED)]}
    parts = graph.astream(asked, thread, stream_mode="messages", subgraphs=True)
    said = [message.text async for _, (message, _) in parts]
    assert RIGHT in said
    assert not [text for text in said if "accuracy" in text]
