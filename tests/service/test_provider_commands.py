"""Whole commands with models of LangChain's providers, at servers that the environment names."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.service.test_bad_input import JUDGE, ROOT
from tests.service.test_refusing_servers import QUESTION, answers, judged, reply
from tests.support.anthropic_server import anthropic_server
from tests.support.ollama_server import ollama_server
from tests.support.openai_server import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.service.conftest import Command
    from tests.support.anthropic_server import ProviderServer

pytest.importorskip("langchain", reason="the extras anthropic and ollama are not installed")

SERVERS = {"anthropic": anthropic_server, "ollama": ollama_server}
VARIABLES = {"anthropic": "ANTHROPIC_BASE_URL", "ollama": "OLLAMA_HOST"}
KEY = "sk-planted-5Wd8MtY3zQ"


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_API_URL", *VARIABLES.values(), "OLLAMA_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=SERVERS)
def provider(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    pytest.importorskip(f"langchain_{name}", reason=f"the extra {name} is not installed")
    return name


@pytest.fixture
def server(provider: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ProviderServer]:
    with SERVERS[provider](reply) as running:
        monkeypatch.setenv(VARIABLES[provider], running.base_url)
        yield running


def test_a_file_of_answers_is_judged(
    judge: Command, tmp_path: Path, provider: str, server: ProviderServer
) -> None:
    command = ("evaluate", answers(tmp_path, 5), "--judge", f"{provider}:invented", "--out", "out.jsonl")
    code, _, err = judge(*command)
    assert code == 0, err
    results = judged(tmp_path / "out.jsonl")
    assert [each["status"] for each in results] == ["scored"] * 5
    assert {each["model_id"] for each in results} == {f"{provider}:invented"}
    assert all(each["usage"]["input_tokens"] > 0 for each in results)
    asked = len(server.requests)
    assert judge(*command[:-1], "again.jsonl")[0] == 0
    assert len(server.requests) <= asked + 1  # the preflight; every judgement was kept


def test_options_of_a_model(judge: Command, tmp_path: Path, provider: str, server: ProviderServer) -> None:
    model = ("--judge", f"{provider}:invented", "--judge-option", "temperature=0.5")
    code, _, err = judge("evaluate", answers(tmp_path, 2), *model, "--out", "out.jsonl")
    assert code == 0, err
    sent = [
        body.get("temperature", (body.get("options") or {}).get("temperature")) for body in server.requests
    ]
    assert set(sent) == {0.5}


def test_a_question_is_researched(
    judge: Command, documents: Path, provider: str, server: ProviderServer
) -> None:
    command = ("research", QUESTION, "--documents", documents, "--model", f"{provider}:invented", "--json")
    code, out, err = judge(*command)
    assert code == 0, err
    result = json.loads(out)
    assert "4,812 ships" in json.dumps(result)
    assert all(attempt["evaluation"]["status"] == "scored" for attempt in result["attempts"])
    assert server.requests


def test_an_address_as_ollama_writes_it(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("langchain_ollama", reason="the extra ollama is not installed")
    with ollama_server(reply) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.base_url.removeprefix("http://"))
        code, _, err = judge("evaluate", answers(tmp_path, 2), "--judge", "ollama:m", "--out", "out.jsonl")
    assert code == 0, err
    assert len(server.requests) >= 2


def test_a_key_that_is_refused(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, provider: str
) -> None:
    with SERVERS[provider](reply, key="another") as server:
        monkeypatch.setenv(VARIABLES[provider], server.base_url)
        monkeypatch.setenv(f"{provider.upper()}_API_KEY", KEY)
        code, out, err = judge("evaluate", answers(tmp_path, 2), "--judge", f"{provider}:m")
    assert code == 2
    assert "refused the key" in err
    assert (len(err.splitlines()), len(server.requests)) == (1, 1)
    assert KEY not in out + err


def test_a_server_that_does_not_know_the_model(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, provider: str
) -> None:
    with SERVERS[provider](reply, faults=[Fault(status=404)] * 20) as server:
        monkeypatch.setenv(VARIABLES[provider], server.base_url)
        code, _, err = judge("evaluate", answers(tmp_path, 2), "--judge", f"{provider}:m")
    assert code == 2
    assert "does not know the model or the address" in err


def test_a_missing_key_is_one_sentence(judge: Command, tmp_path: Path) -> None:
    pytest.importorskip("langchain_anthropic", reason="the extra anthropic is not installed")
    code, _, err = judge("evaluate", answers(tmp_path, 2), "--judge", "anthropic:m")
    assert code == 2
    assert len(err.splitlines()) == 1
    assert "anthropic:m needs a key: set ANTHROPIC_API_KEY" in err


@pytest.mark.slow
def test_as_a_user_runs_it(tmp_path: Path, provider: str, server: ProviderServer) -> None:
    file, out = answers(tmp_path, 5), tmp_path / "out.jsonl"
    arguments = ["evaluate", str(file), "--judge", f"{provider}:invented", "--out", str(out)]
    ended = subprocess.run(
        [JUDGE[0], "-W", "error", *JUDGE[1:], *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert [each["status"] for each in judged(out)] == ["scored"] * 5
    assert not any(word in ended.stderr for word in ("Warning", "Traceback", "never retrieved"))
    assert len(server.requests) >= 5
