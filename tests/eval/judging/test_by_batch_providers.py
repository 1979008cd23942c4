"""Judging by Gemini's and Anthropic's batches, over local servers of their protocols."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from agents.batches import submitter
from eval.judging import by_batch
from eval.judging.batch_ledger_file import Batching
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import judge_all, prepare
from tests.support.batch_server import served
from tests.support.provider_batch_servers import Batches, anthropic_app, gemini_app
from tools.openai_fault_server import judgement

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
    monkeypatch.setattr(submitter, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(submitter, "_LONGEST_PAUSE", 0.02)
    kept = Batches(verdict)
    with served(APPS[name](kept)) as address:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", address)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", address)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "some-key")
        yield f"{name}:some-model", kept


async def judged(
    folder: Path, judge: str, *, deadline: timedelta | None = None, **terms: Any
) -> list[dict[str, Any]]:
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
        batch=Batching(deadline=deadline),
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


async def test_missing_lines_are_asked_again_and_repeated_ones_count_once(
    provider: tuple[str, Batches], tmp_path: Path
) -> None:
    judge, kept = provider
    kept.result = lambda number: {1: "missing", 2: "twice"}.get(number, "")
    rows = await judged(tmp_path, judge)
    assert is_right(rows)
    assert len(kept.lines) == 5
    assert [row["usage"]["input_tokens"] for row in rows] == [100] * 4


@pytest.mark.parametrize("fate", ["failed", "expired"])
async def test_what_an_ended_batch_left_undone_is_asked_in_the_next(
    provider: tuple[str, Batches], tmp_path: Path, fate: str
) -> None:
    judge, kept = provider
    if fate == "failed" and judge.startswith("anthropic"):
        pytest.skip("Anthropic's batches do not fail as a whole")
    kept.fate = lambda number: "" if number else fate
    assert is_right(await judged(tmp_path, judge))
    assert len(kept.made) == 2
    # An expired batch of Gemini's has no results at all.
    assert len(kept.lines) == (8 if judge.startswith("google") else 6)


async def test_a_late_batch_is_cancelled_and_the_rest_asked_at_once(
    provider: tuple[str, Batches], tmp_path: Path
) -> None:
    judge, kept = provider
    kept.looks = 1_000_000
    assert is_right(await judged(tmp_path, judge, deadline=timedelta(seconds=3)))
    assert [(batch.fate, batch.cancels) for batch in kept.made] == [("cancelled", 1)]
    live = [texts for texts in kept.live if "item" in texts]
    assert len(live) == (4 if judge.startswith("google") else 2)


@pytest.mark.parametrize("looks", [0, 40])
async def test_a_batch_whose_making_was_not_heard_of_is_adopted(
    provider: tuple[str, Batches], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    """Also one that is under way for longer than a batch takes to appear in the list."""
    monkeypatch.setattr(by_batch, "BatchSubmitter", partial(submitter.BatchSubmitter, grace=0.1))
    judge, kept = provider
    kept.lost, kept.looks = 1, looks
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
