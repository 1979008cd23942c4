"""Tools and resources are the API's: the same schemas, the same results, the same refusals."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from service.http.app import create_app
from service.http.settings import ServerSettings
from service.jobs.settings import WorkerSettings
from service.mcp.api import Api
from service.mcp.judge_server import judge_server
from service.mcp.resources import RESOURCES, TEMPLATES, path_of
from tests.support.jobs import enter
from tests.support.openai_server import Fault, openai_server
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.rows import over, table
from tests.support.stored_collections import add_collection

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi import FastAPI

ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}


def new_app(folder: Path) -> FastAPI:
    settings = ServerSettings(store=str(folder / "runs.sqlite"), auth=False)
    return create_app(settings, WorkerSettings(poll_seconds=0.1, stop_seconds=0))


@asynccontextmanager
async def connected(app: FastAPI) -> AsyncIterator[Client]:
    async with app.router.lifespan_context(app), Client(judge_server(Api(app))) as client:
        yield client


def local(schema: object) -> Any:
    """A schema of the API as it is alone: references within it, and what is null is not said twice."""
    return _sparse(json.loads(json.dumps(schema).replace("#/components/schemas/", "#/$defs/")))


def _sparse(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _sparse(each) for key, each in schema.items() if each is not None}
    return [_sparse(each) for each in schema] if isinstance(schema, list) else schema


async def test_the_tools_take_what_the_api_takes(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    described = local(app.openapi())
    schemas, paths = described["components"]["schemas"], described["paths"]
    async with connected(app) as client:
        tools = {tool.name: _sparse(tool.input_schema) for tool in (await client.list_tools()).tools}
    assert set(tools) == {"evaluate", "judge_report", "research", "compare", "search_documents"}
    routes = {"evaluate": "evaluations", "research": "research", "compare": "comparisons"}
    for name, route in routes.items():
        body = paths[f"/v1/{route}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        takes = schemas[body["$ref"].rsplit("/", maxsplit=1)[1]]
        assert tools[name]["properties"] == takes["properties"]
        assert tools[name].get("required") == takes.get("required")
        for each, schema in tools[name]["$defs"].items():
            assert schemas[each] == schema
    searched = paths["/v1/collections/{collection_id}/search"]["get"]["parameters"]
    bounds = {each["name"]: each["schema"] for each in searched}
    limits = {"minLength", "maxLength", "minimum", "maximum", "pattern", "default", "type"}
    assert set(tools["search_documents"]["properties"]) == {"collection_id", "q", "limit"}
    for name, shown in tools["search_documents"]["properties"].items():
        assert {key: shown[key] for key in limits & shown.keys()} == {
            key: bounds[name][key] for key in limits & bounds[name].keys()
        }


async def test_an_answer_is_judged_and_found_again_as_a_resource(tmp_path: Path) -> None:
    async with connected(new_app(tmp_path)) as client:
        judged = await client.call_tool("evaluate", ANSWER)
        assert not judged.is_error
        found = judged.structured_content
        assert found["evaluation"]["status"] == "scored"
        assert json.loads(judged.content[0].text) == found  # type: ignore[union-attr]  # text
        runs = await client.read_resource("judge://runs")
        assert [run["id"] for run in json.loads(runs.contents[0].text)["runs"]] == [found["run_id"]]  # type: ignore[union-attr]  # text


async def test_the_claims_of_a_report_are_checked(tmp_path: Path) -> None:
    report = "The mill opened in 1978 [1]. It closed in 2001 [2]."
    asked = {"report": report, "question": "When did it open?", "documents": ["The mill opened in 1978."]}
    async with connected(new_app(tmp_path)) as client:
        found = (await client.call_tool("judge_report", asked)).structured_content
    assert [claim["verdict"] for claim in found["claims"]["claims"]] == ["supported", "source_missing"]
    assert found["claims"]["shares"]["citation_precision"] == 1
    assert found["evaluation"]["status"] == "scored"
    assert "claims" not in found["evaluation"]


async def test_a_list_is_read_page_by_page(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    entered = {enter(app.state.context.jobs, 1).id for _ in range(2)}
    async with connected(app) as client:

        async def page(query: str) -> Any:
            return json.loads((await client.read_resource(f"judge://jobs?{query}")).contents[0].text)  # type: ignore[union-attr]  # text

        first = await page("limit=1")
        second = await page(f"limit=1&after={first['after']}")
        assert [len(each["jobs"]) for each in (first, second)] == [1, 1]
        assert {each["jobs"][0]["id"] for each in (first, second)} == entered
        assert second["after"] is None
        with pytest.raises(MCPError, match="There is no job 'garbage'"):
            await page("after=garbage")


async def test_two_runs_are_compared(tmp_path: Path) -> None:
    async with connected(new_app(tmp_path)) as client:
        run = (await client.call_tool("evaluate", ANSWER)).structured_content["run_id"]
        compared = await client.call_tool("compare", {"base": [run], "candidate": [run]})
        assert compared.structured_content["verdict"] == "passed"


async def test_documents_are_searched_and_a_question_is_researched_in_them(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    collection = add_collection(app.state.context.jobs, documents=DOCUMENTS)
    told: list[str | None] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    async with connected(app) as client:
        searched = await client.call_tool(
            "search_documents", {"collection_id": collection, "q": QUESTION, "limit": 1}
        )
        assert len(searched.structured_content["passages"]) == 1
        asked = {"question": QUESTION, "collection": collection, "settings": {"max_attempts": 2}}
        found = await client.call_tool("research", asked, progress_callback=progress)
        assert not found.is_error, found.content
        result = found.structured_content
        assert "4,812" in result["answer"]["text"]
        assert result["evaluation"]["status"] == "scored"
        assert any(line and line.startswith("attempt 1") for line in told)
        job = json.loads((await client.read_resource(f"judge://jobs/{result['job_id']}")).contents[0].text)  # type: ignore[union-attr]
        assert (job["state"], job["run_id"]) == ("done", result["run_id"])


async def test_a_research_whose_caller_gives_up_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = new_app(tmp_path)
    jobs = app.state.context.jobs
    collection = add_collection(jobs, documents=DOCUMENTS)
    with openai_server("none", faults=[Fault(hang=True)] * 9) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        asked = {"question": QUESTION, "collection": collection, "models": {"judge": "openai:invented"}}
        async with connected(app) as client:
            async with anyio.create_task_group() as calls:
                calls.start_soon(client.call_tool, "research", asked)
                await until(lambda: bool(model.requests))
                calls.cancel_scope.cancel()
            await until(lambda: jobs.jobs("default")[0].state == "cancelled")


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(400):
        if is_so():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came to be so")


@over(
    "name, arguments, said",
    [
        ("evaluate", {}, "question"),
        ("evaluate", ANSWER | {"judge": "os:system"}, "no model of this server"),
        ("evaluate", ANSWER | {"surprise": 1}, "surprise"),
        ("research", {"question": "Why?"}, "name the collection"),
        ("research", {"question": "Why?", "collection": "none"}, "no collection 'none'"),
        ("compare", {"base": ["none"], "candidate": ["none"]}, "none"),
        ("judge_report", {}, "report: is missing"),
        ("judge_report", {"report": "a", "question": "b", "settings": {"sources": "/"}}, "'sources' cannot"),
        ("search_documents", {}, "collection_id: is missing"),
        ("search_documents", {"collection": "../jobs", "q": "a"}, "collection"),
        ("search_documents", {"collection_id": "none", "q": "a"}, "no collection 'none'"),
        ("search_documents", {"collection": "none", "q": "a"}, "no collection 'none'"),
        ("search_documents", {"collection": "none", "q": "a", "limit": 0}, "limit"),
    ],
)
async def test_what_cannot_be_done_is_said_in_the_sentence_of_the_api(
    tmp_path: Path, name: str, arguments: dict[str, Any], said: str
) -> None:
    async with connected(new_app(tmp_path)) as client:
        refused = await client.call_tool(name, arguments)
    assert refused.is_error
    assert said in refused.content[0].text  # type: ignore[union-attr]  # text


async def test_unknown_tools_and_resources_are_errors_of_the_protocol(tmp_path: Path) -> None:
    async with connected(new_app(tmp_path)) as client:
        with pytest.raises(MCPError, match="There is no tool 'delete'"):
            await client.call_tool("delete", {})
        with pytest.raises(MCPError, match="There is no resource judge://webhooks"):
            await client.read_resource("judge://webhooks")
        with pytest.raises(MCPError, match="There is no job 'none'"):
            await client.read_resource("judge://jobs/none")


async def test_every_resource_is_a_route(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    paths = app.openapi()["paths"]
    for each in (*RESOURCES, *TEMPLATES):
        assert "get" in paths[f"/v1/{each.path}"]
    async with connected(app) as client:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        for resource in listed:
            json.loads((await client.read_resource(resource.uri)).contents[0].text)  # type: ignore[union-attr]
    assert {each.uri for each in listed} == {each.uri for each in RESOURCES}
    assert {each.uri_template for each in templates} == {each.uri for each in TEMPLATES}


@over(
    "uri, path",
    table(__file__, "test_uris_are_read"),
)
def test_uris_are_read(uri: str, path: str | None) -> None:
    assert path_of(uri) == path
