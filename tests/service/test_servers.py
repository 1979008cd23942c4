"""Servers that cannot be used: one sentence, and nothing else is paid for."""

import socket
from pathlib import Path

import pytest

from tests.service.conftest import Command
from tests.service.test_bad_input import one_sentence
from tests.support.openai_server import Fault, openai_server

PAGE = b"<!doctype html><html><body><h1>It works!</h1></body></html>"
SECRET = "sk-planted-7Qx2mZ9vTt"
QUESTION = "How many ships did the harbour of Velm handle in 2023?"


@pytest.fixture(params=["run_arena.py", "evaluate", "research"])
def command(request: pytest.FixtureRequest, documents: Path, tmp_path: Path) -> tuple[object, ...]:
    (tmp_path / "q.jsonl").write_text(f'{{"question": "{QUESTION}"}}\n', encoding="utf-8")
    model = ("--model", "openai:some")
    commands: dict[str, tuple[object, ...]] = {
        "run_arena.py": ("run_arena.py", "--questions", "q.jsonl", "--documents", documents, *model),
        "evaluate": ("evaluate", "--question", QUESTION, "--answer", "4,812", "--judge", "openai:some"),
        "research": ("research", QUESTION, "--documents", documents, *model),
    }
    return commands[request.param]


def closed_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def complaint_of(ended: tuple[int, str, str], folder: Path) -> str:
    """The sentence; research has told of its start before it."""
    code, out, err = ended
    sentence = err.splitlines()[-1] + "\n"
    one_sentence((code, out, sentence), "openai:some gave no reply", folder)
    assert all(line.startswith("started ") for line in err.splitlines()[:-1])
    assert SECRET not in err
    return sentence


def test_a_server_that_is_not_there(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[object, ...]
) -> None:
    address = f"127.0.0.1:{closed_port()}"
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://user:{SECRET}@{address}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    said = complaint_of(judge(*command), tmp_path)
    assert f"check that http://{address} runs and that OPENAI_BASE_URL is its address" in said


def test_a_server_that_answers_with_a_page(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[object, ...]
) -> None:
    with openai_server("", faults=[Fault(body=PAGE)] * 20) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        said = complaint_of(judge(*command), tmp_path)
    assert "OPENAI_BASE_URL is its address" in said
    assert "<html>" not in said


def test_a_server_that_refuses_the_key(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[object, ...]
) -> None:
    with openai_server("", key="another") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", SECRET)
        said = complaint_of(judge(*command), tmp_path)
    assert "refused the key" in said
    assert len(server.requests) == 1


def test_a_server_that_does_not_know_the_model(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[object, ...]
) -> None:
    with openai_server("", faults=[Fault(status=404)] * 20) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        said = complaint_of(judge(*command), tmp_path)
    assert "does not know the model or the address" in said


@pytest.mark.parametrize("address", ["localhost:8000", "not an address", "ftp://127.0.0.1/v1", "http://"])
def test_an_address_that_is_none(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    ended = judge("evaluate", "--question", "q", "--answer", "a", "--judge", "openai:some")
    one_sentence(ended, "OPENAI_BASE_URL", tmp_path)
