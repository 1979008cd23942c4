"""Models of LangChain's providers, by name and as objects: two protocols over real HTTP."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import subprocess
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.runnables import RunnableLambda

from agents.calls.complete import CallSettings, Completion, OutputSchema, complete
from agents.calls.runtime import ModelRuntime
from agents.errors import CutOffError, ModelCallError
from agents.evaluator import RAGEvaluator
from agents.models import chat_model, model_id
from agents.models.langchain_providers import _KNOWN, ProviderChat
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from tests.support.anthropic_server import OLDER_MODEL, ProviderServer, anthropic_server
from tests.support.long_proofs import only_in_long_proofs
from tests.support.ollama_server import BREAKING, BROKEN_OFF, ERROR_LINE, ollama_server
from tests.support.openai_server import Fault
from tests.support.rows import table

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from langchain_core.language_models import BaseChatModel

pytest.importorskip("langchain", reason="the extras anthropic and ollama are not installed")

ROOT = Path(__file__).parents[3]
KEY, PASSWORD = "sk-planted-9Rk4LxQ2vW", "planted-3Tn8Zc"
PROMPT = [SystemMessage("The rules."), HumanMessage("How many ships came in 2023? " * 4)]
QUESTION, ANSWER = "How many ships came?", "Many ships came, it was said in the harbour."
SCHEMA = OutputSchema(
    "verdict",
    {
        "type": "object",
        "properties": {"score": {"type": "number"}, "why": {"type": "string"}},
        "required": ["score", "why"],
        "additionalProperties": False,
    },
)
FILLED = json.dumps({"score": 7, "why": "so"})
VERDICT = json.dumps(
    {"analysis": "", "accuracy": 8, "completeness": 7, "clarity": 9, "reason": "so", "suggestion": ""}
)
NO_WAIT = CallSettings(first_wait=0, hedging=False)
ONCE = CallSettings(attempts=1)


@dataclass(frozen=True)
class Provider:
    """A provider and its server; ``wire`` is what the server calls an option, where it is beside others."""

    name: str
    serve: Callable[..., AbstractContextManager[ProviderServer]]
    wire: dict[str, str]
    inside: str

    def model(self, server: ProviderServer, runtime: ModelRuntime, **settings: Any) -> ProviderChat:
        key = {"api_key": KEY} if self.name == "anthropic" else {}
        given = {"base_url": server.base_url, "runtime": runtime, **key, **settings}
        model = chat_model(f"{self.name}:invented-name", **given)
        assert isinstance(model, ProviderChat)
        return model

    def sent(self, server: ProviderServer, option: str, number: int = -1) -> Any:
        """What a request said of an option, None if nothing."""
        body = server.requests[number]
        return (body.get(self.inside) or {}).get(self.wire[option]) or body.get(self.wire[option])


ANTHROPIC = Provider(
    "anthropic",
    anthropic_server,
    {"limit": "max_tokens", "effort": "effort", "format": "format", "temperature": "temperature"},
    "output_config",
)
OLLAMA = Provider(
    "ollama",
    ollama_server,
    {"limit": "num_predict", "effort": "think", "format": "format", "temperature": "temperature"},
    "options",
)
EFFORT = {"anthropic": "output_config.effort", "ollama": "think"}
FORMAT = {"anthropic": "output_config.format", "ollama": "format"}


@pytest.fixture(params=[ANTHROPIC, OLLAMA], ids=lambda provider: provider.name)
def provider(request: pytest.FixtureRequest) -> Provider:
    found: Provider = request.param
    pytest.importorskip(f"langchain_{found.name}", reason=f"the extra {found.name} is not installed")
    return found


@pytest.fixture
def anthropic() -> Provider:
    pytest.importorskip("langchain_anthropic", reason="the extra anthropic is not installed")
    return ANTHROPIC


@pytest.fixture
def ollama() -> Provider:
    pytest.importorskip("langchain_ollama", reason="the extra ollama is not installed")
    return OLLAMA


@pytest.fixture
def runtime() -> ModelRuntime:
    return ModelRuntime()


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_API_URL", "ANTHROPIC_BASE_URL", "ANTHROPIC_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("OLLAMA_HOST", "OLLAMA_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY", "LANGSMITH_GATEWAY"):
        monkeypatch.delenv(name, raising=False)


class Waits:
    """A sleep that takes no time and keeps how long it should have taken."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def settled(condition: Callable[[], bool]) -> bool:
    """Whether it is true within ten seconds."""
    until = time.monotonic() + 10
    while not condition() and time.monotonic() < until:  # noqa: ASYNC110  (another thread's doing)
        await asyncio.sleep(0.01)
    return condition()


