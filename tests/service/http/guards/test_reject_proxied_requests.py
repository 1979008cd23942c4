"""What comes by a proxy is not from this machine; only proxies that are named say where from, and how."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from service.http.server import LOOPBACK_PROXIES, both_ways
from service.http.settings import ServerSettings
from tests.support.http_service import RunningService, running_service
from tests.support.rows import over, table

SIGNS = (
    ("X-Forwarded-For", "203.0.113.9"),
    ("X-Forwarded-Proto", "https"),
    ("X-Real-IP", "203.0.113.9"),
    ("Forwarded", "for=203.0.113.9"),
    ("Via", "1.1 proxy"),
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("proxies") / "runs.sqlite")
    with running_service(store, workers=False) as running:
        yield running


@pytest.mark.parametrize(("name", "value"), SIGNS)
def test_figures_are_for_programs_of_this_machine_alone(
    service: RunningService, name: str, value: str
) -> None:
    assert httpx2.get(f"{service.url}/metrics").status_code == 200
    assert httpx2.get(f"{service.url}/metrics", headers={name: value}).status_code == 401
    assert service.client.get("/metrics", headers={name: value}).status_code == 200


@pytest.mark.parametrize(("name", "value"), SIGNS)
def test_a_server_without_keys_refuses_what_came_by_a_proxy(tmp_path: Path, name: str, value: str) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, auth=False) as service:
        assert service.client.get("/v1/jobs").status_code == 200
        for path in ("/v1/jobs", "/runs", "/docs"):
            refused = service.client.get(path, headers={name: value})
            assert (refused.status_code, "--no-auth" in refused.json()["detail"]) == (403, True)


@pytest.mark.parametrize(
    ("trusted", "proto", "secure"),
    table(__file__, "test_behind_a_proxy_with_tls_that_is_named_the_sessions_cookie_is_for_tls_alone"),
)
def test_behind_a_proxy_with_tls_that_is_named_the_sessions_cookie_is_for_tls_alone(
    tmp_path: Path, trusted: tuple[str, ...], proto: str, secure: bool
) -> None:
    store = str(tmp_path / "runs.sqlite")
    with running_service(store, workers=False, trusted_proxies=trusted) as service:
        entered = httpx2.post(
            f"{service.url}/sign-in", data={"key": service.key()}, headers={"X-Forwarded-Proto": proto}
        )
    assert entered.status_code == 303
    assert ("; Secure" in entered.headers["set-cookie"]) is secure


@over(
    "trusted, peer, believed",
    [
        (LOOPBACK_PROXIES, "::ffff:127.0.0.1", True),
        (LOOPBACK_PROXIES, "::ffff:10.0.0.1", False),
        (("10.0.0.0/8",), "::ffff:10.9.8.7", True),
        (("10.0.0.0/8",), "::ffff:11.0.0.1", False),
        (("fd00::/8",), "fd00::1", True),
        (("*",), "::ffff:11.0.0.1", True),
    ],
)
async def test_a_proxy_of_ipv4_is_believed_where_the_server_listens_on_ipv6(
    trusted: tuple[str, ...], peer: str, believed: bool
) -> None:
    schemes = []

    async def app(scope: Any, _receive: object, _send: object) -> None:
        schemes.append(scope["scheme"])

    headers = [(b"x-forwarded-proto", b"https")]
    scope: Any = {"type": "http", "scheme": "http", "client": (peer, 1), "headers": headers}
    unused: Any = None
    await ProxyHeadersMiddleware(app, both_ways(trusted))(scope, unused, unused)
    assert schemes == ["https" if believed else "http"]


@over("named", ["proxy.example", "10.0.0.0/99", "10.0.0.1/8", "127.0.0.1 10.0.0.1"])
def test_what_is_no_address_is_refused(named: str) -> None:
    with pytest.raises(ValueError, match="trusted_proxies"):
        ServerSettings(trusted_proxies=(named,))
