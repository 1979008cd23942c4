"""A request that is sent again under its key, though what it names is no longer what it was."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from tests.support.http_service import RunningService, running_service, wait_for_job

KEY = {"Idempotency-Key": "once"}
ANSWER = {"question": "When did the mill open?", "answer": "It opened in 1978."}
Send = Callable[[httpx2.Client, str], httpx2.Response]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("replays") / "runs.sqlite")) as found:
        yield found


def collection(client: httpx2.Client) -> str:
    """A collection with one document."""
    place = client.post("/v1/collections", json={"name": "mills"}).json()["id"]
    upload(client, place, b"The mill opened in 1978.")
    return str(place)


def upload(client: httpx2.Client, place: str, content: bytes) -> None:
    uploaded = client.post(f"/v1/collections/{place}/documents", files={"files": ("mill.txt", content)})
    wait_for_job(client, uploaded.json()["job"]["id"])


def answer(place: str) -> dict[str, Any]:
    return ANSWER | {"documents": {"collection": place, "passages": ["mill.txt#1"]}}


def pair(place: str) -> dict[str, Any]:
    return {
        "question": ANSWER["question"],
        "first": "In 1978.",
        "second": "In 1987.",
        "documents": answer(place)["documents"],
    }


def arena(place: str) -> dict[str, Any]:
    sides = [{"kind": "pure_llm"}, {"kind": "deep_research", "collection": place}]
    return {"questions": [{"question": ANSWER["question"]}], "contestants": sides}


def lines(client: httpx2.Client, place: str) -> httpx2.Response:
    headers = KEY | {"Content-Type": "application/x-ndjson"}
    return client.post("/v1/evaluations/batch", content=json.dumps(answer(place)), headers=headers)


def posting(route: str, body: Callable[[str], dict[str, Any]]) -> Send:
    return lambda client, place: client.post(route, json=body(place), headers=KEY)


SENDS: dict[str, Send] = {
    "an evaluation": posting("/v1/evaluations", answer),
    "a batch": posting("/v1/evaluations/batch", lambda place: {"items": [answer(place)]}),
    "lines": lines,
    "a pair": posting("/v1/pairs", pair),
    "research": posting("/v1/research", lambda place: {"question": ANSWER["question"], "collection": place}),
    "an arena": posting("/v1/arenas", arena),
}


@pytest.mark.parametrize("name", SENDS)
def test_a_replay_looks_up_nothing_that_the_request_names(service: RunningService, name: str) -> None:
    with service.client_of(name.replace(" ", "-")) as client:
        place = collection(client)
        first = SENDS[name](client, place)
        assert first.is_success, first.text
        if first.status_code == 202:
            wait_for_job(client, first.json()["id"])
        client.delete(f"/v1/collections/{place}").raise_for_status()
        again = SENDS[name](client, place)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_lines_are_the_same_request_though_a_passage_that_they_name_has_changed(
    service: RunningService,
) -> None:
    with service.client_of("changed") as client:
        place = collection(client)
        first = lines(client, place)
        upload(client, place, b"The mill opened in 1987.")
        again = lines(client, place)
        assert (again.status_code, again.json()["id"]) == (202, first.json()["id"])


def test_lines_that_cannot_be_taken_are_refused_under_a_key_too(service: RunningService) -> None:
    with service.client_of("refused") as client:
        bad = "\n".join(map(json.dumps, [ANSWER | {"id": "1"}, ANSWER | {"id": "1"}]))
        headers = KEY | {"Content-Type": "application/x-ndjson"}
        found = client.post("/v1/evaluations/batch", content=bad, headers=headers)
        assert found.status_code == 422
        assert found.json()["detail"].startswith('line 2.id: "1" is used twice')
        good = client.post("/v1/evaluations/batch", content=json.dumps(ANSWER), headers=headers)
        assert good.status_code == 202
