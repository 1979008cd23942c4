"""Calls that adapt to their server, over real HTTP: what it refuses, cuts off, and says of a reply."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import HumanMessage

from agents.calls.complete import CallSettings, Completion, OutputSchema, complete
from agents.calls.runtime import ModelRuntime
from agents.errors import CutOffError, ModelCallError
from agents.models.registry import chat_model
from data_base.errors import InputError
from tests.support.fake_gemini_server import FakeGeminiServer, answered
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over, table
from tests.support.server_dialects import AZURE, DIALECTS, LLAMA_CPP, MISTRAL, OPENAI, VLLM

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.fake_gemini_server import SeenCall
    from tests.support.openai_server import OpenAIServer
    from tests.support.server_dialects import Answer

NAME = "openai:invented-name"
SCHEMA = OutputSchema(
    "verdict",
    {
        "type": "object",
        "properties": {"grade": {"type": "integer"}},
        "required": ["grade"],
        "additionalProperties": False,
    },
)
GOOD = '{"grade": 7}'
SCHEMA_REFUSED, OBJECT_REFUSED = "response_format=json_schema", "response_format=json_object"


def calls_of_its_own(**changes: Any) -> CallSettings:
    """With nothing learned; without hedges, which would be requests that a test does not expect."""
    return CallSettings(**{"runtime": ModelRuntime(), "hedging": False, "first_wait": 0, **changes})


async def ask(
    server: OpenAIServer,
    call: CallSettings,
    text: str = "hm",
    *,
    schema: OutputSchema | None = SCHEMA,
    **options: Any,
) -> Completion:
    model = chat_model(NAME, base_url=server.base_url, **options)
    return await complete(model, [HumanMessage(text)], settings=call, schema=schema)


async def ask_often(server: OpenAIServer, call: CallSettings, times: int, **options: Any) -> list[Completion]:
    return await asyncio.gather(*(ask(server, call, f"{n:04}", **options) for n in range(times)))


def formats(server: OpenAIServer) -> list[str | None]:
    """The type of format that each request asked for."""
    return [request.get("response_format", {}).get("type") for request in server.requests]


async def test_many_calls_meet_a_refusal_once() -> None:
    refuses = {SCHEMA_REFUSED, OBJECT_REFUSED}
    with openai_server(lambda messages: f"re {messages[-1]['content']}", refuses=refuses) as server:
        replies = await ask_often(server, calls_of_its_own(concurrency=100), 100)
    assert [reply.text for reply in replies] == [f"re {n:04}" for n in range(100)]
    assert server.refused == [SCHEMA_REFUSED, OBJECT_REFUSED]
    assert formats(server) == ["json_schema", "json_object", *[None] * 100]
    assert sum(reply.usage.calls for reply in replies) == len(server.requests) == 102


async def test_a_server_without_schemas_is_asked_for_an_object() -> None:
    with openai_server(GOOD, refuses={SCHEMA_REFUSED}) as server:
        await ask_often(server, calls_of_its_own(), 20)
    assert formats(server) == ["json_schema", *["json_object"] * 20]


@over("dialect", DIALECTS)
async def test_a_refused_format_is_left_out_in_whatever_words(dialect: str) -> None:
    call = calls_of_its_own()
    with openai_server(GOOD, refuses={"response_format"}, dialect=DIALECTS[dialect]) as server:
        replies = [await ask(server, call) for _ in range(3)]
    assert {reply.text for reply in replies} == {GOOD}
    assert formats(server)[-3:] == [None] * 3
    assert len(server.requests) <= 5
    assert [reply.usage.calls for reply in replies] == [len(server.requests) - 2, 1, 1]


@over("dialect", DIALECTS)
async def test_a_limit_goes_by_the_other_name(dialect: str) -> None:
    with openai_server(GOOD, refuses={"max_tokens"}, dialect=DIALECTS[dialect]) as server:
        await ask_often(server, calls_of_its_own(), 3, schema=None, max_output_tokens=50)
    assert [request.get("max_tokens") for request in server.requests] == [50, None, None, None]
    assert [request.get("max_completion_tokens") for request in server.requests] == [None, 50, 50, 50]


@pytest.mark.parametrize("dialect", [AZURE, VLLM, MISTRAL])
async def test_a_limit_goes_by_the_older_name(dialect: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.models.openai_chat._OWN_HOST", "127.0.0.1")
    with openai_server(GOOD, refuses={"max_completion_tokens"}, dialect=dialect) as server:
        await ask_often(server, calls_of_its_own(), 3, schema=None, max_output_tokens=50, api_key="invented")
    assert [request.get("max_completion_tokens") for request in server.requests] == [50, None, None, None]
    assert [request.get("max_tokens") for request in server.requests] == [None, 50, 50, 50]


async def test_a_chosen_limit_that_has_no_name_is_told() -> None:
    with openai_server(GOOD, refuses={"max_tokens", "max_completion_tokens"}) as server:
        with pytest.raises(InputError, match=r"invented-name.*max_output_tokens=50.*Unsupported parameter"):
            await ask(server, calls_of_its_own(), max_output_tokens=50)
        assert server.refused == ["max_tokens", "max_completion_tokens"]


@over("dialect", DIALECTS)
@over("option, value", [("temperature", 0.5), ("seed", 3), ("reasoning_effort", "low")])
async def test_what_the_user_chose_is_never_left_out(option: str, value: Any, dialect: str) -> None:
    with openai_server(GOOD, refuses={option}, dialect=DIALECTS[dialect]) as server:
        with pytest.raises(InputError, match=rf"{NAME}.*{option}") as told:
            await ask(server, calls_of_its_own(), **{option: value})
        assert len(server.requests) == 1
    _, body = DIALECTS[dialect](option, value)
    inner = body.get("error", body)
    words = inner if isinstance(inner, str) else inner.get("message", "Extra inputs are not permitted")
    assert " ".join(words.split())[:150] in str(told.value)


async def test_a_chosen_value_out_of_range_is_told() -> None:
    said = "max_tokens is too large: 8192. This model supports at most 4096 completion tokens."

    def too_large(name: str, value: Any) -> Answer:
        return 400, {"error": {"message": said, "type": "invalid_request_error", "param": name, "code": None}}

    with openai_server(GOOD, refuses={"max_tokens": too_large}) as server:
        with pytest.raises(InputError, match=r"openai:invented-name.*option max_output_tokens.*at most 4096"):
            await ask(server, calls_of_its_own(), max_output_tokens=8192)
        assert len(server.requests) == 1


async def test_what_is_said_of_one_prompt_is_no_refusal_of_an_option_that_was_answered() -> None:
    def said_of_one(name: str, value: Any) -> Answer:
        return 400, {"error": {"message": f"Invalid prompt: a {name} that is not allowed"}}

    with openai_server(GOOD) as server:
        call = calls_of_its_own()
        await ask(server, call, temperature=0, schema=None)
        server.refuses = {"temperature": said_of_one}
        with pytest.raises(ModelCallError, match="a temperature that is not allowed"):
            await ask(server, call, temperature=0, schema=None)


async def test_a_chosen_option_that_is_refused_holds_nobody_up() -> None:
    def slow(name: str, value: Any) -> Answer:
        time.sleep(0.1)
        return OPENAI(name, value)

    with openai_server(GOOD, refuses={"temperature": slow}) as server:
        call = calls_of_its_own()
        calls = (ask(server, call, temperature=0.5) for _ in range(10))
        told = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(each, InputError) for each in told)
    assert server.most_at_once > 1 or len(server.requests) < 10


def words(tokens: int) -> str:
    """A text of so many tokens, as the server counts them."""
    return "abc " * tokens


async def test_a_cut_off_reply_is_asked_for_again_with_twice_the_room() -> None:
    with openai_server(words(45), room=25) as server:
        reply = await ask(server, calls_of_its_own(), schema=None)
    assert reply.text == words(45)
    assert (reply.usage.calls, reply.usage.output_tokens) == (2, 25 + 45)
    limits = [request.get("max_tokens") for request in server.requests]
    assert limits == [None, 50]


async def test_room_that_was_enough_is_given_from_the_start_then() -> None:
    call = calls_of_its_own()
    with openai_server(words(45), room=25) as server:
        await ask(server, call, schema=None)
        later = await ask(server, call, schema=None)
    assert (later.text, later.usage.calls) == (words(45), 1)
    assert [request.get("max_tokens") for request in server.requests] == [None, 50, 50]


async def test_a_call_that_began_before_any_was_cut_off_takes_no_room_from_the_next() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def reply(messages: list[dict[str, str]]) -> str:
        if messages[-1]["content"] == "short":
            begun.set()
            may_end.wait(10)
            return words(1)
        return words(45)

    call = calls_of_its_own()
    with openai_server(reply, room=25) as server:
        early = asyncio.create_task(ask(server, call, "short", schema=None))
        await asyncio.to_thread(begun.wait, 10)
        await ask(server, call, "long", schema=None)
        may_end.set()
        await early
        later = await ask(server, call, "long", schema=None)
    assert later.usage.calls == 1


async def test_a_reply_that_never_ends_is_told_with_all_that_it_cost() -> None:
    told_all = f"{NAME}.*cut off after 100 tokens, 5 of them reasoning"
    with openai_server(words(1000), room=25, reasoning_tokens=5) as server:  # noqa: SIM117  (reads better)
        with pytest.raises(CutOffError, match=told_all) as told:
            await ask(server, calls_of_its_own(), schema=None)
    assert [request.get("max_tokens") for request in server.requests] == [None, 50, 100]
    usage = told.value.usage
    assert (usage.calls, usage.output_tokens, usage.reasoning_tokens) == (3, 25 + 50 + 100, 15)
    assert usage.input_tokens == 3 * (len("hm") // 4)


async def test_reasoning_that_used_up_the_room_is_given_more() -> None:
    with openai_server(GOOD, room=20, reasoning_tokens=30) as server:
        reply = await ask(server, calls_of_its_own())
    assert reply.text == GOOD
    assert [request.get("max_tokens") for request in server.requests] == [None, 40]
    assert formats(server) == ["json_schema"] * 2


async def test_a_chosen_limit_is_kept() -> None:
    with openai_server(words(1000)) as server:
        with pytest.raises(CutOffError, match=r"max_output_tokens=10, as you chose") as told:
            await ask(server, calls_of_its_own(), max_output_tokens=10)
        assert len(server.requests) == 1
    assert (told.value.usage.calls, told.value.usage.output_tokens) == (1, 10)


async def test_a_server_that_takes_no_limit_is_not_asked_for_ever() -> None:
    refuses = {"max_tokens", "max_completion_tokens"}
    with openai_server(words(1000), room=25, refuses=refuses) as server:
        with pytest.raises(CutOffError) as told:
            await ask(server, calls_of_its_own(), schema=None)
        assert told.value.usage.calls == len(server.requests) <= 4


async def test_more_room_is_asked_for_by_the_name_that_the_server_takes() -> None:
    with openai_server(words(45), room=25, refuses={"max_tokens"}) as server:
        reply = await ask(server, calls_of_its_own(), schema=None)
    assert (reply.text, reply.usage.calls) == (words(45), 3)
    assert server.requests[-1]["max_completion_tokens"] == 50


def together(parties: int, after: int) -> Callable[[Any], str]:
    """A reply that comes when so many requests wait for it at once, but for the first ones."""
    barrier, count, lock = threading.Barrier(parties, timeout=20), iter(range(1_000_000)), threading.Lock()

    def reply(_: Any) -> str:
        with lock:
            number = next(count)
        if number >= after:
            barrier.wait()
        return GOOD

    return reply


async def test_what_is_not_known_yet_is_tried_by_one_and_then_all_go_at_once() -> None:
    with openai_server(together(11, after=1), delay=0.1) as server:
        await ask_often(server, calls_of_its_own(), 12)
    assert server.under_way[:2] == [1, 1]
    assert server.most_at_once == 11


async def test_a_request_without_options_waits_for_nobody() -> None:
    with openai_server(together(12, after=0)) as server:
        await ask_often(server, calls_of_its_own(), 12, schema=None)
    assert server.most_at_once == 12


@over("status", [401, 429, 503])
async def test_who_fails_for_good_lets_the_others_pass(status: int) -> None:
    with openai_server(together(11, after=0), faults=[Fault(status=status)]) as server:
        call = calls_of_its_own(attempts=1)
        told = await asyncio.gather(*(ask(server, call) for _ in range(12)), return_exceptions=True)
    assert sum(isinstance(each, ModelCallError) for each in told) == 1
    assert server.most_at_once == 11


@over("status", [400, 500, 503])
async def test_a_server_that_fails_at_everything_holds_nobody_up(status: int) -> None:
    def failing(name: str, value: Any) -> Answer:
        time.sleep(0.05)
        return status, {"error": {"message": "something is wrong"}}

    with openai_server(GOOD, refuses={"model": failing}) as server:
        call = calls_of_its_own(attempts=1)
        told = await asyncio.gather(*(ask(server, call) for _ in range(10)), return_exceptions=True)
    assert all(isinstance(each, ModelCallError) for each in told)
    assert server.most_at_once > 1


async def test_a_cancelled_first_call_leaves_its_turn_to_the_next() -> None:
    with openai_server(GOOD, faults=[Fault(hang=True)]) as server:
        call = calls_of_its_own()
        first = asyncio.create_task(ask(server, call))
        while not server.requests:  # noqa: ASYNC110  (the server is in another thread)
            await asyncio.sleep(0.01)
        second = asyncio.create_task(ask(server, call))
        await asyncio.sleep(0.1)
        assert len(server.requests) == 1
        first.cancel()
        assert (await second).text == GOOD


async def test_a_refusal_that_calls_itself_an_error_of_the_server_is_not_tried_again() -> None:
    with openai_server(GOOD, refuses={"response_format"}, dialect=LLAMA_CPP) as server:
        reply = await ask(server, calls_of_its_own(attempts=6))
    assert reply.text == GOOD
    assert formats(server) == ["json_schema", "json_object", None]


async def test_a_refusal_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with openai_server(GOOD, refuses={SCHEMA_REFUSED}) as server:
        await ask_often(server, calls_of_its_own(), 20)
    (line,) = [each.getMessage() for each in caplog.records if "does not take" in each.getMessage()]
    assert line.startswith(f"{NAME} does not take {SCHEMA_REFUSED}")
    assert "'response_format' of type 'json_schema' is not supported with this model" in line


async def test_a_key_in_a_refusal_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    def telling(name: str, value: Any) -> Answer:
        return 400, {"error": {"message": f"{name} is not supported for sk-invented-secret"}}

    with openai_server(GOOD, refuses={"response_format": telling}) as server:
        await ask(server, calls_of_its_own(), api_key="sk-invented-secret")
    assert "is not supported for ***" in caplog.text
    assert "sk-invented-secret" not in caplog.text


async def test_what_the_reply_says_of_itself_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with openai_server(
        GOOD,
        served=lambda number: f"invented-name-{number}",
        fingerprint="fp_1",
        reasoning_tokens=20,
        cached_tokens=1,
    ) as server:
        paid = await ask(server, calls_of_its_own(cache=path), "0123456789")
        other = await ask(server, calls_of_its_own())
        kept = await ask(server, calls_of_its_own(cache=path), "0123456789")
    assert (paid.model_id, paid.model_served, paid.system_fingerprint) == (NAME, "invented-name-1", "fp_1")
    usage = paid.usage
    assert (usage.reasoning_tokens, usage.cached_input_tokens) == (20, 1)
    assert (usage.output_tokens, usage.input_tokens) == (20 + len(GOOD) // 4, 2)
    assert other.model_served == "invented-name-2"
    assert len(server.requests) == 2
    assert (kept.cached, kept.text, kept.attempts) == (True, GOOD, 0)
    assert (kept.model_served, kept.system_fingerprint) == ("invented-name-1", "fp_1")
    assert (kept.usage.total_tokens, kept.usage.calls) == (0, 0)


async def test_the_tokens_of_all_requests_are_counted() -> None:
    with openai_server(words(45), room=25, reasoning_tokens=5, cached_tokens=1) as server:
        reply = await ask(server, calls_of_its_own(), "0123456789", schema=None)
    usage = reply.usage
    assert (usage.calls, usage.reasoning_tokens, usage.cached_input_tokens) == (2, 10, 2)
    assert usage.output_tokens == 25 + 50


async def test_a_cut_off_reply_is_not_kept(tmp_path: Path) -> None:
    call = calls_of_its_own(cache=tmp_path / "replies.sqlite")
    with openai_server(words(1000)) as server:
        for _ in range(2):
            with pytest.raises(CutOffError):
                await ask(server, call, max_output_tokens=10)
        assert len(server.requests) == 2


async def test_a_cache_of_an_earlier_version_is_read_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with openai_server(GOOD, served="invented-name-1", fingerprint="fp_1") as server:
        call = calls_of_its_own(cache=path)
        await ask(server, call, "old")
        assert call.runtime is not None
        await call.runtime.aclose()
        as_earlier_versions_made_it(path)
        old, new = calls_of_its_own(cache=path), calls_of_its_own(cache=path)
        kept = await ask(server, old, "old")
        await ask(server, old, "new")
        again = await ask(server, new, "new")
        assert len(server.requests) == 2
    assert (kept.cached, kept.text) == (True, GOOD)
    assert (kept.model_served, kept.system_fingerprint) == (None, None)
    assert (again.cached, again.model_served, again.system_fingerprint) == (True, "invented-name-1", "fp_1")


def as_earlier_versions_made_it(path: Path) -> None:
    with sqlite3.connect(path) as db:
        for column in ("model_served", "system_fingerprint"):
            db.execute(f"ALTER TABLE replies DROP COLUMN {column}")
    db.close()


async def ask_gemini(server: FakeGeminiServer, **options: Any) -> Completion:
    model = chat_model("google:invented-name", base_url=server.url, api_key="invented", **options)
    return await complete(model, [HumanMessage("hm")], settings=calls_of_its_own(), schema=SCHEMA)


def graded(_: SeenCall) -> Any:
    usage = {
        "promptTokenCount": 9,
        "cachedContentTokenCount": 4,
        "candidatesTokenCount": 3,
        "thoughtsTokenCount": 5,
    }
    return answered(GOOD, usage={**usage, "totalTokenCount": 17}, served="invented-name-001")


@over(
    "refuses, asked",
    [
        ((), ["responseJsonSchema"]),
        ((SCHEMA_REFUSED,), ["responseJsonSchema", "responseMimeType"]),
        (("response_format",), ["responseJsonSchema", ""]),
    ],
)
async def test_gemini_is_asked_as_its_model_can_be(refuses: tuple[str, ...], asked: list[str]) -> None:
    with FakeGeminiServer(answer=graded, refuses=refuses) as server:
        reply = await ask_gemini(server)
    assert (reply.text, reply.model_served) == (GOOD, "invented-name-001")
    fields = ("responseJsonSchema", "responseMimeType")
    assert [next((name for name in fields if name in call.options), "") for call in server.calls] == asked
    usage = reply.usage
    assert (usage.cached_input_tokens, usage.output_tokens, usage.reasoning_tokens) == (4, 8, 5)


@over(
    "option, value, refused, said",
    table(__file__, "test_what_the_user_chose_for_gemini_is_never_left_out"),
)
async def test_what_the_user_chose_for_gemini_is_never_left_out(
    option: str, value: Any, refused: str, said: str
) -> None:
    with FakeGeminiServer(answer=graded, refuses=[refused]) as server:
        with pytest.raises(InputError, match=f"google:invented-name.*{said}") as told:
            await ask_gemini(server, **{option: value})
        assert server.refused == [refused]
    assert option in str(told.value)


async def test_gemini_is_given_more_room() -> None:
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 45, "totalTokenCount": 54}
    with FakeGeminiServer(answer=lambda _: answered(words(45), usage=usage), room=25) as server:
        reply = await ask_gemini(server)
    assert reply.text == words(45)
    assert [call.options.get("maxOutputTokens") for call in server.calls] == [None, 50]
    assert reply.usage.output_tokens == 25 + 45
