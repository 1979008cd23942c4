"""Chat models by name, and the OpenAI protocol over real HTTP."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agents.calls.runtime import ModelRuntime
from agents.models import chat_model, model_id
from agents.models.loop_clients import LoopClients
from agents.models.openai_chat import OpenAIChat
from data_base.errors import InputError
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

KEY = "sk-do-not-show-me"


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.delenv(name, raising=False)


@over("name", ["just-a-model", "", "openai:", "openai", "google:", ":m"])
def test_an_unknown_name_is_refused_with_what_to_do(name: str) -> None:
    with pytest.raises(InputError, match=r"openai:<model>, google:<model>, anthropic:<model>"):
        chat_model(name)


@over("name", ["embedded:x", "nobody:m"])
def test_an_unknown_provider_is_refused_by_name(name: str) -> None:
    with pytest.raises(
        InputError, match=f"^{name}: unknown provider {name.partition(':')[0]}; use openai, google"
    ):
        chat_model(name)


def test_an_object_is_taken_as_it_is() -> None:
    model = ScriptedChatModel()
    assert chat_model(model) is model
    with pytest.raises(InputError, match="temperature"):
        chat_model(model, temperature=1)
    with pytest.raises(InputError, match="int"):
        chat_model(3)  # type: ignore[arg-type]


def test_openai_itself_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="set OPENAI_API_KEY"):
        chat_model("openai:gpt-x")
    with pytest.raises(InputError, match="set OPENAI_API_KEY"):
        chat_model("openai:gpt-x", base_url="https://api.openai.com/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert model_id(chat_model("openai:gpt-x")) == "openai:gpt-x"


def test_the_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = chat_model("openai:gpt-x")
    assert KEY not in repr(model)
    assert KEY not in str(model)
    assert KEY not in model.model_dump_json()
    with pytest.raises(InputError) as error:
        chat_model("openai:gpt-x", api_key=KEY, timeout=-1)
    assert "timeout" in str(error.value)
    assert KEY not in str(error.value)


def test_a_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="temprature"):
        chat_model("openai:m", base_url="http://127.0.0.1:1/v1", temprature=1)


async def test_a_call_speaks_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    with openai_server("你好，世界 — Привет") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        model = chat_model("openai:local/model", seed=7)
        messages = [SystemMessage("rules"), HumanMessage("问题"), AIMessage("so?"), HumanMessage("так")]
        reply = await model.ainvoke(messages)
    sent = server.requests[0]
    assert [(m["role"], m["content"]) for m in sent["messages"]] == [
        ("system", "rules"),
        ("user", "问题"),
        ("assistant", "so?"),
        ("user", "так"),
    ]
    assert (sent["model"], sent["seed"]) == ("local/model", 7)
    assert sent.keys() == {"model", "messages", "seed"}
    assert reply.text == "你好，世界 — Привет"
    assert isinstance(reply, AIMessage)
    assert reply.usage_metadata is not None
    assert reply.usage_metadata["input_tokens"] > 0
    assert reply.response_metadata["finish_reason"] == "stop"
    assert reply.response_metadata["model_name"] == "local/model"


async def test_arguments_come_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "from-the-environment")
    with openai_server("yes", key="mine") as server:
        model = chat_model("openai:m", base_url=server.base_url, api_key="mine")
        assert (await model.ainvoke("hm")).text == "yes"
    assert server.authorizations == ["Bearer mine"]


async def test_nothing_is_sent_that_was_not_chosen() -> None:
    chosen = {"temperature": 1, "seed": 3, "reasoning_effort": "low", "max_output_tokens": 50}
    with openai_server("yes") as server:
        await chat_model("openai:m", base_url=server.base_url).ainvoke("hm")
        await chat_model("openai:m", base_url=server.base_url, **chosen).ainvoke("hm")
        await chat_model("openai:m?temperature=1&seed=4", base_url=server.base_url, seed=3).ainvoke("hm")
    bodies = [{k: v for k, v in each.items() if k not in {"model", "messages"}} for each in server.requests]
    assert bodies == [
        {},
        {"temperature": 1, "seed": 3, "reasoning_effort": "low", "max_tokens": 50},
        {"temperature": 1, "seed": 3},
    ]


def test_the_synchronous_path() -> None:
    with openai_server("yes") as server:
        assert chat_model("openai:m", base_url=server.base_url).invoke("hm").text == "yes"


async def test_the_sdk_does_not_retry_by_itself() -> None:
    with openai_server("yes", faults=[Fault(status=500)]) as server:
        with pytest.raises(Exception, match="as the test asked"):
            await chat_model("openai:m", base_url=server.base_url).ainvoke("hm")
        assert len(server.requests) == 1


async def test_messages_it_cannot_send_are_refused() -> None:
    model = chat_model("openai:m", base_url="http://127.0.0.1:1/v1")
    with pytest.raises(ValueError, match="tool"):
        await model.ainvoke([ToolMessage("x", tool_call_id="1")])


def test_many_loops_and_many_calls_lose_nothing() -> None:
    async def ask(model: OpenAIChat) -> list[str]:
        return [reply.text for reply in await asyncio.gather(*(model.ainvoke(str(n)) for n in range(20)))]

    with openai_server(lambda messages: messages[-1]["content"]) as server:
        model = chat_model("openai:m", base_url=server.base_url)
        assert isinstance(model, OpenAIChat)
        for _ in range(3):
            assert asyncio.run(ask(model)) == [str(n) for n in range(20)]


def test_clients_are_closed_with_their_loop_and_with_their_model() -> None:
    async def use(model: OpenAIChat) -> object:
        await model.ainvoke("hm")
        return await model._clients.get()

    async def drop() -> list[bool]:
        clients = []
        for _ in range(3):
            model = chat_model("openai:m", base_url=server.base_url)
            assert isinstance(model, OpenAIChat)
            clients.append(await use(model))
            del model
            gc.collect()
            await asyncio.sleep(0.2)
        return [client.is_closed() for client in clients]  # type: ignore[attr-defined]

    with openai_server("yes") as server:
        kept = chat_model("openai:m", base_url=server.base_url)
        assert isinstance(kept, OpenAIChat)
        client = asyncio.run(use(kept))
        assert client.is_closed()  # type: ignore[attr-defined]
        del kept
        gc.collect()
        assert asyncio.run(drop()) == [True, True, True]


async def test_models_with_the_same_server_and_key_share_their_connections() -> None:
    def made(**settings: Any) -> OpenAIChat:
        model = chat_model("openai:m", base_url="http://127.0.0.1:1/v1", **settings)
        assert isinstance(model, OpenAIChat)
        return model

    one, same, other_key, apart = made(), made(seed=1), made(api_key="k"), made(runtime=ModelRuntime())
    assert one._clients is same._clients
    assert len({id(each._clients) for each in (one, other_key, apart)}) == 3


def test_a_client_that_the_ending_loop_closes_is_let_be(
    caplog: pytest.LogCaptureFixture,
) -> None:
    closed: list[bool] = []

    class Slow:
        async def close(self) -> None:
            await asyncio.sleep(0.2)
            closed.append(True)

    async def use_and_drop() -> None:
        await LoopClients(Slow).get()
        gc.collect()

    asyncio.run(use_and_drop())
    gc.collect()
    assert closed == [True]
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


@pytest.mark.filterwarnings("error")
def test_a_client_that_is_dropped_while_its_loop_shuts_down_leaves_nothing_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agents.models.loop_clients._GRACE", 0)
    closed: list[bool] = []

    class Quick:
        async def close(self) -> None:
            closed.append(True)

    clients, loop = LoopClients(Quick), asyncio.new_event_loop()
    loop.run_until_complete(clients.get())
    loop.run_until_complete(loop.shutdown_asyncgens())
    del clients
    for _ in range(2):  # the turn that sets the timer, and the loop's last, in which it runs out
        gc.collect()
        loop.call_soon(loop.stop)
        loop.run_forever()
    pending = asyncio.all_tasks(loop)
    loop.close()
    assert (closed, pending) == ([True], set())


async def test_a_client_can_be_closed_by_hand_and_is_made_anew() -> None:
    with openai_server("yes") as server:
        model = chat_model("openai:m", base_url=server.base_url)
        assert isinstance(model, OpenAIChat)
        await model.ainvoke("hm")
        await model.aclose()
        await model.aclose()
        assert (await model.ainvoke("hm")).text == "yes"
        await model.aclose()


def test_ids_of_models() -> None:
    assert model_id(ScriptedChatModel(name_shown="the judge")) == "the judge"
    from langchain_core.language_models.fake_chat_models import FakeListChatModel

    assert "fake" in model_id(FakeListChatModel(responses=["x"]))


@pytest.mark.parametrize(
    "address", ["notaurl", "http://[", "http://", "http://host:port/v1", "ftp://h/v1", "http://a b"]
)
def test_an_address_that_is_none_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    with pytest.raises(InputError, match="OPENAI_BASE_URL"):
        chat_model("openai:m")
