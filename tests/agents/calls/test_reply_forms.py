"""What servers give in place of a plain text: blocks, errors with status 200, refusals, half replies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage

from agents.calls.complete import CallSettings, Completion, OutputSchema, complete
from agents.calls.runtime import ModelRuntime
from agents.errors import ModelCallError
from agents.evaluator import RAGEvaluator
from agents.models import chat_model
from tests.support.fake_gemini_server import FakeGeminiServer, Reply
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over, table

SCHEMA = OutputSchema("verdict", {"type": "object", "properties": {}, "additionalProperties": False})


def sent(completion: Any) -> Fault:
    return Fault(body=completion if isinstance(completion, bytes) else json.dumps(completion).encode())


def choice(message: dict[str, Any], finish: str = "stop", **more: Any) -> dict[str, Any]:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    said = {"role": "assistant", **message}
    return {"model": "m", "choices": [{"message": said, "finish_reason": finish, **more}], "usage": usage}


async def reply_to(
    *faults: Fault | None, schema: OutputSchema | None = None, attempts: int = 2
) -> tuple[Completion | ModelCallError, int]:
    """What a call ends with, and how many requests it made; after the faults the server says "whole"."""
    settings = CallSettings(runtime=ModelRuntime(), hedging=False, first_wait=0, attempts=attempts)
    with openai_server("whole", faults=faults) as server:
        model = chat_model("openai:m", base_url=server.base_url)
        try:
            reply: Any = await complete(model, [HumanMessage("hm")], settings=settings, schema=schema)
        except ModelCallError as error:
            reply = error
        return reply, len(server.requests)


@over("content, text", table(__file__, "test_a_text_in_blocks_is_read"))
async def test_a_text_in_blocks_is_read(content: Any, text: str) -> None:
    reply, requests = await reply_to(sent(choice({"content": content})), schema=SCHEMA)
    assert isinstance(reply, Completion)
    assert (reply.text, requests) == (text, 1)


@over("content", [7, True, [3], [{"type": "text", "text": 3}]])
async def test_content_that_is_no_text_is_no_completion(content: Any) -> None:
    reply, _ = await reply_to(sent(choice({"content": content})), attempts=1)
    assert "no chat completion" in str(reply)


@over("body, requests, says", table(__file__, "test_an_error_with_status_200_is_quoted"))
async def test_an_error_with_status_200_is_quoted(body: Any, requests: int, says: str) -> None:
    fault = sent(body.encode() if isinstance(body, str) else body)
    reply, made = await reply_to(fault, fault)
    assert isinstance(reply, ModelCallError)
    assert says in str(reply)
    assert made == requests


async def test_an_error_with_status_200_that_passes_is_tried_again() -> None:
    busy = {"error": {"message": "Rate limit", "code": 429}}
    for body in (busy, choice({"content": "wh"}, "error", error={"code": 502, "message": "Upstream"})):
        reply, requests = await reply_to(sent(body))
        assert isinstance(reply, Completion)
        assert (reply.text, requests) == ("whole", 2)


@over("finish", ["content_filter", "refusal", "SAFETY", "guardrail_intervened", "sensitive", "IMAGE_SAFETY"])
async def test_half_a_reply_that_was_withheld_is_never_read(finish: str) -> None:
    reply, requests = await reply_to(sent(choice({"content": '{"accuracy": 9'}, finish)), schema=SCHEMA)
    assert isinstance(reply, ModelCallError)
    assert f"withheld by the model or its provider ({finish})" in str(reply)
    assert (reply.concerns, requests, reply.usage.output_tokens) == ("prompt", 1, 5)


@over("field, finish", [("stop_reason", "refusal"), ("stopReason", "guardrail_intervened")])
async def test_a_model_object_withholds_and_breaks_off_alike(field: str, finish: str) -> None:
    withheld = AIMessage("half", response_metadata={field: finish})
    with pytest.raises(ModelCallError, match=finish):
        await complete(GenericFakeChatModel(messages=iter([withheld])), [HumanMessage("hm")])
    broken = AIMessage("half", response_metadata={"finish_reason": "abort"})
    model = GenericFakeChatModel(messages=iter([broken, AIMessage("whole")]))
    again = await complete(model, [HumanMessage("hm")], settings=CallSettings(first_wait=0))
    assert (again.text, again.attempts) == ("whole", 2)


@over(
    "message",
    [
        {"content": None, "refusal": "I can't help with that."},
        {"content": "", "refusal": "I can't help with that."},
        {"content": [{"type": "refusal", "refusal": "I can't help with that."}]},
    ],
)
async def test_a_refusal_is_quoted_after_one_further_request(message: dict[str, Any]) -> None:
    refusal = sent(choice(message))
    reply, requests = await reply_to(refusal, refusal, schema=SCHEMA)
    assert isinstance(reply, ModelCallError)
    assert str(reply) == "openai:m refused to reply: I can't help with that."
    assert (reply.concerns, requests, reply.usage.calls, reply.usage.output_tokens) == ("prompt", 2, 2, 10)


@over(
    "message, says",
    [
        ({"content": None, "reasoning_content": "hm"}, "the model gave only thinking"),
        ({"content": None, "tool_calls": [{"id": "1"}]}, "the model gave only a tool call"),
        ({"content": [{"type": "thinking", "thinking": "hm"}]}, "the model gave only thinking"),
    ],
)
async def test_an_empty_reply_is_told_with_what_came_in_its_place(message: dict[str, Any], says: str) -> None:
    with openai_server("", faults=[sent(choice(message))] * 5) as server:
        judge = RAGEvaluator(chat_model("openai:m", base_url=server.base_url), cache=None, first_wait=0.0)
        result = await judge.evaluate_fine_grained("How many?", "Four.")
    assert result.evaluation_failed
    assert says in result.reason


async def test_gemini_is_told_with_what_came_in_its_place() -> None:
    called = {
        "candidates": [{"content": {"parts": [{"functionCall": {"name": "f"}}]}, "finishReason": "STOP"}]
    }
    with FakeGeminiServer(answer=lambda _: Reply(called)) as server:
        model = chat_model("google:invented-name", base_url=server.url, api_key="invented")
        reply = await complete(model, [HumanMessage("hm")])
    assert (reply.text, reply.wrote) == ("", ("a tool call",))


async def formats_after(*faults: Fault | None, calls: int) -> list[str | None]:
    """The formats that are asked for in calls one after the other."""
    settings = CallSettings(runtime=ModelRuntime(), hedging=False, first_wait=0, attempts=2)
    with openai_server("whole", faults=faults) as server:
        model = chat_model("openai:m", base_url=server.base_url)
        for number in range(calls):
            await complete(model, [HumanMessage(f"hm {number}")], settings=settings, schema=SCHEMA)
        return [request.get("response_format", {}).get("type") for request in server.requests]


@over(
    "event",
    [
        choice({"content": None}),
        choice({"content": None, "refusal": "no"}),
        choice({"content": None, "tool_calls": [{"id": "1"}]}),
        choice({"content": "  "}),
    ],
)
async def test_one_empty_reply_changes_nothing_for_later_prompts(event: dict[str, Any]) -> None:
    assert await formats_after(sent(event), calls=3) == ["json_schema", None, "json_schema", "json_schema"]


async def test_two_prompts_with_an_empty_reply_show_that_a_format_is_not_taken() -> None:
    empty = sent(choice({"content": None}))
    asked = await formats_after(empty, None, empty, calls=3)
    assert asked == ["json_schema", None, "json_schema", None, "json_object"]
    after_a_text = await formats_after(None, empty, None, empty, calls=4)
    assert after_a_text == ["json_schema", "json_schema", None, "json_schema", None, "json_schema"]
