"""What servers say of parameters that they do not take, and of other things in the same words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import openai
from hypothesis import given
from hypothesis import strategies as st

from agents.models.google.gemini_messages import status_error
from agents.models.refused_parameters import (
    OBJECT_FORMAT,
    SCHEMA_FORMAT,
    names_parameter,
    refused_parameters,
)
from agents.models.server_errors import server_words
from tests.support.rows import over, table
from tests.support.server_dialects import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("refusals.jsonl").read_text(encoding="utf-8").splitlines()
]
COMMON = ("temperature", "seed", "max_tokens", "reasoning_effort", SCHEMA_FORMAT)
SDK = openai.OpenAI(api_key="invented")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["error", "param", "loc", "x"]), inner),
    max_leaves=8,
)
# Texts that hold what is looked for, in no order.
WORDS = st.lists(
    st.text()
    | st.sampled_from([*COMMON, "response_format", "is not supported", "Unknown", '{"error": "', '"}', "\n"])
).map(" ".join)


class PlainError(Exception):
    """As SDKs raise that hand on the response alone."""

    def __init__(self, response: httpx2.Response) -> None:
        super().__init__("the server said no")
        self.status_code = response.status_code
        self.response = response


def response(status: int, body: object) -> httpx2.Response:
    text = body if isinstance(body, str) else json.dumps(body)
    return httpx2.Response(status, text=text, request=httpx2.Request("POST", "http://invented/v1"))


def openai_error(status: int, body: object) -> openai.APIStatusError:
    return SDK._make_status_error_from_response(response(status, body))


def gemini_error(status: int, body: object) -> Exception:
    return status_error(response(status, body), secret="invented")


def errors(server: str, status: int, body: object) -> Iterator[Exception]:
    """The same answer as the SDKs raise it that may meet it."""
    yield openai_error(status, body)
    yield PlainError(response(status, body))
    if server in {"Gemini", "Vertex"}:
        yield gemini_error(status, body)


def test_the_table_is_read_right() -> None:
    wrong = [
        f"{row['server']}, {type(error).__name__}: {list(found)} for {row['refused']}: {server_words(error)}"
        for row in ROWS
        for error in errors(row["server"], row["status"], row["body"])
        if set(found := refused_parameters(error, row["sent"])) != set(row["refused"])
    ]
    assert len(ROWS) >= 60
    assert not wrong, f"{len(wrong)} wrong:\n" + "\n".join(wrong)


@over("dialect", DIALECTS)
@over("parameter", COMMON)
def test_the_words_of_the_test_servers_are_read(dialect: str, parameter: str) -> None:
    name, _, kind = parameter.partition("=")
    error = openai_error(*DIALECTS[dialect](name, {"type": kind} if kind else "low"))
    assert set(refused_parameters(error, COMMON)) - {OBJECT_FORMAT} == {parameter}


@given(text=WORDS, sent=st.sets(st.sampled_from(COMMON)), status=st.sampled_from([400, 404, 422, 500, 502]))
def test_no_text_is_too_much_and_nothing_is_named_that_was_not_sent(
    text: str, sent: set[str], status: int
) -> None:
    for error in errors("Gemini", status, text):
        assert set(refused_parameters(error, sent)) <= sent | {OBJECT_FORMAT}
        assert SCHEMA_FORMAT in sent or OBJECT_FORMAT not in refused_parameters(error, sent)
        assert names_parameter(error, sent) in {None, *sent}
        assert "\n" not in server_words(error)


@given(body=JSON, sent=st.sets(st.sampled_from(COMMON)), nested=st.booleans())
def test_no_body_is_too_much(body: Any, sent: set[str], nested: bool) -> None:
    said = {"error": {"message": "invalid", "metadata": {"raw": json.dumps(body)}}} if nested else body
    for error in errors("Gemini", 400, said):
        assert set(refused_parameters(error, sent)) <= sent | {OBJECT_FORMAT}
        assert names_parameter(error, sent) in {None, *sent}
        assert isinstance(server_words(error), str)


def test_a_body_without_end_is_read_as_text() -> None:
    for error in errors("vLLM", 400, '{"error": ' * 20_000):
        assert refused_parameters(error, COMMON) == ()


@given(row=st.sampled_from(ROWS), status=st.sampled_from([200, 401, 403, 413, 429, 503]))
def test_other_statuses_are_no_refusals(row: dict[str, Any], status: int) -> None:
    for error in (openai_error(status, row["body"]), PlainError(response(status, row["body"]))):
        assert refused_parameters(error, row["sent"]) == ()
        assert names_parameter(error, row["sent"]) is None


def test_an_error_without_a_status_is_no_refusal() -> None:
    error = ValueError("Unsupported parameter: 'seed'")
    assert refused_parameters(error, COMMON) == ()
    assert names_parameter(error, COMMON) is None
    assert server_words(error) == "Unsupported parameter: 'seed'"


@over(
    "status, message, named",
    table(__file__, "test_what_an_error_is_about"),
)
def test_what_an_error_is_about(status: int, message: str, named: str | None) -> None:
    assert names_parameter(openai_error(status, {"error": {"message": message}}), COMMON) == named


def test_what_an_error_is_about_may_stand_in_param_alone() -> None:
    body = {"error": {"message": "integer above maximum value", "param": "max_tokens"}}
    assert names_parameter(openai_error(400, body), COMMON) == "max_tokens"
    assert (
        names_parameter(gemini_error(400, {"error": {"message": "Budget 0 is invalid."}}), ["seed"]) is None
    )


SAID = "`temperature` is deprecated for this model."
INNER = json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": SAID}})


@over(
    "body, words",
    [
        ({"error": {"message": SAID, "type": "invalid_request_error", "code": "x"}}, SAID),
        ({"error": SAID}, SAID),
        ([{"error": {"code": 400, "message": SAID, "status": "INVALID_ARGUMENT"}}], SAID),
        (
            {"detail": [{"type": "x", "loc": ["body", "seed"], "msg": "no", "input": "secret"}]},
            "body.seed no",
        ),
        (
            {"error": {"message": "Provider returned error", "metadata": {"raw": INNER}}},
            f"Provider returned error {SAID}",
        ),
        (
            {"error": {"message": f"litellm.BadRequestError: XException - {INNER}. Received", "param": None}},
            f"litellm.BadRequestError: XException - . Received {SAID}",
        ),
        ({"error": {"message": 'extra arguments: {"top_k": 60}'}}, 'extra arguments: {"top_k": 60}'),
        ("a page\n  in plain text", "a page in plain text"),
    ],
)
def test_a_servers_own_words(body: object, words: str) -> None:
    assert server_words(openai_error(400, body)) == words
    assert server_words(PlainError(response(400, body))) == words


def test_an_error_without_words_is_told_as_it_is() -> None:
    assert server_words(openai_error(400, {})).removesuffix(" - {}") == "Error code: 400"  # openai 2 adds it
    assert server_words(openai_error(400, "")) == "Error code: 400"
    assert server_words(PlainError(response(400, "null"))) == "the server said no"
