"""Limits of requests, jobs and time."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from service.http.guards.request_rate import RequestRate
from service.http.server import listening_socket
from tests.support.http_service import running_service, wait_for_job
from tests.support.pdf import minimal_pdf

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


def test_a_key_is_let_in_at_its_rate() -> None:
    now = 0.0
    rate = RequestRate(60, clock=lambda: now)
    assert [rate.wait("a") for _ in range(60)] == [0.0] * 60
    assert rate.wait("a") == pytest.approx(1.0)
    assert rate.wait("b") == 0.0
    now = 1.0
    assert rate.wait("a") == 0.0
    assert rate.wait("a") == pytest.approx(1.0)
    now = 3600.0
    assert [rate.wait("a") for _ in range(60)] == [0.0] * 60
    assert rate.wait("a") > 0


def test_requests_over_the_rate_of_a_key_are_refused(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), requests_per_minute=3) as service:
        found = [service.client.get("/v1/jobs") for _ in range(4)]
        assert [each.status_code for each in found] == [200, 200, 200, 429]
        assert found[-1].headers["content-type"] == "application/problem+json"
        assert 1 <= int(found[-1].headers["Retry-After"]) <= 20
        with service.client_of("default") as other:
            assert other.get("/v1/jobs").status_code == 200
        assert service.client.get("/health").status_code == 200


def test_a_project_has_no_more_jobs_under_way_than_it_may(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_jobs=2) as service:
        batch = {"items": [ANSWER]}
        made = [service.client.post("/v1/evaluations/batch", json=batch) for _ in range(3)]
        assert [each.status_code for each in made] == [202, 202, 429]
        assert "has 2 jobs under way" in made[-1].json()["detail"]
        assert int(made[-1].headers["Retry-After"]) > 0
        with service.client_of("other") as other:
            assert other.post("/v1/evaluations/batch", json=batch).status_code == 202
        first = made[0].json()["id"]
        assert service.client.post(f"/v1/jobs/{first}/cancel").json()["state"] == "cancelled"
        assert service.client.post("/v1/evaluations/batch", json=batch).status_code == 202
        assert service.client.post(f"/v1/jobs/{first}/resume").status_code == 429


def test_a_pdf_has_no_more_pages_than_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_MAX_PAGES", "2")
    with running_service(str(tmp_path / "runs.sqlite")) as service:
        place = service.client.post("/v1/collections", json={"name": "long"}).json()["id"]
        files = [
            ("files", (f"{count}.pdf", minimal_pdf(*["The dam is in Ohio."] * count))) for count in (2, 3)
        ]
        made = service.client.post(f"/v1/collections/{place}/documents", files=files)
        wait_for_job(service.client, made.json()["job"]["id"])
        read = service.client.get(f"/v1/collections/{place}/documents").json()["documents"]
    assert [each["state"] for each in read] == ["indexed", "failed"]
    assert "has 3 pages, and 2 at most are read" in read[1]["error"]


def test_more_documents_key_points_or_dimensions_than_may_be_are_refused(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        rows: list[tuple[str, list[Any]]] = [
            ("documents", ["x"] * 1_001),
            ("key_points", [{"text": "x"}] * 201),
            ("documents", [{"text": "x", "page": "?"}] * 900),
        ]
        for field, value in rows:
            found = service.client.post("/v1/evaluations", json=ANSWER | {field: value})
            assert found.status_code == 422
            assert f"body.{field}" in found.json()["detail"]


def test_a_body_with_too_many_values_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        bodies: list[dict[str, Any]] = [
            {f"f{n}": n for n in range(5_001)},
            ANSWER | {"documents": [[]] * 500_000},
        ]
        for body in bodies:
            found = service.client.post("/v1/evaluations", json=body)
            assert found.status_code == 413
            assert "send fewer" in found.json()["detail"]


def test_an_evaluation_that_takes_too_long_is_given_up_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_given: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(RAGEvaluator, "evaluate", never)
    with running_service(str(tmp_path / "runs.sqlite"), request_seconds=0.1) as service:
        for _ in range(2):
            found = service.client.post("/v1/evaluations", json=ANSWER, headers={"Idempotency-Key": "slow"})
            assert found.status_code == 504
            assert "Prefer: respond-async" in found.json()["detail"]
        assert [service.context.runs.history(run.run_id) for run in service.context.runs.runs()] in ([], [[]])


def test_small_responses_are_sent_at_once(tmp_path: Path) -> None:
    # Without, each response over a connection that stays open waits for the client's delayed acknowledgement.
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        listening = listening_socket(service.context.settings.model_copy(update={"port": 0}))
        with listening:
            assert listening.proto == socket.IPPROTO_TCP
