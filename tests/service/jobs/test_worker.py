"""A worker leases slices, judges their answers, and leaves nothing half done."""

import asyncio
import contextlib
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.store.database import StoreAwayError
from service.jobs.item_slots import ItemSlots
from service.jobs.job import Slice
from service.jobs.job_store import JobConflictError, JobStore
from service.jobs.judge_request import JudgeSettingsRequest, evaluator_of
from service.jobs.judging import JudgingTerms
from service.jobs.leases import Leases
from service.jobs.settings import WorkerSettings
from service.jobs.worker import JobHandler, SliceContext, Worker
from tests.support.jobs import ended, enter, worker_of, working
from tests.support.openai_server import OpenAIServer, openai_server

REPLY = json.dumps(
    {"analysis": "read", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "so", "suggestion": ""}
)
INVENTED = "openai:invented"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A server behind the judge :data:`INVENTED`; it wants the key that it is sent."""
    with openai_server(REPLY, key="right") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        yield server


def doing(address: str, work: JobHandler, **settings: Any) -> Worker:
    """A worker whose items are whatever a test wants."""
    worker = worker_of(address)
    settings = {"poll_seconds": 0.05, "stop_seconds": 5, **settings}
    return Worker(worker.jobs, worker.runs, {"evaluations": work}, WorkerSettings(**settings))


async def test_every_answer_of_a_job_is_judged_once(address: str) -> None:
    worker = worker_of(address, concurrency=4)
    job = enter(worker.jobs, 10)
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "done"
    items = worker.runs.items(str(job.run_id))
    assert sorted(item.case_id for item in items) == sorted(f"q{n}" for n in range(10))
    assert worker.runs.history(str(job.run_id)) == items
    assert {item.status.value for item in items} == {"scored"}
    assert worker.runs.state(str(job.run_id)) == "finished"
    events = worker.jobs.events(job.id)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert events[0].event == "queued"
    assert events[-1].event == "done"
    assert {event.data["case_id"] for event in events if event.event == "item"} == {
        item.case_id for item in items
    }
    with pytest.raises(JobConflictError, match="Nothing failed"):
        worker.jobs.reopen(job.id, job.project, whole=True)


async def test_a_job_of_today_is_judged_as_of_the_day_on_which_its_run_began(
    address: str, model: OpenAIServer
) -> None:
    worker = worker_of(address, concurrency=2, poll_seconds=0.05)
    terms = JudgingTerms(judge=INVENTED, settings=JudgeSettingsRequest(as_of="today"))
    job = enter(worker.jobs, 4, terms=terms, slice_items=2)
    manifest = terms.manifest(evaluator_of(INVENTED, terms.settings), str(job.run_id))
    worker.runs.create(manifest.model_copy(update={"created_at": datetime(2026, 3, 4, tzinfo=UTC)}))
    async with working(worker):
        assert (await ended(worker.jobs, job)).state == "done"
    shown = "".join(body["messages"][-1]["content"] for body in model.requests)
    assert re.findall(r"<<<as_of \S+>>>\n(\S+)\n", shown) == ["2026-03-04"] * 4


async def test_a_refused_key_fails_the_job_and_it_is_resumed_once_that_is_mended(
    address: str, model: OpenAIServer
) -> None:
    worker = worker_of(address, concurrency=2, poll_seconds=0.05)
    model.key = "another"
    job = enter(worker.jobs, 4, judge=INVENTED, slice_items=2)
    async with working(worker):
        job = await ended(worker.jobs, job)
        assert job.state == "failed"
        assert "401" in str(job.last_error)
        assert "resume the job" in str(job.last_error)
        assert worker.runs.items(str(job.run_id)) == []
        model.key = "right"
        worker.jobs.reopen(job.id, job.project)
        job = await ended(worker.jobs, job)
    assert job.state == "done"
    assert job.last_error is None
    assert len(worker.runs.history(str(job.run_id))) == 4


async def test_what_got_no_score_is_tried_again_and_nothing_else(address: str, model: OpenAIServer) -> None:
    worker = worker_of(address, poll_seconds=0.05)
    model.reply = lambda messages: "no" if "dam 2 " in str(messages) else REPLY
    job = enter(worker.jobs, 6, judge=INVENTED)
    async with working(worker):
        job = await ended(worker.jobs, job)
        run = str(job.run_id)
        assert job.state == "done"
        assert Counter(item.status.value for item in worker.runs.items(run))["scored"] == 5
        asked = len(model.requests)
        model.reply = lambda _: REPLY
        worker.jobs.reopen(job.id, job.project, whole=True)
        job = await ended(worker.jobs, job)
    assert job.state == "done"
    assert len(model.requests) == asked + 1
    assert {item.status.value for item in worker.runs.items(run)} == {"scored"}
    assert worker.runs.state(run) == "finished"


async def test_a_worker_works_for_so_many_projects_and_asks_for_no_more_slices(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took a slice of every project that there was, and looked for more whenever it heard of any."""
    monkeypatch.setattr("service.jobs.worker._PROJECTS", 3)
    asked, begun, go_on = list[int](), set[str](), asyncio.Event()
    claim = Leases.claim

    def counted(self: Leases, without: Collection[str] = ()) -> Slice | None:
        asked.append(len(without))
        return claim(self, without)

    monkeypatch.setattr(Leases, "claim", counted)

    async def held(context: SliceContext) -> None:
        begun.add(context.leased.job.project)
        await go_on.wait()

    worker = doing(address, held, concurrency=1)
    jobs = [enter(worker.jobs, 2, slice_items=2, project=f"p{n}") for n in range(5)]
    async with working(worker):
        async with asyncio.timeout(60):
            while len(begun) < 3:  # noqa: ASYNC110  (threads claim)
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert (len(begun), asked) == (3, [0, 1, 2])
        go_on.set()
        assert [(await ended(worker.jobs, job)).state for job in jobs] == ["done"] * 5


