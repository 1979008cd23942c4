"""Parts of a host's graph: nodes, a tool, retrievers, and middleware of a real LangChain agent."""

import asyncio
import json
from typing import Any, TypedDict
from unittest.mock import AsyncMock

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import StructuredTool, tool
from langgraph.graph import END, START, StateGraph

from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from agents.graphs.retrievers import as_retriever
from agents.graphs.search_sources import guarded
from agents.research.events import Finished, RunStarted
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.key_point import KeyPointFinding
from deep_research_judge.testing import FixedJudge, ScriptedChatModel, failed_result, scored_result
from tests.support.rows import over

NOTE = "The port of Velm handled 4,812 ships in 2023."
QUESTION = "How many ships did the port of Velm handle in 2023?"
LOW = scored_result(accuracy=4, suggestion="Search for ships in 2023.")


class HostState(TypedDict, total=False):
    topic: str
    report: str
    notes: list[Any]
    verdict: Any
    result: Any


def host(node: Any) -> Any:
    graph = StateGraph(HostState).add_node("work", node)
    return graph.add_edge(START, "work").add_edge("work", END).compile()


async def asynchronous(graph: Any, state: HostState) -> Any:
    return await graph.ainvoke(state)


async def synchronous(graph: Any, state: HostState) -> Any:
    return graph.invoke(state)


@pytest.mark.parametrize("run", [asynchronous, synchronous])
async def test_an_evaluator_is_a_node(run: Any) -> None:
    graph = host(RAGEvaluator("embedded").as_node("topic", "report", "notes", "verdict"))
    ended = await run(graph, {"topic": QUESTION, "report": "9,999 ships.", "notes": [Document(NOTE)]})
    assert ended["verdict"].needs_work(8.0)
    with pytest.raises(InputError, match=r"as_node\(documents_key='notes'\): .* no such field; .*pass None"):
        await run(graph, {"topic": QUESTION, "report": "9,999 ships."})
    with pytest.raises(InputError, match=r"as_node\(answer_key='report'\): [^,]* or name another\n"):
        await run(graph, {"topic": QUESTION, "notes": [NOTE]})


RUBRIC: list[Any] = [{"text": "says 4,812", "weight": 2, "must": True, "group": "facts"}, "names the year"]
BLOCKED = ["https://blocked.example/"]


async def test_nodes_and_tools_take_rubric_items_and_blocked_sources() -> None:
    judge = FixedJudge([LOW])
    node = judge.as_node("topic", "report", "notes", "verdict", key_points_key="points", blocked_key="barred")
    asked: Any = {"topic": QUESTION, "report": "9,999 ships.", "notes": [NOTE]}
    await node.ainvoke(asked | {"points": RUBRIC, "barred": BLOCKED})
    await node.ainvoke(asked | {"points": None, "barred": []})
    call = {"question": QUESTION, "answer": "9,999 ships.", "documents": [NOTE]}
    await judge.as_tool(RUBRIC, BLOCKED).ainvoke(call)
    judged = [(tuple(each.must for each in r.key_points), len(r.blocked)) for r in judge.requests]
    assert judged == [((True, False), 1), ((), 0), ((True, False), 1)]
    said = json.loads(await RAGEvaluator("embedded").as_tool(RUBRIC[:1]).ainvoke(call))
    assert said["key_points"] == [{"text": "says 4,812", "verdict": "missing"}]
    with pytest.raises(InputError, match='`key_points`, entry 1, field "weight": is 0'):
        judge.as_tool([{"text": "a", "weight": 0}])


async def test_nodes_and_tools_take_a_rubric_as_a_text() -> None:
    """What the middleware takes was an error of a node."""
    judge, text = FixedJudge([LOW]), '- says 4,812\n\n* {"text": "names the year", "must": true}'
    asked: Any = {"topic": QUESTION, "report": "9,999 ships.", "verdict": text}
    await judge.as_node("topic", "report", None, key_points_key="verdict").ainvoke(asked)
    await judge.as_tool(text).ainvoke({"question": QUESTION, "answer": "9,999 ships."})
    points = [[(each.text, each.must) for each in request.key_points] for request in judge.requests]
    assert points == [[("says 4,812", False), ("names the year", True)]] * 2


