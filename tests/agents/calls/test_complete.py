"""Calls: what is retried and what is not, waits, timeouts, and what is said when a call is given up."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import ssl
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import pytest
from langchain_core.messages import HumanMessage

from agents.calls.complete import CallSettings, complete
from agents.calls.runtime import ModelRuntime
from agents.errors import ModelCallError, UnknownPromptError, UnusableResponseError, is_refused
from agents.models import chat_model
from agents.models.server_errors import is_spent, is_transient, retry_after, status_of, what_happened
from data_base.errors import InputError
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over, table
from tests.support.scripted_chat_model import HANG, ScriptedChatModel

PROMPT = [HumanMessage("hm")]
NO_WAIT = CallSettings(first_wait=0)


class SdkError(Exception):
    def __init__(self, status: int, **headers: str) -> None:
        super().__init__("the server said something")
        self.status_code = status
        self.response = SimpleNamespace(headers=headers, status_code=status)


class APIConnectionError(Exception):
    """Named as SDKs name it."""


@over(
    "error, again",
    [
        *[(SdkError(status), True) for status in (408, 429, 500, 502, 503, 504, 529)],
        *[(SdkError(status), False) for status in (400, 401, 403, 404, 409, 413, 422)],
        (TimeoutError(), True),
        (ConnectionResetError(), True),
        (APIConnectionError(), True),
        (UnusableResponseError("no completion"), True),
        (ValueError("a bug"), False),
        (UnknownPromptError("not ours"), False),
        (asyncio.CancelledError(), False),
    ],
)
def test_what_is_tried_again(error: BaseException, again: bool) -> None:
    assert is_transient(error) is again


@over("status", [408, 429, 500, 503])
async def test_transient_statuses_over_http(status: int) -> None:
    with openai_server("fine", faults=[Fault(status=status), Fault(status=status)]) as server:
        model = chat_model("openai:m", base_url=server.base_url)
        reply = await complete(model, PROMPT, settings=NO_WAIT)
        assert reply.usage.calls == len(server.requests) == 3
    assert (reply.text, reply.attempts, reply.model_id) == ("fine", 3, "openai:m")
    assert reply.usage.output_tokens == 1
    assert reply.latency_ms > 0


@over("status", [400, 401, 403, 404])
async def test_other_statuses_are_not_tried_again(status: int) -> None:
    with openai_server("fine", faults=[Fault(status=status)] * 3) as server:
        model = chat_model("openai:m", base_url=server.base_url, api_key="sk-secret")
        with pytest.raises(ModelCallError) as error:
            await complete(model, PROMPT, settings=NO_WAIT)
        assert len(server.requests) == 1
    assert (error.value.status, error.value.attempts) == (status, 1)
    assert "openai:m" in str(error.value)
    assert str(status) in str(error.value)
    assert "sk-secret" not in str(error.value)


async def test_a_refused_key_is_not_repeated() -> None:
    with openai_server("fine", key="right") as server:
        model = chat_model("openai:m", base_url=server.base_url, api_key="sk-wrong-secret")
        with pytest.raises(ModelCallError) as error:
            await complete(model, PROMPT, settings=NO_WAIT)
    assert "sk-wrong-secret" not in str(error.value)
    assert "\n" not in str(error.value)


@over("fault", [Fault(reset=True), Fault(body=b'{"choices": []}')])
async def test_broken_connections_and_bodies_are_tried_again(fault: Fault) -> None:
    with openai_server("fine", faults=[fault]) as server:
        reply = await complete(chat_model("openai:m", base_url=server.base_url), PROMPT, settings=NO_WAIT)
    assert (reply.text, reply.attempts) == ("fine", 2)


async def test_a_server_that_hangs() -> None:
    with openai_server("fine", faults=[Fault(hang=True)]) as server:
        model = chat_model("openai:m", base_url=server.base_url)
        # Long enough for a busy machine to answer the second try in.
        reply = await complete(model, PROMPT, settings=CallSettings(timeout=2, first_wait=0))
        assert (reply.text, reply.attempts) == ("fine", 2)


async def test_no_server_at_all() -> None:
    model = chat_model("openai:m", base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelCallError, match=r"after 2 tries: the server refused the connection"):
        await complete(model, PROMPT, settings=CallSettings(attempts=2, first_wait=0))


NO_FILE = "/nonexistent/ca.pem"


@pytest.mark.parametrize(
    ("variables", "https", "says"),
    [
        ({"SSL_CERT_FILE": NO_FILE}, True, f"SSL_CERT_FILE names a file that does not exist: {NO_FILE}"),
        ({"SSL_CERT_FILE": __file__}, True, "SSL_CERT_FILE names a file that contains no certificate"),
        ({"ALL_PROXY": "socks5://u:secret@127.0.0.1:9"}, False, "ALL_PROXY names a SOCKS proxy"),
        ({"HTTP_PROXY": "junk://127.0.0.1:9"}, False, "HTTP_PROXY names a proxy that cannot be used"),
        ({}, True, "the server does not speak TLS at this port"),
        ({"SSL_CERT_FILE": NO_FILE}, False, ""),
        ({"ALL_PROXY": "socks5://127.0.0.1:9", "NO_PROXY": "127.0.0.1"}, False, ""),
        ({"HTTP_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.0,127.0.0.1"}, False, ""),
    ],
)
async def test_a_fault_of_the_surroundings_is_named_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], https: bool, says: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings = CallSettings(first_wait=0, hedging=False, runtime=ModelRuntime())
    with openai_server("fine") as server:
        address = server.base_url.replace("http://", "https://") if https else server.base_url
        model = chat_model("openai:m", base_url=address, runtime=ModelRuntime())
        if not says:
            assert (await complete(model, PROMPT, settings=settings)).text == "fine"
            return
        with pytest.raises(ModelCallError, match=says) as error:
            await complete(model, PROMPT, settings=settings)
    assert (error.value.concerns, error.value.attempts) == ("machine", 1)
    assert is_refused(error.value)
    assert "secret" not in str(error.value)


@over(
    "cause, words, again",
    [
        (socket.gaierror(-2, "Name or service not known"), "DNS does not know the name of the server", True),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "there is no route to the server", False),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "there is no route to the server", False),
        (ssl.SSLCertVerificationError("self-signed"), "the server's certificate is not trusted", False),
        (httpx.ProxyError("407 Proxy Authentication Required"), "the proxy that ", False),
        (httpx.ProxyError("503 Service Unavailable"), "the proxy that ", True),
        (httpx.ProxyError("429 Too Many Requests"), "the proxy that ", True),
        (json.JSONDecodeError("no JSON", "of a proxy", 0), "the connection failed", True),
        (UnicodeError("a proxy's page"), "the connection failed", True),
    ],
)
def test_a_cause_below_a_connection_error_is_named(cause: Exception, words: str, again: bool) -> None:
    error = APIConnectionError("Connection error.")
    error.__cause__ = ConnectionError("httpx's")
    error.__cause__.__context__ = cause
    assert what_happened(error, timeout=1).startswith(words)
    assert is_transient(error) is again


def test_an_error_of_httpx_without_a_request_is_named() -> None:
    """Its property raises, which hid the error."""
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = socket.gaierror(-2, "Name or service not known")
    assert what_happened(error, timeout=1) == "DNS does not know the name of the server"
    assert is_transient(error)


async def test_giving_up_says_how_often_it_was_tried() -> None:
    model = ScriptedChatModel([HANG])
    with pytest.raises(ModelCallError, match=r"after 2 tries: no answer within 0\.01 s"):
        await complete(model, PROMPT, settings=CallSettings(timeout=0.01, attempts=2, first_wait=0))
    assert len(model.prompts) == 2


async def test_a_timeout_that_was_not_ours_is_told_in_its_own_words() -> None:
    """One that came at once was "no answer within 600 s"."""
    model = ScriptedChatModel([TimeoutError("the tunnel is slow")])
    with pytest.raises(ModelCallError, match=r"after 2 tries: the tunnel is slow"):
        await complete(model, PROMPT, settings=CallSettings(attempts=2, first_wait=0))


async def waits(errors: list[Exception], settings: CallSettings) -> list[float]:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    await complete(ScriptedChatModel([*errors, "fine"]), PROMPT, settings=settings, sleep=sleep)
    return waited


async def test_retry_after_is_honoured_and_bounded() -> None:
    errors: list[Exception] = [SdkError(429, **{"retry-after": seconds}) for seconds in ("3", "900", "x")]
    first, second, third = await waits(errors, CallSettings(first_wait=0.5, longest_wait=20))
    assert 3 <= first <= 3.5
    assert second == 20
    assert third <= 2


async def test_waits_are_jittered_and_grow_up_to_a_bound() -> None:
    settings = CallSettings(first_wait=1, longest_wait=5, attempts=6)
    runs = [await waits([SdkError(500) for _ in range(5)], settings) for _ in range(20)]
    assert len({run[0] for run in runs}) > 1
    assert all(wait <= bound for run in runs for wait, bound in zip(run, (1, 2, 4, 5, 5), strict=True))


def test_retry_after_as_a_date() -> None:
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)
    error = SdkError(503, **{"retry-after": "Tue, 01 Jan 2030 12:00:07 GMT"})
    assert retry_after(error, now=now) == 7
    assert retry_after(SdkError(503), now=now) is None
    assert retry_after(ValueError(), now=now) is None


def test_a_request_that_no_minute_has_room_for_is_not_made_again() -> None:
    said = "Request too large on tokens per min (TPM): Limit {}, Requested {}. Try again later."
    for limit, wanted, again in (("30,000", "49,372", False), ("30000", "12000", True)):
        error = SdkError(429)
        error.args = (said.format(limit, wanted),)
        assert is_transient(error) is again


def test_statuses_are_found_where_sdks_keep_them() -> None:
    def error(**fields: Any) -> Exception:
        made = Exception()
        made.__dict__.update(fields)
        return made

    assert status_of(error(status_code=429)) == 429
    assert status_of(error(code=503)) == 503
    assert status_of(error(response=SimpleNamespace(status_code=401))) == 401
    assert status_of(error(code="rate_limited")) is None
    assert status_of(error(code=True)) is None


async def test_what_the_user_must_mend_passes_through() -> None:
    with pytest.raises(InputError, match="fix"):
        await complete(ScriptedChatModel([InputError("fix it")]), PROMPT)


async def test_cancelling_passes_through() -> None:
    task = asyncio.create_task(complete(ScriptedChatModel([HANG]), PROMPT))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@over("status, said, spent", table(__file__, "test_a_spent_account_is_told_from_a_busy_server"))
def test_a_spent_account_is_told_from_a_busy_server(status: int, said: Any, spent: bool) -> None:
    body = said if isinstance(said, dict) else {"error": {"message": said}}
    error = SdkError(status)
    error.__dict__["body"] = body
    assert (is_spent(error), is_transient(error)) == (spent, not spent and status == 429)