async def test_a_cancelled_job_gives_up_what_is_under_way(address: str) -> None:
    begun = asyncio.Event()

    async def work(context: SliceContext) -> None:
        async with context.place():
            begun.set()
            await asyncio.get_running_loop().create_future()

    worker = doing(address, work)
    job = enter(worker.jobs, 4, slice_items=2)
    async with working(worker):
        await begun.wait()
        assert worker.jobs.cancel(job.id, job.project).state == "cancelling"
        job = await ended(worker.jobs, job)
    assert job.state == "cancelled"
    assert [event.event for event in worker.jobs.events(job.id)] == ["queued", "cancelling", "cancelled"]


async def test_a_worker_that_stops_ends_its_items_and_gives_the_rest_back(address: str) -> None:
    begun, go_on, done = asyncio.Event(), asyncio.Event(), list[int]()

    async def work(context: SliceContext) -> None:
        for number, _ in context.inputs():
            async with context.place():
                begun.set()
                await go_on.wait()
                done.append(number)

    worker = doing(address, work, concurrency=1)
    job = enter(worker.jobs, 6, slice_items=2)
    stop = asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    await begun.wait()
    stop.set()
    await asyncio.sleep(0.5)  # until it has noticed, which takes a query
    go_on.set()
    await running
    assert len(done) == 1
    assert worker.jobs.live_workers(60) == 0
    again = Leases(worker.jobs, "another", lease_seconds=60, attempts=5)
    firsts = set()
    while (leased := again.claim()) is not None:
        assert leased.attempts == 1
        firsts.add(leased.first)
    assert firsts == {0, 2, 4}
    assert worker.jobs.job(job.id, job.project).state == "running"


