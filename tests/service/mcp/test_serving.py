"""The MCP server over stdio and over HTTP, by the SDK's own client."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from service.jobs.job_store import JobStore
from service.jobs.leases import Leases
from service.mcp.serving import mcp_app
from tests.support.http_service import RunningService, running_service
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.stored_collections import add_collection

if TYPE_CHECKING:
    from service.keys import Scope
    from tests.service.conftest import Command

ROOT = Path(__file__).resolve().parents[3]
JUDGE = ["-c", "from service.commands.app import main; main()", "mcp"]
ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    with running_service(store, make=mcp_app) as running:
        yield running


@asynccontextmanager
async def client_of(
    service: RunningService, project: str, *scopes: Scope, mode: str = "auto"
) -> AsyncIterator[Client]:
    key = service.key(project, scopes or ("admin",))
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http,
        Client(streamable_http_client(f"{service.url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.mark.slow
async def test_a_program_that_starts_it_speaks_to_it_over_stdio_without_a_limit_of_requests(
    tmp_path: Path,
) -> None:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[*JUDGE, "--store", str(tmp_path / "runs.sqlite")],
        cwd=ROOT,
        env={"JUDGE_REQUESTS_PER_MINUTE": "1"},
    )
    async with Client(parameters) as client:
        assert client.server_info is not None
        assert client.server_info.name == "deep-research-judge"
        for _ in range(3):
            judged = await client.call_tool("evaluate", ANSWER)
            assert judged.structured_content["evaluation"]["status"] == "scored"
        refused = await client.call_tool("evaluate", {})
        assert refused.is_error


def test_probes_are_answered_next_to_it(service: RunningService) -> None:
    assert httpx2.get(f"{service.url}/health").json()["status"] == "ok"
    assert httpx2.get(f"{service.url}/ready").json()["store"]


@pytest.mark.slow
async def test_jobs_are_left_to_a_worker_that_is_there_and_taken_up_once_it_is_gone(tmp_path: Path) -> None:
    store = str(tmp_path / "runs.sqlite")
    environment = {"JUDGE_LEASE_SECONDS": "1", "JUDGE_POLL_SECONDS": "0.1"}
    parameters = StdioServerParameters(
        command=sys.executable, args=[*JUDGE, "--store", store], cwd=ROOT, env=environment
    )
    with JobStore(store) as jobs:
        other = Leases(jobs, "other", lease_seconds=60, attempts=5)
        other.heartbeat([])
        collection = add_collection(jobs, documents=DOCUMENTS)
        asked = {"question": QUESTION, "collection": collection, "settings": {"max_attempts": 1}}

        async def stay_for_a_while() -> None:
            waited = 0
            while waited < 15:
                other.heartbeat([])
                await asyncio.sleep(0.1)
                states = [job.state for job in jobs.jobs("default")]
                assert states in ([], ["queued"])
                waited += len(states)
            other.leave()

        other_worker = asyncio.create_task(stay_for_a_while())
        async with Client(parameters) as client:
            found = await client.call_tool("research", asked)
        await other_worker
    assert not found.is_error


@pytest.mark.slow
def test_nothing_but_messages_is_on_stdout_and_closing_stdin_ends_it(tmp_path: Path) -> None:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "evaluate", "arguments": ANSWER},
        },
    ]
    # Whatever a library or a judge prints must not reach the client.
    chatty = JUDGE[1].replace("main()", "import atexit; atexit.register(print, 'bye'); main()")
    command = [sys.executable, "-c", chatty, "mcp", "--store", str(tmp_path / "runs.sqlite")]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        rest, errors = process.communicate(timeout=60)
    assert [each["id"] for each in answers] == [1, 2]
    assert (rest, errors, process.returncode) == ("bye\n", "", 0)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_callers_with_a_key_speak_to_it_over_http(service: RunningService, mode: str) -> None:
    collection = add_collection(service.context.jobs, "http", DOCUMENTS)
    told: list[str | None] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    async with client_of(service, "http", mode=mode) as client:
        judged = await client.call_tool("evaluate", ANSWER)
        assert judged.structured_content["evaluation"]["status"] == "scored"
        asked = {"question": QUESTION, "collection": collection, "settings": {"max_attempts": 1}}
        found = await client.call_tool("research", asked, progress_callback=progress)
        assert "4,812" in found.structured_content["answer"]["text"]
        assert told


async def test_a_caller_reaches_the_things_of_its_project_and_what_its_scopes_allow(
    service: RunningService,
) -> None:
    collection = add_collection(service.context.jobs, "owner", DOCUMENTS)
    asked = {"collection": collection, "q": QUESTION}
    async with client_of(service, "owner", "read") as owner, client_of(service, "another") as another:
        assert not (await owner.call_tool("search_documents", asked)).is_error
        refused = await owner.call_tool("evaluate", ANSWER)
        assert "no scope 'judge'" in refused.content[0].text  # type: ignore[union-attr]  # text
        missing = await another.call_tool("search_documents", asked)
        assert "There is no collection" in missing.content[0].text  # type: ignore[union-attr]  # text
        listed = await another.read_resource("judge://collections")
        assert collection not in listed.contents[0].text  # type: ignore[union-attr]  # text


def test_nobody_without_a_key_gets_in(service: RunningService) -> None:
    for headers in ({}, {"Authorization": "Bearer drj_none"}):
        refused = httpx2.post(f"{service.url}/mcp", json=LIST, headers=HEADERS | headers)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"


def test_no_web_page_reaches_it_by_a_name_of_its_own(service: RunningService) -> None:
    rebound = service.client.post("/mcp", json=LIST, headers=HEADERS | {"Host": "evil.example"})
    foreign = service.client.post("/mcp", json=LIST, headers=HEADERS | {"Origin": "https://evil.example"})
    assert (rebound.status_code, foreign.status_code) == (421, 403)


def test_a_body_that_is_too_large_is_refused(service: RunningService) -> None:
    large = LIST | {"params": {"x": "y" * service.context.settings.max_body_bytes}}
    assert service.client.post("/mcp", json=large, headers=HEADERS).status_code == 413


def test_without_keys_it_listens_on_the_loopback_address_alone(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JUDGE_AUTH", "false")
    code, out, err = judge("mcp", "--http", "--host", "0.0.0.0", "--store", tmp_path / "runs.sqlite")  # noqa: S104
    assert (code, out) == (2, "")
    assert "loopback" in err


def test_no_stream_is_opened_where_no_session_is_kept(service: RunningService) -> None:
    """It stayed open, and nothing was ever sent in it."""
    refused = [
        service.client.request(method, "/mcp", headers=HEADERS, timeout=10) for method in ("GET", "DELETE")
    ]
    assert [(each.status_code, each.headers["allow"]) for each in refused] == [(405, "POST")] * 2


@pytest.mark.parametrize("uri", ["judge://jobs/", "judge://none/"])
@pytest.mark.parametrize("length", [5_000, 70_000])
async def test_what_a_refusal_quotes_is_short(service: RunningService, uri: str, length: int) -> None:
    """The server failed, or sent back all of it."""
    async with client_of(service, "default") as client:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(uri + "x" * length)
    assert "Internal" not in str(refused.value)
    assert len(str(refused.value.error)) < 3_000
