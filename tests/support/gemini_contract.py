"""What a chat model behind Gemini's protocol does, whichever of Google's SDKs carries it."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agents.calls.complete import CallSettings, Completion, complete
from agents.errors import ModelCallError
from agents.models.google.google_chat import GoogleChat
from tests.support.fake_gemini_server import FakeGeminiServer, Reply, answered, blocked, failed
from tests.support.rows import table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from langchain_core.messages import BaseMessage

    from agents.models.google.google_chat_base import GeminiChat

KEY = "AIza-do-not-show-me"
# Every script of the project, an emoji of several code points, and what some readers take for a line end.
UNICODE = "營收 4.82 億元；净利润；выручка, ёлка; “quoted” 👩‍🔬 a\u2028b"
HALF = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120}
_QUICK = CallSettings(attempts=2, first_wait=0)


@dataclass
class Waits:
    """Notes how long it was asked to sleep, and does not."""

    seconds: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def ask(llm: GeminiChat, text: str = "hi", waits: Waits | None = None) -> Completion:
    messages: list[BaseMessage] = [HumanMessage(text)]
    return await complete(llm, messages, settings=_QUICK, sleep=waits or Waits())


async def refused(llm: GeminiChat) -> ModelCallError:
    with pytest.raises(ModelCallError) as error:
        await ask(llm)
    return error.value


class GeminiContract:
    """Tests that hold for both SDKs; a subclass says how a model is made."""

    kind: type[GeminiChat]

    @pytest.fixture(autouse=True)
    async def _models_are_closed(self) -> AsyncIterator[None]:
        self.made: list[GeminiChat] = []
        yield
        for model in self.made:
            if isinstance(model, GoogleChat):
                await model.aclose()

    def model(self, server: FakeGeminiServer | str, **settings: Any) -> GeminiChat:
        base_url = server if isinstance(server, str) else server.url
        model = self.kind(**{"model": "gemini-x", "api_key": KEY, "base_url": base_url, **settings})
        self.made.append(model)
        return model

    async def test_a_prompt_arrives_in_geminis_terms(self) -> None:
        messages = [
            SystemMessage("Be brief."),
            HumanMessage("one"),
            AIMessage("two"),
            HumanMessage(UNICODE),
        ]
        with FakeGeminiServer() as server:
            reply = await self.model(server).ainvoke(messages)
        (call,) = server.calls
        assert call.path == "/v1beta/models/gemini-x:generateContent"
        assert call.key == KEY
        assert [part["text"] for part in call.body["systemInstruction"]["parts"]] == ["Be brief."]
        assert [turn["role"] for turn in call.body["contents"]] == ["user", "model", "user"]
        assert call.texts == ["one", "two", UNICODE]
        assert not call.body.get("generationConfig")
        assert reply.text == UNICODE

    async def test_without_a_system_message_there_is_no_instruction(self) -> None:
        with FakeGeminiServer() as server:
            await self.model(server).ainvoke("hi")
        assert "systemInstruction" not in server.calls[0].body

    async def test_several_system_messages_are_one_instruction(self) -> None:
        with FakeGeminiServer() as server:
            await self.model(server).ainvoke([SystemMessage("a"), HumanMessage("hi"), SystemMessage("b")])
        assert server.calls[0].body["systemInstruction"]["parts"] == [{"text": "a\n\nb"}]

    async def test_sampling_is_sent_as_set(self) -> None:
        with FakeGeminiServer() as server:
            model = self.model(server, temperature=0.5)
            await model.ainvoke("hi", stop=["END"])
            await self.model(server, temperature=None).ainvoke("hi")
        assert server.calls[0].body["generationConfig"] == {
            "temperature": 0.5,
            "stopSequences": ["END"],
        }
        assert not server.calls[1].body.get("generationConfig")

    async def test_a_message_of_another_kind_is_refused_before_it_is_sent(self) -> None:
        with FakeGeminiServer() as server:
            with pytest.raises(ValueError, match="'tool'"):
                await self.model(server).ainvoke([ToolMessage("x", tool_call_id="1")])
            assert not server.calls

    async def test_an_answer_comes_with_what_is_known_about_it(self) -> None:
        usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120}
        with FakeGeminiServer(answered("one ", "two", usage=usage)) as server:
            reply = await self.model(server).ainvoke("hi")
        assert isinstance(reply, AIMessage)
        assert reply.text == "one two"
        counted = reply.usage_metadata
        assert counted is not None
        assert (counted["input_tokens"], counted["output_tokens"], counted["total_tokens"]) == (100, 20, 120)
        assert reply.response_metadata["model_name"] == "gemini-test-001"
        assert reply.response_metadata["finish_reason"] == "STOP"

    @pytest.mark.parametrize("counted_apart", [True, False])
    async def test_thinking_counts_as_output(self, counted_apart: bool) -> None:
        usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 720}
        if counted_apart:
            usage["thoughtsTokenCount"] = 600
        with FakeGeminiServer(answered("x", usage=usage)) as server:
            counted = (await ask(self.model(server))).usage
        assert (counted.input_tokens, counted.output_tokens, counted.calls) == (100, 620, 1)

    async def test_tokens_that_are_not_counted_are_unknown(self) -> None:
        with FakeGeminiServer(answered("x")) as server:
            reply = await self.model(server).ainvoke("hi")
        assert isinstance(reply, AIMessage)
        assert reply.usage_metadata is None

    async def test_an_answer_cut_at_the_token_limit_comes_as_far_as_it_got(self) -> None:
        cut = (answered("half an ans", finish="MAX_TOKENS"), answered(finish="MAX_TOKENS"))
        with FakeGeminiServer(*cut) as server:
            model = self.model(server)
            reply = await model.ainvoke("hi")
            assert (reply.text, reply.response_metadata["finish_reason"]) == ("half an ans", "MAX_TOKENS")
            assert (await model.ainvoke("hi")).text == ""

    @pytest.mark.parametrize(
        ("reply", "reason", "paid"),
        [
            (blocked("PROHIBITED_CONTENT"), "PROHIBITED_CONTENT", (7, 0)),
            (blocked("OTHER"), "OTHER", (7, 0)),
            (answered("half", finish="SAFETY", usage=HALF), "SAFETY", (100, 20)),
            (answered(finish="RECITATION"), "RECITATION", (0, 0)),
        ],
    )
    async def test_a_blocked_prompt_or_answer_is_given_up_with_the_reason_and_what_it_took(
        self, reply: Reply, reason: str, paid: tuple[int, int]
    ) -> None:
        with FakeGeminiServer(reply) as server:
            error = await refused(self.model(server))
        assert "withheld" in str(error)
        assert reason in str(error)
        assert (error.usage.input_tokens, error.usage.output_tokens, error.usage.calls) == (*paid, 1)
        assert len(server.calls) == error.attempts == 1

    @pytest.mark.parametrize(
        "fault",
        [
            failed(408, "DEADLINE_EXCEEDED"),
            failed(429, "RESOURCE_EXHAUSTED"),
            failed(500, "INTERNAL"),
            failed(503, "UNAVAILABLE"),
            Reply("<html>bad gateway</html>", status=502),
            Reply(reset=True),
            Reply("<html>log in first</html>"),
            Reply("[]"),
            Reply({}),
            Reply('{"candidates": "none"}'),
            answered(finish="OTHER"),
        ],
        ids=lambda fault: f"{fault.status}-{str(fault.body)[:12]}",
    )
    async def test_what_may_pass_is_tried_again(self, fault: Reply) -> None:
        with FakeGeminiServer(fault) as server:
            completion = await ask(self.model(server), "once more")
        assert completion.text == "once more"
        assert completion.attempts == len(server.calls) == 2

    @pytest.mark.parametrize(
        "fault",
        [
            failed(429, "RESOURCE_EXHAUSTED", retry_after="7"),
            failed(429, "RESOURCE_EXHAUSTED", retry_delay="7s"),
            failed(503, "UNAVAILABLE", retry_delay="7.0s"),
        ],
        ids=["header", "detail", "fraction"],
    )
    async def test_the_wait_that_the_server_asks_for_is_kept(self, fault: Reply) -> None:
        waits = Waits()
        with FakeGeminiServer(fault) as server:
            await ask(self.model(server), waits=waits)
        assert waits.seconds == [7.0]

    @pytest.mark.parametrize(
        ("code", "status"),
        table(__file__, "test_what_will_not_pass_is_given_up_at_once"),
    )
    async def test_what_will_not_pass_is_given_up_at_once(self, code: int, status: str) -> None:
        with FakeGeminiServer(failed(code, status, "the field is wrong")) as server:
            error = await refused(self.model(server))
        assert error.status == code
        assert len(server.calls) == error.attempts == 1

    async def test_an_error_says_what_the_server_said(self) -> None:
        with FakeGeminiServer(failed(400, "INVALID_ARGUMENT", "the field is wrong")) as server:
            error = await refused(self.model(server))
        assert "INVALID_ARGUMENT: the field is wrong" in str(error)

    async def test_a_late_answer_is_not_waited_for(self) -> None:
        with FakeGeminiServer() as server:
            await ask(self.model(server))  # the SDK is loaded with the first call, which takes longer
        with FakeGeminiServer(answered("late", delay=30)) as server:
            completion = await ask(self.model(server, timeout=1.0), "in time")
        assert completion.text == "in time"
        assert len(server.calls) == 2

    async def test_a_server_that_is_not_there_is_named(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound and not listening: every connection is refused
            url = f"http://127.0.0.1:{taken.getsockname()[1]}"
            error = await refused(self.model(url))
        assert url in str(error)
        assert error.attempts == 2

    async def test_the_key_is_never_shown(self) -> None:
        with FakeGeminiServer(failed(400, "INVALID_ARGUMENT", f"API key {KEY} not valid")) as server:
            model = self.model(server)
            error = await refused(model)
        assert "not valid" in str(error)
        for shown in (error, error.__cause__, repr(model), str(model), model.model_dump_json()):
            assert KEY not in str(shown)

    async def test_calls_side_by_side_get_their_own_answers(self) -> None:
        questions = [f"question {number}" for number in range(24)]
        with FakeGeminiServer() as server:
            model = self.model(server)
            replies = await asyncio.gather(*(model.ainvoke(question) for question in questions))
        assert [reply.text for reply in replies] == questions

    async def test_it_can_be_asked_synchronously_inside_a_running_loop(self) -> None:
        with FakeGeminiServer() as server:
            model = self.model(server)
            assert model.invoke("sync").text == "sync"
            assert (await model.ainvoke("async")).text == "async"

    def test_one_model_serves_one_event_loop_after_another(self) -> None:
        with FakeGeminiServer() as server:
            model = self.model(server)
            for question in ("first", "second", "third"):
                assert asyncio.run(ask(model, question)).text == question
            assert model.invoke("no loop").text == "no loop"

    def test_a_server_below_a_path_is_found(self) -> None:
        with FakeGeminiServer() as server:
            with pytest.raises(Exception, match="/gate/v1beta/models/gemini-x:generateContent"):
                self.model(f"{server.url}/gate/").invoke("hi")
            assert [call.path for call in server.calls] == ["/gate/v1beta/models/gemini-x:generateContent"]
