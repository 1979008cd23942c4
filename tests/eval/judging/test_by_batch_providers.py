"""Judging by Gemini's and Anthropic's batches, over local servers of their protocols."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from agents.batches import desk
from benchmark.performance.openai_fault_server import judgement
from eval.judging.batching import Batching
from eval.judging.request import JudgingRequest
from eval.judging.run import judge_all, prepare
from tests.support.batch_server import served
from tests.support.provider_batch_servers import Batches, anthropic_app, gemini_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPS = {"google": gemini_app, "anthropic": anthropic_app}


def verdict(texts: str) -> str:
    return json.dumps(judgement(int(re.findall(r"item (\d+)", texts)[-1])))


@pytest.fixture(params=["google", "anthropic"])
def provider(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Batches]]:
    name: str = request.param
    if name == "google":
        pytest.importorskip("google.genai", reason="needs the extra google")
    else:
        pytest.importorskip("langchain_anthropic", reason="needs langchain-anthropic, of the group providers")
    monkeypatch.setattr(desk, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(desk, "_LONGEST_PAUSE", 0.02)
    kept = Batches(verdict)
    with served(APPS[name](kept)) as address:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", address)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", address)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "some-key")
        yield f"{name}:some-model", kept


async def judged(folder: Path, judge: str, **terms: Any) -> list[dict[str, Any]]:
    lines = [
        {"question": f"How much did item {n} move?", "answer": f"The item {n} moved 12 tons.", "id": f"a{n}"}
        for n in range(4)
    ]
    (folder / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    asked = JudgingRequest(
        answers=folder / "answers.jsonl",
        judge=judge,
        cache=folder / "replies.sqlite",
        store=str(folder / "runs.sqlite"),
        batch=Batching(),
        **terms,
    )
    await judge_all(prepare(asked), out=folder / "out.jsonl")
    return [json.loads(line) for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()]


def is_right(rows: list[dict[str, Any]]) -> bool:
    return [row["metrics"]["accuracy"] for row in rows] == [judgement(n)["accuracy"] for n in range(4)]


async def test_answers_are_judged_by_one_batch(provider: tuple[str, Batches], tmp_path: Path) -> None:
    judge, kept = provider
    rows = await judged(tmp_path, judge)
    assert is_right(rows)
    assert len(kept.made) == 1
    assert [row["usage"]["input_tokens"] for row in rows] == [100] * 4
    assert all(row["model_served"] for row in rows)


async def test_lines_in_error_are_asked_again(provider: tuple[str, Batches], tmp_path: Path) -> None:
    judge, kept = provider
    kept.result = lambda number: "Too much at once." if number in {1, 2} else ""
    assert is_right(await judged(tmp_path, judge))
    assert len(kept.lines) == 6


async def test_a_batch_whose_making_was_not_heard_of_is_adopted(
    provider: tuple[str, Batches], tmp_path: Path
) -> None:
    judge, kept = provider
    kept.lost = 1
    assert is_right(await judged(tmp_path, judge))
    assert len(kept.made) == 1


async def test_a_strangers_batch_of_as_many_requests_is_not_adopted(
    provider: tuple[str, Batches], tmp_path: Path
) -> None:
    """Of Anthropic's list, which says no names; it was taken for ours, and ours was paid for twice."""
    judge, kept = provider
    kept.lost, kept.strangers = 1, True
    assert is_right(await judged(tmp_path, judge))
    assert len(kept.lines) == 4


async def test_options_and_the_schema_are_sent(provider: tuple[str, Batches], tmp_path: Path) -> None:
    judge, kept = provider
    await judged(tmp_path, judge, judge_options={"temperature": 0.25, "max_output_tokens": 900})
    for line in kept.lines:
        sent = line.get("generationConfig", line)
        assert sent["temperature"] == 0.25
        assert {sent.get("maxOutputTokens"), sent.get("max_tokens")} == {None, 900}
        assert "accuracy" in json.dumps(sent.get("responseJsonSchema") or sent.get("output_config"))
