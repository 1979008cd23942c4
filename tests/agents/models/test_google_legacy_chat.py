"""Gemini's protocol over real HTTP through the retired ``google-generativeai``, where it is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from agents.models.google.google_chat import MAINTAINED_SDK, RETIRED_SDK, google_chat_model, installed
from agents.models.google.google_legacy_chat import GoogleLegacyChat
from tests.support.fake_gemini_server import FakeGeminiServer
from tests.support.gemini_contract import KEY, GeminiContract, ask

ROOT = Path(__file__).parents[2]

if not installed(RETIRED_SDK):
    pytest.skip("google-generativeai, the retired SDK, is not installed", allow_module_level=True)


class TestGoogleLegacyChat(GeminiContract):
    kind = GoogleLegacyChat

    async def test_models_with_different_keys_stand_side_by_side(self) -> None:
        with FakeGeminiServer() as one, FakeGeminiServer() as other:
            first, second = self.model(one, api_key="one"), self.model(other, api_key="other")
            for model in (first, second, first):
                await model.ainvoke("hi")
        assert [call.key for call in one.calls] == ["one", "one"]
        assert [call.key for call in other.calls] == ["other"]


def test_the_sdk_is_imported_with_the_first_call_and_without_a_warning() -> None:
    code = (
        "import sys; from agents.models.google.google_legacy_chat import GoogleLegacyChat; "
        "from tests.support.fake_gemini_server import FakeGeminiServer\n"
        "with FakeGeminiServer() as server:\n"
        "    model = GoogleLegacyChat(model='gemini-x', api_key='k', base_url=server.url)\n"
        "    assert 'google.generativeai' not in sys.modules\n"
        "    assert model.invoke('hi').text == 'hi'\n"
        "    assert 'google.generativeai' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=ROOT, timeout=60)


@pytest.mark.skipif(installed(MAINTAINED_SDK), reason="google-genai is installed and preferred")
async def test_a_name_is_served_by_it_where_it_alone_is_installed() -> None:
    with FakeGeminiServer() as server:
        model = google_chat_model("gemini-x", api_key=KEY, base_url=server.url)
        completion = await ask(model, "привет")
    assert isinstance(model, GoogleLegacyChat)
    assert (completion.text, completion.model_id) == ("привет", "google:gemini-x")
