"""A server that quotes what it was sent gives no key away: not in words, callbacks, tracebacks or logs."""

import base64
import logging
import traceback
from typing import Any
from urllib.parse import quote

import pytest
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.messages import HumanMessage

from agents.calls.complete import complete
from agents.calls.settings import CallSettings
from agents.errors import ModelCallError
from agents.models.redaction import blot_out, redacted
from agents.models.registry import chat_model
from tests.support.fake_gemini_server import FakeGeminiServer, answered, failed
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

# Looks like no known key, so that only who knows it can blot it out.
SECRET = "planted/Qq+77 secret.8"
WRITTEN = quote(SECRET, safe="")


def sent_as(user: str, password: str) -> str:
    return base64.b64encode(f"{user}:{password}".encode()).decode()


class Tracer(AsyncCallbackHandler):
    """Keeps all that a tracer would send on."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def on_chat_model_start(self, serialized: dict[str, Any], messages: Any, **more: Any) -> None:
        self.told.append(repr((serialized, more)))

    async def on_llm_error(self, error: BaseException, **more: Any) -> None:
        self.told.append("".join(traceback.format_exception(error)) + repr(error))


async def given_up(llm: Any) -> str:
    """What a call that was given up says, its traceback included."""
    with pytest.raises(ModelCallError) as caught:
        await complete(llm, [HumanMessage("hi")], settings=CallSettings(attempts=2, first_wait=0))
    return f"{caught.value} {''.join(traceback.format_exception(caught.value))}"


@pytest.mark.parametrize("status", [400, 401, 500])
@pytest.mark.parametrize(
    ("login", "settings", "sent"),
    [
        ("", {"api_key": SECRET}, f"Bearer {SECRET}"),
        (f"user:{WRITTEN}@", {}, f"Basic {sent_as('user', SECRET)}"),
        (f"{WRITTEN}@", {}, f"Basic {sent_as(SECRET, '')}"),
    ],
)
async def test_an_echoed_key_of_an_openai_server_is_told_to_nobody(
    caplog: pytest.LogCaptureFixture, login: str, settings: dict[str, str], sent: str, status: int
) -> None:
    caplog.set_level(logging.DEBUG)
    tracer = Tracer()
    with openai_server("", faults=[Fault(status=status, echo=True)] * 2) as server:
        address = server.base_url.replace("://", f"://{login}")
        llm = chat_model("openai:some", base_url=address, callbacks=[tracer], **settings)
        told = [await given_up(llm), *tracer.told, caplog.text, repr(llm), str(llm._identifying_params)]
        assert set(server.authorizations) == {sent}
    assert len(tracer.told) > 1
    secrets = (SECRET, WRITTEN, sent.split(" ", 1)[1])
    assert not [text[:300] for text in told if any(secret in text for secret in secrets)]


async def test_a_login_in_geminis_address_is_sent_and_told_to_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    tracer = Tracer()
    login = sent_as("user", SECRET)
    with FakeGeminiServer(failed(400, "INVALID_ARGUMENT", f"no: {SECRET} {login}"), answered("hi")) as server:
        address = server.url.replace("://", f"://user:{WRITTEN}@")
        llm = chat_model("google:gemini-x", base_url=address, api_key="k" * 20, callbacks=[tracer])
        told = [await given_up(llm)]
        told.append((await complete(llm, [HumanMessage("hi")])).text)
        assert {call.headers.get("authorization") for call in server.calls} == {f"Basic {login}"}
    told += [*tracer.told, caplog.text, repr(llm)]
    assert not [text[:300] for text in told if any(secret in text for secret in (SECRET, WRITTEN, login))]


async def test_a_placeholder_for_a_key_is_not_blotted_out_of_ordinary_words() -> None:
    """With OPENAI_API_KEY=k a server once "refused the ***ey"."""
    with openai_server("", faults=[Fault(status=401)] * 9) as server:
        said = await given_up(chat_model("openai:m", base_url=server.base_url, api_key="k"))
    assert "refused the key" in said


async def test_a_key_at_the_place_where_a_message_is_cut_leaves_no_half() -> None:
    with openai_server("", faults=[Fault(status=400, echo=True)]) as server:
        told = await given_up(chat_model("openai:some", base_url=server.base_url, api_key="half " * 80 + "."))
    assert "status 400" in told
    assert "half half" not in told


async def test_a_header_of_a_model_of_ones_own_is_no_part_of_an_error() -> None:
    class Own(ScriptedChatModel):
        default_headers: dict[str, str]

    said = RuntimeError(f"the gateway knows no {SECRET}")
    assert SECRET not in await given_up(Own(script=[said], default_headers={"X-Gateway": SECRET}))


def test_all_that_an_error_holds_and_came_from_is_blotted() -> None:
    error, cause = RuntimeError(f"bad {SECRET}"), ValueError(SECRET, 3)
    error.body = {"error": {"message": SECRET, "code": 5, "more": [SECRET]}}  # type: ignore[attr-defined]
    error.__cause__, cause.__context__ = cause, error  # a ring ends
    blot_out(error, [SECRET])
    assert (str(error), cause.args) == ("bad ***", ("***", 3))
    assert vars(error)["body"] == {"error": {"message": "***", "code": 5, "more": ["***"]}}


@over(
    "text",
    [
        f"at http://{WRITTEN}@host/v1",
        "at http://user:p@planted-word@host/v1",
        f"Authorization: Basic {sent_as('user', 'planted')}",
    ],
)
def test_logins_of_any_form_are_blotted_out(text: str) -> None:
    shown = redacted(text)
    assert "***" in shown
    assert not [part for part in ("planted", sent_as("user", "planted")) if part in shown]