async def test_an_agent_is_told_what_the_judges_tool_takes() -> None:
    """It was shown a validation error of pydantic's with an address."""
    call = {"question": QUESTION, "answer": "So.", "documents": [{"url": "https://ex.org", "content": NOTE}]}
    for arguments in (call, {"question": QUESTION}):
        request: Any = {"name": "judge_answer", "args": arguments, "id": "1", "type": "tool_call"}
        told = await FixedJudge([LOW]).as_tool().ainvoke(request)
        assert (told.status, told.text) == (
            "error",
            "judge_answer takes `question` and `answer`, texts, and `documents`, a list of texts or null.",
        )


async def test_a_hit_without_a_text_ends_no_graph_and_moves_no_number(
    caplog: pytest.LogCaptureFixture,
) -> None:
    judge = FixedJudge([LOW])
    graph = host(judge.as_node("topic", "report", "notes", "verdict"))
    empty, hit = {"url": "https://ex.org/a", "content": None}, {"url": "https://ex.org/b", "content": NOTE}
    for notes in ([empty, hit], [empty]):
        await graph.ainvoke({"topic": QUESTION, "report": "So.", "notes": notes})
    named, none = judge.requests
    assert [each.text for each in named.documents or ()] == ["https://ex.org/a", NOTE]
    assert none.documents == ()
    assert "notes: 1 of 2 have no text" in caplog.text


def search(query: str) -> list[str]:
    """Search the notes."""
    return [NOTE]


async def search_later(query: str) -> list[Document]:
    return [Document(NOTE, metadata={"source": "port.md"})]


@pytest.mark.parametrize("retriever", [search, search_later, tool(search)])
async def test_deep_research_is_a_node_over_what_a_host_searches_with(retriever: Any) -> None:
    service = DeepResearchService("embedded", retriever=retriever)
    graph = host(service.as_node("topic", "report", "result"))
    events = [event async for event in graph.astream({"topic": QUESTION}, stream_mode="custom")]
    assert (type(events[0]), type(events[-1])) == (RunStarted, Finished)
    ended = graph.invoke({"topic": QUESTION})
    assert "4,812" in ended["report"]
    assert ended["report"] == ended["result"].answer.text
    quiet = host(service.as_node("topic", "report", events=False))
    assert [event async for event in quiet.astream({"topic": QUESTION}, stream_mode="custom")] == []


def test_what_cannot_search_is_rejected_at_once() -> None:
    with pytest.raises(
        InputError, match="the retriever is the class PassageIndex; pass a LangChain retriever"
    ):
        DeepResearchService("embedded", retriever=PassageIndex)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the retriever is int; pass a LangChain retriever or tool"):
        DeepResearchService("embedded", retriever=3)  # type: ignore[arg-type]
    # It had been called three times.
    with pytest.raises(InputError, match=r"the retriever lambda\(\) cannot take a query alone: too many"):
        DeepResearchService("embedded", retriever=lambda: [NOTE])  # type: ignore[arg-type]


async def test_the_judge_is_a_tool() -> None:
    judge = RAGEvaluator("embedded").as_tool()
    asked = {"question": QUESTION, "answer": "9,999 ships.", "documents": [NOTE]}
    said = json.loads(await judge.ainvoke(asked))
    assert (judge.name, said["issues"][0]["verdict"], said["accuracy"] < 8) == (
        "judge_answer",
        "unsupported",
        True,
    )
    assert json.loads(judge.invoke(asked)) == said
    failed = FixedJudge([failed_result(reason="down")]).as_tool()
    assert json.loads(failed.invoke(asked)) == {"evaluation_failed": True, "reason": "down"}


def agent(judge: Any, *, replies: list[Any], tools: Any = None, **settings: Any) -> Any:
    create_agent = pytest.importorskip("langchain.agents").create_agent
    from agents.graphs.middleware import JudgeMiddleware

    model = ScriptedChatModel(replies=replies)
    return create_agent(model, tools=tools or [tool(search)], middleware=[JudgeMiddleware(judge, **settings)])


