"""A timeout means what it says: nothing cuts a call off sooner, and nothing lets it go on longer."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from langchain_core.messages import HumanMessage

from agents.calls.complete import complete
from agents.calls.runtime import ModelRuntime
from agents.calls.settings import CallSettings
from agents.errors import ModelCallError
from agents.evaluator import RAGEvaluator
from agents.models.http_transport import http
from agents.models.registry import chat_model
from agents.models.request import CONNECT_TIMEOUT, DEFAULT_TIMEOUT
from tests.support.fake_gemini_server import FakeGeminiServer, answered
from tests.support.long_proofs import only_in_long_proofs
from tests.support.openai_server import openai_server
from tests.support.scripted_chat_model import ScriptedChatModel
from tests.support.turned_clock import now, turned

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.language_models import BaseChatModel

PROMPT = [HumanMessage("hm")]
OPENAI = {"model": "m", "choices": [{"message": {"content": "after a while"}, "finish_reason": "stop"}]}
GEMINI = {"candidates": [{"content": {"parts": [{"text": "after a while"}]}, "finishReason": "STOP"}]}
VERDICT = {
    "analysis": "a", "accuracy": 8, "completeness": 7, "clarity": 9, "reason": "r", "suggestion": "s",
    "issues": [],
}  # fmt: skip


class SlowServer(http.AsyncBaseTransport):
    """In the place of the network: replies after a while, and minds the bounds of a request as sockets do.

    With the objects of openai's HTTP library, which google-genai's is where openai is 3 or later.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.bounds: list[dict[str, float]] = []

    async def handle_async_request(self, request: http.Request) -> http.Response:
        self.bounds.append(dict(request.extensions["timeout"]))
        read = self.bounds[-1]["read"]
        try:
            async with asyncio.timeout(read):
                await asyncio.sleep(self.seconds)
        except TimeoutError:
            raise http.ReadTimeout("too late", request=request) from None
        return http.Response(200, json=GEMINI if "generateContent" in str(request.url) else OPENAI)


def _at_once(work: Callable[[], Any]) -> Callable[[], Any]:
    async def done() -> Any:
        return work()

    return done


@pytest.fixture(params=["openai", "google"])
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def model_on(
    transport: SlowServer, provider: str, monkeypatch: pytest.MonkeyPatch, **options: Any
) -> BaseChatModel:
    if provider == "openai":
        monkeypatch.setattr("agents.models.openai_chat.SingleConnections", lambda: transport)
        # The SDK asks for the machine's name in a thread, for which a turned clock would not wait.
        monkeypatch.setattr("openai._base_client.asyncify", _at_once)
    else:
        pytest.importorskip("google.genai", reason="the group providers is not installed")
        real = httpx2.AsyncClient
        monkeypatch.setattr(
            "agents.models.google.google_client.AsyncClient",
            lambda **given: real(**{**given, "transport": transport}),
        )
    return chat_model(f"{provider}:m", base_url="http://127.0.0.1:1", runtime=ModelRuntime(), **options)


@pytest.mark.parametrize(
    ("takes", "options", "settings"),
    [
        (3000, {"timeout": 3400}, {}),
        (3000, {}, {"timeout": 3400}),
        (3000, {"timeout": 5}, {"timeout": 3400}),
        (DEFAULT_TIMEOUT - 1, {}, {}),
    ],
    ids=["the model's", "the call's", "the call's first", "by default"],
)
def test_a_reply_within_the_timeout_is_waited_for(
    provider: str,
    monkeypatch: pytest.MonkeyPatch,
    takes: float,
    options: dict[str, Any],
    settings: dict[str, Any],
) -> None:
    transport = SlowServer(takes)
    llm = model_on(transport, provider, monkeypatch, **options)

    async def asked() -> tuple[str, float]:
        reply = await complete(llm, PROMPT, settings=CallSettings(attempts=1, **settings))
        return reply.text, now()

    assert turned(asked()) == ("after a while", takes)
    assert [bound["connect"] for bound in transport.bounds] == [CONNECT_TIMEOUT]


@pytest.mark.parametrize(
    ("bound", "options", "settings"),
    [(120, {"timeout": 120}, {}), (120, {}, {"timeout": 120}), (DEFAULT_TIMEOUT, {}, {})],
    ids=["the model's", "the call's", "by default"],
)
def test_a_reply_after_the_timeout_is_not_waited_for(
    provider: str,
    monkeypatch: pytest.MonkeyPatch,
    bound: float,
    options: dict[str, Any],
    settings: dict[str, Any],
) -> None:
    llm = model_on(SlowServer(10_000), provider, monkeypatch, **options)

    async def asked() -> tuple[str, float]:
        with pytest.raises(ModelCallError) as error:
            await complete(llm, PROMPT, settings=CallSettings(attempts=1, **settings))
        return str(error.value), now()

    said, at = turned(asked())
    assert f"no answer within {bound:g} s" in said
    assert at == bound


def test_a_slow_model_is_not_asked_twice_for_being_slow() -> None:
    """What is slow is judged by the model's own history: two minutes a reply are nothing to hedge."""

    class Thinking(ScriptedChatModel):
        async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(120 + len(self.prompts) % 7)
            return await super()._agenerate(*args, **kwargs)

    llm = Thinking(script=["thought through"])

    async def asked() -> int:
        settings = CallSettings(runtime=ModelRuntime(), concurrency=8)
        replies = await asyncio.gather(*(complete(llm, PROMPT, settings=settings) for _ in range(60)))
        return sum(reply.usage.calls for reply in replies)

    assert turned(asked()) == 60


@only_in_long_proofs
async def test_a_reply_after_seventy_seconds_is_scored() -> None:
    """The chat model's own client kept its 60 s, whatever timeout was asked for."""
    verdict = json.dumps(VERDICT)
    with openai_server(verdict, delay=70) as server, FakeGeminiServer(answered(verdict, delay=70)) as gemini:
        judges = [
            chat_model("openai:thinks", base_url=server.base_url),
            chat_model("google:thinks", base_url=gemini.url, api_key="k"),
        ]
        results = await asyncio.gather(
            *(
                RAGEvaluator(llm, timeout=120, attempts=1, cache=None).evaluate_fine_grained(
                    "How many?", "Four."
                )
                for llm in judges
            )
        )
    assert [result.metrics.accuracy for result in results] == [8, 8]
    assert [result.usage.calls for result in results] == [1, 1]
    assert all(result.latency_ms >= 70_000 for result in results)
