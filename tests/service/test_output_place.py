"""No command writes its results over what it reads."""

import json
from pathlib import Path

import pytest

from tests.service.conftest import Command

TASK = "task: t\nmetrics:\n  - metric: exact_match\n    field: a\n"
FILES = {
    "docs/harbour.md": "# Velm\n\nThe harbour handled 4,812 ships in 2023.\n",
    "task.yaml": TASK,
    "data.jsonl": '{"id": "1", "gt_a": "a", "pred_a": "a"}\n',
    "run.json": "{}",
    "arena/arena.json": "{}",
    "answers.jsonl": '{"id": "1", "answer": "a"}\n',
    "bank/questions.json": "{}",
}
RESEARCH = ("research", "How many ships?", "--documents", "docs")
EVAL = ("eval", "--task", "task.yaml", "--data", "data.jsonl")
COMPARE = ("compare", "--base", "run.json", "--cand", "arena")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, judge: Command) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ((*RESEARCH, "--out"), "docs/harbour.md"),
        ((*EVAL, "--out"), "data.jsonl"),
        ((*EVAL, "--out"), "task.yaml"),
        ((*EVAL, "--documents", "docs", "--system", "deep_research", "--out"), "docs/harbour.md"),
        (("import", "data.jsonl", "--out"), "./data.jsonl"),
        ((*COMPARE, "--out"), "run.json"),
        ((*COMPARE, "--markdown"), "arena/arena.json"),
        ((*COMPARE, "--junit"), "run.json"),
        (("legal", "--path", "bank", "--out"), "bank/questions.json"),
        (("legal", "--answers", "answers.jsonl", "--out"), "answers.jsonl"),
    ],
)
def test_results_do_not_take_an_inputs_place(
    judge: Command, tmp_path: Path, command: tuple[str, ...], written: str
) -> None:
    code, out, err = judge(*command, written)
    assert (code, out) == (2, "")
    assert "would be written over" in err
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in FILES} == FILES


@pytest.mark.parametrize(
    ("documents", "out"), [("docs", "docs"), ("docs", "docs/out"), ("docs/harbour.md", "docs")]
)
def test_an_arenas_results_are_not_put_among_its_documents(
    judge: Command, tmp_path: Path, documents: str, out: str
) -> None:
    (tmp_path / "q.jsonl").write_text(json.dumps({"id": "1", "question": "How many?"}), encoding="utf-8")
    code, _, err = judge("arena", "--questions", "q.jsonl", "--documents", documents, "--out", out)
    assert code == 2
    assert f"{out} is a place of documents ({documents}); name another folder with --out." in err
    assert [path.name for path in (tmp_path / "docs").iterdir()] == ["harbour.md"]


def test_an_export_replaces_nothing_but_a_run_file(judge: Command, tmp_path: Path) -> None:
    code, _, err = judge("runs", "export", "r", "answers.jsonl")
    assert code == 2
    assert "answers.jsonl is there and is no run file; name another file to write." in err
    assert (tmp_path / "answers.jsonl").read_text(encoding="utf-8") == FILES["answers.jsonl"]


ROWS = ".jsonl, .csv, .tsv, .xlsx or .parquet"


@pytest.mark.parametrize(
    ("command", "written", "known"),
    [
        (("evaluate", "answered.jsonl", "--out"), "y.doc", ROWS),
        (("evaluate", "answered.jsonl", "--out"), "y.jsonl.gz", ROWS),
        (("evaluate", "answered.jsonl", "--out"), "y.json", ROWS),
        (("import", "data.jsonl", "--out"), "y.ods", ROWS),
        ((*EVAL, "--out"), "y.yaml", f".json, {ROWS}"),
        (("runs", "export", "r"), "e.foo", f".json, {ROWS}"),
    ],
)
def test_a_file_of_an_unknown_ending_is_not_written(
    judge: Command, tmp_path: Path, command: tuple[str, ...], written: str, known: str
) -> None:
    (tmp_path / "answered.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    code, out, err = judge(*command, written)
    suffix = Path(written).suffix
    assert (code, out) == (2, "")
    assert err.endswith(f"error: {written}: no {suffix} is written; name it {known}.\n")
    assert not (tmp_path / written).exists()
    assert not (tmp_path / ".judge" / "runs.sqlite").exists()


ANSWER = {"id": "a", "question": "How many ships came?", "answer": "4 ships came.", "documents": ["4 ships."]}
WRITING = {
    "evaluate": (("evaluate", "judged.jsonl"), ("--judge", "openai:other")),
    "eval": (EVAL, ("--model-id", "other")),
    "research": (RESEARCH, ("--max-attempts", 1)),
}


@pytest.mark.parametrize("command", list(WRITING))
def test_results_of_another_run_are_not_overwritten(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    (tmp_path / "judged.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    words, other = WRITING[command]
    out = tmp_path / "out.jsonl"
    assert judge(*words, "--out", out)[0] == 0
    # The same terms make another run of the same name, whose results may take the place.
    code, said, _ = judge(*words, "--out", out, "--fresh")
    run_id = said.splitlines()[-1].removeprefix("Run ID: ")
    before = out.read_bytes()
    code, said, err = judge(*words, *other, "--out", out)
    assert (code, said) == (2, "")
    assert f"{out} contains the results of run {run_id}, which differs in" in err
    assert err.endswith("; name another place with --out.\n")
    assert out.read_bytes() == before


@pytest.mark.parametrize("command", list(WRITING))
def test_a_file_that_no_known_run_wrote_is_not_overwritten(
    judge: Command, tmp_path: Path, command: str
) -> None:
    (tmp_path / "judged.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    out = tmp_path / "mine.txt"
    out.write_text("My notes.", encoding="utf-8")
    code, said, err = judge(*WRITING[command][0], "--out", out)
    assert (code, said) == (2, "")
    assert f"{out} is there and contains no results of a run that is known" in err
    assert out.read_text(encoding="utf-8") == "My notes."
    assert not (tmp_path / ".judge/runs.sqlite").exists()
