"""Spans from a request through its job to the model call, and evaluations as log events."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("opentelemetry.sdk", reason="the group providers is not installed")
from opentelemetry import _logs, trace
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.support.http_service import running_service, wait_for_job

ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}
CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield kept
    provider.shutdown()


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemoryLogRecordExporter]:
    kept = InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
    provider = LoggerProvider()
    provider.add_log_record_processor(SimpleLogRecordProcessor(kept))
    monkeypatch.setattr(_logs, "get_logger", provider.get_logger)
    yield kept
    provider.shutdown()


def named(spans: InMemorySpanExporter, name: str) -> list[ReadableSpan]:
    return [span for span in spans.get_finished_spans() if span.name == name]


def ids(span: ReadableSpan) -> tuple[int, int]:
    return span.context.trace_id, span.context.span_id


def test_a_job_is_linked_to_its_request_and_its_evaluations_are_events(
    tmp_path: Path, spans: InMemorySpanExporter, logs: InMemoryLogRecordExporter
) -> None:
    with running_service(str(tmp_path / "runs.sqlite")) as service:
        asked = service.client.post(
            "/v1/evaluations/batch", json={"items": [ANSWER]}, headers={"traceparent": CALLER}
        )
        wait_for_job(service.client, asked.json()["id"])
    (request,) = named(spans, "POST /v1/evaluations/batch")
    assert request.parent is not None
    assert f"{request.parent.trace_id:032x}-{request.parent.span_id:016x}" == CALLER[3:-3]
    assert dict(request.attributes or {}) == {
        "http.request.method": "POST",
        "http.response.status_code": 202,
        "http.route": "/v1/evaluations/batch",
    }
    (job,) = named(spans, "job evaluations")
    assert [(link.context.trace_id, link.context.span_id) for link in job.links] == [ids(request)]
    (judged,) = named(spans, "evaluate embedded")
    assert judged.parent is not None
    assert judged.parent.span_id == job.context.span_id
    records = [each.log_record for each in logs.get_finished_logs()]
    assert [(record.event_name, record.span_id) for record in records] == [
        ("gen_ai.evaluation.result", judged.context.span_id)
    ] * 3
    assert [dict(record.attributes or {})["gen_ai.evaluation.name"] for record in records] == [
        *("accuracy", "completeness", "clarity")
    ]
    assert not judged.events


def test_nothing_is_said_of_what_was_asked(tmp_path: Path, spans: InMemorySpanExporter) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        service.client.get("/v1/runs/secret-run?text=secret-words")
        service.client.post("/v1/evaluations", json=ANSWER)
    said = str([span.to_json() for span in spans.get_finished_spans()])
    assert "GET /v1/runs/{run_id}" in said
    assert not [word for word in ("secret", "1978", "drj_") if word in said]


def test_steps_of_research_are_spans_of_its_job_around_their_model_calls(
    tmp_path: Path, spans: InMemorySpanExporter
) -> None:
    with running_service(str(tmp_path / "runs.sqlite")) as service:
        place = service.client.post("/v1/collections", json={"name": "mills"}).json()["id"]
        files = {"files": ("mill.txt", b"The mill opened in 1978.")}
        uploaded = service.client.post(f"/v1/collections/{place}/documents", files=files).json()
        wait_for_job(service.client, uploaded["job"]["id"])
        asked = {"question": "When did the mill open?", "collection": place}
        wait_for_job(service.client, service.client.post("/v1/research", json=asked).json()["id"])
    (job,) = named(spans, "job research")
    steps = {name: named(spans, f"research {name}") for name in ("plan", "search", "answer", "evaluate")}
    assert all(step.context.trace_id == job.context.trace_id for found in steps.values() for step in found)
    attempts = [dict(step.attributes or {})["judge.attempt"] for step in steps["evaluate"]]
    assert attempts == list(range(1, len(attempts) + 1))
    judged = named(spans, "evaluate embedded")
    assert [each.parent and each.parent.span_id for each in judged] == [
        step.context.span_id for step in steps["evaluate"]
    ]
