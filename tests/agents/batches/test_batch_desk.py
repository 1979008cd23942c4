"""Batches are sent off once, whatever dies or fails on the way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import pytest

from agents.batches import desk as desks
from agents.batches.book import BatchBook
from agents.batches.desk import BatchDesk
from agents.batches.entries import CREATING
from agents.models.batches.provider import account_of
from agents.models.names import chat_model
from data_base.errors import InputError
from tests.support.batch_server import openai_batch_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel

    from tests.support.batch_server import BatchServer

RUN = "some-run"
BODY = '{"model": "some-model", "messages": [{"role": "user", "content": "item %d"}]}'


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(desks, "_LONGEST_PAUSE", 0.02)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BatchServer]:
    with openai_batch_server(tmp_path / "server") as running:
        yield running


@pytest.fixture
def llm(server: BatchServer) -> BaseChatModel:
    return chat_model("openai:some-model", base_url=server.base_url)


@pytest.fixture
def book(tmp_path: Path, llm: BaseChatModel) -> Iterator[BatchBook]:
    opened = BatchBook(tmp_path / "batches.sqlite")
    for n in range(4):
        terms = {"run": RUN, "case_id": f"c{n}", "account": account_of(llm), "body": BODY % n}
        opened.add(f"{n:040x}", f"k{n}", **terms)
    yield opened
    opened.close()


async def worked_off(desk: BatchDesk) -> None:
    async with asyncio.timeout(30):
        while desk.open_batches or desk.wanted(RUN):
            await desk.submit(RUN)
            await desk.take_in()
            await desk.wait()


def statuses(book: BatchBook) -> list[int | None]:
    return [book.tries(f"k{n}")[0].status for n in range(4)]


async def test_every_line_is_sent_and_answered(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    said: list[str] = []
    await worked_off(BatchDesk(book, [llm], tell=said.append))
    assert statuses(book) == [200] * 4
    assert server.stats["batches"] == 1
    assert said == ["1 batch under way, 0 of 4 requests done"]


async def test_a_batch_that_died_before_it_was_made_is_made_once(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    """The process had noted that it was about to make a batch, and the server has never heard of it."""
    ended = book.take("b" * 16, account_of(llm), RUN, most_lines=9, most_bytes=9999, extra=0)
    assert ended is not None
    book.note(ended.id, CREATING, file_id=None)
    desk = BatchDesk(book, [llm], grace=0.05)
    desk.release()
    await worked_off(desk)
    assert statuses(book) == [200] * 4
    assert server.service.made == {"b" * 16: 1}


async def test_a_batch_that_was_chosen_and_not_sent_is_given_back(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    assert book.take("b" * 16, account_of(llm), RUN, most_lines=9, most_bytes=9999, extra=0) is not None
    desk = BatchDesk(book, [llm])
    desk.release()
    assert desk.open_batches == []
    await worked_off(desk)
    assert "b" * 16 not in server.service.made
    assert [book.tries(f"k{n}")[0].attempts for n in range(4)] == [1] * 4


async def test_a_batch_that_the_server_has_made_is_found_on_any_page(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    server.service.faults = replace(server.service.faults, lost=1.0)
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    assert [batch.provider_id for batch in desk.open_batches] == [None]
    (made,) = server.service.batches.values()
    for n in range(50):
        server.service.batches[f"other_{n}"] = {**made, "id": f"other_{n}", "metadata": None}
    await worked_off(BatchDesk(book, [llm]))
    assert statuses(book) == [200] * 4
    assert server.stats["made_twice"] == 0


async def test_batches_that_fail_one_after_the_other_end_with_the_providers_words(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    server.service.faults = replace(server.service.faults, failed=1.0)
    with pytest.raises(InputError, match=r"5 batches in a row brought nothing.*token_limit_exceeded"):
        await worked_off(BatchDesk(book, [llm]))
    assert statuses(book) == [None] * 4
    assert [book.tries(f"k{n}")[0].attempts for n in range(4)] == [0] * 4


async def test_what_does_not_fit_next_to_another_batch_waits_for_its_end(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    server.service.delay = 3600
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    server.service.faults, server.service.delay = replace(server.service.faults, failed=1.0), 0.0
    book.add("f" * 40, "more", run=RUN, case_id="more", account=account_of(llm), body=BODY % 9)
    await desk.submit(RUN)
    await desk.take_in()
    for _ in range(20):
        await desk.submit(RUN)
        await desk.take_in()
    assert server.stats["batches"] == 2
    server.service.faults = replace(server.service.faults, failed=0.0)
    server.service.batches["batch_0"]["due"] = 0
    await worked_off(desk)
    assert book.tries("more")[0].status == 200


async def test_a_server_without_batches_is_said(tmp_path: Path, llm: BaseChatModel, book: BatchBook) -> None:
    from starlette.applications import Starlette

    from tests.support.batch_server import served

    with served(Starlette()) as address:
        other = chat_model("openai:some-model", base_url=f"{address}/v1")
        terms: dict[str, Any] = {"run": RUN, "case_id": "c", "account": account_of(other), "body": BODY % 0}
        book.add("e" * 40, "k", **terms)
        desk = BatchDesk(book, [other])
        with pytest.raises(InputError, match=r"status 404.*leave --batch out"):
            await desk.submit(RUN)
        assert desk.open_batches == []
        assert desk.wanted(RUN)


async def test_a_server_that_is_down_for_a_while_is_waited_for(
    server: BatchServer, llm: BaseChatModel, book: BatchBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    provider = desk.provider(llm)
    look, down = provider.look, [ConnectionError("gone"), TimeoutError()]

    async def unsteady(provider_id: str) -> Any:
        if down:
            raise down.pop()
        return await look(provider_id)

    monkeypatch.setattr(provider, "look", unsteady)
    await worked_off(desk)
    assert statuses(book) == [200] * 4


async def test_cancelled_batches_bring_what_was_done(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    server.service.delay = 3600
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    assert await desk.cancel() == 1
    assert sorted(map(str, statuses(book))) == ["200", "200", "None", "None"]
    assert desk.open_batches == []


async def test_files_that_wait_for_a_batch_go_on_when_the_provider_no_longer_knows_it(
    server: BatchServer, llm: BaseChatModel, book: BatchBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = BatchDesk(book, [llm])
    desk._most[account_of(llm)] = 2
    await desk.submit(RUN)
    failing, other = (server.service.batches[str(each.provider_id)] for each in desk.open_batches)
    failing |= {"fate": "failed", "due": 0}
    other["due"] = 1e12
    await desk.take_in()
    del server.service.batches[other["id"]]
    monkeypatch.setattr(desks, "_KEPT", 0.0)
    await worked_off(desk)
    assert not desk.wanted(RUN)


async def test_a_batch_that_another_key_does_not_see_is_not_paid_for_again(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    server.service.delay = 3600
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    hidden = dict(server.service.batches)
    server.service.batches.clear()
    with pytest.raises(InputError, match=r"knows no batch batch_0, which was sent less than 48 hours ago"):
        await desk.take_in()
    assert [batch.provider_id for batch in desk.open_batches] == ["batch_0"]
    server.service.batches.update(hidden)
    server.service.batches["batch_0"]["due"] = 0
    await worked_off(BatchDesk(book, [llm]))
    assert statuses(book) == [200] * 4
    assert server.stats["batches"] == 1


async def test_nothing_is_sent_while_batches_are_cancelled(
    server: BatchServer, llm: BaseChatModel, book: BatchBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch that is given up between two looks was made once more, to be cancelled at the next."""
    server.service.faults = replace(server.service.faults, lost=1.0)
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    server.service.batches.clear()
    late = chain([False], repeat(True))
    monkeypatch.setattr(desk, "_never_made", lambda _batch: next(late))
    monkeypatch.setattr(desks, "_FIRST_PAUSE", 0.01)
    await desk.cancel()
    assert desk.open_batches == []
    assert not server.service.batches


async def test_a_batch_that_is_gone_is_forgotten_when_all_are_cancelled(
    server: BatchServer, llm: BaseChatModel, book: BatchBook
) -> None:
    desk = BatchDesk(book, [llm])
    await desk.submit(RUN)
    server.service.batches.clear()
    assert await desk.cancel() == 1
    assert desk.open_batches == []
