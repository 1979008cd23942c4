"""Bodies of JSON that would take long to read are refused before they are read."""

import asyncio
import json
import threading
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.fair_threads import FairThreads
from service.http.context import ServerContext
from service.http.guards import json_shape
from service.http.guards.concurrent_requests import ConcurrentRequests
from service.http.guards.json_shape import CONTAINERS, DEPTH, FIELDS, VALUES, JsonShape, is_json, refusal
from service.http.request_timeout import RequestTimeout
from tests.support.rows import over

TEXTS = st.text(alphabet=st.sampled_from('"\\[]{},:a\n\u00e9'), max_size=20)
VALUE = st.recursive(
    st.none() | st.booleans() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=30,
)


def guard(app: ASGIApp) -> JsonShape:
    shared = SimpleNamespace(
        taking=FairThreads("test"), under_way=ConcurrentRequests(1), in_time=RequestTimeout(60)
    )
    return JsonShape(app, cast("ServerContext", shared))


def sent(body: bytes) -> Receive:
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not left:
            await asyncio.Event().wait()
        return left.pop()

    return receive


@given(VALUE)
def test_what_stands_in_strings_is_not_counted(value: object) -> None:
    assert refusal(json.dumps(value).encode()) is None
    assert refusal(json.dumps([value, json.dumps([value, "[{" * DEPTH])]).encode()) is None


def test_a_long_string_is_one_value() -> None:
    assert refusal(json.dumps(['"' * 1_000_000 + "[{" * 500 + "," * VALUES]).encode()) is None


def test_a_body_is_json_where_any_of_its_types_says_so() -> None:
    """A reader that takes a list of types read the body of one whose shape nobody had looked at."""
    for kind in (
        "application/json",
        "application/json, x",
        "x/y,Application/JSON; charset=utf-8",
        "a/b+json",
    ):
        assert is_json(kind), kind
    for kind in ("", "text/plain", "multipart/form-data; boundary=application/json"):
        assert not is_json(kind), kind


@over(
    "within, beyond, said",
    [
        (b"[" * DEPTH, b"[" * (DEPTH + 1), "nested"),
        (b'{"a":' * DEPTH, b'{"a":' * (DEPTH + 1), "nested"),
        (b"[" + b"1," * (VALUES - 2) + b"1]", b"[" + b"1," * VALUES + b"1]", "values"),
        (b"[" + b"{}," * (CONTAINERS - 2) + b"{}]", b"[" + b"[]," * CONTAINERS + b"1]", "lists and objects"),
    ],
)
def test_a_body_within_bounds_is_let_in_and_one_beyond_is_not(
    within: bytes, beyond: bytes, said: str
) -> None:
    assert refusal(within) is None
    assert said in (refusal(beyond) or "")


def test_an_object_has_so_many_fields() -> None:
    def fields(count: int) -> bytes:
        return json.dumps([{"a": [{}]}, {str(n): {"b": [n]} for n in range(count)}]).encode()

    assert refusal(fields(FIELDS)) is None
    assert "fields" in (refusal(fields(FIELDS + 1)) or "")


@given(st.binary(max_size=200))
def test_bytes_that_are_no_json_are_left_to_the_reader_of_json(body: bytes) -> None:
    assert refusal(body.replace(b"[", b"").replace(b"{", b"")) is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-8-sig"])
@pytest.mark.parametrize(
    "body", ['{"question": "q", "answer": "a"}', '{"question":"\u2200","answer":[' + "[]," * 200_000 + "1]}"]
)
async def test_json_that_is_not_in_utf_8_is_refused_before_it_is_counted(body: str, encoding: str) -> None:
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def never(_scope: Scope, _receive: Receive, _send: Send) -> None:
        pytest.fail("the body was let in")

    scope = {"type": "http", "headers": [(b"content-type", b"application/json")]}
    await guard(never)(scope, sent(body.encode(encoding)), send)

    assert said[0]["status"] == 400
    assert b"UTF-8" in said[1]["body"]


async def test_a_large_body_is_read_outside_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look at the encoding of as much as a body may have held every other request up."""
    threads: dict[int, threading.Thread] = {}

    def looked(body: bytes) -> bool:
        threads[len(body)] = threading.current_thread()
        return True

    monkeypatch.setattr(json_shape, "is_utf_8", looked)
    let_in: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        let_in.append(scope)

    async def send(message: Message) -> None:
        pytest.fail(f"refused: {message}")

    for body in (b'"x"', b'"' + b"x" * 1_000_000 + b'"'):
        scope = {"type": "http", "headers": [(b"content-type", b"application/json")]}
        await guard(app)(scope, sent(body), send)
    assert len(let_in) == 2
    assert [each is threading.current_thread() for each in threads.values()] == [True, False]


@over(
    "coding, status",
    [("gzip", 415), ("GZIP, br", 415), ("deflate", 415), ("identity", 200), ("", 200)],
)
async def test_a_packed_body_is_refused_by_the_name_of_its_coding(coding: str, status: int) -> None:
    """It was "no JSON in UTF-8"."""
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200})

    headers = [(b"content-type", b"application/json"), (b"content-encoding", coding.encode())]
    await guard(app)({"type": "http", "headers": headers}, sent(b"{}"), send)
    assert said[0]["status"] == status
    assert status == 200 or coding.lower().encode() in said[1]["body"]
