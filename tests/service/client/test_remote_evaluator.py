"""The evaluator on a server: the same methods and the same results as the embedded one."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document

from agents.evaluator import RAGEvaluator
from agents.judges.pairs.pair_request import PairRequest
from data_base.errors import InputError
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from service.client.batches import batches
from service.client.judge_client import AsyncJudgeClient
from service.client.remote_evaluator import RemoteEvaluator
from tests.support.http_service import RunningService, listened_to, running_service
from tests.support.rows import over, table

NOTE = Passage(id="mill.md#1", doc_id="mill.md", page=None, text="The mill opened in 1978 with 12 looms.")
ASKED = ("When did the mill open?", "It opened in 1987.")
OWN = {"latency_ms", "judged_at"}
HERE = {
    *("asked_models", "by_another_prompt", "checks_claims", "claims_of", "final_judge"),
    *("pair_prompts", "prompts", "repeated", "sources_sha256", "without_claims"),
}
"""What only a judge that is here can say, or do."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("remote") / "runs.sqlite")) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> AsyncJudgeClient:
    return AsyncJudgeClient(service.url, api_key=service.key())


def members(kind: type) -> dict[str, object]:
    return {name: member for name, member in vars(kind).items() if not name.startswith("_")}


def test_it_has_the_methods_of_the_embedded_evaluator_with_the_same_parameters() -> None:
    remote, embedded = members(RemoteEvaluator), members(RAGEvaluator)
    assert remote.keys() == embedded.keys() - HERE
    for name in remote:
        method = embedded[name]
        assert inspect.isfunction(remote[name]) == inspect.isfunction(method), name
        if inspect.isfunction(method):
            assert inspect.signature(remote[name]) == inspect.signature(method), name  # type: ignore[arg-type]


def said(result: FineGrainedEvaluationResult) -> dict[str, object]:
    return result.model_dump(exclude=OWN)


@pytest.mark.parametrize(
    "documents",
    [
        ["The mill opened in 1978.", "It has 12 looms."],
        [NOTE, Passage(id="more", doc_id="mill.md", text="It has a wheel.")],
        [Document("It opened in 1978.", metadata={"source": "[mill].txt", "page": 3})],
        [],
        None,
    ],
    ids=["texts", "passages", "LangChain", "nothing found", "none"],
)
async def test_results_are_those_of_the_embedded_evaluator(
    client: AsyncJudgeClient, documents: list[str | Passage | Document] | None
) -> None:
    settings = {"passing_accuracy": 9.0, "language": "en"}
    more = {
        "reference_answer": "It opened in 1978.",
        "key_points": ["1978", {"text": "12 looms", "weight": 2}],
    }
    remote = RemoteEvaluator("embedded", client=client, **settings)
    embedded = RAGEvaluator("embedded", **settings)
    found = await remote.evaluate_fine_grained(*ASKED, documents, **more)  # type: ignore[arg-type]
    expected = await embedded.evaluate_fine_grained(*ASKED, documents, **more)  # type: ignore[arg-type]
    assert said(found) == said(expected)


async def test_pairs_are_judged_as_embedded(client: AsyncJudgeClient) -> None:
    remote, embedded = RemoteEvaluator("embedded", client=client), RAGEvaluator("embedded")
    asked = PairRequest(
        case_id="q1",
        question=ASKED[0],
        first="a",
        second="b",
        first_answer="It opened in 1978.",
        second_answer=f"{ASKED[1]} [1](https://blocked.example/)",
        passages=(NOTE,),
        key_points=(KeyPoint(text="1978"),),
        blocked=(BlockedSource(urls=("https://blocked.example/",)),),
    )
    for request in (asked, asked.turned()):
        found, expected = await remote.judge_pair(request), await embedded.judge_pair(request)
        assert [each.model_copy(update={"latency_ms": 0}) for each in found] == [
            each.model_copy(update={"latency_ms": 0}) for each in expected
        ]
    answers = (ASKED[0], asked.first_answer, asked.second_answer, [NOTE])
    assert (await remote.compare(*answers)).verdict == (await embedded.compare(*answers)).verdict
    assert await remote.estimate_pairs([asked]) == await embedded.estimate_pairs([asked])
    panel = RemoteEvaluator(["embedded", "embedded+openai:invented"], client=client)
    with pytest.raises(InputError, match="have a verdict on a pair each; ask one of them, or judge_pair"):
        await panel.compare(*answers)


