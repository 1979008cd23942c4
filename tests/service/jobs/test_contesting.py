"""A job that holds an arena: what is kept is not asked for again, whoever was killed meanwhile."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from agents.research.checkpointed_runs import kept_runs
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import ItemStatus
from data_base.store.database import NotStoredError
from service.arenas.arena_terms import PREFIX, ArenaQuestion, ArenaTerms
from service.arenas.result import arena_result
from service.collections.index import indexed_documents
from service.jobs.job import NewJob
from service.jobs.limits.model_limit import ModelLimit
from service.research.researcher import checkpoints_of
from tests.support.long_proofs import short_or_long
from tests.support.openai_server import OpenAIServer, openai_server
from tests.support.research_jobs import (
    DOCUMENTS,
    INVENTED,
    QUESTION,
    asked_for,
    ended,
    prompt_of,
    reply,
    serve_until_killed,
    worker_of_all,
    working,
)
from tests.support.stored_collections import add_collection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.jobs.job import Job
    from service.jobs.job_store import JobStore

QUESTIONS = 3
CONTESTANTS = ("pure", "research", "given")
# Two drafts of the research are judged in its loop, and one answer of each contestant in the contest.
UNCUT = {
    "plan": QUESTIONS,
    "answer_with_documents": 2 * QUESTIONS,
    "judge_with_documents": (2 + 3) * QUESTIONS,
    "refine": QUESTIONS,
    "answer_without_documents": QUESTIONS,
}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    with openai_server(reply, key="right") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        yield server


def enter_arena(store: JobStore, *, loop_judge: str = INVENTED, **more: object) -> Job:
    collection = add_collection(store, documents=DOCUMENTS)
    research = {"model": INVENTED, "judge": loop_judge, "collection": collection, "settings": {}}
    terms = ArenaTerms.model_validate(
        {
            "contestants": [
                {"name": "pure", "model": INVENTED},
                {"name": "research", "research": research},
                {"name": "given", "answers_sha256": "of the answers"},
            ],
            "judges": [INVENTED],
            "searched": {collection: indexed_documents(store, "default", collection)},
            "questions_sha256": "of the questions",
            **more,
        }
    )
    new = NewJob(kind="arena", project="default", request=terms.model_dump_json(), slice_items=2)
    new = new.model_copy(update={"run_id": f"{PREFIX}{new.id}"})
    inputs = [
        ArenaQuestion(
            case=Case(id=f"q{n}", question=QUESTION), recorded={"given": Answer(text=f"{n} ships.")}
        ).model_dump_json()
        for n in range(QUESTIONS)
    ]
    with store.transaction() as connection:
        return store.add(connection, new, inputs)


async def test_all_contestants_answer_and_are_judged_on_the_same_passages(
    address: str, model: OpenAIServer
) -> None:
    worker = worker_of_all(address)
    job = enter_arena(worker.jobs)
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert (job.state, job.last_error) == ("done", None)
    assert worker.runs.state(str(job.run_id)) == "finished"
    assert asked_for(model.requests) == UNCUT
    result = arena_result(worker.jobs, worker.runs, str(job.run_id), job.project)
    assert [side.system for side in result.summary.sides] == [*CONTESTANTS]
    assert [side.scored for side in result.summary.sides] == [QUESTIONS] * 3
    assert len(result.summary.pairs) == 3
    for case in result.items:
        assert {passage.doc_id for passage in case.shared_passages} == {*DOCUMENTS}
        shown = {item.evaluation and item.evaluation.passages_shown for item in case.items}
        assert shown == {tuple(passage.id for passage in case.shared_passages)}
    assert any("went on until a judge that also scores it" in warning for warning in result.summary.warnings)
    assert await kept_runs(checkpoints_of(worker.jobs)) == []


async def test_an_arena_is_held_where_nothing_is_left_of_a_limit(
    address: str, model: OpenAIServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prices = f"as_of: 2026-01-02\nmodels:\n  {INVENTED}: {{input: 1000, output: 1000}}\n"
    (tmp_path / "prices.yaml").write_text(prices, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))
    worker = worker_of_all(address, limits={INVENTED: ModelLimit(usd_per_day=0.01)})
    first = enter_arena(worker.jobs)
    async with working(worker):
        assert (await ended(worker.jobs, first)).state == "done"
        asked, second = len(model.requests), enter_arena(worker.jobs)
        async with asyncio.timeout(60):
            while not (why := worker.jobs.job(second.id, second.project).why_waiting):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    assert "of the day's 0.01 USD are spent" in why
    assert len(model.requests) == asked


async def test_what_failed_is_tried_again_and_nothing_else(address: str, model: OpenAIServer) -> None:
    def failing(messages: list[dict[str, str]]) -> str:
        return "" if prompt_of(messages) == "judge_with_documents" else reply(messages)

    model.reply = failing
    worker = worker_of_all(address)
    job = enter_arena(worker.jobs, loop_judge="embedded")
    async with working(worker):
        job = await ended(worker.jobs, job)
        assert job.state == "done"
        counts = worker.runs.status_counts(str(job.run_id))
        assert counts == {ItemStatus.UNSCORED: 3 * QUESTIONS}
        model.reply = reply
        del model.requests[:]
        worker.jobs.reopen(job.id, job.project, whole=True)
        job = await ended(worker.jobs, job)
    assert asked_for(model.requests) == {"judge_with_documents": 3 * QUESTIONS}
    assert worker.runs.status_counts(str(job.run_id)) == {ItemStatus.SCORED: 3 * QUESTIONS}


async def test_an_arena_is_shown_as_far_as_it_was_held(address: str, model: OpenAIServer) -> None:
    worker = worker_of_all(address, concurrency=1)
    job = enter_arena(worker.jobs)
    run = str(job.run_id)
    with pytest.raises(NotStoredError):
        arena_result(worker.jobs, worker.runs, run, job.project)
    async with working(worker):
        while worker.runs.status_counts(run).get(ItemStatus.SCORED, 0) < len(CONTESTANTS):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        worker.jobs.cancel(job.id, job.project)
        job = await ended(worker.jobs, job)
    assert job.state == "cancelled"
    result = arena_result(worker.jobs, worker.runs, run, job.project)
    assert result.summary.questions_in_file == QUESTIONS
    assert 1 <= result.summary.questions == len(result.items)
    left = QUESTIONS - len(result.items)
    assert left == 0 or f"questions left: {left}" in result.summary.warnings[0]


@pytest.mark.slow
@pytest.mark.parametrize("request_number", short_or_long([9], [1, 4, 9, 14, 19, 24, 28]))
async def test_a_killed_workers_arena_is_gone_on_with(
    address: str, model: OpenAIServer, request_number: int
) -> None:
    """Of two items under way, each call that was under way may be made again; nothing else is."""
    worker = worker_of_all(address, lease_seconds=1)
    job = enter_arena(worker.jobs)
    await asyncio.to_thread(
        serve_until_killed, address, model, request_number, JUDGE_CONCURRENCY="2", JUDGE_SLICE_ITEMS="2"
    )
    async with working(worker):
        job = await ended(worker.jobs, job)
    assert (job.state, job.last_error) == ("done", None)
    asked = asked_for(model.requests)
    assert asked.keys() == UNCUT.keys()
    repeated = {prompt: asked[prompt] - count for prompt, count in UNCUT.items()}
    assert all(0 <= times <= 2 for times in repeated.values()), repeated
    assert sum(repeated.values()) <= 2
    result = arena_result(worker.jobs, worker.runs, str(job.run_id), job.project)
    assert [side.scored for side in result.summary.sides] == [QUESTIONS] * 3
