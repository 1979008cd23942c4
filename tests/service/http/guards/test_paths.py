"""Paths and methods that no client of good will sends reach no route, and lead nowhere else."""

from collections.abc import Iterator

import pytest

from tests.support.http_service import RunningService, running_service
from tests.support.raw_http import Raw, request, send_raw
from tests.support.rows import over


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite"), workers=False) as running:
        yield running


def sent(service: RunningService, method: str, target: str, *headers: str, key: bool = True) -> Raw:
    keys = [f"Authorization: {service.client.headers['authorization']}"] if key else []
    return send_raw(service.url, [request(method, target, [*keys, *headers])])


@over(
    "target",
    [
        *("/v1/jobs/", "/v1/collections/", "/docs/", "/health/"),
        *("//v1/jobs", "/./v1/jobs", "/v1//jobs", "/v1/../v1/jobs", "/V1/jobs", "/v1/jobs;x"),
        *("/v1%2Fjobs/x%2Fevents/y", "/%2e%2e/etc/passwd", "/v1/jobs/%2e%2e%2fcollections", "/v1/jobs\\x"),
        *("/v1/collections/a%2Fdocuments", "/v1/collections/%2e%2e", "/v1/jobs/%00", "/v1/jobs/%ff%fe"),
        *("/v1/jobs/%ED%A0%80", "/v1/jobs/" + "x" * 50_000, "/v1/jobs/%0a%1b[2J"),
    ],
)
def test_odd_paths_lead_nowhere(service: RunningService, target: str) -> None:
    found = sent(service, "GET", target)
    assert found.status in {400, 404, 422}, (found.status, found.headers)
    assert "location" not in found.headers


def test_a_slash_too_many_is_no_redirect_to_plain_http(service: RunningService) -> None:
    found = sent(service, "GET", "/v1/jobs/", "X-Forwarded-Proto: https", "X-Forwarded-Host: evil.example")
    assert found.status == 404
    assert b"evil" not in found.body


@over("method", ["HEAD", "OPTIONS", "TRACE", "PUT", "PATCH", "CONNECT", "PROPFIND"])
def test_other_methods_need_a_key_as_well_and_do_nothing(service: RunningService, method: str) -> None:
    assert sent(service, method, "/v1/jobs", key=False).status == 401
    found = sent(service, method, "/v1/jobs")
    assert found.status == 405
    assert not [name for name in found.headers if name.startswith("access-control")]


def test_no_socket_is_opened_however_it_is_asked_for(service: RunningService) -> None:
    asked = (
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    for origin in ((), ("Origin: https://evil.example",)):
        found = sent(service, "GET", "/v1/jobs/x/events", *asked, *origin)
        assert found.status == (403 if origin else 404)


def test_streams_of_events_are_not_for_pages_of_other_servers(service: RunningService) -> None:
    made = service.client.post("/v1/evaluations/batch", json={"items": [{"question": "q", "answer": "a"}]})
    place = f"/v1/jobs/{made.json()['id']}/events"
    for header in ("Origin: https://evil.example", "Origin: null"):
        assert sent(service, "GET", place, "Accept: text/event-stream", header).status == 403
    elsewhere = request("GET", place, ["Accept: text/event-stream"], host="evil.example")
    assert send_raw(service.url, [elsewhere]).status == 421


def test_a_key_is_taken_from_its_header_alone(service: RunningService) -> None:
    secret = service.client.headers["authorization"].removeprefix("Bearer ")
    for target, header in (
        (f"/v1/jobs?key={secret}&access_token={secret}&api_key={secret}", "X: y"),
        ("/v1/jobs", f"Cookie: key={secret}; Authorization=Bearer {secret}"),
        ("/v1/jobs", f"X-API-Key: {secret}"),
        ("/v1/jobs", f"Authorization: Basic {secret}"),
        ("/v1/jobs", f"Authorization: {secret}"),
    ):
        assert sent(service, "GET", target, header, key=False).status == 401
    assert "set-cookie" not in service.client.get("/v1/jobs").headers
