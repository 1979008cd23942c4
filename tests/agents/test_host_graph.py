"""The judge and Deep Research inside a host's own LangGraph graph."""

import json
from typing import Any, TypedDict

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langgraph.graph import END, START, StateGraph

from agents.calls.prompt_messages import read_prompt
from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from data_base.passage_index import PassageIndex
from tests.support.embedded_replies import JUDGEMENT, embedded_reply
from tests.support.scripted_chat_model import ScriptedChatModel

NOTE = "The port of Velm handled 4,812 ships in 2023."
QUESTION = "How many ships did the port of Velm handle in 2023?"


class HostState(TypedDict, total=False):
    question: str
    answer: str


class Heard(BaseCallbackHandler):
    """Notes the runs of models by name."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_chat_model_start(self, serialized: Any, messages: Any, **more: Any) -> None:
        self.names.append(more["name"])


def host(node: Any) -> Any:
    return (
        StateGraph(HostState).add_node("work", node).add_edge(START, "work").add_edge("work", END).compile()
    )


async def streamed(node: Any, heard: Heard) -> list[str]:
    parts = host(node).astream(
        {"question": QUESTION}, {"callbacks": [heard]}, stream_mode="messages", subgraphs=True
    )
    return [str(message.text) async for _, (message, _) in parts]


async def test_a_hosts_stream_has_no_token_of_the_judge_and_its_callbacks_hear_of_each_call() -> None:
    """The judge's JSON stood in the stream that the host's users see."""

    async def judge(state: HostState) -> HostState:
        evaluator = RAGEvaluator(ScriptedChatModel([JUDGEMENT]))
        await evaluator.evaluate_fine_grained(QUESTION, "4,812 ships.", [NOTE])
        return {"answer": "4,812 ships."}

    heard = Heard()
    assert await streamed(judge, heard) == []
    assert heard.names == ["judge"]


async def test_a_draft_that_is_to_be_streamed_is_the_writers() -> None:
    """A step that found all wrote it into its JSON, of which no token is streamed."""
    said = {
        "plan": {"sub_questions": ["Which harbour?"], "follow_ups": ["How many ships has #1?"]},
        "follow_up": {"known": {"#2": "4,812 [1]"}, "status": "found", "answer": "4,812 ships [1]."},
    }

    def reply(messages: Any) -> str:
        prompt = read_prompt(messages)
        assert prompt is not None
        name = prompt.template.id
        return json.dumps(said[name]) if name in said else embedded_reply(messages)

    service = DeepResearchService(
        ScriptedChatModel(reply),
        retriever=PassageIndex.from_texts([("port.md", NOTE)]),
        evaluator=RAGEvaluator("embedded"),
        stream_answer=True,
    )

    async def research(state: HostState) -> HostState:
        return {"answer": (await service.run(state["question"])).answer.text}

    heard = Heard()
    assert "4,812" in "".join(await streamed(research, heard))
    assert set(heard.names) >= {"plan", "follow_up", "answer"}


@pytest.mark.parametrize("stream_answer", [False, True])
async def test_the_answer_of_deep_research_is_streamed_only_if_asked_for(stream_answer: bool) -> None:
    service = DeepResearchService(
        ScriptedChatModel(embedded_reply),
        retriever=PassageIndex.from_texts([("port.md", NOTE)]),
        stream_answer=stream_answer,
    )

    async def research(state: HostState) -> HostState:
        return {"answer": (await service.run(state["question"])).answer.text}

    heard = Heard()
    tokens = await streamed(research, heard)
    assert ["4,812" in text for text in tokens] == [True] * stream_answer
    assert set(heard.names) == {"plan", "follow_up", "answer", "judge"}
