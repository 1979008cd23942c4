"""What one process tells is heard in the others that share a store in PostgreSQL."""

import asyncio
from collections.abc import Iterator

import pytest

from service.jobs import postgres_listener
from service.jobs.job_store import JobStore
from service.jobs.notifications import EVENTS, WORK
from service.jobs.postgres_listener import PostgresListener
from tests.support.jobs import enter
from tests.support.stores import SERVER, called, postgresql_schema


@pytest.fixture
def schema() -> Iterator[str]:
    with postgresql_schema() as address:
        yield address


class Heard:
    """News as they come."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    def __call__(self, channel: str, what: str) -> None:
        self.news.put_nowait((channel, what))

    async def wait_for(self, channel: str, what: str) -> None:
        async with asyncio.timeout(20):
            while await self.news.get() != (channel, what):
                pass


async def test_news_of_another_process_are_heard_and_those_of_this_one_once(schema: str) -> None:
    ours, other, heard = JobStore(schema), JobStore(schema), Heard()
    with ours, other, ours.signals.listening(heard), PostgresListener(ours):
        await heard.wait_for(WORK, "")
        theirs = enter(other, 1)
        await heard.wait_for(EVENTS, theirs.id)
        mine = enter(ours, 1)
        await heard.wait_for(EVENTS, mine.id)
        last = enter(other, 1)
        left = []
        async with asyncio.timeout(20):
            while (news := await heard.news.get()) != (EVENTS, last.id):
                left.append(news)
        assert (EVENTS, mine.id) not in left


async def test_a_connection_that_is_lost_is_opened_again(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    psycopg = pytest.importorskip("psycopg")
    monkeypatch.setattr(postgres_listener, "_RETRY_S", 0.05)
    ours, other, heard = JobStore(called(schema, "listens")), JobStore(schema), Heard()
    with ours, other, ours.signals.listening(heard), PostgresListener(ours):
        await heard.wait_for(WORK, "")
        with psycopg.connect(SERVER, autocommit=True) as connection:
            end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listens'"
            connection.execute(end)
        await heard.wait_for(WORK, "")
        job = enter(other, 1)
        await heard.wait_for(EVENTS, job.id)


def test_a_file_is_shared_with_nobody(tmp_path: object) -> None:
    with JobStore(f"{tmp_path}/runs.sqlite") as store, PostgresListener(store):
        pass
