"""A key planted in the environment turns up nowhere."""

import base64
import json
import logging
from pathlib import Path

import pytest

from agents.models.redaction import redacted
from tests.service.conftest import Command
from tests.support.openai_server import Fault, Message, openai_server
from tests.support.rows import over

KEY, PASSWORD = "sk-planted-4Jq8LrW2xZ", "planted-6Yh3Vb"
QUESTION = "How many ships did the harbour of Velm handle in 2023?"


def reply(messages: list[Message]) -> str:
    if "accuracy" in messages[0]["content"]:
        scores = {"accuracy": 9, "completeness": 9, "clarity": 9}
        return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": "", "issues": []})
    return "In 2023 the harbour handled 4,812 ships [1]."


def found_in(folder: Path) -> list[str]:
    """The files that hold a planted secret, whatever their format."""
    return [
        file.name
        for file in folder.rglob("*")
        if file.is_file() and any(secret.encode() in file.read_bytes() for secret in (KEY, PASSWORD))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("case", [(None, False), (None, True), (400, True), (401, False)])
def test_no_planted_key_turns_up(
    judge: Command,
    monkeypatch: pytest.MonkeyPatch,
    documents: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    case: tuple[int | None, bool],
) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="the group providers is not installed")
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    status, password = case
    caplog.set_level(logging.DEBUG)
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (tmp_path / "q.jsonl").write_text(json.dumps({"question": QUESTION}) + "\n", encoding="utf-8")
    given = ("--model", "openai:some", "--documents", documents)
    commands: list[tuple[object, ...]] = [
        ("evaluate", "--question", QUESTION, "--answer", "4,812 ships [1].", "--judge", *given[1:]),
        ("research", QUESTION, *given),
    ]
    if status is None and password:
        commands.append(("run_arena.py", "--questions", "q.jsonl", *given))
    login = base64.b64encode(f"user:{PASSWORD}".encode()).decode()
    with openai_server(reply, faults=[Fault(status=status, echo=True)] * 99 if status else []) as server:
        address = server.base_url
        if password:
            address = address.replace("://", f"://user:{PASSWORD}@")
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        shown = [judge(*command) for command in commands]
        assert set(server.authorizations) == {f"Basic {login}" if password else f"Bearer {KEY}"}
    if status is None:
        assert {code for code, _, _ in shown} == {0}
        assert ".sqlite" in {file.suffix for file in tmp_path.rglob("*")}
    told = [str(shown), caplog.text, *(span.to_json() for span in kept.get_finished_spans())]
    assert len(told) > 2
    assert not [text[:200] for text in told if KEY in text or PASSWORD in text or login in text]
    assert found_in(tmp_path) == []


@over(
    "text",
    [
        f"Incorrect API key provided: {KEY}.",
        f"POST http://user:{PASSWORD}@host/v1 failed",
        "GET https://host/v1beta/models?key=AIzaSyA1234567890abcdefghijkl&alt=json",
        "Authorization: Bearer abc.DEF-123456",
    ],
)
def test_what_looks_like_a_key_is_blotted_out(text: str) -> None:
    shown = redacted(text)
    assert "***" in shown
    for secret in (KEY, PASSWORD, "AIzaSyA", "abc.DEF"):
        assert secret not in shown


def test_ordinary_text_is_left_alone() -> None:
    text = "status 400: the token limit of 8192 tokens (see https://host/docs?page=2) was reached"
    assert redacted(text) == text
