"""The prices that costs are calculated with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from langchain_core.messages import HumanMessage

from agents.calls.complete import complete
from agents.calls.prices import batch_prices, cost_usd, has_price, price_source
from data_base.errors import InputError
from data_base.schemas.usage import TokenUsage
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from pathlib import Path

PROMPT = [HumanMessage("hm")]
USAGE = TokenUsage(input_tokens=1_000_000, output_tokens=500_000, calls=3)
PRICES = "as_of: 2030-01-02\nmodels:\n  scripted: {input: 100000, output: 200000}\n"


def test_what_calls_cost_by_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p.yaml").write_text(
        "as_of: 2030-01-02\nmodels:\n"
        "  openai:big-1: {input: 2, output: 8}\n"
        "  openai:cached: {input: 2, output: 8, cached_input: 0.5}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "p.yaml"))
    assert cost_usd("openai:big-1", USAGE) == 6
    assert cost_usd("openai:big-1", USAGE, server="http://127.0.0.1:8000/v1") == 6
    assert cost_usd("openai:big-1-2029-04-14", USAGE) == 6
    assert cost_usd("openai:big-1-20290414", USAGE) == 6
    assert cost_usd("openai:big-1-mini", USAGE) is None
    assert cost_usd("openai:big", USAGE) is None
    assert cost_usd("embedded", USAGE) == 0
    partly = USAGE.model_copy(update={"cached_input_tokens": 400_000})
    assert cost_usd("openai:cached", partly) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 4)
    assert cost_usd("openai:big-1", partly) == 6
    assert price_source().startswith(f"{tmp_path / 'p.yaml'} as of 2030-01-02, then genai-prices ")


def test_what_calls_cost_by_the_package_depends_on_who_serves_them() -> None:
    """The oracle is the package itself; its figures change with its releases."""
    from genai_prices import Usage, calc_price

    usage = TokenUsage(
        input_tokens=10_000, cached_input_tokens=4_000, output_tokens=3_000, reasoning_tokens=2_000, calls=1
    )
    tokens = Usage(
        input_tokens=10_000, cache_read_tokens=4_000, output_tokens=3_000, output_reasoning_tokens=2_000
    )
    known = "gpt-6-luna"
    expected = float(calc_price(tokens, known, provider_id="openai").total_price)
    assert cost_usd(f"openai:{known}", usage) == expected > 0
    fresh = usage.model_copy(update={"cached_input_tokens": 0})
    assert (cost_usd(f"openai:{known}", fresh) or 0) > expected
    assert cost_usd(f"openai:{known}", usage, server="http://127.0.0.1:11434/v1") is None
    assert cost_usd(f"openai:{known}", usage, server="https://openrouter.ai/api/v1") != expected


@over("model", ["openai:unheard-of-9", "openai:local/unheard-of", "ollama:qwen3:8b", "nobody:m", "scripted"])
def test_a_model_without_a_price_is_never_free(model: str) -> None:
    assert cost_usd(model, USAGE) is None
    assert not has_price(model)


def test_an_empty_entry_of_the_package_is_no_price() -> None:
    """Its calculation says 0 where a model is listed without figures."""
    assert cost_usd("google:gemma-3-27b-it", USAGE) is None


def test_the_cost_of_calls_is_summed_and_unknown_where_one_is() -> None:
    one, two = (TokenUsage(input_tokens=1, calls=1, cost_usd=cost) for cost in (1.5, 2.0))
    unknown = TokenUsage(input_tokens=1, calls=1)
    assert (one + two).cost_usd == 3.5
    assert (one + TokenUsage(calls=1)).cost_usd == 1.5
    assert (one + unknown).cost_usd is None
    assert TokenUsage().cost_usd == 0
    assert TokenUsage.model_validate((one + unknown).model_dump()).cost_usd is None


@pytest.mark.parametrize(
    "content",
    ["", "[", "as_of: x\nmodels: {}", "as_of: 2030-01-02\nmodels: {m: {input: -1, output: 1}}", "models: {}"],
)
def test_a_price_file_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    (tmp_path / "p.yaml").write_text(content, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "p.yaml"))
    with pytest.raises(InputError, match=r"p\.yaml"):
        cost_usd("openai:m", USAGE)


async def test_a_bad_price_file_is_named_before_anything_is_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "missing.yaml"))
    model = ScriptedChatModel(["fine"])
    with pytest.raises(InputError, match=r"missing\.yaml"):
        await complete(model, PROMPT)
    assert not model.prompts


def test_a_batch_has_the_packages_price_or_half(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usage = TokenUsage(input_tokens=1000, output_tokens=1000)
    for model in ("openai:gpt-4o-mini", "google:gemini-2.5-flash", "anthropic:claude-sonnet-4-5"):
        at_once, by_batch = cost_usd(model, usage), cost_usd(model, usage, batch=True)
        assert at_once is not None
        assert by_batch == pytest.approx(at_once / 2)
        with batch_prices():
            assert cost_usd(model, usage) == by_batch
    assert cost_usd("openai:no-such-model", usage, batch=True) is None
    (tmp_path / "prices.yaml").write_text(
        "as_of: 2026-11-01\nmodels: {'openai:own': {input: 3, output: 5}}", encoding="utf-8"
    )
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))
    assert cost_usd("openai:own", usage, batch=True) == pytest.approx(0.004)
