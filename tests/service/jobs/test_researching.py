"""A job that researches: its events are the loop's, its item is the result, and what is cut off goes on."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from agents.research.checkpointed_runs import kept_runs
from agents.research.events import ResearchEvent
from data_base.schemas.run import ItemStatus
from service.collections.collection_store import CollectionStore
from service.jobs.item_event import ItemEvent
from service.jobs.limits.model_limit import ModelLimit
from service.research.researcher import checkpoints_of
from service.research.terms import ResearchTerms
from tests.support.long_proofs import short_or_long
from tests.support.openai_server import Fault, OpenAIServer, openai_server
from tests.support.research_jobs import (
    INVENTED,
    asked_for,
    ended,
    enter_research,
    prompt_of,
    reply,
    serve_until_killed,
    worker_of_all,
    working,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from data_base.schemas.run import RunItem
    from service.jobs.job import Job
    from service.jobs.worker import Worker
    from tests.support.openai_server import Message

LOOP = TypeAdapter[ResearchEvent](ResearchEvent)
UNCUT = {"plan": 1, "answer_with_documents": 2, "judge_with_documents": 2, "refine": 1}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    with openai_server(reply, key="right") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        yield server


def item_of(worker: Worker, job: Job) -> RunItem:
    (item,) = worker.runs.items(str(job.run_id))
    return item


def loop_events(worker: Worker, job: Job) -> list[Any]:
    own = {"queued", "item", "done", "failed", "cancelling", "cancelled"}
    found = [event for event in worker.jobs.events(job.id) if event.event not in own]
    read = [LOOP.validate_python(event.data) for event in found]
    assert [each.kind for each in read] == [event.event for event in found]
    return read


async def test_a_question_is_researched_and_every_step_is_an_event(address: str, model: OpenAIServer) -> None:
    worker = worker_of_all(address)
    job = enter_research(worker.jobs, model=INVENTED, final_judge="same")
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert (job.state, job.last_error) == ("done", None)
    assert worker.runs.state(str(job.run_id)) == "finished"
    events = loop_events(worker, job)
    shown = [event.kind for event in events if not event.kind.startswith(("passages_", "model_call_"))]
    assert shown == [
        "run_started",
        "question_planned",
        *("attempt_started", "answer_drafted", "attempt_judged", "query_refined"),
        *("attempt_started", "answer_drafted", "attempt_judged"),
        *("finally_judged", "finally_judged", "finished"),
    ]
    item = item_of(worker, job)
    assert item.research is not None
    assert item.research.final is not None
    assert item.research.final.judge == f"same: {INVENTED}"
    assert item.research.final.usage.calls == 2
    assert events[-1].result == item.research
    assert "by the census [" in item.research.answer.text
    assert asked_for(model.requests) == {**UNCUT, "judge_with_documents": 4}
    calls = worker.runs.calls_of(str(job.run_id), item.case_id, item.system)
    assert [call.role for call in calls] == [prompt_of(each["messages"]) for each in model.requests]
    news = [event.data for event in worker.jobs.events(job.id) if event.event == "item"]
    assert ItemEvent.model_validate(news[0]).scores["accuracy"] == 9
    assert await kept_runs(checkpoints_of(worker.jobs)) == []


def found_elsewhere(query: str) -> list[str]:
    """What a retriever of the operator finds."""
    return [f"A ledger elsewhere says of {query!r}: 4,812 ships."]


async def test_a_source_that_the_operator_declares_is_searched_too(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_RETRIEVERS", f"ledger={__name__}:found_elsewhere, away=json:loads")
    worker = worker_of_all(address)
    job = enter_research(worker.jobs, named={"retrievers": ["ledger"]})
    failing = enter_research(worker.jobs, named={"retrievers": ["away"]})
    async with working(worker):
        job, failing = await ended(worker.jobs, job), await ended(worker.jobs, failing)
    assert (job.state, job.last_error) == ("done", None)
    research = item_of(worker, job).research
    assert research is not None
    assert any(passage.doc_id == "ledger" for passage in research.passages)
    assert any(passage.doc_id != "ledger" for passage in research.passages)
    assert failing.state == "failed"
    assert "the search away failed 3 times: JSONDecodeError" in str(failing.last_error)


async def test_a_research_is_held_where_nothing_is_left_of_a_limit(
    address: str, model: OpenAIServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prices = f"as_of: 2026-01-02\nmodels:\n  {INVENTED}: {{input: 1000, output: 1000}}\n"
    (tmp_path / "prices.yaml").write_text(prices, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))
    worker = worker_of_all(address, limits={INVENTED: ModelLimit(usd_per_day=0.01)})
    first = enter_research(worker.jobs, model=INVENTED)
    async with working(worker):
        assert (await ended(worker.jobs, first)).state == "done"
        asked, second = len(model.requests), enter_research(worker.jobs, model=INVENTED)
        async with asyncio.timeout(60):
            while not (why := worker.jobs.job(second.id, second.project).why_waiting):  # noqa: ASYNC110  (as a user does)
                await asyncio.sleep(0.02)
    assert f"{INVENTED}: " in why
    assert "of the day's 0.01 USD are spent" in why
    assert len(model.requests) == asked


async def test_a_judge_that_fails_is_a_result(address: str, model: OpenAIServer) -> None:
    model.reply = lambda messages: "no" if prompt_of(messages).startswith("judge_") else reply(messages)
    worker = worker_of_all(address)
    job = enter_research(worker.jobs, model=INVENTED)
    async with working(worker):
        job = await ended(worker.jobs, job)
        assert (job.state, job.last_error) == ("done", None)
        item = item_of(worker, job)
        assert item.status is ItemStatus.UNSCORED or item.status is ItemStatus.ANSWERED
        assert item.answer is not None
        model.reply = reply
        worker.jobs.reopen(job.id, job.project, whole=True)
        job = await ended(worker.jobs, job)
    assert item_of(worker, job).status is ItemStatus.SCORED


async def test_a_refused_key_fails_the_job_which_goes_on_where_it_was(
    address: str, model: OpenAIServer
) -> None:
    def once_refused(messages: list[Message]) -> str:
        if prompt_of(messages).startswith("answer_"):
            model.key = "another"
        return reply(messages)

    model.reply = once_refused
    worker = worker_of_all(address)
    job = enter_research(worker.jobs, model=INVENTED)
    async with working(worker):
        job = await ended(worker.jobs, job)
        assert job.state == "failed"
        assert "401" in str(job.last_error)
        assert "resume the job" in str(job.last_error)
        assert worker.runs.items(str(job.run_id)) == []
        model.reply, model.key = reply, "right"
        del model.requests[:]
        worker.jobs.reopen(job.id, job.project)
        job = await ended(worker.jobs, job)
    assert job.state == "done"
    assert asked_for(model.requests)["plan"] == 0
    assert [event.resumed for event in loop_events(worker, job) if event.kind == "run_started"] == [
        False,
        True,
    ]


async def test_a_cancelled_research_stops_and_is_resumed(address: str, model: OpenAIServer) -> None:
    model.faults = [None, None, Fault(hang=True)]
    worker = worker_of_all(address)
    job = enter_research(worker.jobs, model=INVENTED)
    async with working(worker):
        while len(model.requests) < 3:  # noqa: ASYNC110  (another thread's list)
            await asyncio.sleep(0.01)
        worker.jobs.cancel(job.id, job.project)
        job = await ended(worker.jobs, job)
        assert job.state == "cancelled"
        assert worker.jobs.events(job.id)[-1].event == "cancelled"
        worker.jobs.reopen(job.id, job.project)
        job = await ended(worker.jobs, job)
    assert job.state == "done"
    assert asked_for(model.requests) == {**UNCUT, "judge_with_documents": 3}


async def test_a_document_that_was_changed_since_is_named(address: str) -> None:
    worker = worker_of_all(address)
    job = enter_research(worker.jobs)
    with worker.jobs.transaction() as connection:
        connection.exec_driver_sql("UPDATE documents SET sha256 = 'another' WHERE name = 'census.md'")
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "failed"
    assert "was changed or deleted" in str(job.last_error)


async def test_research_over_a_collection_that_was_deleted_since_fails_with_one_sentence(
    address: str,
) -> None:
    worker = worker_of_all(address)
    job = enter_research(worker.jobs)
    collection = ResearchTerms.model_validate_json(job.request).collection
    CollectionStore(worker.jobs).delete(collection, job.project)
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "failed"
    assert job.last_error == (
        f"There is no collection {collection!r}; `GET /v1/collections` lists the project's."
    )


@pytest.mark.slow
@pytest.mark.parametrize("request_number", short_or_long([5], [1, 2, 3, 4, 5, 6]))
async def test_a_killed_workers_research_is_gone_on_with(
    address: str, model: OpenAIServer, request_number: int
) -> None:
    """The server is killed while a call is under way; that one alone is made again."""
    worker = worker_of_all(address, lease_seconds=1)
    job = enter_research(worker.jobs, model=INVENTED)
    await asyncio.to_thread(serve_until_killed, address, model, request_number)
    assert len(model.requests) == request_number
    cut = prompt_of(model.requests[-1]["messages"])
    began = time.monotonic()
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert job.state == "done", time.monotonic() - began
    assert asked_for(model.requests) == {**UNCUT, cut: UNCUT[cut] + 1}
    item = item_of(worker, job)
    assert item.research is not None
    assert [each.evaluation and each.evaluation.metrics.accuracy for each in item.research.attempts] == [3, 9]
    # What was asked before the end is written down, too.
    calls = worker.runs.calls_of(str(job.run_id), item.case_id, item.system)
    assert len(calls) == sum(UNCUT.values())
    events = worker.jobs.events(job.id)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    started = [event.resumed for event in loop_events(worker, job) if event.kind == "run_started"]
    assert started == [False, True]
