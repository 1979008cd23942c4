"""Reading along what happens in a job: nothing is lost, and nobody waits for a reader."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from service.http.events.event_feed import EventFeed
from service.jobs.job import Job, NewJob
from service.jobs.job_store import JobStore
from service.jobs.judging import JudgingTerms
from tests.support.http_service import RunningService, client, running_service, wait_for_job
from tests.support.openai_server import openai_server
from tests.support.stores import postgresql_schema
from tools.service_throughput import bodies
from tools.sse_readers import drawn_leaves, read_along

EXPIRE = text("UPDATE api_keys SET expires_at = created_at WHERE id = :id")
ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "runs.sqlite")
    else:
        with postgresql_schema() as schema:
            yield schema


@pytest.fixture
def service(address: str) -> Iterator[RunningService]:
    with running_service(address) as running:
        yield running


@pytest.fixture
def idle(address: str) -> Iterator[RunningService]:
    """A service on which nobody works."""
    with running_service(address, workers=False) as running:
        yield running


def enter(jobs: JobStore, events: int = 0) -> Job:
    """A job on which nobody works, with some events more than its first."""
    new = NewJob(
        kind="evaluations", project="default", request=JudgingTerms().model_dump_json(), slice_items=1
    )
    with jobs.transaction() as connection:
        job = jobs.add(connection, new, ["{}"])
        jobs.add_events(connection, job.id, [("item", {"number": n}) for n in range(events)])
    return job


def ids(text: str) -> list[int]:
    return [int(line.removeprefix("id: ")) for line in text.splitlines() if line.startswith("id: ")]


def wait_until(reached: Callable[[], bool], meanwhile: Callable[[], None] | None = None) -> None:
    begun = time.monotonic()
    while not reached():
        if meanwhile is not None:
            meanwhile()
        assert time.monotonic() < begun + 10
        time.sleep(0.01)


def read(service: RunningService, job_id: str, **request: Any) -> list[int]:
    return ids(service.client.get(f"/v1/jobs/{job_id}/events", **request).text)


async def test_all_of_many_readers_get_every_event_in_order(service: RunningService) -> None:
    items = [ANSWER | {"id": f"a{n}"} for n in range(60)]
    headers = dict(service.client.headers)
    async with httpx2.AsyncClient(base_url=service.url, headers=headers, timeout=60) as client:
        made = (await client.post("/v1/evaluations/batch", json={"items": items})).json()
        texts = [client.get(made["links"]["events"]) for _ in range(20)]
        found = [ids(answer.text) for answer in await asyncio.gather(*texts)]
    last = service.context.jobs.last_event(made["id"])
    assert found == [list(range(1, last + 1))] * 20
    assert last >= 62


async def test_readers_who_go_away_and_come_back_lose_nothing_while_the_job_goes_on(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The short form of ``tools/sse_readers.py``."""
    scores = dict.fromkeys(("accuracy", "completeness", "clarity"), 9)
    verdict = json.dumps({"analysis": "read", **scores, "reason": "so", "suggestion": ""})
    with openai_server(verdict, delay=0.2) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        headers = dict(service.client.headers)
        async with httpx2.AsyncClient(base_url=service.url, headers=headers, timeout=60) as client:
            asked = {"items": bodies(40), "judge": "openai:m"}
            place = (await client.post("/v1/evaluations/batch", json=asked)).headers["location"]
            readers = [read_along(client, place, leaves) for leaves in drawn_leaves(20, 40, seed=1)]
            found = await asyncio.gather(*readers)
    last = service.context.jobs.last_event(place.rpartition("/")[2])
    assert last >= 42
    assert found == [list(range(1, last + 1))] * 20


def test_a_reader_who_comes_back_misses_none_and_is_sent_away_once_all_is_read(
    service: RunningService,
) -> None:
    made = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER] * 1}).json()
    wait_for_job(service.client, made["id"])
    every = read(service, made["id"])
    assert read(service, made["id"], headers={"Last-Event-ID": "2"}) == every[2:]
    assert read(service, made["id"], params={"after": 1}) == every[1:]
    end = service.client.get(made["links"]["events"], headers={"Last-Event-ID": str(every[-1])})
    assert end.status_code == 204
    text = service.client.get(made["links"]["events"]).text
    assert text.startswith("retry: ")


def test_a_job_that_is_taken_up_again_goes_on_after_its_old_end(idle: RunningService) -> None:
    job = enter(idle.context.jobs)
    place = f"/v1/jobs/{job.id}"
    idle.client.post(f"{place}/cancel")
    ended = read(idle, job.id)
    idle.client.post(f"{place}/resume")
    with idle.client.stream("GET", f"{place}/events") as events:
        lines = events.iter_lines()
        found: list[int] = []
        while len(found) < len(ended) + 1:
            found += ids(next(lines))
        idle.client.post(f"{place}/cancel")
        found += ids("\n".join(lines))
    assert found == list(range(1, idle.context.jobs.last_event(job.id) + 1))
    assert len(found) > len(ended) + 2


