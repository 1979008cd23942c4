"""What the server loads before anybody asks it something."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.jobs.limits.model_limit import ModelLimit
from tests.support.rows import over

if TYPE_CHECKING:
    from tests.service.conftest import Command

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


SPENDING = {"JUDGE_LIMITS": json.dumps({"openai:invented": {"usd_per_day": 1}}), "OPENAI_API_KEY": "right"}


@over(
    "option, environment, said",
    [
        (("--judge", "nosuch"), {}, "--judge, JUDGE_JUDGE): 'nosuch' is no model"),
        (("--judge", "openai:gpt-6-luna"), {}, "set OPENAI_API_KEY"),
        ((), SPENDING, "openai:invented, whose price is not known"),
        (("--judge", "openai:other"), SPENDING | {"JUDGE_LIMITS": '{"*": {"usd_per_day": 1}}'}, "price"),
        (("--port", "99999"), {}, "port: must be less than or equal to 65535"),
        ((), {"JUDGE_API_KEY": "short"}, "JUDGE_API_KEY: must have at least 16 characters."),
    ],
)
def test_a_server_that_could_not_judge_does_not_start(
    judge: "Command",
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    option: tuple[str, ...],
    environment: dict[str, str],
    said: str,
) -> None:
    monkeypatch.setattr("service.http.server.Server.run", lambda *_given, **_named: None)
    store = tmp_path / "runs.sqlite"
    with monkeypatch.context() as one:
        for name, value in environment.items():
            one.setenv(name, value)
        code, _, err = judge("serve", "--store", store, "--port", "0", *option)
    assert (code, said in err, store.exists()) == (2, True, False), err


def test_a_later_start_says_how_to_make_the_key_that_the_first_one_showed(
    judge: "Command", monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("service.http.server.Server.run", lambda _, sockets: sockets[0].close())
    monkeypatch.delenv("JUDGE_API_KEY", raising=False)
    starts = [judge("serve", "--store", tmp_path / "runs.sqlite", "--port", "0") for _ in range(2)]
    (_, *first), (_, *second) = starts
    assert "API key: drj_" in "".join(first)
    assert "API key: one that was made before; `judge keys create` makes another" in "".join(second)


def test_a_limit_of_spending_on_a_model_that_cannot_be_asked_here_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from service.http.default_judge import require_default_judge

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    require_default_judge("embedded", {"openai:invented": ModelLimit(usd_per_day=1)})
