"""Packages of providers that are not installed: told last, and only noted where no model is asked."""

import sys

import pytest

from agents.models.missing_packages import MissingPackageError, packages_last
from agents.models.registry import chat_model, model_id
from agents.models.required_keys import without_keys
from data_base.errors import InputError
from tests.support.rows import over

SDK_MODULES = ("google.genai", "google.generativeai", "langchain", "langchain.chat_models")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SDK_MODULES:
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@packages_last()
def prepared(*names: str) -> None:
    for name in names:
        chat_model(name)


@over(
    "name, remedy",
    [
        ("google:g", "--extra google"),
        ("ollama:o", "--extra ollama"),
        ("cohere:c", "langchain-cohere"),
    ],
)
def test_it_is_told_at_once_last_or_only_noted(name: str, remedy: str) -> None:
    with pytest.raises(MissingPackageError, match=f"^{name} needs ") as at_once:
        chat_model(name)
    assert str(at_once.value).endswith(remedy)
    with without_keys() as noted:
        assert model_id(chat_model(name)) == name
    assert [str(error) for error in noted] == [str(at_once.value)]
    with pytest.raises(MissingPackageError, match=f"^{name} needs "):
        prepared(name, "embedded")


def test_what_else_is_wrong_goes_before() -> None:
    with pytest.raises(InputError, match=r"^unknown model 'just-a-name'"):
        prepared("ollama:o", "just-a-name")


def test_what_is_put_off_in_a_dry_run_is_noted() -> None:
    with without_keys() as noted:
        with packages_last():
            chat_model("ollama:o")
        with packages_last():
            chat_model("google:g")
    assert [str(error).rpartition(" ")[2] for error in noted] == ["ollama", "google"]
