"""Runs have names: given by ``--name`` or made up, shown before ids, and taken wherever a run is named."""

import json
from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from tests.service.conftest import Command
from tests.service.test_run_ids import COMMANDS, files
from tests.support.rows import over

__all__ = ["files"]
STORE = ".judge/runs.sqlite"


@over("kind", list(COMMANDS))
def test_every_command_that_makes_a_run_takes_its_name(judge: Command, files: Path, kind: str) -> None:
    code, out, err = judge(*COMMANDS[kind], "--name", f"Ночной {kind}")
    assert code == 0, err
    named, identified = out.splitlines()[-2:]
    assert named == f"Run: Ночной {kind}"
    with RunStore(files / STORE, must_exist=True) as store:
        assert store.run_id_of(f"Ночной {kind}") == identified.removeprefix("Run ID: ")


SUBJECTS = {
    "evaluate": "evaluate answers.jsonl",
    "arena": "arena benchmark questions",
    "research": "research How many ships came in 2023?",
    "task": "task t D.jsonl",
    "calibrate": "calibrate gold.jsonl",
    "harness": "harness zoryana_terminal_2023.ru.pdf",
    "legal": "legal legal",
    "eval-json-v2": "eval-json-v2 questions.json",
    "stability": "stability answers.jsonl",
}


@over("kind", list(SUBJECTS))
def test_a_run_without_a_name_is_called_by_kind_subject_and_day(
    judge: Command, files: Path, kind: str
) -> None:
    out = judge(*COMMANDS[kind])[1]
    named, identified = out.splitlines()[-2:]
    with RunStore(files / STORE, must_exist=True) as store:
        day = store.manifest(identified.removeprefix("Run ID: ")).created_at
    assert named == f"Run: {SUBJECTS[kind]} {day:%Y-%m-%d}"


def test_the_same_terms_are_the_same_run_under_another_name(judge: Command, files: Path) -> None:
    ids = [judge("evaluate", "answers.jsonl", "--name", name)[1].splitlines()[-1] for name in ("a", "b")]
    assert ids[1] == f"{ids[0]}-2"


def test_a_run_that_is_resumed_under_a_name_takes_it(judge: Command, files: Path) -> None:
    run_id = judge("evaluate", "answers.jsonl", "--name", "first")[1].splitlines()[-1][8:]
    with RunStore(files / STORE) as store:
        unfinished = store.manifest(run_id)
        store.delete(run_id)
        store.create(unfinished)
    assert judge("evaluate", "answers.jsonl")[1].splitlines()[-2:] == ["Run: first", f"Run ID: {run_id}"]
    with RunStore(files / STORE) as store:
        store.delete(run_id)
        store.create(unfinished)
    out = judge("evaluate", "answers.jsonl", "--name", "second")[1]
    assert out.splitlines()[-2:] == ["Run: second", f"Run ID: {run_id}"]


def test_a_name_stands_for_its_run_in_every_command(judge: Command, files: Path) -> None:
    run_id = judge("evaluate", "answers.jsonl", "--name", "first")[1].splitlines()[-1][8:]
    judge("evaluate", "answers.jsonl", "--name", "other")
    assert judge("runs", "rename", "first", "Новый прогон")[:2] == (
        0,
        f"{run_id} is called Новый прогон now.\n",
    )
    assert json.loads(judge("runs", "show", "Новый прогон", "--json")[1])["name"] == "Новый прогон"
    assert "Новый прогон" in judge("runs", "list")[1]
    assert [json.loads(line)["name"] for line in judge("runs", "list", "--json")[1].splitlines()] == [
        "other",
        "Новый прогон",
    ]
    assert judge("show", "a", "--run", "Новый прогон")[0] == 0
    assert judge("compare", "--base", "Новый прогон", "--cand", "other")[0] == 0
    assert judge("runs", "export", "Новый прогон", "r.json")[0] == 0
    code, out, _ = judge("runs", "delete", "Новый прогон", "--yes")
    assert (code, f"Новый прогон ({run_id})" in out) == (0, True)
    assert judge("runs", "import", "r.json")[0] == 0
    assert json.loads(judge("runs", "show", run_id, "--json")[1])["name"] == "Новый прогон"


def test_a_name_of_several_runs_is_refused_with_their_ids(judge: Command, files: Path) -> None:
    ids = [judge("evaluate", "answers.jsonl", "--name", "twice")[1].splitlines()[-1][8:] for _ in range(2)]
    code, _, err = judge("runs", "show", "twice")
    assert code == 2
    assert "2 runs named 'twice'; name one by its id" in err
    assert all(run_id in err for run_id in ids)


@pytest.mark.parametrize("name", ["two\nlines", "x" * 121, " "])
def test_a_name_that_cannot_be_one_is_refused_before_anything_is_read(
    judge: Command, files: Path, name: str
) -> None:
    code, out, err = judge("evaluate", "nowhere.jsonl", "--name", name)
    assert (code, out, "--name" in err, err.count("\n")) == (2, "", True, 1)
    assert not (files / STORE).exists()
