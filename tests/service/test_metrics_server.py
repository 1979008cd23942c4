"""The figures of a worker are shown to whoever names it rightly, and no client keeps others from them."""

import contextlib
import socket

import httpx2
import pytest

from service.http.guards import connection
from service.jobs.metrics import JobMetrics
from service.metrics_server import metrics_server


def test_neither_silent_connections_nor_web_pages_of_others_get_at_the_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each connection had a thread without an end, and any name was answered to."""
    monkeypatch.setattr(connection, "HEADERS_S", 0.3)
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/metrics"
    with metrics_server(JobMetrics(), "127.0.0.1", port), contextlib.ExitStack() as opened:
        assert "judge_judgements_total" in httpx2.get(url, timeout=20).text
        assert httpx2.get(url, headers={"Host": "evil.example"}).status_code == 421
        silent = [
            opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20)) for _ in range(40)
        ]
        # Closed by the server, as nothing came.
        assert [each.recv(1) for each in silent] == [b""] * 40
        assert httpx2.get(url, timeout=20).status_code == 200
