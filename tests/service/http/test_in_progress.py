"""Requests that are answered at once and still in progress when the server stops or dies."""

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import text

from service.jobs.settings import WorkerSettings
from tests.support.http_service import RunningService, running_service
from tests.support.openai_server import Fault, OpenAIServer, openai_server

REPLY = '{"analysis": "read", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "", "suggestion": ""}'
ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
INVENTED = ANSWER | {"judge": "openai:invented"}
KEY = {"Idempotency-Key": "once"}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A server behind the judge ``openai:invented``."""
    with openai_server(REPLY) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        yield server


def begun(service: RunningService, model: OpenAIServer, pool: ThreadPoolExecutor) -> Future[httpx2.Response]:
    """What comes of an evaluation whose model is asked once this returns."""
    found = pool.submit(service.client.post, "/v1/evaluations", json=INVENTED, headers=KEY)
    while not model.requests:
        time.sleep(0.01)
    return found


def test_a_server_that_stops_gives_up_what_is_waited_for_and_says_so(
    tmp_path: Path, model: OpenAIServer
) -> None:
    model.faults[:] = [Fault(hang=True)]
    worker = WorkerSettings(stop_seconds=0.3)
    with (
        ThreadPoolExecutor() as pool,
        running_service(str(tmp_path / "runs.sqlite"), worker, workers=False) as service,
    ):
        waited = begun(service, model, pool)
        service.stop()
        refused = waited.result(timeout=20)
    assert refused.status_code == 503
    assert refused.headers["content-type"] == "application/problem+json"
    assert int(refused.headers["Retry-After"]) > 0
    with running_service(str(tmp_path / "runs.sqlite"), worker, workers=False) as service:
        again = service.client.post("/v1/evaluations", json=INVENTED, headers=KEY)
        assert (again.status_code, "Idempotency-Replayed" in again.headers) == (200, False)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/v1/evaluations", INVENTED),
        (
            "/v1/pairs",
            {
                "question": "Where is the dam?",
                "first": "Ohio.",
                "second": "Utah.",
                "judge": "openai:invented",
            },
        ),
    ],
)
def test_what_a_client_that_is_gone_asked_for_is_given_up(
    tmp_path: Path, model: OpenAIServer, path: str, asked: dict[str, object]
) -> None:
    model.faults[:] = [Fault(hang=True)]
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_evaluations=1) as service:
        with pytest.raises(httpx2.ReadTimeout):
            service.client.post(path, json=asked, headers=KEY, timeout=httpx2.Timeout(20, read=2))
        model.faults.clear()
        again = _until_free(service, path, asked)
    assert (again.status_code, "Idempotency-Replayed" in again.headers) == (200, False)


def _until_free(service: RunningService, path: str, asked: Mapping[str, object]) -> httpx2.Response:
    """The response once neither the key's only turn nor its idempotency key is held any more."""
    for _ in range(100):
        found = service.client.post(path, json=asked, headers=KEY)
        if found.status_code not in {409, 429}:
            break
        time.sleep(0.1)
    return found


def test_the_key_of_a_request_whose_process_died_is_free_after_a_lease(tmp_path: Path) -> None:
    worker = WorkerSettings(lease_seconds=1)
    with running_service(str(tmp_path / "runs.sqlite"), worker, workers=False) as service:
        service.client.post("/v1/evaluations", json=ANSWER, headers=KEY).raise_for_status()
        with service.context.jobs.transaction() as connection:
            # As kill -9 leaves it.
            connection.execute(text("UPDATE idempotency_keys SET status = NULL, body = NULL"))
        refused = service.client.post("/v1/evaluations", json=ANSWER, headers=KEY)
        assert (refused.status_code, "Retry-After" in refused.headers) == (409, True)
        assert _until_free(service, "/v1/evaluations", ANSWER).status_code == 200


def test_the_key_of_a_request_in_progress_is_held_for_longer_than_a_lease(
    tmp_path: Path, model: OpenAIServer
) -> None:
    # Far apart, for a machine that is busy with other tests.
    model.delay = 6.0
    worker = WorkerSettings(lease_seconds=2)
    with (
        ThreadPoolExecutor() as pool,
        running_service(str(tmp_path / "runs.sqlite"), worker, workers=False) as service,
    ):
        waited = begun(service, model, pool)
        time.sleep(3)
        assert service.client.post("/v1/evaluations", json=INVENTED, headers=KEY).status_code == 409
        assert waited.result(timeout=20).status_code == 200
    assert len(model.requests) == 1
