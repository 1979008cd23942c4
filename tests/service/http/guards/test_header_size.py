"""Headers are counted before anything reads them, however they come."""

import contextlib
import socket
from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette

from service.http.app import create_app
from tests.support.http_service import RunningService, running_service


@pytest.fixture(scope="module", params=["http", "mcp"])
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    make: Callable[..., Starlette] = create_app
    if request.param == "mcp":
        pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
        from service.mcp.serving import mcp_app

        make = mcp_app
    with running_service(store, workers=False, make=make) as running:
        yield running


def answer(service: RunningService, headers: bytes, path: bytes = b"/health") -> bytes:
    """What comes back to headers sent in one write."""
    host, _, port = service.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as found:
        found.sendall(
            b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + b"\r\n"
        )
        said = b""
        # What is refused while it still comes may be cut off before the refusal is read.
        with contextlib.suppress(ConnectionResetError):
            while part := found.recv(65_536):
                said += part
    return said


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b'Cookie: a="' + b'\\"' * 30_000 + b'"\r\n', b"431"),
        (b'Cookie: a="' + b'\\"' * 400 + b'"\r\n', b"200"),
        (b'Cookie: a="' + b'\\"' * 2_000 + b'"\r\n', b"431"),
        (b"Cookie: a=" + b"b" * 8_000 + b"\r\n", b"200"),
        (b'Cookie: a="' + b'\\"' * 2_500 + b'"\r\nCookie: b="' + b'\\"' * 2_500 + b'"\r\n', b"431"),
        (b'Content-Type: text/plain; a="' + b";" * 30_000 + b'"\r\n', b"431"),
        (b'Content-Type: text/plain; a="' + b";" * 900 + b'"\r\n', b"200"),
        (b"X: " + b"y" * 60_000 + b"\r\n", b"200"),
        (b"X: " + b"y" * 70_000 + b"\r\n", b"431"),
        (b"".join(b"X-%d: %s\r\n" % (n, b"y" * 1_000) for n in range(90)), b"431"),
        (b"X: " + b"y" * 200_000 + b"\r\n", b"closed"),
        (b"X:\r\n" * 16_000, b"431"),
    ],
)
@pytest.mark.parametrize("path", [b"/health", b"/v1/jobs", b"/nowhere"])
def test_headers_of_more_bytes_than_are_taken_are_refused(
    service: RunningService, headers: bytes, status: bytes, path: bytes
) -> None:
    said = answer(service, headers, path)

    assert not said.startswith(b"HTTP/1.1 200 ") or status == b"200"

    if status == b"431":
        assert said.startswith(b"HTTP/1.1 431 ")
        assert b"more than" in said
    elif status == b"200":
        assert b" 431 " not in said.splitlines()[0]


def test_a_long_path_counts_too(service: RunningService) -> None:
    assert answer(service, b"", b"/" + b"y" * 70_000).startswith(b"HTTP/1.1 431 ")
    assert answer(service, b"", b"/health?" + b"y" * 70_000).startswith(b"HTTP/1.1 431 ")