SEARCHES = AIMessage("", tool_calls=[{"name": "search", "args": {"query": "ships"}, "id": "1"}])
ASKED: Any = {"messages": [HumanMessage("Hello"), AIMessage("Hi."), HumanMessage(QUESTION)]}


@pytest.mark.parametrize("run", [asynchronous, synchronous])
async def test_an_agents_answer_below_the_threshold_goes_back_with_the_suggestion(run: Any) -> None:
    judge, heard = FixedJudge([LOW, scored_result(accuracy=9)]), list[float]()
    created = agent(
        judge,
        replies=[SEARCHES, "9,999 ships.", "4,812 ships."],
        on_evaluation=lambda result: heard.append(result.metrics.accuracy),
    )
    ended = await run(created, ASKED | {"rubric": "- names the year\n\n* says 4,812"})
    (sent_back,) = [each for each in ended["messages"] if each.name == "judge"]
    assert f"\n\nSuggestion: {LOW.suggestion}\n\n" in sent_back.text
    assert sent_back.additional_kwargs["judge"]["accuracy"] == 4
    assert (ended["messages"][-1].text, heard) == ("4,812 ships.", [4, 9])
    assert ended["evaluation"].metrics.accuracy == 9
    first, second = judge.requests
    assert (first.question, first.answer, second.answer) == (QUESTION, "9,999 ships.", "4,812 ships.")
    assert [NOTE in passage.text for passage in first.passages] == [True]
    assert second.passages == first.passages
    assert [point.text for point in first.key_points] == ["names the year", "says 4,812"]


def finding(text: str, verdict: Any, **fields: Any) -> KeyPointFinding:
    return KeyPointFinding(text=text, verdict=verdict, **fields)


async def test_an_answer_without_points_of_the_rubric_goes_back_with_their_names() -> None:
    """It went back without a word on what was missing, and never where only plain points were."""
    unmet = [
        finding("says 4,812", "contradicted"),
        finding("names\nthe year", "missing", must=True),
        finding("praises", "covered", weight=-2),
        finding("cites a port", "blocked"),
    ]
    met = [
        finding("is short", "partial"),
        finding("is rude", "missing", weight=-1),
        finding("says when", None),
        finding("says which", "not_applicable"),
        finding("says where", "missing", judged="covered", closed=True),
    ]
    good = scored_result(accuracy=9.5)
    judged = [
        good.model_copy(update={"key_points": (*met, *unmet)}),
        good.model_copy(update={"key_points": met}),
    ]
    ended = await agent(FixedJudge(judged), replies=["So it is."]).ainvoke(ASKED)
    (sent_back,) = [each.text for each in ended["messages"] if each.name == "judge"]
    assert sent_back.split("\n\n")[1].splitlines() == [
        "It does not meet these points:",
        "- names the year (missing, required)",
        "- praises (a fault that it has)",
        "- says 4,812 (contradicted)",
        "- cites a port (blocked)",
    ]
    assert ended["evaluation"].key_points == met


async def test_an_answer_without_many_points_goes_back_with_a_message_that_is_bounded() -> None:
    points = tuple(finding(f"{number} " + "長" * 5_000, "missing") for number in range(500))
    judged = scored_result(accuracy=9).model_copy(update={"key_points": points})
    ended = await agent(FixedJudge([judged]), replies=["So."], max_iterations=2).ainvoke(ASKED)
    (sent_back,) = [each.text for each in ended["messages"] if each.name == "judge"]
    assert "- and 488 more" in sent_back
    assert len(sent_back) < 5_000


