"""Spans and events of OpenTelemetry, by its conventions for generative AI.

Nothing is imported: where the host program has not imported ``opentelemetry.trace`` itself, nothing is
reported. No text of questions, passages, answers or replies leaves by this way, unless
``OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`` is true; then the judge's reason does.
"""

import importlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agents.calls.deferral import Deferred
from agents.models.redaction import redacted
from agents.models.registry import PANEL, split_cascade
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult

_SCOPE = "deep-research-judge"
_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_PROVIDERS = {"google": "gcp.gemini"}
_DIMENSIONS = ("accuracy", "completeness", "clarity")
EVALUATION_EVENT = "gen_ai.evaluation.result"


class CallSpan:
    """A span under way; without OpenTelemetry it takes everything and keeps nothing."""

    def __init__(self, span: Any, trace: Any) -> None:  # noqa: ANN401  (opentelemetry's, not imported)
        """Keep the span and the module it comes from, None for none."""
        self._span, self._trace = span, trace

    def usage(self, usage: TokenUsage) -> None:
        """Tokens and requests of the call; a reply from the cache has none."""
        self._set(
            {
                "gen_ai.usage.input_tokens": usage.input_tokens,
                "gen_ai.usage.output_tokens": usage.output_tokens,
                "judge.requests": usage.calls,
                "judge.cached": usage.cached > 0,
            }
        )

    def requests(self, count: int) -> None:
        """Requests made by a call without a reply."""
        self._set({"judge.requests": count})

    def failed(self, error_type: str) -> None:
        """The call or the evaluation came to nothing."""
        if self._span is not None:
            self._set({"error.type": error_type})
            self._span.set_status(self._trace.StatusCode.ERROR)

    def evaluated(self, result: FineGrainedEvaluationResult) -> None:
        """One event a dimension; a failed evaluation's say so and have no score.

        They are log records of the span. Where the host program takes none, they are events of the span
        itself, as the conventions had it before.
        """
        if self._span is None:
            return
        log = _log()
        for name in _DIMENSIONS:
            if log is None:
                self._span.add_event(EVALUATION_EVENT, _event(name, result))
            else:
                at = time.time_ns()
                log.emit(timestamp=at, event_name=EVALUATION_EVENT, attributes=_event(name, result))
        if result.evaluation_failed:
            self.failed("unscored")

    def _set(self, attributes: dict[str, Any]) -> None:
        if self._span is not None:
            self._span.set_attributes(attributes)


@contextmanager
def span(operation: str, model_id: str) -> Iterator[CallSpan]:
    """A span ``<operation> <model>`` around what the block does.

    Args:
        operation: ``chat`` for a model call, ``evaluate`` for a judgement, ``compare`` for a pair's.
        model_id: the model, ``openai:<model>``.
    """
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        yield CallSpan(None, None)
        return
    name, attributes = _named(model_id)
    attributes["gen_ai.operation.name"] = operation
    kind = trace.SpanKind.CLIENT if operation == "chat" else trace.SpanKind.INTERNAL
    # An exception's text may quote a server's; its type is reported instead.
    with trace.get_tracer(_SCOPE).start_as_current_span(
        f"{operation} {name}",
        kind=kind,
        attributes=attributes,
        record_exception=False,
        set_status_on_exception=False,
    ) as started:
        under_way = CallSpan(started, trace)
        try:
            yield under_way
        except Deferred:
            raise  # nothing went wrong
        except BaseException as error:
            status, spent = getattr(error, "status", None), getattr(error, "usage", None)
            if spent is not None:
                under_way.requests(spent.calls)
            under_way.failed(str(status) if status else type(error).__name__)
            raise


@contextmanager
def step_span(step: str, attempt: int | None) -> Iterator[None]:
    """A span ``research <step>`` around a step of the research loop.

    Args:
        step: the step's name.
        attempt: the loop's attempt, from 1; None where the step belongs to none.
    """
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        yield
        return
    attributes: dict[str, Any] = {"judge.step": step} | ({"judge.attempt": attempt} if attempt else {})
    with trace.get_tracer(_SCOPE).start_as_current_span(
        f"research {step}", attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as started:
        under_way = CallSpan(started, trace)
        try:
            yield
        except BaseException as error:
            under_way.failed(type(error).__name__)
            raise


def _log() -> Any:  # noqa: ANN401  (opentelemetry's, not imported)
    """The log for events; None where the host program takes none."""
    log = importlib.import_module("opentelemetry._logs").get_logger(_SCOPE)
    # Older versions do not say whether anybody takes what is logged.
    taken = getattr(log, "enabled", None)
    return log if taken is not None and taken(event_name=EVALUATION_EVENT) else None


def _named(model_id: str) -> tuple[str, dict[str, Any]]:
    """What a model is called in a span's name, and who provides it; several models have no one provider."""
    if PANEL in model_id or split_cascade(model_id)[0]:
        return model_id, {"gen_ai.request.model": model_id}
    provider, _, name = model_id.partition(":")
    name = name or provider
    return name, {
        "gen_ai.provider.name": _PROVIDERS.get(provider, provider),
        "gen_ai.request.model": name,
    }


def _event(name: str, result: FineGrainedEvaluationResult) -> dict[str, Any]:
    attributes: dict[str, Any] = {"gen_ai.evaluation.name": name}
    if result.evaluation_failed:
        attributes["error.type"] = "unscored"
    else:
        attributes["gen_ai.evaluation.score.value"] = float(getattr(result.metrics, name))
        if name == "accuracy":
            attributes["gen_ai.evaluation.score.label"] = "pass" if result.is_passing else "fail"
    if os.environ.get(_CAPTURE, "").strip().lower() in {"true", "1"}:
        attributes["gen_ai.evaluation.explanation"] = redacted(result.reason)
    return attributes
