"""A model that is only described, as in a dry run, needs no key; one that will be asked does."""

import pytest

from agents.models.registry import chat_model, model_id
from agents.models.required_keys import without_keys
from data_base.errors import InputError
from tests.support.rows import over

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


@over("key", ["sk-a\nbc", "“sk-abc”", "sk-\x00a", "sk-аbc"])
def test_a_key_that_no_header_can_carry_is_refused_by_its_variables_name(key: str) -> None:
    with pytest.raises(InputError, match=r"^api_key contains a character") as error:
        chat_model("openai:x", api_key=key)
    assert key not in str(error.value)


def test_spaces_around_a_key_are_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", " sk-abc\r\n")
    assert chat_model("openai:x").api_key.get_secret_value() == "sk-abc"  # type: ignore[attr-defined]
    monkeypatch.setenv("OPENAI_API_KEY", "sk-“abc")
    with pytest.raises(InputError, match=r"^OPENAI_API_KEY contains"):
        chat_model("openai:x")
    monkeypatch.setenv("OPENAI_API_KEY", " \n")
    with pytest.raises(InputError, match="needs a key"):
        chat_model("openai:x")