@pytest.mark.parametrize("run", [asynchronous, synchronous])
async def test_what_hears_of_an_agents_evaluations_is_awaited_and_ends_no_agent(
    run: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """It was never awaited, and its error lost the evaluation with the agent's run."""
    heard: list[float] = []

    async def hears(result: Any) -> None:
        await asyncio.sleep(0)
        heard.append(result.metrics.accuracy)

    def breaks(result: Any) -> None:
        raise RuntimeError("the database is away")

    for on_evaluation in (hears, breaks):
        created = agent(FixedJudge([scored_result(accuracy=9)]), replies=["So."], on_evaluation=on_evaluation)
        assert (await run(created, ASKED))["evaluation"].metrics.accuracy == 9
    assert heard == [9]
    assert "on_evaluation failed" in caplog.text


async def test_an_agents_rubric_may_be_items_with_all_their_fields() -> None:
    judge = FixedJudge([scored_result()])
    for rubric in (RUBRIC, "\n".join(f"- {json.dumps(each)}" for each in RUBRIC[:1]) + "\n- names the year"):
        created = agent(judge, replies=["4,812 ships."])
        await created.ainvoke(ASKED | {"rubric": rubric, "blocked": BLOCKED})
        points = judge.requests[-1].key_points
        assert [(each.text, each.weight, each.must, each.group) for each in points] == [
            ("says 4,812", 2, True, "facts"),
            ("names the year", 1, False, None),
        ]
        assert [each.urls for each in judge.requests[-1].blocked] == [("https://blocked.example/",)]
    with pytest.raises(InputError, match="`rubric` of the agent's state, entry 1"):
        await agent(judge, replies=["So."]).ainvoke(ASKED | {"rubric": [{"text": ""}]})
    with pytest.raises(InputError, match="a line begins as an object and is no JSON"):
        await agent(judge, replies=["So."]).ainvoke(ASKED | {"rubric": '- {"text": "says 4,812"'})


@pytest.mark.parametrize(
    ("results", "settings", "judged"),
    [
        ([failed_result()], {}, 1),
        ([LOW], {}, 3),
        ([LOW], {"max_iterations": 1}, 1),
        ([LOW], {"threshold": 4}, 1),
    ],
)
async def test_when_an_agent_ends(results: list[Any], settings: dict[str, Any], judged: int) -> None:
    judge = FixedJudge(results)
    await agent(judge, replies=["So it is."], **settings).ainvoke(ASKED)
    assert len(judge.requests) == judged
    assert judge.requests[0].documents is None


HIT = {"url": "https://ex.org/velm", "content": NOTE}
HITS = [HIT, {"url": "https://ex.org/a", "content": ""}]
IDS = [each["url"] for each in HITS]
ROWS = [{"port": "Velm", "ships": 4812}]
LINK = {"type": "resource_link", "uri": "https://ex.org/quay", "name": "The quay"}
EMBEDDED = {"type": "resource", "resource": {"uri": "file:///quay.md", "text": "It is long."}}


def blocks(*texts: str) -> list[Any]:
    return [{"type": "text", "text": text} for text in texts]


@over(
    "returned, ids",
    [
        ([], []),
        ("", []),
        (HITS, IDS),
        ({"query": "ships", "results": HITS}, IDS),
        (("found 2", HITS), IDS),
        (("found 2", {"results": HITS}), IDS),
        ((NOTE, None), ["search#1"]),
        (json.dumps(HITS), IDS),
        ([NOTE, "Velm"], ["document#1", "document#2"]),
        (blocks(NOTE), ["search#1"]),
        (blocks(NOTE, "The quay opened."), ["document#1", "document#2"]),
        (blocks("The port of Velm handled ", "4,812 ships", ", it said."), ["search#1"]),
        (blocks(*map(json.dumps, HITS)), IDS),
        (blocks(json.dumps(HITS)), IDS),
        ([*blocks(NOTE), LINK], ["search#1"]),
        ([*blocks(NOTE, "The quay opened."), EMBEDDED], ["document#1", "document#2", "file:///quay.md#1"]),
        (("found", {"structured_content": {"result": HITS}}), IDS),
        (json.dumps(HIT), IDS[:1]),
        (ROWS, ["search#1"]),
        ([{"title": "Velm", "url": each, "summary": NOTE} for each in IDS], IDS),
    ],
)
async def test_what_an_agents_tools_found_is_judged_by_its_sources(returned: Any, ids: list[str]) -> None:
    """Results were one passage of JSON, and a search that found nothing was no search."""

    def search(query: str) -> Any:
        return returned

    how: Any = "content_and_artifact" if isinstance(returned, tuple) else "content"
    searches = tool("search", description="Search.", response_format=how)(search)
    judge = FixedJudge([scored_result()])
    await agent(judge, replies=[SEARCHES, "So it is."], tools=[searches]).ainvoke(ASKED)
    assert [each.id for each in judge.requests[0].documents or ()] == ids
    assert judge.requests[0].documents is not None


MESSAGE = ToolMessage(json.dumps(HITS), tool_call_id="1", name="search")


@over(
    "returned, sources",
    [
        (json.dumps(HITS), IDS[:1]),
        (json.dumps({"results": HITS}), IDS[:1]),
        (MESSAGE, IDS[:1]),
        (ToolMessage(NOTE, tool_call_id="1", name="search"), ["search"]),
        (ToolMessage("found 2", artifact=HITS, tool_call_id="1"), IDS[:1]),
        (HITS, IDS[:1]),
        (NOTE, ["document"]),
        ([(IDS[0], NOTE)], IDS[:1]),
        ((IDS[0], NOTE), IDS[:1]),
        ({IDS[0]: NOTE}, IDS[:1]),
        (HIT, IDS[:1]),
        ({"organic": [{"link": IDS[0], "snippet": NOTE}], "total": 1}, IDS[:1]),
        ({"web": {"pages": HITS[:1]}}, IDS[:1]),
        ({"web": {"results": [{"url": IDS[0], "description": NOTE}]}}, IDS[:1]),
        (Document(NOTE, metadata={"source": IDS[0]}), IDS[:1]),
        ([(Document(NOTE, metadata={"source": IDS[0]}), 0.7)], IDS[:1]),
        (blocks(*map(json.dumps, HITS[:1])), IDS[:1]),
        (None, []),
        ("[]", []),
        (" ", []),
    ],
)
async def test_what_a_host_searches_with_gives_results_one_by_one(returned: Any, sources: list[str]) -> None:
    """JSON of several results was one document, and a runnable's results were no documents."""
    for each in (lambda _: returned, RunnableLambda(lambda _: returned)):
        retriever = as_retriever(each)
        found = [await retriever.ainvoke("ships"), await asyncio.to_thread(retriever.invoke, "ships")]
        assert [[each.metadata["doc_id"] for each in some] for some in found] == [sources] * 2


async def test_a_host_searches_with_a_tool_of_an_mcp_server() -> None:
    """Such tools take no bare string, and return content blocks."""
    asked: list[dict[str, Any]] = []

    async def call(**arguments: Any) -> Any:
        asked.append(arguments)
        return blocks(*map(json.dumps, HITS)), None

    limit, query = {"limit": {"type": "integer"}}, {"query": {"type": "string"}}
    for properties in ({**limit, **query}, query, {"text": {"type": "string"}}):
        searches = StructuredTool(
            name="search",
            description="Search.",
            args_schema={"type": "object", "properties": properties},
            coroutine=call,
            response_format="content_and_artifact",
        )
        assert [each.id for each in await as_retriever(searches).ainvoke("ships")] == IDS[:1]
    assert asked == [{"query": "ships"}, {"query": "ships"}, {"text": "ships"}]


async def test_a_host_searches_with_a_generator() -> None:
    async def pages(query: str) -> Any:
        yield IDS[0], NOTE

    assert [each.id for each in await as_retriever(pages).ainvoke("ships")] == IDS[:1]


def test_a_search_that_gives_no_documents_is_named() -> None:
    """One whose texts are in an unknown field had found nothing, without a word."""
    with pytest.raises(InputError, match=r"lambda's results: a single int"):
        as_retriever(lambda _: 3).invoke("ships")
    with pytest.raises(
        InputError, match=r"results\.1 with the fields url, copy; .* in raw_content, markdown"
    ):
        as_retriever(lambda _: [{"url": IDS[0], "copy": NOTE}]).invoke("ships")


async def test_an_address_is_nothing_to_search_for() -> None:
    """The second search was for the address of what the first had found."""
    asked: list[str] = []

    def searches(query: str) -> Any:
        asked.append(query)
        return [(IDS[0], NOTE), (IDS[1], "The port of Velm is near Castellane.")]

    await DeepResearchService("embedded", retriever=searches).run("Who leads the town near the port of Velm?")
    assert len(asked) > 1
    assert not [each for each in asked if "https" in each]


def test_a_search_is_heard_of_once() -> None:
    heard: list[str] = []

    class Handler(BaseCallbackHandler):
        def on_retriever_start(self, serialized: Any, query: str, **more: Any) -> None:
            heard.append(f"{more['name']}: {query}")

    as_retriever(search).invoke("ships", {"callbacks": [Handler()]})
    guarded(as_retriever(search)).invoke("ports", {"callbacks": [Handler()]})
    assert heard == ["search: ships", "search: ports"]


@over(
    "judge, settings, said",
    [
        ("embedded", {"max_iterations": 0}, "max_iterations is 0"),
        ("embedded", {"max_iterations": 2.5}, "max_iterations is 2.5"),
        ("embedded", {"threshold": 80}, "threshold is 80; it is an accuracy from 1 to 10"),
        ("embedded", {"threshold": "8"}, "threshold is '8'"),
        ("embedded", {"on_evaluation": "x"}, "on_evaluation is 'x'; it is a function of an evaluation"),
        (AsyncMock(), {}, "an AsyncMock is not a model or judge"),
        (RAGEvaluator, {}, "RAGEvaluator is a class"),
        (7, {}, "int"),
    ],
)
def test_middleware_refuses_what_it_cannot_use(judge: Any, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        agent(judge, replies=["So it is."], **settings)


async def test_what_the_judge_said_as_a_tool_is_no_document() -> None:
    judge = FixedJudge([scored_result()])
    asks = AIMessage(
        "", tool_calls=[{"name": "judge_answer", "args": {"question": "?", "answer": "!"}, "id": "1"}]
    )
    await agent(judge, replies=[asks, "So it is."], tools=[FixedJudge([LOW]).as_tool()]).ainvoke(ASKED)
    assert judge.requests[0].documents is None


GRADED = HumanMessage("Cite it.", name="rubric_grader", additional_kwargs={"lc_source": "rubric_grader"})
SUMMARY = HumanMessage("They asked for ships.", additional_kwargs={"lc_source": "summarization"})


@over(
    "messages, question",
    [
        ([HumanMessage(QUESTION), AIMessage("9,999."), GRADED], QUESTION),
        ([SUMMARY, HumanMessage(QUESTION)], QUESTION),
        ([SUMMARY, AIMessage("I search.")], SUMMARY.text),
    ],
)
async def test_what_other_middleware_says_as_the_user_is_not_the_question(
    messages: list[Any], question: str
) -> None:
    """The feedback of deepagents' grader was judged as the question, and counted as an answer judged."""
    judge = FixedJudge([LOW, scored_result()])
    created = agent(judge, replies=["So it is."], max_iterations=2)
    ended = await created.ainvoke({"messages": messages})
    assert [each.question for each in judge.requests] == [question] * 2
    assert ended["evaluation"].metrics.accuracy > 4


async def test_what_an_agent_writes_for_itself_is_no_document() -> None:
    judge = FixedJudge([scored_result()])
    todos = tool("write_todos", description="Plan.")(lambda query: f"Updated to {query}")
    plans = SEARCHES.model_copy(update={"tool_calls": [{**SEARCHES.tool_calls[0], "name": "write_todos"}]})
    await agent(judge, replies=[plans, "So it is."], tools=[todos]).ainvoke(ASKED)
    assert judge.requests[0].documents is None


async def test_middleware_takes_a_judges_name() -> None:
    ended = await agent("embedded", replies=[SEARCHES, "9,999 ships."], max_iterations=1).ainvoke(ASKED)
    assert ended["evaluation"].needs_work(8.0)
