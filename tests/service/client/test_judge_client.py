"""The client against a running server: its resources, lost connections, refusals."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from data_base.errors import InputError
from data_base.schemas.run import ItemStatus
from service.client.errors import RequestRefusedError, ServiceUnavailableError
from service.client.judge_client import AsyncJudgeClient, JudgeClient
from service.client.sync_wrapper import SyncWrapper
from service.http.bodies.arenas import ArenaRunRequest, ContestantRequest, GivenAnswer, QuestionRequest
from service.http.bodies.comparisons import ComparisonRequest
from service.http.bodies.evaluations import BatchItem, BatchRequest, EvaluationRequest
from service.http.bodies.parts import CollectionPassages
from service.http.bodies.runs import ItemQuery, RunQuery
from tests.support.cutting_proxy import cutting_proxy
from tests.support.http_service import RunningService, running_service
from tests.support.openai_server import openai_server
from tests.support.pages import ROOT
from tests.support.rows import over

REPLY = '{"analysis": "read", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "", "suggestion": ""}'
DAM = EvaluationRequest(question="Where is the dam?", answer="In Ohio.", documents=("The dam is in Ohio.",))
ITEMS = tuple(
    BatchItem(id=f"q{n}", question="Where is the dam?", answer="In Ohio.", documents=("The dam is in Ohio.",))
    for n in range(30)
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("client") / "runs.sqlite")) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Iterator[JudgeClient]:
    with JudgeClient(service.url, api_key=service.key()) as found:
        yield found


def test_an_answer_is_evaluated(client: JudgeClient) -> None:
    found = client.evaluations.create(DAM)
    assert found.evaluation.scored
    assert found.evaluation.is_passing
    assert found.run_id


def test_a_job_is_waited_for_and_its_events_are_read(client: JudgeClient) -> None:
    job = client.evaluations.batch(BatchRequest(items=ITEMS))
    events = list(client.jobs.events(job.id))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert {event.data["case_id"] for event in events if event.event == "item"} == {item.id for item in ITEMS}
    done = client.jobs.wait(job.id)
    assert (done.state, done.result_counts.scored) == ("done", len(ITEMS))
    assert list(client.jobs.events(job.id, after=events[-1].seq)) == []
    assert client.jobs.page(state="done", limit=1).jobs[0].state == "done"


def test_a_job_of_one_answer_is_cancelled_and_resumed(tmp_path: Path) -> None:
    with (
        running_service(str(tmp_path / "runs.sqlite"), workers=False) as service,
        JudgeClient(service.url, api_key=service.key()) as client,
    ):
        job = client.evaluations.start(DAM)
        assert client.jobs.cancel(job.id).state == "cancelled"
        assert client.jobs.resume(job.id).state == "queued"
        assert client.jobs.get(job.id).why_waiting


def test_documents_are_uploaded_searched_and_judged_by(client: JudgeClient, tmp_path: Path) -> None:
    (tmp_path / "dam.txt").write_text("The dam is in Ohio.", encoding="utf-8")
    collection = client.collections.create("dams")
    upload = client.collections.upload(
        collection.id, [tmp_path / "dam.txt", ("mill.md", b"The mill is in Rome.")]
    )
    assert upload.job is not None
    assert client.jobs.wait(upload.job.id).state == "done"
    names = [document.name for document in client.collections.documents(collection.id).documents]
    assert names == ["dam.txt", "mill.md"]
    (passage,) = client.collections.search(collection.id, "Where is the dam?").passages[:1]
    documents = CollectionPassages(collection=collection.id, passages=(passage.id,))
    judged = client.evaluations.create(DAM.model_copy(update={"documents": documents}))
    assert judged.evaluation.mode == "documents"
    client.collections.delete_document(collection.id, upload.documents[0].id)
    assert client.collections.get(collection.id).documents.indexed == 1
    client.collections.delete(collection.id)
    assert collection.id not in {each.id for each in client.collections.page().collections}


def test_a_file_that_is_not_there_is_named(client: JudgeClient, tmp_path: Path) -> None:
    collection = client.collections.create("nothing")
    with pytest.raises(InputError, match=r"missing\.txt: cannot be read"):
        client.collections.upload(collection.id, [tmp_path / "missing.txt"])


def given(text: str) -> GivenAnswer:
    return GivenAnswer(answer=text, documents=("The dam is in Ohio.",))


def test_an_arena_is_held_by_a_panel(client: JudgeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ArenaRunRequest(
        questions=(QuestionRequest(question="Where is the dam?"),),
        contestants=tuple(
            ContestantRequest(name=name, answers={"q1": given(f"The dam is in {name}.")})
            for name in ("Ohio", "Utah")
        ),
        judges=("embedded", "openai:invented"),
    )
    with openai_server(REPLY) as model:
        monkeypatch.setenv("OPENAI_API_KEY", "any")
        monkeypatch.setenv("OPENAI_BASE_URL", model.base_url)
        job = client.arenas.start(asked)
        found = client.arenas.wait(job.id)
    assert [side.system for side in found.summary.sides] == ["Ohio", "Utah"]
    scored = [item.evaluation for item in found.items[0].items]
    panels = [[member.model_id for member in each.panel.members] for each in scored if each and each.panel]
    assert panels == [["embedded", "openai:invented"]] * 2
    assert len(model.requests) == 2
    assert client.arenas.result(str(job.run_id)) == found


def test_runs_are_compared(client: JudgeClient) -> None:
    jobs = [client.jobs.wait(client.evaluations.batch(BatchRequest(items=ITEMS)).id) for _ in range(2)]
    base, candidate = (str(job.run_id) for job in jobs)
    compared = client.compare(ComparisonRequest(base=(base,), candidate=(candidate,)))
    assert compared.verdict


def test_runs_and_their_items_are_read(client: JudgeClient) -> None:
    items = (ITEMS[0].model_copy(update={"id": "a/b %41 ы"}), *ITEMS[1:])
    run_id = str(client.jobs.wait(client.evaluations.batch(BatchRequest(items=items)).id).run_id)
    assert run_id in {run.id for run in client.runs.page(RunQuery(kind="evaluate", limit=200)).runs}
    assert client.runs.get(run_id).total == len(ITEMS)
    page = client.runs.items(run_id, ItemQuery(sort="-score", limit=5, status=ItemStatus.SCORED))
    assert (len(page.items), page.after is not None) == (5, True)
    found = client.runs.item(run_id, "a/b %41 ы", "recorded")
    assert found.item.case_id == "a/b %41 ы"
    assert found.item.evaluation is not None
    client.runs.delete(run_id)
    with pytest.raises(RequestRefusedError) as refused:
        client.runs.get(run_id)
    assert refused.value.status == 404


def test_the_server_says_its_models_and_version(client: JudgeClient) -> None:
    assert client.models().default_judge == "embedded"
    assert client.health().status == "ok"


def test_every_asynchronous_method_has_an_ordinary_one(client: JudgeClient) -> None:
    pairs: list[tuple[object, SyncWrapper[object]]] = [
        (core, ordinary)
        for ordinary in [client, *vars(client).values()]
        if isinstance(ordinary, SyncWrapper)
        for core in [ordinary._core]
    ]
    assert len(pairs) >= 4
    for core, ordinary in pairs:
        methods = {
            name
            for name, _ in inspect.getmembers(type(core), inspect.isfunction)
            if not name.startswith("_") and name != "aclose"
        }
        assert methods <= set(dir(ordinary)), ordinary


def test_the_ordinary_client_works_inside_a_running_loop(client: JudgeClient) -> None:
    async def notebook() -> str:
        return client.health().status

    assert asyncio.run(notebook()) == "ok"


async def test_refusals_are_the_sentences_of_the_server(service: RunningService) -> None:
    async with AsyncJudgeClient(service.url, api_key=service.key()) as client:
        with pytest.raises(RequestRefusedError, match="There is no job 'job_x'") as refused:
            await client.jobs.get("job_x")
        assert refused.value.status == 404
        with pytest.raises(RequestRefusedError, match="no model of this server"):
            await client.evaluations.create(DAM.model_copy(update={"judge": "os:system"}))
    async with AsyncJudgeClient(service.url, api_key="drj_unknown") as client:
        with pytest.raises(
            RequestRefusedError, match=r"does not know the API key, .* JUDGE_API_KEY"
        ) as refused:
            await client.models()
        assert refused.value.status == 401
    async with AsyncJudgeClient(service.url) as client:
        with pytest.raises(RequestRefusedError, match="asks for an API key; give one as api_key, or set"):
            await client.models()


async def test_a_lost_response_makes_nothing_twice(service: RunningService) -> None:
    with cutting_proxy(service.url, lambda number: 10 if number <= 2 else None) as url:
        async with AsyncJudgeClient(url, api_key=service.key("lossy")) as client:
            job = await client.evaluations.batch(BatchRequest(items=ITEMS))
            assert [each.id for each in (await client.jobs.page()).jobs] == [job.id]


def test_a_request_is_sent_again_under_a_key_of_ones_own(client: JudgeClient) -> None:
    first, again = (client.evaluations.create(DAM, idempotency_key="order 4711") for _ in range(2))
    assert first.id == again.id
    for key in ("", "дом", "a\n", "a" * 256):
        with pytest.raises(InputError, match="idempotency_key: must be 1 to 255"):
            client.evaluations.create(DAM, idempotency_key=key)


async def test_events_are_read_on_where_the_connection_broke(service: RunningService) -> None:
    async with AsyncJudgeClient(service.url, api_key=service.key()) as client:
        job = await client.evaluations.batch(BatchRequest(items=ITEMS))
        await client.jobs.wait(job.id)
    with cutting_proxy(service.url, lambda number: 700 * number) as url:
        async with (
            AsyncJudgeClient(url, api_key=service.key()) as client,
            aclosing(client.jobs.events(job.id)) as events,
        ):
            read = [event async for event in events]
    assert [event.seq for event in read] == list(range(1, len(read) + 1))
    assert read[-1].event == "done"


async def test_a_server_that_is_overloaded_is_asked_again_with_the_same_key(httpserver: HTTPServer) -> None:
    now = {"Retry-After": "0"}
    for status in (503, 429, 409):
        httpserver.expect_ordered_request("/v1/jobs/a/cancel").respond_with_json({}, status, now)
    refused = {"title": "Not Found", "status": 404, "detail": "There is no job a."}
    httpserver.expect_ordered_request("/v1/jobs/a/cancel").respond_with_json(refused, 404)
    async with AsyncJudgeClient(httpserver.url_for("/")) as client:
        with pytest.raises(RequestRefusedError, match="There is no job a"):
            await client.jobs.cancel("a")
    keys = {request.headers["Idempotency-Key"] for request, _ in httpserver.log}
    assert (len(httpserver.log), len(keys)) == (4, 1)


async def test_a_server_that_stays_away_is_named(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/health").respond_with_data("<html>Bad gateway", 502, {"Retry-After": "0"})
    async with AsyncJudgeClient(httpserver.url_for(""), attempts=3) as client:
        with pytest.raises(ServiceUnavailableError, match="answered with status 502: <html>Bad gateway"):
            await client.health()
    assert len(httpserver.log) == 3
    async with AsyncJudgeClient("http://127.0.0.1:9", attempts=1) as client:
        with pytest.raises(ServiceUnavailableError, match=r"127\.0\.0\.1:9 cannot be reached"):
            await client.health()


async def test_another_servers_answer_is_no_answer(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/health").respond_with_data("<html>Welcome")
    async with AsyncJudgeClient(httpserver.url_for("")) as client:
        with pytest.raises(ServiceUnavailableError, match="check that it is the address of a judge's server"):
            await client.health()


async def test_a_newer_server_may_say_more(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/health").respond_with_json({"status": "ok", "version": "9", "mood": "good"})
    async with AsyncJudgeClient(httpserver.url_for("")) as client:
        assert (await client.health()).version == "9"


@over("url", ["judge.example", "ftp://judge.example", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InputError, match=r"^url: is no http or https address"):
        JudgeClient(url)


def test_address_and_key_come_from_the_environment(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_URL", service.url)
    monkeypatch.setenv("JUDGE_API_KEY", service.key())
    with JudgeClient() as client:
        assert client.models().models


def test_the_client_needs_no_extra() -> None:
    code = "import sys; sys.modules.update(dict.fromkeys(['fastapi', 'starlette', 'uvicorn']))\n"
    code += "from deep_research_judge import JudgeClient, RemoteDeepResearch, RemoteEvaluator, RunQuery"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
