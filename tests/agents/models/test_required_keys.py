"""A model that is only described, as in a dry run, needs no key; one that will be asked does."""

import pytest

from agents.models.registry import chat_model, model_id
from agents.models.required_keys import without_keys
from data_base.errors import InputError

KEYS = ("OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY")
SERVERS = ("OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "ANTHROPIC_BASE_URL")


@pytest.mark.parametrize("name", ["openai:x", "google:gemini-x", "anthropic:claude-x"])
def test_a_key_is_needed_only_to_ask(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name.startswith("google:"):
        pytest.importorskip("google.genai", reason="the group providers is not installed")
    for variable in (*KEYS, *SERVERS):
        monkeypatch.delenv(variable, raising=False)
    with without_keys():
        assert model_id(chat_model(name)) == name
    with pytest.raises(InputError, match=r"needs a (key|package)"):
        chat_model(name)