async def test_a_worker_that_stops_gives_up_what_does_not_end_in_time(address: str) -> None:
    begun = asyncio.Event()

    async def work(context: SliceContext) -> None:
        async with context.place():
            begun.set()
            await asyncio.get_running_loop().create_future()

    worker = doing(address, work, stop_seconds=0.2)
    enter(worker.jobs, 1)
    async with asyncio.timeout(20):
        async with working(worker):
            await begun.wait()
    assert Leases(worker.jobs, "another", lease_seconds=60, attempts=5).claim() is not None


async def test_a_worker_without_a_heartbeat_begins_nothing_after_its_lease(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, lease = asyncio.get_running_loop().time, 0.6
    heartbeat, beats, begun = Leases.heartbeat, list[float](), list[float]()

    def once(*arguments: Any) -> set[tuple[str, int]]:
        if beats:
            raise StoreAwayError("The run store is away.")
        beats.append(clock())
        return heartbeat(*arguments)

    async def work(context: SliceContext) -> None:
        while True:
            async with context.place():
                begun.append(clock())
                await asyncio.sleep(0.01)

    monkeypatch.setattr(Leases, "heartbeat", once)
    worker = doing(address, work, lease_seconds=lease, stop_seconds=0)
    enter(worker.jobs, 1)
    async with working(worker):
        await asyncio.sleep(3 * lease)
    assert beats[0] < begun[-1] <= beats[0] + lease + 0.3


async def test_a_worker_waits_for_a_store_that_is_away(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_of(address, poll_seconds=0.02)
    job = enter(worker.jobs, 4)
    away = dict.fromkeys(("claim", "finish", "heartbeat"), 2)

    def failing(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def once(*arguments: Any) -> Any:
            if away[name] > 0:
                away[name] -= 1
                raise StoreAwayError("The run store is away.")
            return call(*arguments)

        return once

    for name in away:
        monkeypatch.setattr(Leases, name, failing(name, getattr(Leases, name)))
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "done"
    assert len(worker.runs.history(str(job.run_id))) == 4


async def test_a_lease_that_runs_out_is_taken_by_another_and_the_first_gives_up(address: str) -> None:
    begun, given_up = asyncio.Event(), asyncio.Event()

    async def work(_bench: SliceContext) -> None:
        begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            given_up.set()

    worker = doing(address, work, lease_seconds=0.3)
    enter(worker.jobs, 2)
    async with working(worker):
        await begun.wait()
        # As a worker does whose clock stood still for a while: to others its lease has run out.
        other = Leases(worker.jobs, "another", lease_seconds=0, attempts=5)
        assert other.claim() is not None
        await asyncio.wait_for(given_up.wait(), 10)


async def test_no_item_is_begun_while_the_lease_may_have_run_out() -> None:
    places = ItemSlots(1)
    now = asyncio.get_running_loop().time()
    places.renew(now - 1)
    begun = asyncio.Event()

    async def item() -> None:
        async with places.place("default"):
            begun.set()

    task = asyncio.create_task(item())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(begun.wait(), 0.05)
    places.renew(now + 60)
    await task
    assert begun.is_set()


async def test_a_slice_that_ends_its_workers_fails_the_job(address: str) -> None:
    async def work(_bench: SliceContext) -> None:
        raise RuntimeError("It broke.")

    worker = doing(address, work, slice_attempts=2)
    job = enter(worker.jobs, 2)
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "failed"
    assert "begun 2 times" in str(job.last_error)
    assert "RuntimeError" in str(job.last_error)


async def test_a_slice_that_is_leased_again_before_its_task_has_ended_is_worked_on_at_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_back = Leases.give_back

    def slow(*arguments: Any, **named: Any) -> None:
        give_back(*arguments, **named)
        time.sleep(0.2)

    async def work(_bench: SliceContext) -> None:
        raise RuntimeError("It broke.")

    monkeypatch.setattr(Leases, "give_back", slow)
    worker = doing(address, work, slice_attempts=2, lease_seconds=300)
    job = enter(worker.jobs, 2)
    async with working(worker):
        assert (await ended(worker.jobs, job)).state == "failed"


async def test_a_slice_whose_task_is_cancelled_before_its_end_is_written_down_is_not_held(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once such a slice lay still until its lease ran out: what was to be written waited for a thread."""
    loop, heard, heartbeat = asyncio.get_running_loop(), asyncio.Event(), Leases.heartbeat
    loop.set_default_executor(ThreadPoolExecutor(1))

    async def work(_bench: SliceContext) -> None:
        await heard.wait()
        raise InputError("The key was refused.")

    def slow(*arguments: Any) -> set[tuple[str, int]]:
        kept = heartbeat(*arguments)
        if arguments[1] and not kept:
            loop.call_soon_threadsafe(heard.set)
            time.sleep(0.2)
        return kept

    monkeypatch.setattr(Leases, "heartbeat", slow)
    worker = doing(address, work, lease_seconds=300)
    job = enter(worker.jobs, 2)
    async with working(worker):
        async with asyncio.timeout(30):
            while worker.jobs.state(job.id) != "running":  # noqa: ASYNC110  (as a user does)
                await asyncio.sleep(0.01)
        worker.jobs.cancel(job.id, job.project)
        assert (await ended(worker.jobs, job)).state == "cancelled"


def test_workers_that_lease_at_once_share_the_slices(address: str) -> None:
    store = JobStore(address)
    jobs = [enter(store, 30, slice_items=1) for _ in range(3)]
    barrier = threading.Barrier(4)

    def work(name: str) -> list[tuple[str, int]]:
        leases = Leases(store, name, lease_seconds=60, attempts=5)
        done = []
        barrier.wait()
        while (leased := leases.claim()) is not None:
            leases.heartbeat([leased.place])
            leases.finish(leased)
            done.append(leased.place)
        return done

    with ThreadPoolExecutor(4) as pool:
        found = [place for places in pool.map(work, "abcd") for place in places]
    assert Counter(found) == Counter((job.id, n) for job in jobs for n in range(30))
    assert {store.job(job.id, job.project).state for job in jobs} == {"done"}
    for job in jobs:
        assert [event.event for event in store.events(job.id)] == ["queued", "done"]


def test_cancelling_while_slices_end_leaves_each_job_at_one_end(address: str) -> None:
    store = JobStore(address)
    jobs = [enter(store, 4, slice_items=1) for _ in range(8)]

    def work(name: str) -> None:
        leases = Leases(store, name, lease_seconds=60, attempts=5)
        while (leased := leases.claim()) is not None:
            leases.finish(leased)

    def cancel(_name: str) -> None:
        for job in jobs:
            with contextlib.suppress(JobConflictError):
                store.cancel(job.id, job.project)

    with ThreadPoolExecutor(3) as pool:
        for running in [pool.submit(work, "a"), pool.submit(work, "b"), pool.submit(cancel, "c")]:
            running.result()
    for job in jobs:
        ends = [event.event for event in store.events(job.id) if event.event in {"done", "cancelled"}]
        assert ends == [store.job(job.id, job.project).state]


async def test_a_project_s_slow_items_do_not_keep_another_s_from_beginning(address: str) -> None:
    """Sixteen items that took minutes had all places, and as many more were leased before another's one."""
    begun = asyncio.Event()

    async def work(context: SliceContext) -> None:
        async with context.place():
            if context.leased.job.project == "slow":
                begun.set()
                await asyncio.get_running_loop().create_future()

    worker = doing(address, work)
    slow = [enter(worker.jobs, 64, slice_items=16, project="slow") for _ in range(3)]
    async with working(worker):
        await begun.wait()
        small = enter(worker.jobs, 1, slice_items=1, project="small")
        assert (await ended(worker.jobs, small)).state == "done"
        for job in slow:
            worker.jobs.cancel(job.id, "slow")
