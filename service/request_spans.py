"""Spans of requests and of work on jobs, where the host program has imported ``opentelemetry.trace``.

``opentelemetry-instrument judge serve`` is such a program. No text of requests or responses is in them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_SCOPE = "deep-research-judge"
_FIELD = "traceparent"


def traceparent() -> str | None:
    """The span that is under way, as W3C Trace Context writes it; None where there is none."""
    if _trace() is None:
        return None
    carrier: dict[str, str] = {}
    _propagator().inject(carrier)
    return carrier.get(_FIELD)


@contextmanager
def request_span(method: str, headers: Mapping[str, str]) -> Iterator[Any]:
    """A span around a request, under the caller's; None where nobody traces or a span is there already."""
    trace = _trace()
    if trace is None or trace.get_current_span().get_span_context().is_valid:
        yield None
        return
    with trace.get_tracer(_SCOPE).start_as_current_span(
        method,
        context=_propagator().extract(headers),
        kind=trace.SpanKind.SERVER,
        attributes={"http.request.method": method},
    ) as span:
        yield span


@contextmanager
def job_span(kind: str, job_id: str, asked_in: str | None) -> Iterator[None]:
    """A span around work on a slice of a job, linked to the request that asked for the job."""
    trace = _trace()
    if trace is None:
        yield
        return
    asked = trace.get_current_span(_propagator().extract({} if asked_in is None else {_FIELD: asked_in}))
    context = asked.get_span_context()
    with trace.get_tracer(_SCOPE).start_as_current_span(
        f"job {kind}",
        kind=trace.SpanKind.CONSUMER,
        attributes={"judge.job.id": job_id, "judge.job.kind": kind},
        links=[trace.Link(context)] if context.is_valid else [],
        # An exception's text may quote a question.
        record_exception=False,
    ):
        yield


def _trace() -> Any:  # noqa: ANN401  (opentelemetry's, not imported)
    return sys.modules.get("opentelemetry.trace")


def _propagator() -> Any:  # noqa: ANN401  (the same)
    found = importlib.import_module("opentelemetry.trace.propagation.tracecontext")
    return found.TraceContextTextMapPropagator()
