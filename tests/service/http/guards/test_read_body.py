"""Bodies that are too large or too slow are refused while they come, and hold nothing up."""

import json
import resource
import time
from collections.abc import Iterable, Iterator

import pytest

from service.http.guards import connection
from tests.support.http_service import RunningService, running_service
from tests.support.raw_http import Raw, request, send_raw

MOST = 400_000
PATH = "/v1/evaluations"
JSON = "Content-Type: application/json"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    with running_service(store, max_body_bytes=MOST, body_seconds=0.3, workers=False) as running:
        yield running


def sent(service: RunningService, headers: Iterable[str], *parts: bytes, path: str = PATH) -> Raw:
    key = f"Authorization: {service.client.headers['authorization']}"
    return send_raw(service.url, (request("POST", path, (key, JSON, *headers)), *parts))


def assert_problem(found: Raw, status: int) -> None:
    assert found.status == status
    assert found.headers["content-type"] == "application/problem+json"
    assert json.loads(found.body)["status"] == status


def test_a_declared_length_that_is_too_large_is_refused_before_anything_is_read(
    service: RunningService,
) -> None:
    assert_problem(sent(service, [f"Content-Length: {MOST + 1}"]), 413)
    assert_problem(sent(service, ["Content-Length: 99999999999999999999"]), 413)


def test_what_is_sent_all_the_same_is_read_over_and_the_refusal_arrives(service: RunningService) -> None:
    block = b"x" * 1_000_000
    assert_problem(sent(service, ["Content-Length: 50000000"], *[block] * 50), 413)


def test_chunks_are_counted_as_they_come_and_not_kept(service: RunningService) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = sent(service, ["Transfer-Encoding: chunked"], *[chunk] * 800, b"0\r\n\r\n")
    assert_problem(found, 413)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_a_body_at_the_limit_is_read(service: RunningService) -> None:
    whole = json.dumps({"question": "q", "answer": ""})
    fits = whole.replace('""', json.dumps("x" * (MOST - len(whole))))
    assert len(fits) == MOST
    found = service.client.post(PATH, content=fits, headers={"Content-Type": "application/json"})
    assert found.status_code == 200, found.text
    longer = service.client.post(PATH, content=fits + " ", headers={"Content-Type": "application/json"})
    assert longer.status_code == 413


def test_a_body_that_does_not_come_is_given_up(service: RunningService) -> None:
    begun = time.monotonic()
    for headers, part in (
        (["Content-Length: 1000"], b'{"question":'),
        (["Transfer-Encoding: chunked"], b'5\r\n{"que'),
        (["Content-Length: 1000", "Expect: 100-continue"], b""),
    ):
        found = sent(service, headers, part)
        if found.status == 100:
            found = Raw(int(found.body.split()[1]), found.headers, found.body)
        assert found.status == 408
    assert time.monotonic() - begun < 15


def test_a_client_that_never_stops_sending_is_cut_off(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "REST_S", 0.2)
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"

    def endless() -> Iterator[bytes]:
        key = f"Authorization: {service.client.headers['authorization']}"
        yield request("POST", PATH, (key, JSON, "Transfer-Encoding: chunked")).replace(
            b"close", b"keep-alive"
        )
        ends = time.monotonic() + 20
        while time.monotonic() < ends:
            yield chunk
        raise AssertionError("the server went on reading")

    send_raw(service.url, endless())


def test_headers_must_come_in_time_and_in_bounds(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEADERS_S", 0.2)
    for begun in (b"", b"GET / HT", b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: "):
        assert send_raw(service.url, [begun], seconds=5).status is None
    flood = b"".join(b"X-%d: %s\r\n" % (n, b"y" * 1000) for n in range(1000))
    found = send_raw(service.url, [b"GET /health HTTP/1.1\r\nHost: localhost\r\n", flood, b"\r\n"])
    assert found.status in (431, None)
    assert service.client.get("/health").status_code == 200


def test_bodies_are_not_read_without_a_key(service: RunningService) -> None:
    found = send_raw(service.url, [request("POST", PATH, (JSON, "Content-Length: 1000"))], seconds=5)
    assert_problem(found, 401)


@pytest.mark.parametrize("path", ["/sign-in", "/preferences"])
def test_forms_that_need_no_key_are_short(service: RunningService, path: str) -> None:
    """Ten million ampersands once took seconds of a stranger's asking."""
    for count, status in ((200_000, 413), (1_000, 401 if path == "/sign-in" else 303)):
        headers = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {count}")
        assert send_raw(service.url, [request("POST", path, headers), b"&" * count]).status == status


def test_a_form_of_a_page_is_shorter_than_a_body(service: RunningService) -> None:
    headers = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {300_001}")
    assert send_raw(service.url, [request("POST", "/rate", headers), b"&" * 300_001]).status == 413


def test_responses_are_neither_guessed_nor_kept_nor_framed(service: RunningService) -> None:
    for path in ("/v1/jobs", "/v1/jobs/none", "/v1/nowhere"):
        headers = service.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY"