def test_it_can_be_waited_for(service: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_URL", service.url)
    monkeypatch.setenv("JUDGE_API_KEY", service.key())
    found = RemoteEvaluator().evaluate_fine_grained_sync(*ASKED, [NOTE])
    assert found.scored
    assert not found.is_passing


def requests(count: int) -> Iterator[JudgeRequest]:
    for number in range(count):
        answer = f"It opened in {1950 + number % 60}."
        yield JudgeRequest(question="When did the mill open?", answer=answer, documents=(NOTE,))


@pytest.mark.parametrize(("count", "concurrency"), [(0, None), (5, None), (100, None), (70, 8)])
async def test_many_results_come_in_the_order_asked(
    client: AsyncJudgeClient, count: int, concurrency: int | None
) -> None:
    async def stream() -> AsyncIterator[JudgeRequest]:
        for request in requests(count):
            yield request

    remote = RemoteEvaluator("embedded", client=client)
    found = [said(result) async for result in remote.evaluate_many(stream(), concurrency=concurrency)]
    assert found == [said(result) async for result in RAGEvaluator("embedded").evaluate_many(requests(count))]


async def test_the_cost_is_estimated_without_a_key_of_the_model(
    client: AsyncJudgeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    remote = RemoteEvaluator("openai:gpt-6-luna", client=client, temperature=0)
    found = await remote.estimate(requests(3))
    assert (found.calls, remote.model_id) == (3, "openai:gpt-6-luna")
    assert remote.identity == "openai:gpt-6-luna?temperature=0"
    assert await remote.asks_a_model(next(requests(1)))
    assert await RemoteEvaluator(client=client).estimate(requests(3)) == await RAGEvaluator(
        "embedded"
    ).estimate(requests(3))


@over(
    "judge, settings, sentence",
    table(__file__, "test_settings_that_a_server_does_not_take_are_named"),
)
def test_settings_that_a_server_does_not_take_are_named(
    judge: str | None, settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        RemoteEvaluator(judge, **settings)


async def test_what_was_handed_in_wrong_is_named(client: AsyncJudgeClient) -> None:
    remote = RemoteEvaluator(client=client)
    with pytest.raises(InputError, match="The question is empty"):
        await remote.evaluate_fine_grained(" ", "An answer.")
    with pytest.raises(InputError, match=r"documents\.0\.id: "):
        await remote.evaluate(
            JudgeRequest(question="a", answer="b", documents=(NOTE.model_copy(update={"id": "\t"}),))
        )
    with pytest.raises(InputError, match="'os:system' is no model of this server"):
        await RemoteEvaluator("os:system", client=client).evaluate(next(requests(1)))


async def test_many_answers_are_a_job_which_ends_with_the_iteration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        client = AsyncJudgeClient(service.url, api_key=service.key())
        remote = RemoteEvaluator(client=client)
        listening = listened_to(client, monkeypatch)
        gone = asyncio.ensure_future(anext(remote.evaluate_many(requests(30))))
        await listening.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        (job,) = (await client.jobs.page()).jobs
        assert (job.state, job.result_counts.total) == ("cancelled", 30)
        few = [result async for result in remote.evaluate_many(requests(20))]
        assert (len(few), len((await client.jobs.page()).jobs)) == (20, 1)


async def test_a_job_that_is_cancelled_by_another_is_said(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        client = AsyncJudgeClient(service.url, api_key=service.key())
        waiting = asyncio.ensure_future(anext(RemoteEvaluator(client=client).evaluate_many(requests(21))))
        while not (jobs := (await client.jobs.page()).jobs):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await client.jobs.cancel(jobs[0].id)
        with pytest.raises(
            InputError, match=f"It was cancelled. What was judged is kept; the job {jobs[0].id}"
        ):
            await waiting


async def test_batches_are_what_a_server_takes_at_once() -> None:
    long = JudgeRequest(question="a", answer="b" * 1_900_000)
    found = [len(batch) async for batch in batches([*requests(2500), long, long, long])]
    assert found == [1000, 1000, 502, 1]
