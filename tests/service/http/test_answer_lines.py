"""Answers as NDJSON: one in each line of a body, judged as a job."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from service.http.answers import ndjson
from service.http.guards.json_shape import DEPTH
from tests.support.http_service import RunningService, running_service, wait_for_job

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    with running_service(store, max_body_bytes=20_000) as running:
        yield running


def send(service: RunningService, body: Any, *, key: str | None = None, **query: str) -> httpx2.Response:
    headers = {"Content-Type": "Application/X-NDJSON; charset=utf-8"}
    if key is not None:
        headers["Idempotency-Key"] = key
    return service.client.post("/v1/evaluations/batch", content=body, headers=headers, params=query)


def test_each_line_is_an_answer_of_the_job(service: RunningService) -> None:
    asked = [ANSWER | {"id": f"a{n}", "tags": ["t"], "answer": "x" * 300} for n in range(100)]
    body = "\r\n\n".join(json.dumps(each) for each in asked)
    assert len(body) > service.context.settings.max_body_bytes

    def pieces() -> Iterator[bytes]:
        for begin in range(0, len(body), 777):
            yield body[begin : begin + 777].encode()

    settings = json.dumps({"passing_accuracy": 3})
    made = send(service, pieces(), judge="embedded", blind="true", settings=settings, priority="2")
    assert made.status_code == 202, made.text
    assert made.json()["priority"] == 2
    job: Any = wait_for_job(service.client, made.json()["id"])
    assert job["result_counts"] == {"total": 100, "scored": 100, "failed": 0, "cancelled": 0}
    kept = service.context.runs.history(job["run_id"])
    assert {item.case_id for item in kept} == {each["id"] for each in asked}
    assert {item.tags for item in kept} == {("t",)}
    terms = json.loads(service.context.jobs.job(job["id"], "default").request)
    assert (terms["blind"], terms["settings"]["passing_accuracy"]) == (True, 3)


def test_the_same_answers_in_lines_and_in_json_are_the_same_questions(service: RunningService) -> None:
    in_lines = send(service, json.dumps(ANSWER)).json()["id"]
    in_json = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER]}).json()["id"]
    one, other = (service.context.jobs.job(name, "default").request for name in (in_lines, in_json))
    assert json.loads(one) == json.loads(other)


def test_lines_name_the_right_answer_as_files_do(service: RunningService) -> None:
    gold = [{name: "It is in Utah."} for name in ("gold_answer", "ground_truth", "reference_answer")]
    body = "\n".join(json.dumps(ANSWER | {"id": str(n), **each}) for n, each in enumerate(gold))
    job: Any = wait_for_job(service.client, send(service, body).json()["id"])
    kept = service.context.runs.items(job["run_id"])
    assert [item.metrics["reference_answer"] for item in kept] == ["It is in Utah."] * 3
    twice = send(service, json.dumps(ANSWER | gold[0] | gold[1]))
    assert (twice.status_code, "line 1" in twice.text) == (422, True), twice.text


def test_lines_sent_again_under_their_key_make_one_job(service: RunningService) -> None:
    first, again = (send(service, json.dumps(ANSWER), key="once") for _ in range(2))
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json()["id"] == first.json()["id"]
    assert send(service, json.dumps(ANSWER | {"answer": "No."}), key="once").status_code == 409
    assert send(service, json.dumps(ANSWER), key="once", blind="true").status_code == 409


def test_what_cannot_be_used_is_told_by_its_line(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ndjson, "LINES", 3)
    good, before = json.dumps(ANSWER), len(service.client.get("/v1/jobs").json()["jobs"])
    named = json.dumps(ANSWER | {"id": "a"})
    for body, query, status, said in (
        (f"{good}\n\n[1", {}, 422, "line 3: is no JSON object; write one in each line."),
        (f'{good}\n{{"question": "Where?"}}', {}, 422, "line 2.answer: is missing"),
        (json.dumps(ANSWER | {"documents": "a"}), {}, 422, "line 1.documents: must be a valid list."),
        (json.dumps(ANSWER | {"question": " "}), {}, 422, "line 1.question: must not be empty."),
        (f'{good}\n{{"question": "Where?", "answer": "\\ud800"}}', {}, 422, "line 2"),
        (f"{named}\n{named}", {}, 422, 'line 2.id: "a" is used twice'),
        (f"{good}\n" + "[" * (DEPTH + 1), {}, 413, "line 2: The body is nested"),
        (f"{good}\n" + " " * 20_001, {}, 413, "line 2: it has more than 20,000 bytes"),
        ("\n".join([good] * 4), {}, 413, "At most 3 lines"),
        ("", {}, 422, "no items"),
        (good, {"settings": "{"}, 422, "query.settings: Invalid JSON"),
        (good, {"settings": '{"own": 1}'}, 422, "query.settings.own"),
        (good, {"judge": "os:system"}, 422, "is no model of this server"),
    ):
        found = send(service, body, **query)
        assert (found.status_code, said in found.json()["detail"]) == (status, True), found.text
    assert len(service.client.get("/v1/jobs").json()["jobs"]) == before


def test_passages_that_are_named_again_and_again_are_counted_each_time(service: RunningService) -> None:
    place = service.client.post("/v1/collections", json={"name": "long"}).json()["id"]
    files = {"files": ("long.txt", b"The dam is in Ohio. " * 400)}
    upload = service.client.post(f"/v1/collections/{place}/documents", files=files).json()
    wait_for_job(service.client, upload["job"]["id"])
    found = service.client.get(f"/v1/collections/{place}/search", params={"q": "dam", "limit": 100}).json()
    documents = {"collection": place, "passages": [each["id"] for each in found["passages"]]}
    body = "\n".join([json.dumps(ANSWER | {"documents": documents})] * 100)
    said = send(service, body)
    assert said.status_code == 413
    assert "the passages that they name have more than 200,000 bytes" in said.json()["detail"]
