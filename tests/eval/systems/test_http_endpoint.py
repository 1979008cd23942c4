import asyncio
import json
import time
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from data_base.errors import InputError
from data_base.schemas.case import Case
from eval.systems.http_endpoint import HttpStatusError, HttpSystem
from eval.systems.returned_answer import UnusableAnswerError
from tests.support.rows import over

CASE = Case(id="q1", question="海纜多長？", language="zh-Hant", documents=("a.pdf",))


class Waits:
    """Notes how long was waited, and does not wait."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def system(server: HTTPServer, **settings: Any) -> HttpSystem:
    return HttpSystem(server.url_for("/answer"), **{"sleep": Waits(), **settings})


def answers(server: HTTPServer, *replies: Response) -> list[Request]:
    left, seen = list(replies), []

    def handler(request: Request) -> Response:
        seen.append(request)
        return left.pop(0) if len(left) > 1 else left[0]

    server.expect_request("/answer", method="POST").respond_with_handler(handler)
    return seen


def good(text: str = "45.9 km") -> Response:
    return Response(json.dumps({"answer": text}), content_type="application/json")


async def test_the_documented_request_goes_out_and_the_answer_is_read(httpserver: HTTPServer) -> None:
    reply = {
        "answer": "47.2 公里（第3頁）",
        "passages": [{"text": "47.2", "doc_id": "a.pdf", "page": 3}],
        "model": "m",
    }
    seen = answers(httpserver, Response(json.dumps(reply)))
    answer = await system(httpserver, token="secret").answer(CASE)
    assert seen[0].get_json() == {
        "id": "q1",
        "question": "海纜多長？",
        "language": "zh-Hant",
        "documents": ["a.pdf"],
    }
    assert seen[0].headers["Authorization"] == "Bearer secret"
    assert (answer.text, answer.model_id) == ("47.2 公里（第3頁）", "m")
    assert answer.passages[0].page == 3


async def test_a_question_alone_is_sent_alone_and_the_token_comes_from_the_environment(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_HTTP_TOKEN", "from-env")
    seen = answers(httpserver, Response('"plain"'))
    assert (await system(httpserver).answer(Case(id="a", question="q"))).text == "plain"
    assert seen[0].get_json() == {"id": "a", "question": "q"}
    assert seen[0].headers["Authorization"] == "Bearer from-env"


@pytest.mark.parametrize("status", [400, 404, 409, 422])
async def test_an_error_of_ours_is_not_tried_again(httpserver: HTTPServer, status: int) -> None:
    seen = answers(httpserver, Response("no such field", status=status))
    with pytest.raises(HttpStatusError, match=f"status {status}: no such field"):
        await system(httpserver).answer(CASE)
    assert len(seen) == 1


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_token_ends_the_run(httpserver: HTTPServer, status: int) -> None:
    seen = answers(httpserver, Response("who are you", status=status))
    with pytest.raises(InputError, match=rf"status {status}: who are you\); set JUDGE_HTTP_TOKEN"):
        await system(httpserver).answer(CASE)
    assert len(seen) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 503])
async def test_an_error_that_may_pass_is_tried_again(httpserver: HTTPServer, status: int) -> None:
    seen = answers(httpserver, Response("later", status=status), good())
    assert (await system(httpserver).answer(CASE)).text == "45.9 km"
    assert len(seen) == 2


async def test_tries_end_and_the_server_says_how_long_to_wait(httpserver: HTTPServer) -> None:
    waits = Waits()
    seen = answers(httpserver, Response("busy", status=503, headers={"Retry-After": "7"}))
    with pytest.raises(HttpStatusError, match="status 503: busy"):
        await system(httpserver, attempts=3, sleep=waits).answer(CASE)
    assert len(seen) == 3
    assert waits.seconds == [7.0, 7.0]


async def test_an_endpoint_that_hangs_is_given_up(httpserver: HTTPServer) -> None:
    def slow(_: Request) -> Response:
        time.sleep(0.5)
        return good()

    httpserver.expect_request("/answer").respond_with_handler(slow)
    with pytest.raises(TimeoutError, match=r"within 0.05 s"):
        await system(httpserver, timeout=0.05, attempts=1).answer(CASE)


async def test_an_endpoint_that_is_not_there_is_named_without_its_password() -> None:
    waits = Waits()
    asked = HttpSystem("http://user:pw@127.0.0.1:9/answer?key=k", attempts=2, sleep=waits)
    assert asked.name == "http://127.0.0.1:9/answer"
    with pytest.raises(ConnectionError, match=r"http://127.0.0.1:9/answer cannot be reached"):
        await asked.answer(CASE)
    assert len(waits.seconds) == 1


@pytest.mark.parametrize("body", ["<html>", '{"words": "x"}', "[]", '{"answer": 7}'])
async def test_what_is_no_answer_is_refused(httpserver: HTTPServer, body: str) -> None:
    answers(httpserver, Response(body))
    with pytest.raises(UnusableAnswerError):
        await system(httpserver).answer(CASE)


@over("url", ["", "localhost:8000", "ftp://host/x", "http://", "http://[::1", "http://host:99999/x"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="no http or https address"):
        HttpSystem(url)


def test_it_outlives_an_event_loop(httpserver: HTTPServer) -> None:
    answers(httpserver, good())
    asked = system(httpserver)
    for _ in range(2):
        assert asyncio.run(asked.answer(CASE)).text == "45.9 km"
