"""Limits on what a run spends, and the prices they are reckoned by."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from langchain_core.messages import HumanMessage

from agents.calls.complete import CallSettings, complete
from agents.calls.prices.table import Price, PriceTable, price_table, total_usd
from agents.calls.spending import spending_limit
from agents.errors import BudgetSpentError
from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.usage import TokenUsage
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from pathlib import Path

PROMPT = [HumanMessage("hm")]
USAGE = TokenUsage(input_tokens=1_000_000, output_tokens=500_000, calls=3)
PRICES = "as_of: 2030-01-02\nmodels:\n  scripted: {input: 100000, output: 200000}\n"


async def test_no_call_starts_once_the_tokens_are_spent(tmp_path: Path) -> None:
    model = ScriptedChatModel(["fine"])
    call = CallSettings(cache=tmp_path / "c.sqlite")
    with spending_limit(tokens=30) as spending:
        for n in range(2):
            await complete(model, [HumanMessage(str(n))], settings=call)
        with pytest.raises(BudgetSpentError, match="budget of 30 tokens is spent") as error:
            await complete(model, PROMPT, settings=call)
        assert error.value.model_id == "scripted"
        assert (await complete(model, [HumanMessage("0")], settings=call)).cached
    assert len(model.prompts) == 2
    assert spending.spent == TokenUsage(input_tokens=20, output_tokens=10, calls=2)
    assert (await complete(model, PROMPT, settings=call)).text == "fine"


async def test_retries_are_calls_too() -> None:
    model = ScriptedChatModel([TimeoutError(), "fine"])

    async def spend_meanwhile(seconds: float) -> None:
        await complete(ScriptedChatModel(["other"]), PROMPT)

    with spending_limit(tokens=15), pytest.raises(BudgetSpentError):
        await complete(model, PROMPT, settings=CallSettings(first_wait=0), sleep=spend_meanwhile)
    assert len(model.prompts) == 1


async def test_limits_hold_in_tasks_and_nested() -> None:
    async def three() -> list[object]:
        model = ScriptedChatModel(["fine"])
        return [await asyncio.create_task(complete(model, PROMPT)) for _ in range(3)]

    with spending_limit(tokens=1000) as outer, spending_limit(tokens=20), pytest.raises(BudgetSpentError):
        await three()
    assert outer.spent.calls == 2


async def test_a_limit_in_dollars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = ScriptedChatModel(["fine"])
    with spending_limit(usd=3), pytest.raises(InputError, match=r"price of scripted.*JUDGE_PRICES"):
        await complete(model, PROMPT)
    assert not model.prompts
    (tmp_path / "prices.yaml").write_text(PRICES, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))
    with spending_limit(usd=3) as spending:
        assert (await complete(model, PROMPT)).cost_usd == 2
        await complete(model, PROMPT)
        with pytest.raises(BudgetSpentError, match="3 USD"):
            await complete(model, PROMPT)
    assert spending.spent_usd == 4


async def test_a_judge_without_budget_fails_and_says_so() -> None:
    with spending_limit(tokens=0):
        result = await RAGEvaluator(ScriptedChatModel(["fine"])).evaluate_fine_grained("q", "a")
    assert result.evaluation_failed
    assert "budget of 0 tokens is spent" in result.reason


def test_what_calls_cost() -> None:
    table = PriceTable.model_validate(
        {"as_of": "2030-01-02", "models": {"openai:big-1": Price(input=2, output=8)}}
    )
    assert table.cost_usd("openai:big-1", USAGE) == 6
    assert table.cost_usd("openai:big-1-2029-04-14", USAGE) == 6
    assert table.cost_usd("openai:big-1-20290414", USAGE) == 6
    assert table.cost_usd("openai:big-1-mini", USAGE) is None
    assert table.cost_usd("openai:big", USAGE) is None
    assert total_usd([1.5, 2.0]) == 3.5
    assert total_usd([1.5, None]) is None
    assert total_usd([]) == 0


def test_the_shipped_table_and_one_on_top_of_it(tmp_path: Path) -> None:
    shipped = price_table()
    assert shipped.cost_usd("embedded", USAGE) == 0
    assert shipped.cost_usd("openai:local/unheard-of", USAGE) is None
    assert all(name == "embedded" or ":" in name for name in shipped.models)
    (tmp_path / "p.yaml").write_text(
        "as_of: 2030-01-02\nmodels: {'openai:gpt-4.1': {input: 1, output: 1}}", encoding="utf-8"
    )
    own = price_table(tmp_path / "p.yaml")
    assert own.cost_usd("openai:gpt-4.1", USAGE) == 1.5
    assert own.as_of.year == 2030
    assert own.cost_usd("embedded", USAGE) == 0


@pytest.mark.parametrize(
    "content",
    ["", "[", "as_of: x\nmodels: {}", "as_of: 2030-01-02\nmodels: {m: {input: -1, output: 1}}", "models: {}"],
)
def test_a_price_file_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "p.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"p\.yaml"):
        price_table(tmp_path / "p.yaml")


async def test_a_bad_price_file_is_named_before_anything_is_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "missing.yaml"))
    model = ScriptedChatModel(["fine"])
    with pytest.raises(InputError, match=r"missing\.yaml"):
        await complete(model, PROMPT)
    assert not model.prompts
