"""Structured output where a model offers it, the text prompt where not."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableLambda

from agents.calls.runtime import ModelRuntime
from agents.evaluator import RAGEvaluator
from agents.judges.judge_reply import JudgeReply, reply_schema
from agents.models.registry import chat_model
from tests.support.fake_gemini_server import FakeGeminiServer, answered, failed
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

VERDICT: dict[str, Any] = {
    "analysis": "a", "accuracy": 8, "completeness": 7, "clarity": 9, "reason": "r", "suggestion": "s",
    "issues": [],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins with a process that knows nothing."""
    forget_models(monkeypatch)


def forget_models(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = ModelRuntime()
    monkeypatch.setattr("agents.calls.complete.default_runtime", lambda: runtime)


async def evaluated(llm: Any, **settings: Any) -> Any:
    given = {"cache": None, "first_wait": 0.0, **settings}
    return await RAGEvaluator(llm, **given).evaluate_fine_grained("How many?", "Four.")


def test_the_schema_is_the_replys_own_shape() -> None:
    schema = reply_schema(reference_claims=True, key_points=True).schema
    assert list(schema["properties"]) == schema["required"] == list(JudgeReply.model_fields)
    plain = reply_schema().schema
    asked = [name for name in JudgeReply.model_fields if name not in {"reference_claims", "key_points"}]
    assert list(plain["properties"]) == plain["required"] == asked


async def test_openai_is_asked_for_the_schema() -> None:
    with openai_server(json.dumps(VERDICT)) as server:
        result = await evaluated(chat_model("openai:some", base_url=server.base_url))
    assert result.metrics.accuracy == 8
    shape = server.requests[0]["response_format"]
    assert shape["type"] == "json_schema"
    assert shape["json_schema"]["strict"] is True
    assert shape["json_schema"]["schema"] == reply_schema().schema


async def test_a_refusal_without_a_name_is_asked_by_text_and_another_format_is_tried_next() -> None:
    with openai_server(json.dumps(VERDICT), faults=[Fault(status=400)]) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        first = await evaluated(llm)
        second = await evaluated(llm)
    asked = [request.get("response_format", {}).get("type") for request in server.requests]
    assert asked == ["json_schema", None, "json_object"]
    assert (first.usage.calls, second.usage.calls) == (2, 1)
    assert first.metrics == second.metrics
    messages = [[m["role"] for m in request["messages"]] for request in server.requests]
    assert messages[0] == messages[1]


async def test_once_taken_a_refusal_is_the_requests_own() -> None:
    with openai_server(json.dumps(VERDICT), faults=[None, Fault(status=400)]) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        assert (await evaluated(llm)).scored
        assert (await evaluated(llm)).evaluation_failed
        assert (await evaluated(llm)).scored
    assert ["response_format" in request for request in server.requests] == [True] * 3


async def test_a_request_that_is_wrong_either_way_decides_nothing() -> None:
    with openai_server(json.dumps(VERDICT), faults=[Fault(status=400)] * 2) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        failure = await evaluated(llm)
        assert (failure.evaluation_failed, failure.usage.calls) == (True, 2)
        assert (await evaluated(llm)).scored
    assert ["response_format" in request for request in server.requests] == [True, False, True]


def completion(message: dict[str, Any]) -> bytes:
    """A chat completion of this message, 15 tokens long."""
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    return json.dumps({"id": "1", "model": "some", "choices": [choice], "usage": usage}).encode()


async def test_a_server_that_breaks_on_the_schema_is_asked_by_text_and_remembered() -> None:
    with openai_server(json.dumps(VERDICT), faults=[Fault(status=500)] * 2) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        results = [await evaluated(llm, attempts=2) for _ in range(2)]
    assert [(each.metrics.accuracy, each.usage.calls) for each in results] == [(8, 3), (8, 1)]
    assert [("response_format" in request) for request in server.requests] == [True, True, False, False]


async def test_a_refusal_of_the_schema_with_status_200_is_remembered() -> None:
    said = Fault(body=b'{"error": {"message": "unknown field response_format", "code": 400}}')
    with openai_server(json.dumps(VERDICT), faults=[said]) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        results = [await evaluated(llm, attempts=2) for _ in range(2)]
    assert [(each.metrics.accuracy, each.usage.calls) for each in results] == [(8, 2), (8, 1)]
    assert [("response_format" in request) for request in server.requests] == [True, False, False]


async def test_a_server_that_is_down_is_asked_once_more_and_decides_nothing() -> None:
    with openai_server(json.dumps(VERDICT), faults=[Fault(status=500)] * 3) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        failure = await evaluated(llm, attempts=2)
        assert (failure.evaluation_failed, failure.usage.calls) == (True, 3)
        assert (await evaluated(llm)).scored
    assert [("response_format" in request) for request in server.requests] == [True, True, False, True]


async def test_a_refusal_in_its_own_field_is_asked_again_by_text() -> None:
    refusal = Fault(body=completion({"content": None, "refusal": "I cannot help with that."}))
    with openai_server(json.dumps(VERDICT), faults=[refusal]) as server:
        result = await evaluated(chat_model("openai:some", base_url=server.base_url))
    assert (result.metrics.accuracy, result.usage.calls) == (8, 2)
    assert [("response_format" in request) for request in server.requests] == [True, False]


async def test_calls_before_a_text_call_that_failed_are_counted() -> None:
    refusal = Fault(body=completion({"content": None, "refusal": "no"}))
    with openai_server("", faults=[refusal, Fault(status=400)]) as server:
        result = await evaluated(chat_model("openai:some", base_url=server.base_url))
    assert (result.evaluation_failed, result.usage.calls) == (True, len(server.requests))


@over("broken", [{}, {**VERDICT, "accuracy": 12}, {**VERDICT, "clarity": None}])
async def test_who_breaks_the_schema_is_asked_by_text(broken: dict[str, Any]) -> None:
    fault = Fault(body=completion({"content": json.dumps(broken)}))
    with openai_server(json.dumps(VERDICT), faults=[fault, fault]) as server:
        result = await evaluated(chat_model("openai:some", base_url=server.base_url))
    assert (result.metrics.accuracy, result.usage.calls) == (8, 3)
    assert [("response_format" in request) for request in server.requests] == [True, False, False]
    assert server.requests[2]["messages"][0] == server.requests[0]["messages"][0]


@over("status", [401, 403])
async def test_a_refused_key_is_no_refusal_of_the_schema(status: int) -> None:
    with openai_server(json.dumps(VERDICT), faults=[Fault(status=status)]) as server:
        result = await evaluated(chat_model("openai:some", base_url=server.base_url))
    assert (result.evaluation_failed, len(server.requests)) == (True, 1)


async def test_an_empty_reply_to_the_schema_is_asked_again_by_text() -> None:
    replies = iter(["", json.dumps(VERDICT)])
    with openai_server(lambda _: next(replies)) as server:
        result = await evaluated(chat_model("openai:some", base_url=server.base_url))
    assert (result.metrics.accuracy, result.usage.calls) == (8, 2)
    assert ["response_format" in request for request in server.requests] == [True, False]


async def test_it_can_be_switched_off() -> None:
    with openai_server(json.dumps(VERDICT)) as server:
        await evaluated(chat_model("openai:some", base_url=server.base_url), structured=False)
    assert "response_format" not in server.requests[0]


async def test_gemini_is_asked_for_the_schema_and_may_refuse() -> None:
    good = answered(json.dumps(VERDICT))
    refusal = failed(400, "INVALID_ARGUMENT", "Unknown name 'responseJsonSchema': Cannot find field.")
    with FakeGeminiServer(good) as server:
        result = await evaluated(chat_model("google:gemini-x", base_url=server.url, api_key="k"))
        config = server.calls[0].body["generationConfig"]
    assert result.metrics.accuracy == 8
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"]["required"] == reply_schema().schema["required"]
    with FakeGeminiServer(refusal, good, good) as server:
        llm = chat_model("google:gemini-y", base_url=server.url, api_key="k")
        assert [(await evaluated(llm)).metrics.accuracy for _ in range(2)] == [8, 8]
        asked = ["responseJsonSchema" in call.body["generationConfig"] for call in server.calls]
    assert asked == [True, False, False]


class ToolModel(ScriptedChatModel):
    """A LangChain model that offers tools: its structured reply comes as a tool call."""

    refuse: bool = False

    def with_structured_output(
        self, schema: Any, *, include_raw: bool = False, **kwargs: Any
    ) -> Runnable[LanguageModelInput, Any]:
        assert include_raw
        assert schema["title"] == "verdict"

        def call(messages: Any) -> Any:
            if self.refuse:
                raise ValueError("this schema is not supported")
            tool = {"name": "verdict", "args": VERDICT, "id": "1", "type": "tool_call"}
            usage = {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}
            raw = AIMessage(content="", tool_calls=[tool], usage_metadata=usage)
            return {"raw": raw, "parsed": VERDICT, "parsing_error": None}

        return RunnableLambda(call)


async def test_any_langchain_model_with_structured_output(monkeypatch: pytest.MonkeyPatch) -> None:
    llm = ToolModel(script=[json.dumps({**VERDICT, "accuracy": 2})])
    result = await evaluated(llm)
    assert (result.metrics.accuracy, result.parse_method) == (8, "strict")
    assert (result.usage.input_tokens, result.usage.output_tokens) == (7, 3)
    assert not llm.prompts
    llm.refuse = True
    forget_models(monkeypatch)
    assert (await evaluated(llm)).metrics.accuracy == 2


async def test_a_model_that_offers_nothing_is_asked_by_text() -> None:
    llm = ScriptedChatModel([json.dumps(VERDICT)])
    assert (await evaluated(llm)).metrics.accuracy == 8
    assert len(llm.prompts) == 1


async def test_the_cache_tells_the_two_apart_and_keeps_a_fallback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "r.sqlite"
    accuracies = iter([8, 4])

    def reply(_: Sequence[dict[str, str]]) -> str:
        return json.dumps({**VERDICT, "accuracy": next(accuracies)})

    with openai_server(reply, faults=[Fault(status=422)]) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        ask: Callable[..., Any] = lambda **more: evaluated(llm, cache=cache, **more)  # noqa: E731
        assert (await ask()).metrics.accuracy == 8  # refused, by text
        assert (await ask(structured=False)).metrics.accuracy == 4
        forget_models(monkeypatch)  # a new process knows nothing, and need not ask
        assert (await ask()).metrics.accuracy == 8
    assert len(server.requests) == 3


async def test_an_estimate_finds_a_structured_reply_in_the_cache(tmp_path: Path) -> None:
    from data_base.schemas.protocols import JudgeRequest

    with openai_server(json.dumps(VERDICT)) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        evaluator = RAGEvaluator(llm, cache=tmp_path / "r.sqlite")
        await evaluator.evaluate_fine_grained("How many?", "Four.")
        estimate = await evaluator.estimate([JudgeRequest(question="How many?", answer="Four.")])
    assert (estimate.calls, estimate.cached) == (0, 1)