class TestReplies:
    async def test_text_tokens_and_the_model_that_served(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        with provider.serve("4,812 ships came.", served="served-2099", reasoning_tokens=20) as server:
            model = provider.model(server, runtime)
            reply = await complete(model, PROMPT)
        assert (reply.text, reply.model_id) == ("4,812 ships came.", f"{provider.name}:invented-name")
        assert (reply.model_served, reply.attempts, reply.cost_usd) == ("served-2099", 1, None)
        assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.calls) == (31, 24, 1)
        # Ollama counts what was thought among the tokens of the reply, and says no more of it.
        assert reply.usage.reasoning_tokens == (20 if provider is ANTHROPIC else 0)

    async def test_cached_tokens(self, anthropic: Provider, runtime: ModelRuntime) -> None:
        with anthropic.serve("yes", cached_tokens=12) as server:
            reply = await complete(anthropic.model(server, runtime), PROMPT)
        assert (reply.usage.input_tokens, reply.usage.cached_input_tokens) == (31, 12)

    async def test_nothing_is_sent_that_was_not_chosen(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        with provider.serve("yes") as server:
            await complete(provider.model(server, runtime), PROMPT)
        own = {"max_tokens": 4096} if provider is ANTHROPIC else {"stream": True, "options": {}, "tools": []}
        sent = {k: v for k, v in server.requests[0].items() if k not in {"model", "messages", "system"}}
        assert sent == own
        assert server.authorizations == [KEY if provider is ANTHROPIC else ""]

    async def test_options_by_the_projects_names(self, provider: Provider, runtime: ModelRuntime) -> None:
        chosen = {"temperature": 0.5, "reasoning_effort": "low", "max_output_tokens": 99}
        with provider.serve("yes") as server:
            await complete(provider.model(server, runtime, **chosen), PROMPT)
        names = ("temperature", "effort", "limit")
        assert [provider.sent(server, name) for name in names] == list(chosen.values())

    async def test_options_behind_the_name_and_of_the_packages_own(
        self, ollama: Provider, runtime: ModelRuntime
    ) -> None:
        with ollama.serve("yes") as server:
            name = "ollama:invented-name?seed=3&num_ctx=8192"
            await complete(chat_model(name, base_url=server.base_url, runtime=runtime), PROMPT)
        assert server.requests[0]["options"] == {"seed": 3, "num_ctx": 8192}

    async def test_the_shape_of_a_reply(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve(FILLED) as server:
            reply = await complete(provider.model(server, runtime), PROMPT, schema=SCHEMA)
        asked = provider.sent(server, "format")
        shape = asked["schema"] if provider is ANTHROPIC else asked
        assert reply.text == FILLED
        assert set(shape["properties"]) == {"score", "why"}
        assert "tools" not in server.requests[0] or server.requests[0]["tools"] == []

    def test_the_synchronous_path(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve("yes") as server:
            assert provider.model(server, runtime).invoke("hm").text == "yes"

    async def test_replies_are_kept(self, provider: Provider, runtime: ModelRuntime, tmp_path: Path) -> None:
        kept = CallSettings(cache=tmp_path / "replies.sqlite")
        with provider.serve("yes") as server:
            model = provider.model(server, runtime, temperature=0.5)
            first, second = [await complete(model, PROMPT, settings=kept) for _ in range(2)]
            await complete(provider.model(server, runtime, temperature=0.7), PROMPT, settings=kept)
        await runtime.aclose()
        assert (first.cached, second.cached, second.text, len(server.requests)) == (False, True, "yes", 2)

    async def test_callbacks_hear_of_a_call_once(self, provider: Provider, runtime: ModelRuntime) -> None:
        heard: list[str] = []

        class Ears(AsyncCallbackHandler):
            async def on_chat_model_start(self, *_: Any, **__: Any) -> None:
                heard.append("start")

            async def on_llm_end(self, *_: Any, **__: Any) -> None:
                heard.append("end")

        with provider.serve("yes") as server:
            model = provider.model(server, runtime)

            async def step(_: str) -> Completion:
                return await complete(model, PROMPT)

            await RunnableLambda(step).ainvoke("", config={"callbacks": [Ears()]})
        assert heard == ["start", "end"]


class TestRefusals:
    @pytest.mark.parametrize("newer", [True, False])
    async def test_a_refused_format_is_met_once(
        self, provider: Provider, runtime: ModelRuntime, caplog: pytest.LogCaptureFixture, newer: bool
    ) -> None:
        name = FORMAT[provider.name]
        older = OLDER_MODEL if provider is ANTHROPIC else BREAKING
        with provider.serve(FILLED, refuses=[name] if newer else {name: older}) as server:
            model = provider.model(server, runtime)
            calls = (complete(model, PROMPT, schema=SCHEMA, settings=NO_WAIT) for _ in range(50))
            replies = await asyncio.gather(*calls)
            again = await complete(model, PROMPT, schema=SCHEMA)
        assert {reply.text for reply in (*replies, again)} == {FILLED}
        assert server.refused == [name]
        assert len(server.requests) == 52
        told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        assert len(told) == 1
        assert "response_format=json_schema" in told[0]

    @pytest.mark.parametrize("option", ["temperature", "reasoning_effort"])
    async def test_what_the_user_chose_is_never_left_out(
        self, provider: Provider, runtime: ModelRuntime, option: str
    ) -> None:
        value = {"temperature": 0.5, "reasoning_effort": "low"}[option]
        refused = EFFORT[provider.name] if option == "reasoning_effort" else option
        with provider.serve("yes", refuses=[refused]) as server:
            model = provider.model(server, runtime, **{option: value})
            with pytest.raises(InputError, match=f"{provider.name}:invented-name.*option {option}"):
                await complete(model, PROMPT, schema=SCHEMA)
        assert len(server.requests) == 1

    async def test_a_limit_that_the_server_refuses(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve("yes", refuses=[provider.wire["limit"]]) as server:
            model = provider.model(server, runtime, max_output_tokens=99)
            with pytest.raises(InputError, match="max_output_tokens=99"):
                await complete(model, PROMPT)

    async def test_an_option_that_the_package_refuses(
        self, anthropic: Provider, runtime: ModelRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def refusing(*_: Any, **__: Any) -> None:
            raise ValueError("invented-name does not support temperature.")

        with anthropic.serve("yes") as server:
            model = anthropic.model(server, runtime, temperature=0.5)
            monkeypatch.setattr(type(model.inner(600)), "_agenerate", refusing)
            with pytest.raises(InputError, match="option temperature"):
                await complete(model, PROMPT)
        assert server.requests == []


class TestRoom:
    async def test_a_reply_that_was_cut_off_gets_twice_the_room(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        whole = "word " * 4000
        settings = {} if provider is ANTHROPIC else {"room": 4096}
        with provider.serve(whole, **settings) as server:
            reply = await complete(provider.model(server, runtime), PROMPT)
        assert reply.text == whole
        assert reply.usage.calls == len(server.requests) == 2
        assert reply.usage.output_tokens == 4096 + 5000
        assert provider.sent(server, "limit") == 2 * 4096

    async def test_a_chosen_limit_holds(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve("word " * 4000) as server:
            model = provider.model(server, runtime, max_output_tokens=50)
            with pytest.raises(CutOffError, match="max_output_tokens=50, as you chose"):
                await complete(model, PROMPT, schema=SCHEMA)
        assert len(server.requests) == 1

    async def test_a_model_whose_room_is_spent(self, anthropic: Provider, runtime: ModelRuntime) -> None:
        with anthropic.serve("word " * 9000, room=4096) as server, pytest.raises(ModelCallError) as error:
            await complete(anthropic.model(server, runtime), PROMPT)
        assert error.value.usage.output_tokens >= 4096
        assert len(server.requests) == 2


class TestFaults:
    async def test_the_wait_that_is_asked_for(self, anthropic: Provider, runtime: ModelRuntime) -> None:
        waits = Waits()
        fault = Fault(status=429, headers=(("Retry-After", "7"),))
        with anthropic.serve("yes", faults=[fault]) as server:
            reply = await complete(anthropic.model(server, runtime), PROMPT, sleep=waits)
        assert (reply.text, reply.usage.calls) == ("yes", 2)
        assert 7 <= waits.seconds[0] < 9

    @pytest.mark.parametrize(
        "fault",
        [*[Fault(status=status) for status in (408, 429, 500, 503, 529)], Fault(reset=True)],
        ids=lambda fault: str(fault.status or "reset"),
    )
    async def test_what_may_pass_is_tried_again(
        self, provider: Provider, runtime: ModelRuntime, fault: Fault
    ) -> None:
        with provider.serve("yes", faults=[fault, fault]) as server:
            reply = await complete(provider.model(server, runtime), PROMPT, settings=NO_WAIT)
        assert (reply.text, reply.attempts) == ("yes", 3)
        assert reply.usage.calls == len(server.requests) == 3

    @pytest.mark.parametrize("status", [401, 404, 429, 500, 529])
    async def test_the_package_tries_nothing_by_itself(
        self, provider: Provider, runtime: ModelRuntime, status: int
    ) -> None:
        faults = [Fault(status=status)] * 9
        with provider.serve("yes", faults=faults) as server, pytest.raises(ModelCallError) as error:
            await complete(provider.model(server, runtime), PROMPT, settings=ONCE)
        assert (error.value.status, len(server.requests)) == (status, 1)

    @pytest.mark.parametrize(
        "body",
        [BROKEN_OFF.body, ERROR_LINE.body, b"", b"[]", b'{"ok": true}', b"<html>", b'{"message": '],
        ids=["broken off", "error", "empty", "list", "other", "page", "half"],
    )
    async def test_a_response_that_is_none_is_asked_for_again(
        self, provider: Provider, runtime: ModelRuntime, body: bytes
    ) -> None:
        with provider.serve("yes", faults=[Fault(body=body)]) as server:
            reply = await complete(provider.model(server, runtime), PROMPT, settings=NO_WAIT)
        assert (reply.text, reply.usage.calls) == ("yes", 2)
        assert len(server.requests) == 2

    async def test_an_overdue_reply_is_asked_for_again(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        with provider.serve("yes", faults=[None] * 20 + [Fault(hang=True)]) as server:
            model = provider.model(server, runtime)
            for _ in range(20):
                await complete(model, PROMPT)
            reply = await complete(model, PROMPT)
            assert (reply.text, reply.attempts) == ("yes", 1)
            assert reply.usage.calls in {2, 3}  # the second may be overdue, too, on a busy machine
            assert await settled(lambda: server.dropped > 0)
        assert len(server.requests) == 20 + reply.usage.calls

    async def test_no_answer_in_time(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve("yes", faults=[Fault(hang=True)]) as server:
            model = provider.model(server, runtime)
            # Time enough to build the client and to connect on a busy machine.
            with pytest.raises(ModelCallError, match="no answer within 2 s"):
                await complete(model, PROMPT, settings=CallSettings(timeout=2, attempts=1))
            assert await settled(lambda: server.dropped == 1)

    async def test_a_cancelled_call_is_given_up_at_the_server(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        with provider.serve("yes", faults=[Fault(hang=True)]) as server:
            call = asyncio.ensure_future(complete(provider.model(server, runtime), PROMPT))
            assert await settled(lambda: len(server.requests) == 1)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert await settled(lambda: server.dropped == 1)
            assert await settled(lambda: runtime.in_flight == 0)

    async def test_a_slow_reply_arrives(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve("yes", delay=1.5) as server:
            model = provider.model(server, runtime, timeout=3)
            assert (await complete(model, PROMPT)).text == "yes"
        client = model.inner(3400)._async_client  # type: ignore[attr-defined]
        timeout = client.timeout if provider is ANTHROPIC else client._client.timeout.read
        assert timeout >= 3400

    async def test_a_call_that_cannot_reach_its_server(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        with provider.serve("yes") as server:
            model = provider.model(server, runtime)
        with pytest.raises(ModelCallError, match="after 2 tries") as error:
            await complete(model, PROMPT, settings=CallSettings(attempts=2, first_wait=0))
        assert error.value.status is None


class TestManyCalls:
    def test_no_loop_loses_an_answer(self, provider: Provider) -> None:
        """Clients are bound to a loop, and a package may share them between models of different runtimes."""

        async def ask_many(model: BaseChatModel) -> list[str]:
            once = CallSettings(hedging=False)
            asked = [complete(model, [HumanMessage(str(n))], settings=once) for n in range(30)]
            return [reply.text for reply in await asyncio.gather(*asked)]

        with provider.serve(lambda messages: messages[-1]["content"]) as server:
            one, other = (provider.model(server, ModelRuntime()) for _ in range(2))
            for model in (one, one, other):
                assert asyncio.run(ask_many(model)) == [str(n) for n in range(30)]
        assert len(server.requests) == 90

    async def test_concurrency_holds(self, provider: Provider, runtime: ModelRuntime) -> None:
        settings = CallSettings(concurrency=7, hedging=False)
        with provider.serve("yes", delay=0.02) as server:
            model = provider.model(server, runtime)
            await asyncio.gather(*(complete(model, PROMPT, settings=settings) for _ in range(40)))
        assert 1 < server.most_at_once <= 7

    async def test_no_client_makes_calls_wait_for_each_other(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        settings = CallSettings(concurrency=150, hedging=False, attempts=1, timeout=20)
        with provider.serve("yes", delay=0.7) as server:
            model = provider.model(server, runtime)
            await asyncio.gather(*(complete(model, PROMPT, settings=settings) for _ in range(150)))
        assert server.most_at_once > 100


class TestJudges:
    async def test_a_panel_of_two_providers(
        self, anthropic: Provider, ollama: Provider, runtime: ModelRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with anthropic.serve(VERDICT) as first, ollama.serve(VERDICT.replace("8", "6")) as second:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", first.base_url)
            monkeypatch.setenv("OLLAMA_HOST", second.base_url)
            judge = RAGEvaluator("anthropic:a,ollama:b", runtime=runtime)
            result = await judge.evaluate_fine_grained(QUESTION, ANSWER)
        assert result.metrics.accuracy == 7
        assert result.panel is not None
        assert [member.model_id for member in result.panel.members] == ["anthropic:a", "ollama:b"]
        assert (len(first.requests), len(second.requests)) == (1, 1)

    async def test_a_cascade(
        self, anthropic: Provider, runtime: ModelRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        passage = Passage(id="h#1", doc_id="h", text="耐力訓練會使心臟變大，每次收縮便能送出更多血液。")
        undecidable = "Training enlarges the heart, which then moves more blood with every beat."
        with anthropic.serve(VERDICT) as server:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", server.base_url)
            judge = RAGEvaluator("embedded+anthropic:a", runtime=runtime)
            result = await judge.evaluate_fine_grained("Why is the pulse low?", undecidable, [passage])
        assert (result.metrics.accuracy, result.model_id) == (8, "anthropic:a")
        assert len(server.requests) == 1

    async def test_waiting_inside_a_running_loop(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve(VERDICT) as server:
            judge = RAGEvaluator(provider.model(server, runtime))
            results = [judge.evaluate_fine_grained_sync(QUESTION, ANSWER) for _ in range(3)]
        assert [result.metrics.accuracy for result in results] == [8, 8, 8]
        assert len(server.requests) == 3


class TestNames:
    def test_another_server_needs_no_key_and_the_providers_own_does(
        self, anthropic: Provider, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(InputError, match=r"^anthropic:m needs a key: set ANTHROPIC_API_KEY$"):
            chat_model("anthropic:m")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
        model = chat_model("anthropic:m")
        assert isinstance(model, ProviderChat)
        assert model.server == "http://127.0.0.1:1"
        monkeypatch.delenv("ANTHROPIC_BASE_URL")
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        assert model_id(chat_model("anthropic:m")) == "anthropic:m"

    async def test_the_environments_key_goes_to_the_environments_server(
        self, anthropic: Provider, runtime: ModelRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        for _ in range(2):  # the same name, and another server
            with anthropic.serve("yes") as server:
                monkeypatch.setenv("ANTHROPIC_API_URL", server.base_url)
                await complete(chat_model("anthropic:m", runtime=runtime), PROMPT)
                assert server.authorizations == [KEY]

    async def test_a_key_for_a_server_that_asks_for_none_by_itself(
        self, ollama: Provider, runtime: ModelRuntime
    ) -> None:
        with ollama.serve("yes", key=KEY) as server:
            assert (await complete(ollama.model(server, runtime, api_key=KEY), PROMPT)).text == "yes"
            with pytest.raises(ModelCallError, match="refused the key"):
                await complete(ollama.model(server, runtime), PROMPT)

    @pytest.mark.parametrize(
        ("settings", "words"),
        table(__file__, "test_a_setting_that_cannot_be_used"),
    )
    def test_a_setting_that_cannot_be_used(
        self, provider: Provider, settings: dict[str, Any], words: str
    ) -> None:
        with pytest.raises(InputError, match=words) as error:
            chat_model(f"{provider.name}:m", api_key=KEY, **settings)
        assert len(str(error.value).splitlines()) == 1
        assert KEY not in str(error.value)

    def test_an_option_that_the_provider_has_not(self, anthropic: Provider) -> None:
        words = (
            "no option 'seed'; leave it out, or use temperature, reasoning_effort, max_output_tokens, timeout"
        )
        with pytest.raises(InputError, match=f"{words} or a field of langchain_anthropic.ChatAnthropic"):
            chat_model("anthropic:m", api_key=KEY, seed=1)

    @pytest.mark.parametrize(
        ("name", "remedy"),
        [
            ("groq", "uv sync --inexact --extra groq"),
            ("mistralai", "uv sync --inexact --extra mistralai"),
            ("cohere", "pip install -U langchain-cohere"),
        ],
    )
    def test_a_package_that_is_not_installed(
        self, monkeypatch: pytest.MonkeyPatch, name: str, remedy: str
    ) -> None:
        from langchain.chat_models import base

        # LangChain remembers what it imported, if another test in this process has used the package.
        monkeypatch.setattr(base, "_get_chat_model_creator", base._get_chat_model_creator.__wrapped__)
        monkeypatch.setitem(sys.modules, f"langchain_{name}", None)
        with pytest.raises(InputError, match=rf"^{name}:m needs a package: {remedy}$"):
            chat_model(f"{name}:m")

    def test_without_langchain_it_is_named_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
        with pytest.raises(InputError, match=r"pip install -U langchain langchain-cohere$"):
            chat_model("cohere:m")

    def test_a_provider_that_nobody_knows(self) -> None:
        known = r"^nobody:m: unknown provider nobody; use openai, google or anthropic, .*, xai\.$"
        with pytest.raises(InputError, match=known):
            chat_model("nobody:m")

    def test_without_langchain_no_package_is_invented(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
        with pytest.raises(InputError, match="unknown provider nobody; use openai"):
            chat_model("nobody:m")

    def test_the_known_providers_are_langchains(self) -> None:
        base = pytest.importorskip("langchain.chat_models.base")
        assert set(_KNOWN) <= set(base._BUILTIN_PROVIDERS)

    async def test_secrets_turn_up_nowhere(
        self, provider: Provider, runtime: ModelRuntime, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        with provider.serve("yes", faults=[None, Fault(status=400, echo=True)]) as server:
            address = server.base_url.replace("://", f"://user:{PASSWORD}@")
            own = {"mcp_servers_token": PASSWORD} if provider is OLLAMA else {}
            model = provider.model(server, runtime, base_url=address, api_key=KEY)
            await complete(model, PROMPT)
            with pytest.raises(ModelCallError, match=r"\*\*\*") as error:
                await complete(model, PROMPT)
            with pytest.raises(InputError) as refusal:
                provider.model(server, runtime, **{"invented_key": PASSWORD, **own})
        shown = [repr(model), str(model), str(model._identifying_params), caplog.text]
        shown += [str(error.value), repr(error.value.__cause__), str(refusal.value)]
        assert not [text for text in shown if KEY in text or PASSWORD in text]
        assert all(said.startswith("Basic ") for said in server.authorizations)


@only_in_long_proofs
def test_a_program_ends_in_silence(anthropic: Provider, ollama: Provider) -> None:
    code = """
import asyncio, sys
from langchain_core.messages import HumanMessage
from agents.calls.complete import complete
from agents.models import chat_model

async def ask(name, address):
    model = chat_model(name, base_url=address)
    return {reply.text for reply in await asyncio.gather(
        *(complete(model, [HumanMessage("hm")]) for _ in range(20)))}

for name, address in zip(("anthropic:a", "ollama:b"), sys.argv[1:]):
    for _ in range(2):
        assert asyncio.run(ask(name, address)) == {"yes"}
"""
    with anthropic.serve("yes") as first, ollama.serve("yes") as second:
        command = [sys.executable, "-W", "error", "-c", code, first.base_url, second.base_url]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert (len(first.requests), len(second.requests)) == (40, 40)


class TestObjects:
    """Chat models that a user has built."""

    @staticmethod
    def of(provider: Provider, server: ProviderServer, **fields: Any) -> Any:
        if provider is ANTHROPIC:
            from langchain_anthropic import ChatAnthropic

            return ChatAnthropic(model="m", base_url=server.base_url, api_key=KEY, max_retries=0, **fields)
        from langchain_ollama import ChatOllama

        return ChatOllama(model="m", base_url=server.base_url, **fields)

    @staticmethod
    async def ask(llm: Any, runtime: ModelRuntime, schema: OutputSchema | None = None) -> Completion:
        try:
            settings = CallSettings(runtime=runtime, first_wait=0)
            return await complete(llm, PROMPT, schema=schema, settings=settings)
        finally:
            await llm._async_client.close()

    async def test_text(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve("yes", served="served-2099") as server:
            reply = await self.ask(self.of(provider, server), runtime)
        assert (reply.text, reply.model_served, reply.usage.input_tokens) == ("yes", "served-2099", 31)

    async def test_the_shape_of_a_reply(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve(FILLED) as server:
            reply = await self.ask(self.of(provider, server), runtime, SCHEMA)
        assert json.loads(reply.text) == json.loads(FILLED)
        assert reply.usage.output_tokens > 0
        assert server.requests[0]["tools" if provider is ANTHROPIC else "format"]

    async def test_a_refused_shape(self, provider: Provider, runtime: ModelRuntime) -> None:
        with provider.serve(FILLED, refuses=["tools", "format"]) as server:
            reply = await self.ask(self.of(provider, server), runtime, SCHEMA)
        assert (reply.text, len(server.requests)) == (FILLED, 2)

    @pytest.mark.parametrize("schema", [None, SCHEMA])
    async def test_a_reply_that_was_cut_off_gets_more_room(
        self, provider: Provider, runtime: ModelRuntime, schema: OutputSchema | None
    ) -> None:
        whole = json.dumps({"score": 7, "why": "w" * 20_000})
        settings = {} if provider is ANTHROPIC else {"room": 4096}
        with provider.serve(whole, **settings) as server:
            reply = await self.ask(self.of(provider, server), runtime, schema)
        assert json.loads(reply.text) == json.loads(whole)
        assert (len(server.requests), provider.sent(server, "limit")) == (2, 2 * 4096)

    async def test_a_limit_that_it_was_built_with_holds(
        self, provider: Provider, runtime: ModelRuntime
    ) -> None:
        with provider.serve(FILLED * 20) as server:
            llm = self.of(provider, server, **{provider.wire["limit"]: 8})
            with pytest.raises(CutOffError, match="max_output_tokens=8, as you chose"):
                await self.ask(llm, runtime, SCHEMA)
        assert len(server.requests) == 1

    async def test_half_a_reply_is_never_mended(self, ollama: Provider, runtime: ModelRuntime) -> None:
        """LangChain's parser makes ``{"score": 7}`` of it, and reports no error."""
        half = '{"score": 7, "wh'
        with ollama.serve(half) as server:
            assert (await self.ask(self.of(ollama, server), runtime, SCHEMA)).text == half

    async def test_a_stream_that_breaks_off(self, ollama: Provider, runtime: ModelRuntime) -> None:
        with ollama.serve("yes", faults=[BROKEN_OFF, ERROR_LINE]) as server:
            reply = await self.ask(self.of(ollama, server), runtime)
        assert (reply.text, reply.attempts, len(server.requests)) == ("yes", 3, 3)

    def test_one_object_in_several_loops(self, provider: Provider, runtime: ModelRuntime) -> None:
        async def ask(llm: Any, *, last: bool) -> str:
            settings = CallSettings(runtime=runtime, first_wait=0)
            text = (await complete(llm, PROMPT, settings=settings)).text
            if last:
                await llm._async_client.close()
            return text

        with provider.serve("yes") as server, warnings.catch_warnings():
            # The first loop's end leaves a connection open that no one can close any more.
            warnings.simplefilter("ignore", ResourceWarning)
            llm = self.of(provider, server)
            assert [asyncio.run(ask(llm, last=n == 1)) for n in range(2)] == ["yes", "yes"]
            del llm
            gc.collect()