def test_a_reader_who_reads_nothing_holds_nobody_up(idle: RunningService) -> None:
    job = enter(idle.context.jobs, events=1)
    host, _, port = idle.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as stuck:
        head = f"GET /v1/jobs/{job.id}/events HTTP/1.1\r\nHost: {host}\r\nAuthorization: "
        stuck.sendall(f"{head}{idle.client.headers['Authorization']}\r\n\r\n".encode())
        long = {"text": "x" * 100_000}
        for _ in range(50):
            with idle.context.jobs.transaction() as connection:
                idle.context.jobs.add_events(connection, job.id, [("item", long)])
        with idle.context.jobs.transaction() as connection:
            idle.context.jobs.end(connection, job.id, "done")
        assert read(idle, job.id) == list(range(1, idle.context.jobs.last_event(job.id) + 1))
        wait_until(lambda: idle.context.feed.readers == 1)


def test_a_reader_who_goes_away_is_forgotten_though_nothing_happens(idle: RunningService) -> None:
    job = enter(idle.context.jobs)
    with idle.client.stream("GET", f"/v1/jobs/{job.id}/events") as events:
        wait_until(lambda: idle.context.feed.readers == 1)
        assert events.is_success
    wait_until(lambda: idle.context.feed.readers == 0)


@pytest.mark.parametrize("way", ["revoked", "revoked while things happen", "expired"])
def test_streams_of_a_key_that_is_valid_no_longer_end_and_others_go_on(
    idle: RunningService, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(idle.context.feed, "_quiet_s", 0.1)
    keys, job = idle.context.keys, enter(idle.context.jobs)
    made = keys.create("default", "for a while")

    def happen() -> None:
        with idle.context.jobs.transaction() as connection:
            idle.context.jobs.add_events(connection, job.id, [("item", {})])

    with (
        client(idle.url, made.secret) as leaving,
        httpx2.Client(base_url=idle.url, headers={"Accept": "text/html"}, timeout=60) as visitor,
        idle.client.stream("GET", f"/v1/jobs/{job.id}/events") as others,
    ):
        visitor.post("/sign-in", data={"key": made.secret, "next": "/"})
        staying = others.iter_lines()
        with (
            leaving.stream("GET", f"/v1/jobs/{job.id}/events") as events,
            visitor.stream("GET", f"/live/{job.id}/news") as page,
        ):
            assert (events.status_code, page.status_code) == (200, 200)
            next(events.iter_lines())
            if way == "expired":
                with idle.context.jobs.transaction() as connection:
                    connection.execute(EXPIRE, {"id": made.key.id})
            else:
                keys.revoke(made.key.id)
            wait_until(lambda: idle.context.feed.readers == 1, happen if "happen" in way else None)
        happen()
        last = f"id: {idle.context.jobs.last_event(job.id)}"
        assert any(line == last for line in staying)


def test_a_server_that_is_stopped_ends_streams_at_once(address: str) -> None:
    with running_service(address, workers=False) as service:
        job = enter(service.context.jobs)
        with service.client.stream("GET", f"/v1/jobs/{job.id}/events") as events:
            lines = events.iter_lines()
            next(lines)
            stopped = time.monotonic()
            service.stop()
            list(lines)
    assert time.monotonic() < stopped + 3


def test_a_long_history_is_read_as_json_in_pages(idle: RunningService) -> None:
    job = enter(idle.context.jobs, events=2_300)
    place, found, pages = f"/v1/jobs/{job.id}/events", [], 0
    while place:
        page = idle.client.get(place, headers={"Accept": "application/json"})
        found += [event["seq"] for event in page.json()]
        pages += 1
        place = page.links.get("next", {}).get("url", "")
    assert found == list(range(1, 2_302))
    assert pages == 3


async def test_older_events_than_are_kept_in_memory_are_read_from_the_store(address: str) -> None:
    with JobStore(address) as jobs:
        job = enter(jobs, events=2_300)
        found: list[int] = []
        async with aclosing(EventFeed(jobs).events(job.id, after=0)) as batches:
            async for batch in batches:
                found += [event.seq for event in batch]
                if len(found) == 2_301:
                    break
    assert found == list(range(1, 2_302))


async def test_a_reader_is_told_now_and_then_that_nothing_happened(address: str) -> None:
    with JobStore(address) as jobs:
        job = enter(jobs)
        async with aclosing(EventFeed(jobs, quiet_s=0.05).events(job.id, after=1)) as batches:
            assert await anext(batches) == []
            assert await anext(batches) == []


def test_a_key_has_no_more_streams_open_than_it_may(tmp_path: Path) -> None:
    """600 that were opened together held all others up."""
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_streams=2) as service:
        job = enter(service.context.jobs).id
        service.client.post("/sign-in", data={"key": service.client.headers["Authorization"].split()[1]})
        paths = (f"/v1/jobs/{job}/events", f"/live/{job}/news")
        for path in paths:
            wait_until(lambda: not service.context.feed.readers)
            with service.client.stream("GET", path) as first, service.client.stream("GET", path) as second:
                assert (first.status_code, second.status_code) == (200, 200)
                for other in paths:
                    refused = service.client.get(other)
                    assert (refused.status_code, refused.headers.get("Retry-After")) == (429, "2")
                with service.client_of("default") as another:
                    page = another.get(paths[0], headers={"Accept": "application/json"})
                    assert page.status_code == 200
                    with another.stream("GET", paths[0]) as third:
                        assert third.status_code == 200
