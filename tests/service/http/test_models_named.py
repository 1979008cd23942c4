"""Which models a request may name: what the server allows, and what its key does."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.support.http_service import RunningService, client, running_service

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
PAIR = {"question": "Where?", "first": "Ohio.", "second": "Utah.", "documents": ["The dam is in Ohio."]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("models") / "runs.sqlite")
    allowed = ("openai:cheap", "anthropic:*")
    with (
        pytest.MonkeyPatch.context() as environment,
        running_service(store, workers=False, models=allowed) as running,
    ):
        environment.setenv("OPENAI_API_KEY", "sk-none-of-any-use")
        environment.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
        yield running


def asked_with(service: RunningService, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request that may name a model."""
    made = service.client.post("/v1/collections", json={"name": f"of {name}"}).json()
    collection = made.get("id", "col_none")
    yield "/v1/evaluations", {**ANSWER, "judge": name}
    yield "/v1/evaluations/batch", {"items": [ANSWER], "judge": name}
    yield "/v1/pairs", {**PAIR, "judge": name}
    researched = {"question": "Where?", "collection": collection}
    yield "/v1/research", {**researched, "models": {"judge": name}}
    yield "/v1/research", {**researched, "models": {"model": name}}
    given: dict[str, Any] = {"kind": "recorded", "name": "given", "answers": {"q1": "Ohio."}}
    pure = {"kind": "pure_llm", "name": "pure"}
    deep = {"kind": "deep_research", "name": "deep", "collection": collection}
    questions = [{"question": "Where?"}]
    yield "/v1/arenas", {"questions": questions, "contestants": [given, pure], "judges": [name]}
    yield "/v1/arenas", {"questions": questions, "contestants": [given, {**pure, "model": name}]}
    for role in ("model", "judge"):
        contestants = [given, {**deep, "models": {role: name}}]
        yield "/v1/arenas", {"questions": questions, "contestants": contestants}


def refused(found: httpx2.Response, whose: str) -> bool:
    return found.status_code == 403 and f"may not be used with {whose}" in found.json()["detail"]


@pytest.mark.parametrize("name", ["openai:dear", "openai:cheap,openai:dear", "embedded+openai:dear?seed=1"])
def test_a_model_that_the_server_does_not_allow_is_refused_everywhere(
    service: RunningService, name: str
) -> None:
    for path, body in asked_with(service, name):
        assert refused(service.client.post(path, json=body), "this server"), (path, body)
    lines = service.client.post(
        f"/v1/evaluations/batch?judge={name.replace('+', '%2B').replace('?', '%3F')}",
        content=b"{}\n",
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert refused(lines, "this server")


@pytest.mark.parametrize(
    "name",
    ["openai:cheap", "openai:cheap?temperature=0", "anthropic:any", "embedded", "embedded+openai:cheap"],
)
def test_what_is_allowed_is_not_refused_for_its_name(service: RunningService, name: str) -> None:
    for path, body in asked_with(service, name):
        assert service.client.post(path, json=body).status_code != 403, (path, body)


def test_a_key_may_name_less_than_the_server_allows(service: RunningService) -> None:
    made = service.context.keys.create("default", "cheap", models=("openai:cheap",))
    assert [key.models for key in service.context.keys.all() if key.id == made.key.id] == [("openai:cheap",)]
    with client(service.url, made.secret) as limited:
        for path, body in asked_with(service, "anthropic:any"):
            assert refused(limited.post(path, json=body), "this API key"), (path, body)
        assert limited.post("/v1/evaluations", json={**ANSWER, "judge": "openai:cheap"}).status_code != 403
        assert limited.post("/v1/evaluations", json=ANSWER).status_code == 200
