"""Evaluations over HTTP: one at once, many as a job, and nothing made twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.jobs.limits.model_limit import ModelLimit
from service.jobs.settings import WorkerSettings
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.openai_server import OpenAIServer, openai_server
from tests.support.stores import postgresql_schema

REPLY = '{"analysis": "read", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "", "suggestion": ""}'
ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


CONTRARY = {"answerable": True, "reference_answer": "The documents do not say."}


@pytest.fixture(params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningService]:
    if request.param == "sqlite":
        with running_service(str(tmp_path / "runs.sqlite")) as running:
            yield running
    else:
        with postgresql_schema() as schema, running_service(schema) as running:
            yield running


def test_an_evaluation_is_returned_and_kept(service: RunningService) -> None:
    found = service.client.post("/v1/evaluations", json=ANSWER)
    assert found.status_code == 200, found.text
    evaluation = found.json()
    kept = service.context.runs.items_of(evaluation["run_id"], evaluation["id"])
    assert [item.evaluation.model_dump(mode="json") for item in kept if item.evaluation] == [
        evaluation["evaluation"]
    ]


def test_declining_is_right_where_the_documents_are_said_not_to_answer(service: RunningService) -> None:
    asked = {"question": "Who built the dam?", "documents": ["The dam is in Ohio."], "answerable": False}
    answers = [{"answer": "The documents do not say."}, {"answer": "Ohio built it in 1936."}]
    for said, passes in zip(answers, (True, False), strict=True):
        found = service.client.post("/v1/evaluations", json=asked | said).json()
        assert found["evaluation"]["is_passing"] is passes
    made = service.client.post("/v1/evaluations/batch", json={"items": [asked | said for said in answers]})
    job = wait_for_job(service.client, made.json()["id"])
    cards = {
        item.answer.text: item.score_card
        for item in service.context.runs.items(str(job["run_id"]))
        if item.answer
    }
    assert [card.passed for said in answers if (card := cards[said["answer"]])] == [True, False]


def test_the_same_request_under_a_key_makes_one_evaluation(service: RunningService) -> None:
    headers = {"Idempotency-Key": "once"}
    first = service.client.post("/v1/evaluations", json=ANSWER, headers=headers)
    again = service.client.post("/v1/evaluations", json=ANSWER, headers=headers)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.content == first.content
    assert len(service.context.runs.history(first.json()["run_id"])) == 1
    other = service.client.post("/v1/evaluations", json=ANSWER | {"answer": "No."}, headers=headers)
    assert other.status_code == 409
    assert other.headers["content-type"] == "application/problem+json"


def test_a_key_of_an_evaluation_at_once_makes_no_job_of_it(service: RunningService) -> None:
    headers = {"Idempotency-Key": "once or as a job"}
    service.client.post("/v1/evaluations", json=ANSWER, headers=headers).raise_for_status()
    as_job = headers | {"Prefer": "respond-async"}
    assert service.client.post("/v1/evaluations", json=ANSWER, headers=as_job).status_code == 409


def test_a_batch_is_judged_as_a_job(service: RunningService) -> None:
    items = [ANSWER | {"id": f"a{n}"} for n in range(25)]
    made = service.client.post("/v1/evaluations/batch", json={"items": items})
    assert made.status_code == 202, made.text
    job = wait_for_job(service.client, made.json()["id"])
    assert job["state"] == "done"
    assert job["result_counts"] == {"total": 25, "scored": 25, "failed": 0, "cancelled": 0}
    assert job["progress"] == 1
    assert len(service.context.runs.history(str(job["run_id"]))) == 25


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A server behind the judge ``openai:invented``; it wants the key that it is sent."""
    monkeypatch.delenv("JUDGE_CACHE", raising=False)
    with openai_server(REPLY, key="right") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        yield server


def test_a_model_that_refuses_the_key_gives_an_evaluation_that_says_so(
    service: RunningService, model: OpenAIServer
) -> None:
    model.key = "another"
    found = service.client.post("/v1/evaluations", json=ANSWER | {"judge": "openai:invented"})
    assert found.status_code == 200, found.text
    evaluation = found.json()["evaluation"]
    assert evaluation["status"] == "failed"
    assert evaluation["metrics"] is None
    assert "401" in evaluation["reason"]
    [kept] = service.context.runs.history(found.json()["run_id"])
    assert kept.status.value == "unscored"


def test_an_evaluation_beyond_the_limit_of_its_model_is_refused_with_the_time_to_come_back(
    tmp_path: Path, model: OpenAIServer
) -> None:
    worker = WorkerSettings(limits={"openai:invented": ModelLimit(requests_per_minute=1)})
    with running_service(str(tmp_path / "runs.sqlite"), worker) as service:
        asked = ANSWER | {"judge": "openai:invented"}
        headers = {"Idempotency-Key": "sent again"}
        assert service.client.post("/v1/evaluations", json=asked).status_code == 200
        for _ in range(2):
            found = service.client.post("/v1/evaluations", json=asked, headers=headers)
            assert found.status_code == 429
            assert found.headers["content-type"] == "application/problem+json"
            assert 0 < int(found.headers["Retry-After"]) <= 61
            assert "openai:invented: the limit of 1 requests a minute is reached" in found.json()["detail"]
        assert service.client.post("/v1/evaluations", json=ANSWER).status_code == 200
    assert len(model.requests) == 1


def test_a_request_that_cannot_be_used_is_a_problem_with_a_sentence(service: RunningService) -> None:
    for body, sentence in (
        ({"question": " ", "answer": "a"}, "body.question"),
        (ANSWER | {"judge": "os:system"}, "is no model of this server"),
        (ANSWER | {"more": 1}, "body.more"),
        (ANSWER | CONTRARY, "body: answerable and reference_answer: one says"),
    ):
        found = service.client.post("/v1/evaluations", json=body)
        assert found.status_code == 422
        assert found.headers["content-type"] == "application/problem+json"
        assert sentence in found.json()["detail"]
