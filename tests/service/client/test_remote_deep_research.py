"""Deep Research on a server: the same methods, events and results as embedded."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from agents.deep_research import DeepResearchService
from agents.research.events import Finished, RunStarted
from agents.research.settings import ResearchSettings
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from service.client.judge_client import AsyncJudgeClient, JudgeClient
from service.client.remote_deep_research import RemoteDeepResearch
from service.client.remote_evaluator import RemoteEvaluator
from service.http.bodies.research import ResearchRequest
from tests.support.http_service import RunningService, listened_to, running_service
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.rows import over
from tests.support.stored_collections import add_collection


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("research") / "runs.sqlite")) as running:
        yield running


@pytest.fixture(scope="module")
def collection(service: RunningService) -> str:
    return add_collection(service.context.jobs, documents=DOCUMENTS)


@pytest.fixture
def client(service: RunningService) -> AsyncJudgeClient:
    return AsyncJudgeClient(service.url, api_key=service.key())


def test_it_has_the_methods_of_the_embedded_service_with_the_same_parameters() -> None:
    remote, embedded = (
        {name: member for name, member in vars(kind).items() if not name.startswith("_")}
        for kind in (RemoteDeepResearch, DeepResearchService)
    )
    assert remote.keys() == embedded.keys() - {"context"}
    for name, method in remote.items():
        assert inspect.signature(method) == inspect.signature(embedded[name]), name


async def test_the_answer_is_that_of_the_embedded_service(client: AsyncJudgeClient, collection: str) -> None:
    settings = ResearchSettings(max_attempts=2, checkpoints=None)
    remote = RemoteDeepResearch("embedded", collection=collection, settings=settings, client=client)
    index = PassageIndex.from_texts(list(DOCUMENTS.items()))
    found = await remote.run(QUESTION)
    expected = await DeepResearchService("embedded", retriever=index, settings=settings).run(QUESTION)
    assert "4,812" in found.answer.text
    assert (found.answer.text, found.stop_reason) == (expected.answer.text, expected.stop_reason)
    assert [each.evaluation and each.evaluation.metrics for each in found.attempts] == [
        each.evaluation and each.evaluation.metrics for each in expected.attempts
    ]


async def test_a_thread_id_names_one_run(client: AsyncJudgeClient, collection: str) -> None:
    remote = RemoteDeepResearch(
        "embedded", collection=collection, evaluator=RemoteEvaluator(client=client), client=client
    )
    before = len((await client.jobs.page(kind="research")).jobs)
    async with aclosing(remote.stream(QUESTION, thread_id="Корабли 2023")) as events:
        first = [event async for event in events]
    assert isinstance(first[0], RunStarted)
    assert isinstance(first[-1], Finished)
    assert (first[0].thread_id, first[-1].result.thread_id) == ("Корабли 2023", "Корабли 2023")
    again = await remote.run(QUESTION, thread_id="Корабли 2023")
    assert again == first[-1].result
    assert len((await client.jobs.page(kind="research")).jobs) == before + 1
    with pytest.raises(InputError, match="was used for another request"):
        await remote.run("Another question?", thread_id="Корабли 2023")


def test_it_can_be_waited_for(
    service: RunningService, collection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_URL", service.url)
    monkeypatch.setenv("JUDGE_API_KEY", service.key())
    assert "4,812" in RemoteDeepResearch("embedded", collection=collection).run_sync(QUESTION).answer.text


def test_a_thread_id_is_the_same_for_the_same_research(client: AsyncJudgeClient) -> None:
    names = {
        RemoteDeepResearch("embedded", collection=collection, client=client).thread_id(QUESTION, label=label)
        for collection in ("one", "two", "one")
        for label in ("", "b")
    }
    assert len(names) == 4


async def test_who_goes_away_ends_the_research_and_can_take_it_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        collection = add_collection(service.context.jobs, documents=DOCUMENTS)
        client = AsyncJudgeClient(service.url, api_key=service.key())
        remote = RemoteDeepResearch("embedded", collection=collection, client=client)
        listening = listened_to(client, monkeypatch)
        gone = asyncio.create_task(remote.run(QUESTION, thread_id="mine"))
        await listening.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        (job,) = (await client.jobs.page()).jobs
        assert job.state == "cancelled"
        again = asyncio.create_task(remote.run(QUESTION, thread_id="mine"))
        while (await client.jobs.get(job.id)).state == "cancelled":  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await client.jobs.cancel(job.id)
        with pytest.raises(InputError, match=f"The research was cancelled; the job {job.id} can be resumed"):
            await again


@over(
    "settings, sentence",
    [
        (ResearchSettings(carry_over=False), "'carry_over' cannot be set over the network"),
        (ResearchSettings(max_attempts=51), "'max_attempts' cannot be used on a server"),
    ],
)
def test_settings_that_a_server_does_not_take_are_named(settings: ResearchSettings, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        RemoteDeepResearch("embedded", collection="c", settings=settings)


async def test_what_was_handed_in_wrong_is_named(client: AsyncJudgeClient, collection: str) -> None:
    remote = RemoteDeepResearch("embedded", collection=collection, client=client)
    with pytest.raises(InputError, match="The question is empty"):
        await remote.run(" ")
    with pytest.raises(InputError, match="notes are kept with runs on this machine alone"):
        await remote.run(QUESTION, notes={"a": "b"})
    with pytest.raises(InputError, match="There is no collection 'none'"):
        await RemoteDeepResearch("embedded", collection="none", client=client).run(QUESTION)


def test_research_is_started_as_a_job(service: RunningService, collection: str) -> None:
    with JudgeClient(service.url, api_key=service.key()) as client:
        job = client.research.start(ResearchRequest(question=QUESTION, collection=collection))
        assert client.jobs.wait(job.id).state == "done"
