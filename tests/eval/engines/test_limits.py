"""What workers together may ask and spend."""

import asyncio
import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.schemas.run import RunItem
from eval.engines.engine import InProcess
from eval.engines.limits import RunLimits, SharedLimits
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import judge_all, prepare
from tests.service.test_refusing_servers import answers, reply
from tests.support.openai_server import openai_server


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.now = max(self.now, self.now + seconds)


async def test_no_more_requests_start_in_a_minute_than_may() -> None:
    clock, starts = _Clock(), []
    limits = SharedLimits(RunLimits(requests_per_minute=5), clock=clock, sleep=clock.sleep)
    for number in range(23):
        assert await limits.admit("openai:a") is None
        starts.append(clock.now)
        clock.now += number % 3
    windows = [sum(start <= each < start + 60 for each in starts) for start in starts]
    assert max(windows) == 5
    assert clock.now < 5 * 61 + 23


async def test_each_model_has_its_own_minute() -> None:
    clock = _Clock()
    limits = SharedLimits(RunLimits(requests_per_minute=1), clock=clock, sleep=clock.sleep)
    await limits.admit("openai:a")
    await limits.admit("openai:b")
    assert clock.now == 0


async def test_nothing_begins_once_all_is_spent() -> None:
    limits = SharedLimits(RunLimits(usd=1.0))
    await limits.spend(0.6)
    assert await limits.admit("openai:a") is None
    await limits.spend(0.6)
    assert "$1.2000 of the $1 that may be spent" in str(await limits.admit("openai:a"))


async def test_a_run_ends_when_all_is_spent_and_goes_on_with_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices = tmp_path / "prices.yaml"
    prices.write_text(
        'as_of: 2026-01-01\nmodels:\n  "openai:a": {input: 1000, output: 0}\n', encoding="utf-8"
    )
    monkeypatch.setenv("JUDGE_PRICES", str(prices))
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")

    def judging(usd: float | None) -> JudgingRequest:
        engine = InProcess(RunLimits(usd=usd))
        store = str(tmp_path / "runs.sqlite")
        return JudgingRequest(answers=file, judge="openai:a", concurrency=1, store=store, engine=engine)

    file = answers(tmp_path, 12)
    kept: list[RunItem] = []
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        with pytest.raises(InputError, match="raise --max-usd and run the same command again"):
            await judge_all(prepare(judging(2.0)), watch=kept.append)
        before = len(server.requests)
        done = await judge_all(prepare(judging(None)))
        # One small question more to see whether the model is there.
        assert len(server.requests) == 1 + 12 + 1
    assert 0 < len(kept) < 12
    assert before == 1 + len(kept)
    assert done.scored == 12


def test_spending_is_not_limited_where_a_price_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"question": "q", "answer": "a"}), encoding="utf-8")
    request = JudgingRequest(
        answers=file,
        judge="openai:no-such-model",
        store=str(tmp_path / "s"),
        engine=InProcess(RunLimits(usd=1)),
    )
    with pytest.raises(InputError, match="what openai:no-such-model costs is not known"):
        asyncio.run(judge_all(prepare(request)))
