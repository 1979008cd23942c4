"""Batches are sent off once, whatever dies or fails on the way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import pytest

from agents.batches import submitter as desks
from agents.batches.ledger import BatchLedger
from agents.batches.ledger_rows import CREATING
from agents.batches.submitter import BatchSubmitter
from agents.models.batches.provider import account_of
from agents.models.registry import chat_model
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
def ledger(tmp_path: Path, llm: BaseChatModel) -> Iterator[BatchLedger]:
    opened = BatchLedger(tmp_path / "batches.sqlite")
    for n in range(4):
        terms = {"run": RUN, "case_id": f"c{n}", "account": account_of(llm), "body": BODY % n}
        opened.add(f"{n:040x}", f"k{n}", **terms)
    yield opened
    opened.close()


async def worked_off(submitter: BatchSubmitter) -> None:
    async with asyncio.timeout(30):
        while submitter.open_batches or submitter.wanted(RUN):
            await submitter.submit(RUN)
            await submitter.take_in()
            await submitter.wait()


def statuses(ledger: BatchLedger) -> list[int | None]:
    return [ledger.tries(f"k{n}")[0].status for n in range(4)]


async def test_every_line_is_sent_and_answered(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    said: list[str] = []
    await worked_off(BatchSubmitter(ledger, [llm], tell=said.append))
    assert statuses(ledger) == [200] * 4
    assert server.stats["batches"] == 1
    assert said == ["1 batch under way, 0 of 4 requests done"]


async def test_a_batch_that_died_before_it_was_made_is_made_once(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    """The process had noted that it was about to make a batch, and the server has never heard of it."""
    ended = ledger.take("b" * 16, account_of(llm), RUN, most_lines=9, most_bytes=9999, extra=0)
    assert ended is not None
    ledger.note(ended.id, CREATING, file_id=None)
    submitter = BatchSubmitter(ledger, [llm], grace=0.05)
    submitter.release()
    await worked_off(submitter)
    assert statuses(ledger) == [200] * 4
    assert server.service.made == {"b" * 16: 1}


async def test_a_batch_that_was_chosen_and_not_sent_is_given_back(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    assert ledger.take("b" * 16, account_of(llm), RUN, most_lines=9, most_bytes=9999, extra=0) is not None
    submitter = BatchSubmitter(ledger, [llm])
    submitter.release()
    assert submitter.open_batches == []
    await worked_off(submitter)
    assert "b" * 16 not in server.service.made
    assert [ledger.tries(f"k{n}")[0].attempts for n in range(4)] == [1] * 4


async def test_a_batch_that_the_server_has_made_is_found_on_any_page(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    server.service.faults = replace(server.service.faults, lost=1.0)
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    assert [batch.provider_id for batch in submitter.open_batches] == [None]
    (made,) = server.service.batches.values()
    for n in range(50):
        server.service.batches[f"other_{n}"] = {**made, "id": f"other_{n}", "metadata": None}
    await worked_off(BatchSubmitter(ledger, [llm]))
    assert statuses(ledger) == [200] * 4
    assert server.stats["made_twice"] == 0


async def test_batches_that_fail_one_after_the_other_end_with_the_providers_words(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    server.service.faults = replace(server.service.faults, failed=1.0)
    with pytest.raises(InputError, match=r"5 batches in a row brought nothing.*token_limit_exceeded"):
        await worked_off(BatchSubmitter(ledger, [llm]))
    assert statuses(ledger) == [None] * 4
    assert [ledger.tries(f"k{n}")[0].attempts for n in range(4)] == [0] * 4


async def test_what_does_not_fit_next_to_another_batch_waits_for_its_end(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    server.service.delay = 3600
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    server.service.faults, server.service.delay = replace(server.service.faults, failed=1.0), 0.0
    ledger.add("f" * 40, "more", run=RUN, case_id="more", account=account_of(llm), body=BODY % 9)
    await submitter.submit(RUN)
    await submitter.take_in()
    for _ in range(20):
        await submitter.submit(RUN)
        await submitter.take_in()
    assert server.stats["batches"] == 2
    server.service.faults = replace(server.service.faults, failed=0.0)
    server.service.batches["batch_0"]["due"] = 0
    await worked_off(submitter)
    assert ledger.tries("more")[0].status == 200


async def test_a_server_without_batches_is_said(
    tmp_path: Path, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    from starlette.applications import Starlette

    from tests.support.batch_server import served

    with served(Starlette()) as address:
        other = chat_model("openai:some-model", base_url=f"{address}/v1")
        terms: dict[str, Any] = {"run": RUN, "case_id": "c", "account": account_of(other), "body": BODY % 0}
        ledger.add("e" * 40, "k", **terms)
        submitter = BatchSubmitter(ledger, [other])
        with pytest.raises(InputError, match=r"status 404.*leave --batch out"):
            await submitter.submit(RUN)
        assert submitter.open_batches == []
        assert submitter.wanted(RUN)


async def test_a_server_that_is_down_for_a_while_is_waited_for(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    provider = submitter.provider(llm)
    look, down = provider.look, [ConnectionError("gone"), TimeoutError()]

    async def unsteady(provider_id: str) -> Any:
        if down:
            raise down.pop()
        return await look(provider_id)

    monkeypatch.setattr(provider, "look", unsteady)
    await worked_off(submitter)
    assert statuses(ledger) == [200] * 4


async def test_cancelled_batches_bring_what_was_done(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    server.service.delay = 3600
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    assert await submitter.cancel() == 1
    assert sorted(map(str, statuses(ledger))) == ["200", "200", "None", "None"]
    assert submitter.open_batches == []


async def test_files_that_wait_for_a_batch_go_on_when_the_provider_no_longer_knows_it(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitter = BatchSubmitter(ledger, [llm])
    submitter._most[account_of(llm)] = 2
    await submitter.submit(RUN)
    failing, other = (server.service.batches[str(each.provider_id)] for each in submitter.open_batches)
    failing |= {"fate": "failed", "due": 0}
    other["due"] = 1e12
    await submitter.take_in()
    del server.service.batches[other["id"]]
    monkeypatch.setattr(desks, "_KEPT", 0.0)
    await worked_off(submitter)
    assert not submitter.wanted(RUN)


async def test_a_batch_that_another_key_does_not_see_is_not_paid_for_again(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    server.service.delay = 3600
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    hidden = dict(server.service.batches)
    server.service.batches.clear()
    with pytest.raises(InputError, match=r"knows no batch batch_0, which was sent less than 48 hours ago"):
        await submitter.take_in()
    assert [batch.provider_id for batch in submitter.open_batches] == ["batch_0"]
    server.service.batches.update(hidden)
    server.service.batches["batch_0"]["due"] = 0
    await worked_off(BatchSubmitter(ledger, [llm]))
    assert statuses(ledger) == [200] * 4
    assert server.stats["batches"] == 1


async def test_nothing_is_sent_while_batches_are_cancelled(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch that is given up between two looks was made once more, to be cancelled at the next."""
    server.service.faults = replace(server.service.faults, lost=1.0)
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    server.service.batches.clear()
    late = chain([False], repeat(True))
    monkeypatch.setattr(submitter, "_never_made", lambda _batch: next(late))
    monkeypatch.setattr(desks, "_FIRST_PAUSE", 0.01)
    await submitter.cancel()
    assert submitter.open_batches == []
    assert not server.service.batches


async def test_a_batch_that_is_gone_is_forgotten_when_all_are_cancelled(
    server: BatchServer, llm: BaseChatModel, ledger: BatchLedger
) -> None:
    submitter = BatchSubmitter(ledger, [llm])
    await submitter.submit(RUN)
    server.service.batches.clear()
    assert await submitter.cancel() == 1
    assert submitter.open_batches == []
