"""The server answers to its own names alone, and to no web page of another server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http_service import RunningService, running_service
from tests.support.rows import table


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    with running_service(store, allowed_hosts=("judge.example.org",), auth=False) as running:
        yield running


@pytest.mark.parametrize(
    "host",
    table(__file__, "test_its_own_names_and_addresses_are_let_in"),
)
def test_its_own_names_and_addresses_are_let_in(service: RunningService, host: str) -> None:
    assert service.client.get("/v1/jobs", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8321", "localhost.evil.example", "a@localhost", "localhost/x", "["),
        *(
            "",
            "[::1]evil",
            "[::1]:80evil",
            "[::1].evil.example",
            "127.0.0.1:x",
            "127.0.0.1.evil.example",
            "xn--lcalhost-66a",
            "judge.example.org.evil.example",
            "*",
            "x" * 5000,
        ),
    ],
)
def test_other_names_are_refused_everywhere(service: RunningService, host: str) -> None:
    for path in ("/health", "/v1/jobs", "/docs", "/nowhere"):
        found = service.client.get(path, headers={"Host": host})
        assert found.status_code == 421
        assert "JUDGE_ALLOWED_HOSTS" in found.json()["detail"]
        assert len(found.content) < 1000


@pytest.mark.parametrize(
    "origin",
    [
        *("https://evil.example", "null", "http://localhost:3000", "", "file://"),
        *("https://{own}", "chrome-extension://{own}", "{own}", "http://{own}.evil", "http://{own}/x"),
        *("chrome-extension://judge.example.org", "http://judge.example.org@evil.example"),
    ],
)
def test_web_pages_of_other_servers_are_refused(service: RunningService, origin: str) -> None:
    origin = origin.replace("{own}", service.url.removeprefix("http://"))
    found = service.client.post("/v1/jobs/x/cancel", headers={"Origin": origin})
    assert found.status_code == 403
    assert "may not call this server" in found.json()["detail"]


def test_its_own_pages_are_let_in_and_no_other_origin_is_ever_allowed(service: RunningService) -> None:
    own = str(service.client.base_url).rstrip("/")
    for origin in (own, "https://judge.example.org"):
        found = service.client.get("/v1/jobs", headers={"Origin": origin})
        assert found.status_code == 200
        assert not [name for name in found.headers if name.startswith("access-control")]
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    assert service.client.options("/v1/evaluations", headers=asked).status_code == 403


def test_hosts_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUDGE_ALLOWED_HOSTS", "a.example, b.example")
    with running_service(str(tmp_path / "runs.sqlite")) as running:
        for host in ("a.example", "B.example"):
            assert running.client.get("/v1/jobs", headers={"Host": host}).status_code == 200
        assert running.client.get("/v1/jobs", headers={"Host": "c.example"}).status_code == 421
