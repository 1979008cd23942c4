"""What may be asked of a model and spent on it holds for all workers and servers together."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from sqlalchemy import text

from data_base.errors import InputError
from data_base.store.run_store import RunStore
from service.jobs.job_store import JobStore
from service.jobs.judge_request import JudgeSettingsRequest
from service.jobs.judging import Evaluators, JudgingWork
from service.jobs.limit_wait import WaitError
from service.jobs.limits.budgets import Budgets
from service.jobs.limits.model_limit import ModelLimit
from service.jobs.settings import WorkerSettings, worker_settings
from service.jobs.spending import spent_on as spent_on_job
from service.jobs.sync_judging import SyncJudging
from service.jobs.waiting_reason import waiting_reason
from service.jobs.worker import Worker
from tests.support.jobs import TurnedStore, ended, enter, recorded_answer, working
from tests.support.openai_server import OpenAIServer, openai_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Connection

    Limits = Mapping[str, Mapping[str, float]]

REPLY = json.dumps(
    {"analysis": "read", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "so", "suggestion": ""}
)
INVENTED, OTHER = "openai:invented", "openai:other"
BEGAN = time.monotonic()
TIMES_FASTER = 30


class FastStore(JobStore):
    """Jobs by a clock that runs fast: a minute takes 2 s."""

    def now(self, connection: Connection) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=(time.monotonic() - BEGAN) * (TIMES_FASTER - 1))


class HeldStore(FastStore):
    """Jobs by that clock, which stands still as long as a test wants."""

    stands_at: ClassVar[datetime | None] = None

    def now(self, connection: Connection) -> datetime:
        return self.stands_at or super().now(connection)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[OpenAIServer]:
    """A server whose models :data:`INVENTED` and :data:`OTHER` cost a dollar for 1,000 tokens sent."""
    prices = tmp_path / "prices.yaml"
    prices.write_text(
        "as_of: 2026-01-02\nmodels:\n"
        f"  {INVENTED}: {{input: 1000, output: 0}}\n  {OTHER}: {{input: 1000, output: 0}}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("JUDGE_PRICES", str(prices))
    monkeypatch.delenv("JUDGE_CACHE", raising=False)
    with openai_server(REPLY) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        yield server


def limited(address: str, limits: Limits, kind: type[JobStore] = FastStore) -> Worker:
    """A worker that keeps to limits."""
    settings = WorkerSettings(
        limits={name: ModelLimit.model_validate(limit) for name, limit in limits.items()},
        poll_seconds=0.05,
        lease_seconds=3000,
    )
    works = {"evaluations": JudgingWork(Evaluators())}
    return Worker(kind(address), RunStore(address), works, settings)


def spent_on(store: JobStore, model: str, period: str) -> float:
    with store.reading() as connection:
        found = connection.execute(
            text("SELECT SUM(cost_usd) FROM model_budgets WHERE model = :model AND period LIKE :period"),
            {"model": model, "period": f"{period} %"},
        )
        return float(found.scalar_one() or 0)


async def test_two_workers_together_ask_no_more_than_a_minute_allows(
    address: str, model: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {INVENTED: {"requests_per_minute": 10}}
    workers = [limited(address, limits, HeldStore) for _ in range(2)]
    store = workers[0].jobs
    async with working(workers[0]):
        # What the first call of a process loads takes longer than a minute of this clock.
        await ended(store, enter(store, 1, judge=OTHER))
    model.times.clear()
    model.requests.clear()
    began = time.monotonic()
    job = enter(store, 25, judge=INVENTED)
    other = enter(store, 6)
    with store.reading() as connection:
        monkeypatch.setattr(HeldStore, "stands_at", store.now(connection))
    async with working(*workers):
        # The minute does not end before the other job does, however slow the machine is.
        assert (await ended(store, other)).state == "done"
        waits = "the limit of 10 requests a minute is reached. It goes on at "
        async with asyncio.timeout(60):
            while waits not in str(waiting_reason(store, store.job(job.id, job.project), lease_seconds=3000)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert len(model.requests) <= 10
        monkeypatch.setattr(HeldStore, "stands_at", None)
        assert (await ended(store, job)).state == "done"
    assert len(model.requests) == 25
    assert [item.status.value for item in workers[0].runs.history(str(job.run_id))] == ["scored"] * 25
    # The eleventh is let in a minute after the first, so that none of a later ten arrives before its minute:
    # true however late one arrives on a busy machine, where those of two minutes may arrive together.
    minute = 60 / TIMES_FASTER
    early = [(at - began) / minute for at in sorted(model.times)[10::10]]
    assert all(at > 0.95 * number for number, at in enumerate(early, start=1)), early


async def test_requests_of_a_panel_and_tries_again_count(address: str, model: OpenAIServer) -> None:
    limits = {OTHER: {"requests_per_minute": 4}, "*": {"requests_per_minute": 1000}}
    model.reply = lambda messages: "no" if "dam 0 " in str(messages) else REPLY
    worker = limited(address, limits)
    began = time.monotonic()
    job = enter(worker.jobs, 3, judge=f"{INVENTED},{OTHER}")
    async with working(worker):
        assert (await ended(worker.jobs, job)).state == "done"
    asked = [at for at, body in zip(model.times, model.requests, strict=True) if body["model"] == "other"]
    assert len(asked) > 4
    assert asked[4] - began > 0.95 * 60 / TIMES_FASTER
    with worker.jobs.reading() as connection:
        counted = connection.execute(text("SELECT SUM(requests) FROM model_budgets WHERE model = '*'"))
        assert counted.scalar_one() <= len(model.requests)


async def test_a_day_s_spending_holds_over_all_workers_and_the_job_goes_on_the_next_day(
    address: str, model: OpenAIServer
) -> None:
    probe = limited(address, {INVENTED: {"usd_per_day": 1e6, "usd_per_month": 1e6}}, TurnedStore)
    job = enter(probe.jobs, 1, judge=INVENTED)
    async with working(probe):
        await ended(probe.jobs, job)
    cost = spent_on(probe.jobs, INVENTED, "day")
    assert cost == spent_on(probe.jobs, INVENTED, "month") == spent_on_job(probe.jobs, job).cost_usd
    assert cost > 0

    # One is paid for already; the estimate of a further one is a little off.
    limit = 5.5 * cost
    workers = [limited(address, {INVENTED: {"usd_per_day": limit}}, TurnedStore) for _ in range(2)]
    store = workers[0].jobs
    assert isinstance(store, TurnedStore)
    job = enter(store, 12, judge=INVENTED, slice_items=2)
    async with working(*workers):
        async with asyncio.timeout(30):
            while "of the day's" not in str(store.job(job.id, job.project).why_waiting):
                await asyncio.sleep(0.01)
                # Who is told that something is under way looks again a moment later.
                for each in workers:
                    each.jobs.turn(0.1)  # type: ignore[attr-defined]
        held = store.job(job.id, job.project)
    assert 0.6 * limit < spent_on(store, INVENTED, "day") <= limit
    assert held.not_before is not None
    assert spent_on(store, INVENTED, "item") == 0
    asked = len(model.requests)

    # A worker that begins looks again, for its limits may be others.
    workers = [limited(address, {INVENTED: {"usd_per_day": 100 * limit}}, TurnedStore) for _ in range(2)]
    async with working(*workers):
        assert (await ended(store, job)).state == "done"
    assert len(model.requests) == asked + 13 - asked


async def test_an_evaluation_at_once_is_refused_and_cached_replies_count_nothing(
    address: str, model: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "replies.sqlite"))
    with TurnedStore(address) as jobs, RunStore(address) as runs:
        limits = {INVENTED: ModelLimit(requests_per_minute=2, usd_per_day=100)}
        at_once = SyncJudging(runs, Evaluators(), Budgets(jobs, limits))

        async def judge(number: int, name: str) -> Any:
            answer = recorded_answer(number).model_copy(update={"id": name})
            return await at_once.judge("default", answer, INVENTED, JudgeSettingsRequest())

        await judge(0, "a")
        spent = spent_on(jobs, INVENTED, "day")
        for name in "bcd":
            assert (await judge(0, name)).item.evaluation.usage.cached == 1
        assert spent_on(jobs, INVENTED, "day") == spent > 0
        await judge(1, "e")
        with pytest.raises(WaitError, match="the limit of 2 requests a minute is reached") as refused:
            await judge(2, "f")
        assert timedelta(0) < refused.value.until - jobs.time <= timedelta(seconds=61)
        assert spent_on(jobs, INVENTED, "item") == 0
        jobs.turn(62)
        await judge(2, "f")
        assert len(model.requests) == 3


def test_the_next_day_and_the_next_month_are_when_spending_goes_on(address: str) -> None:
    with TurnedStore(address) as jobs:
        for limit, now, goes_on in (
            ({"usd_per_month": 1}, datetime(2026, 11, 30, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)),
            ({"usd_per_day": 1}, datetime(2026, 11, 30, 23, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)),
            ({"usd_per_month": 1}, datetime(2026, 12, 31, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)),
        ):
            jobs.time = now
            budgets = Budgets(jobs, {INVENTED: ModelLimit.model_validate(limit)})
            with pytest.raises(WaitError) as held:
                budgets.reserve({INVENTED: 1}, item="r 1", usd=2)
            assert held.value.until == goes_on
            budgets.reserve({INVENTED: 1}, item="r 1", usd=0.7)
            with pytest.raises(WaitError, match="are under way and") as held:
                budgets.reserve({INVENTED: 1}, item="r 2", usd=0.5)
            assert held.value.until == now + timedelta(seconds=2)
            # What is under way asks on.
            budgets.reserve({INVENTED: 1})
            # What a worker that was lost had under way counts no more after a while.
            jobs.turn(16 * 60)
            budgets.reserve({INVENTED: 1}, item="r 2", usd=0.5)
            jobs.turn(16 * 60)


async def test_spending_cannot_be_limited_where_the_price_is_not_known(
    address: str, model: OpenAIServer
) -> None:
    worker = limited(address, {"openai:unpriced": {"usd_per_day": 1}})
    job = enter(worker.jobs, 2, judge="openai:unpriced")
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "failed"
    assert "openai:unpriced, whose price is not known" in str(job.last_error)
    assert not model.requests


def test_limits_that_cannot_be_used_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, sentence in (
        ("{", "JUDGE_LIMITS is no JSON"),
        ('{"gpt": {"usd_per_day": 1}}', "'gpt' is no model"),
        ('{"embedded": {"usd_per_day": 1}}', "'embedded' is no model"),
        ('{"openai:a?seed=1": {"usd_per_day": 1}}', "without options"),
        ('{"openai:a": {}}', "JUDGE_LIMITS.openai:a: "),
        ('{"openai:a": {"usd_per_day": 0}}', "JUDGE_LIMITS.openai:a.usd_per_day: "),
        ('{"openai:a": {"rpm": 5}}', "JUDGE_LIMITS.openai:a.rpm: "),
    ):
        monkeypatch.setenv("JUDGE_LIMITS", said)
        with pytest.raises(InputError) as refused:
            worker_settings()
        assert sentence in str(refused.value)
    monkeypatch.setenv("JUDGE_LIMITS", '{"openai:a": {"usd_per_day": 0.5}, "*": {"requests_per_minute": 9}}')
    assert worker_settings().limits["openai:a"].usd_per_day == 0.5
