"""``google:`` names, and Gemini's protocol over real HTTP through ``google-genai``."""

from __future__ import annotations

import asyncio
import gc

import pytest
from pydantic import SecretStr

from agents.models import chat_model, model_id
from agents.models.google import google_chat
from agents.models.google.google_chat import (
    MAINTAINED_SDK,
    RETIRED_SDK,
    GoogleChat,
    google_chat_model,
    installed,
)
from agents.models.google.google_legacy_chat import GoogleLegacyChat
from data_base.errors import InputError
from tests.support.fake_gemini_server import FakeGeminiServer, answered
from tests.support.gemini_contract import KEY, GeminiContract, ask
from tests.support.rows import over

needs_sdk = pytest.mark.skipif(not installed(MAINTAINED_SDK), reason="google-genai is not installed")


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_GENAI_USE_VERTEXAI"):
        monkeypatch.delenv(name, raising=False)


@needs_sdk
class TestGoogleChat(GeminiContract):
    kind = GoogleChat

    async def test_the_seed_is_sent(self) -> None:
        with FakeGeminiServer() as server:
            await self.model(server, seed=7).ainvoke("hi")
        assert server.calls[0].body["generationConfig"] == {"seed": 7}

    async def test_thoughts_are_no_part_of_the_answer(self) -> None:
        with FakeGeminiServer(answered({"text": "hm, 40?", "thought": True}, "42")) as server:
            assert (await self.model(server).ainvoke("hi")).text == "42"

    async def test_an_event_loop_keeps_its_connection(self) -> None:
        with FakeGeminiServer() as server:
            model = self.model(server)
            for _ in range(3):
                await model.ainvoke("hi")
        assert len({call.client for call in server.calls}) == 1

    async def test_a_closed_model_can_be_asked_again(self) -> None:
        with FakeGeminiServer() as server:
            model = self.model(server)
            assert isinstance(model, GoogleChat)
            await model.ainvoke("hi")
            await model.aclose()
            assert (await model.ainvoke("again")).text == "again"
            assert len({call.client for call in server.calls}) == 2

    async def test_a_dropped_model_leaves_nothing_open(self) -> None:
        """An unclosed client would warn, and warnings are errors here."""
        with FakeGeminiServer() as server:
            for _ in range(3):
                await self.kind(model="gemini-x", api_key=SecretStr(KEY), base_url=server.url).ainvoke("hi")
                gc.collect()
                await asyncio.sleep(0.01)

    async def test_the_environment_does_not_turn_it_to_another_server(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
        monkeypatch.setenv("GOOGLE_API_KEY", "another")
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9")
        with FakeGeminiServer() as server:
            assert (await self.model(server).ainvoke("hi")).text == "hi"
        assert server.calls[0].key == KEY


@needs_sdk
async def test_a_name_and_an_environment_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeGeminiServer() as server:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        monkeypatch.setenv("GEMINI_API_KEY", KEY)
        model = google_chat_model("gemini-x")
        assert isinstance(model, GoogleChat)
        completion = await ask(model, "你好")
        await model.aclose()
    assert (completion.text, completion.model_id) == ("你好", "google:gemini-x")
    assert server.calls[0].key == KEY


def only(*packages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(google_chat, "installed", lambda package: package in packages)


def test_the_maintained_sdk_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    only(MAINTAINED_SDK, RETIRED_SDK, monkeypatch=monkeypatch)
    assert isinstance(google_chat_model("gemini-x", api_key=KEY, seed=1), GoogleChat)


def test_the_retired_sdk_serves_where_it_alone_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    only(RETIRED_SDK, monkeypatch=monkeypatch)
    model = google_chat_model("gemini-x", api_key=KEY, seed=None)
    assert isinstance(model, GoogleLegacyChat)
    assert model.model_id == "google:gemini-x"
    with pytest.raises(InputError, match=r"cannot send the option seed.*uv sync --inexact --extra google"):
        google_chat_model("gemini-x", api_key=KEY, seed=1)


def test_without_an_sdk_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch=monkeypatch)
    with pytest.raises(InputError, match=r"google:gemini-x .*uv sync --inexact --extra google"):
        google_chat_model("gemini-x", api_key=KEY)


def test_a_package_is_found_or_not_without_importing_it() -> None:
    assert installed("json")
    assert not installed("json.no_such_part")
    assert not installed("no_such_package.part")


@pytest.fixture
def _some_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    only(MAINTAINED_SDK, monkeypatch=monkeypatch)


@pytest.mark.usefixtures("_some_sdk")
class TestNames:
    def test_google_itself_needs_a_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for settings in ({}, {"base_url": "https://generativelanguage.googleapis.com/"}):
            with pytest.raises(InputError, match="set GOOGLE_API_KEY or GEMINI_API_KEY"):
                google_chat_model("gemini-x", **settings)
        monkeypatch.setenv("GEMINI_API_KEY", "second")
        assert google_chat_model("gemini-x").api_key.get_secret_value() == "second"
        monkeypatch.setenv("GOOGLE_API_KEY", "first")
        assert google_chat_model("gemini-x").api_key.get_secret_value() == "first"
        assert google_chat_model("gemini-x", api_key=KEY).api_key.get_secret_value() == KEY

    def test_another_server_needs_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1")
        assert google_chat_model("gemini-x").base_url == "http://127.0.0.1:1"
        assert google_chat_model("gemini-x", base_url="http://[::1]:2").base_url == "http://[::1]:2"

    def test_the_door_knows_them(self) -> None:
        model = chat_model("google:gemini-x", api_key=KEY, temperature=0.5)
        assert isinstance(model, GoogleChat)
        assert (model_id(model), model.temperature) == ("google:gemini-x", 0.5)
        assert model_id(chat_model(model_id(model), api_key=KEY)) == model_id(model)

    def test_the_prefix_of_the_protocol_is_no_part_of_the_name(self) -> None:
        assert google_chat_model("models/gemini-x", api_key=KEY).model_id == "google:gemini-x"

    @over("name", ["gemini pro", "../x", "a/b", "a?b", "a#b", "吉", ""])
    def test_a_name_that_cannot_be_one_is_refused(self, name: str) -> None:
        with pytest.raises(InputError, match="'model'"):
            google_chat_model(name, api_key=KEY)

    @over(
        "setting, value",
        [("timeout", 0), ("temperature", 3), ("base_url", "localhost:80"), ("temprature", 1)],
    )
    def test_a_wrong_setting_is_named_and_the_key_is_not(self, setting: str, value: object) -> None:
        with pytest.raises(InputError, match=f"'{setting}'") as error:
            google_chat_model("gemini-x", **{"api_key": KEY, setting: value})
        assert KEY not in str(error.value)
