"""Options of a named model: where they may stand, which come first, and what is refused."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.evaluator import RAGEvaluator
from agents.judges.judge_spec import JudgeSpec
from agents.judges.settings_file import read_judge_settings
from agents.models.options import read_options, split_options, with_options
from agents.models.registry import chat_model, model_id, model_identity, options_of, with_model_options
from data_base.errors import InputError
from service.commands.options.models import with_given
from tests.support.rows import over

_NAMES = st.sampled_from(["temperature", "seed", "reasoning_effort", "thinking", "model_kwargs"])
_VALUES = st.one_of(
    st.integers(-(10**6), 10**6),
    st.booleans(),
    st.text("abcdefgh&?=,+%#äж题", min_size=1).map(lambda text: f"x{text}"),
    st.lists(st.integers(0, 9), max_size=3),
)


@pytest.fixture(autouse=True)
def _a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")


@given(options=st.dictionaries(_NAMES, _VALUES), name=st.sampled_from(["openai:m", "ollama:qwen3:8b"]))
def test_options_behind_a_name_are_read_as_they_were_written(options: dict[str, Any], name: str) -> None:
    assert split_options(with_options(name, options, {})) == (name, options)


@given(text=st.text())
def test_any_other_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        read_options([text])


def test_they_reach_every_language_model_of_a_panel_and_a_cascade() -> None:
    panel = with_model_options("embedded,openai:a?seed=1,google:b", {"temperature": 0})
    assert panel == "embedded,openai:a?seed=1&temperature=0,google:b?temperature=0"
    assert with_model_options("embedded+openai:a", {"seed": 2}) == "embedded+openai:a?seed=2"
    with pytest.raises(InputError, match="takes no options"):
        with_model_options("embedded", {"seed": 2})
    with pytest.raises(InputError, match="takes no options"):
        chat_model("embedded", temperature=0)


def test_arguments_come_before_the_name_and_the_name_before_a_settings_file() -> None:
    model = chat_model("openai:m?seed=1&temperature=0.5", seed=2)
    assert (model_id(model), options_of(model)) == ("openai:m", {"temperature": 0.5, "seed": 2})
    assert with_given("openai:m?seed=1", ["temperature=0"], {"seed": 9, "temperature": 9, "timeout": 5}) == (
        "openai:m?seed=1&temperature=0&timeout=5"
    )


def test_the_evaluator_takes_them_beside_its_settings_and_from_a_file(tmp_path: Path) -> None:
    name = "openai:m"
    evaluator = RAGEvaluator(name, reasoning_effort="low", seed=3, passage_limit=4)
    assert evaluator.terms["model"] == {"reasoning_effort": "low", "seed": 3}
    assert evaluator.identity != RAGEvaluator(name).identity
    with pytest.raises(InputError, match="belong to a model name"):
        RAGEvaluator(chat_model(name), temperature=0)
    (tmp_path / "s.yaml").write_text("version: '1'\nmodel: {max_output_tokens: 900}\n", encoding="utf-8")
    assert read_judge_settings(tmp_path / "s.yaml").model == {"max_output_tokens": 900}


@over("secret", ["api_key=sk-1", "auth_token=x", "base_url=http://u:p@h/v1"])
def test_a_secret_is_no_option(secret: str) -> None:
    """Options stand in names, which are shown, logged and kept with a run."""
    with pytest.raises(InputError, match="in the environment"):
        chat_model(f"openai:m?{secret}")


def test_other_options_are_another_model_to_a_run() -> None:
    one, other = (chat_model(f"openai:m?seed={seed}") for seed in (1, 2))
    plain = chat_model("openai:m")
    assert len({model_identity(one), model_identity(other), model_identity(plain)}) == 3
    assert model_identity(plain) == "openai:m"
    elsewhere = chat_model("openai:m?base_url=http://127.0.0.1:2/v1")
    assert options_of(elsewhere) == {"base_url": "http://127.0.0.1:2/v1"}
    panels = (
        "openai:a?seed=1,openai:a",
        "openai:a?seed=2,openai:a",
        "openai:a,openai:a?seed=1",
        "openai:a,openai:a",
    )
    assert len({model_identity(JudgeSpec.of(panel)) for panel in panels}) == 4


@over(
    "wrong",
    ["timeout=1:00", "temperature=yes", "seed=true", "seed=010", "max_output_tokens=1e3", "temperature="],
)
def test_a_value_that_is_no_plain_number_is_not_taken_for_one(wrong: str) -> None:
    """YAML reads 1:00 as 60, yes as true and 010 as 8."""
    with pytest.raises(InputError):
        chat_model(f"openai:m?{wrong}")


def test_words_stay_words() -> None:
    assert options_of(chat_model("openai:m?reasoning_effort=off")) == {"reasoning_effort": "off"}
