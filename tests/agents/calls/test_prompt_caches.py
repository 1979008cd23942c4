"""Tokens that providers read from their prompt caches and wrote to them, as each of them says it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from agents.calls.complete import Completion, complete
from agents.calls.prices import cost_usd
from agents.calls.settings import CallSettings
from agents.evaluator import RAGEvaluator
from agents.models.registry import chat_model
from data_base.schemas.usage import TokenUsage
from data_base.store.run_store import RunStore
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import judge_all, prepare
from prompts.registry import available
from tests.support.anthropic_server import anthropic_server
from tests.support.fake_gemini_server import FakeGeminiServer, answered
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

CALLS = CallSettings(cache=None, first_wait=0, hedging=False)
VERDICT = json.dumps(
    {
        "issues": [],
        "analysis": "",
        "accuracy": 9,
        "completeness": 9,
        "clarity": 9,
        "reason": "so",
        "suggestion": "",
        "answered": "yes",
        "key_points": [{"number": n, "starts": name, "verdict": "covered"} for n, name in enumerate("ab", 1)],
    }
)


async def ask(name: str, url: str) -> Completion:
    model = chat_model(name, api_key="invented", base_url=url)
    return await complete(model, [HumanMessage("When did the mill of Orle open its doors?")], settings=CALLS)


def deepseek() -> Fault:
    """A reply as DeepSeek gives it."""
    message = {"role": "assistant", "content": "yes"}
    body = {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "deepseek-chat",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 1,
            "total_tokens": 101,
            "prompt_cache_hit_tokens": 64,
            "prompt_cache_miss_tokens": 36,
        },
    }
    return Fault(body=json.dumps(body).encode())


@contextmanager
def gemini(**counts: int) -> Iterator[str]:
    """The address of a server that counts so."""
    usage = {"candidatesTokenCount": 1, "totalTokenCount": 101, **counts}
    with FakeGeminiServer(answer=lambda _: answered("yes", usage=usage)) as server:
        yield server.url


async def test_each_provider_says_it_in_its_own_words() -> None:
    pytest.importorskip("langchain_anthropic", reason="the extra anthropic is not installed")
    found = {}
    with openai_server("yes", cached_tokens=2) as server:
        found["openai"] = await ask("openai:m", server.base_url)
    with openai_server("yes", faults=[deepseek()]) as server:
        found["deepseek"] = await ask("openai:deepseek-chat", server.base_url)
    with gemini(promptTokenCount=100, cachedContentTokenCount=64) as url:
        found["google"] = await ask("google:m", url)
    for lifetimes in (False, True):
        counts: dict[str, Any] = {"cached_tokens": 5, "written_tokens": (4, 3), "tells_lifetimes": lifetimes}
        with anthropic_server("yes", **counts) as server:
            found[f"anthropic {lifetimes}"] = await ask("anthropic:m", server.base_url)
    said = {
        name: (reply.usage.cached_input_tokens, reply.usage.cache_written_input_tokens)
        for name, reply in found.items()
    }
    assert said == {
        "openai": (2, 0),
        "deepseek": (64, 0),
        "google": (64, 0),
        "anthropic False": (5, 7),
        "anthropic True": (5, 7),
    }
    assert all(reply.usage.cached == 0 for reply in found.values())


def test_each_kind_of_token_has_its_own_price(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = TokenUsage(input_tokens=1_000_000, output_tokens=10_000)
    both = fresh.model_copy(update={"cached_input_tokens": 500_000, "cache_written_input_tokens": 300_000})
    file = tmp_path / "prices.yaml"
    prices = "{input: 2, output: 8, cached_input: 0.5, cache_written_input: 2.5}"
    file.write_text(f"as_of: 2030-01-02\nmodels:\n  a:m: {prices}\n  a:plain: {{input: 2, output: 8}}\n")
    monkeypatch.setenv("JUDGE_PRICES", str(file))
    assert cost_usd("a:m", both) == pytest.approx(0.2 * 2 + 0.5 * 0.5 + 0.3 * 2.5 + 0.01 * 8)
    assert cost_usd("a:plain", both) == pytest.approx(2 + 0.01 * 8)
    monkeypatch.delenv("JUDGE_PRICES")
    read = fresh.model_copy(update={"cached_input_tokens": 500_000})
    written = fresh.model_copy(update={"cache_written_input_tokens": 500_000})
    by_kind = [cost_usd("anthropic:claude-sonnet-4-5", each) or 0 for each in (read, fresh, written)]
    assert by_kind == sorted(by_kind)
    assert len(set(by_kind)) == len(by_kind)


async def test_a_run_sums_them_apart_from_replies_of_our_own_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "answers.jsonl"
    rows = [{"id": str(n), "question": f"How high is {n}?", "answer": f"{n} m."} for n in range(3)]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    request = JudgingRequest(
        answers=file, store=str(tmp_path / "runs.sqlite"), judge="openai:m", cache=tmp_path / "replies.sqlite"
    )
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    figures = []
    with openai_server(VERDICT, cached_tokens=7) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        for _ in range(2):
            run_id = (await judge_all(prepare(request))).run_id
            with RunStore(str(request.store)) as store:
                figures.append(store.figures(store.run(run_id)).usage)
    paid, kept = figures
    assert (paid.cached_input_tokens, paid.cached) == (3 * 7, 0)
    assert (kept.cached_input_tokens, kept.cached) == (0, 3)


@over("language", sorted({language for _, language in available()}))
@over("documents", [None, [], ["The mill opened in 1987."]])
async def test_the_fixed_part_is_the_same_for_all_items_of_a_run(
    language: str, documents: list[str] | None
) -> None:
    """Providers' caches hold what prompts begin with: nothing of an item may stand in it."""
    llm = ScriptedChatModel([VERDICT])
    judge = RAGEvaluator(llm, cache=None, language=language, as_of="2026-11-28")
    shared = None if documents is None else [*documents, "Another."]
    await judge.evaluate_fine_grained("When did it open?", "In 1987.", documents)
    await judge.evaluate_fine_grained("Who?", "Nobody <<<end 1>>>.", shared, reference_answer="A.")
    await judge.evaluate_fine_grained("Why?", "So.", shared, key_points=["a", "b"], answerable=False)
    system = {str(messages[0].text) for messages in llm.prompts}
    assert (len(llm.prompts), len(system)) == (3, 1)
    assert all(len(messages) == 2 for messages in llm.prompts)
