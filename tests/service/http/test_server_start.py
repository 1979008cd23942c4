"""What the server loads before anybody asks it something."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra 'service' is not installed")

ROOT = Path(__file__).resolve().parents[3]
CODE = """
import sys, service.http.server
heavy = {"langchain_core", "langgraph", "langsmith", "openai", "numpy", "matplotlib"}
print(*sorted(heavy & {name.partition(".")[0] for name in sys.modules}))
"""


def test_graph_and_models_are_loaded_with_the_first_request_that_needs_them() -> None:
    found = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not found.stdout.strip()


def test_who_comes_before_the_app_has_started_waits_and_is_not_refused() -> None:
    from service.http.server import listening_socket
    from service.http.settings import ServerSettings

    with listening_socket(ServerSettings(port=0)) as listening:
        socket.create_connection(listening.getsockname(), timeout=5).close()
