"""Runs and evaluations written for spreadsheets, and read back as answers."""

import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from eval.files.rows import read_rows
from eval.judging.answer_file import iter_answers
from tests.support.in_process import judge_in_process
from tests.support.rows import over

pytest.importorskip("xlsxwriter", reason="the extra xlsx is not installed")

ANSWERS: list[dict[str, object]] = [
    {
        "id": "007",
        "question": "When did the mill open?",
        "answer": '=1978, as it says; "quoted"\n第二行',
        "documents": ["The mill opened in 1978."],
        "tags": ["a", "b"],
    },
    {"id": "8", "question": "Wo?", "answer": "Hier.", "documents": ["Hier."]},
]
FORMATS = (".csv", ".tsv", ".xlsx", ".jsonl")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, ANSWERS)), encoding="utf-8")
    return tmp_path


def judge(folder: Path, *words: str) -> str:
    ended = judge_in_process(*words, cwd=folder, env={"PATH": "", "JUDGE_PROGRESS": "off"})
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@over("suffix", FORMATS[:3])
def test_evaluations_are_written_for_a_spreadsheet_again_and_again(
    tmp_path_factory: pytest.TempPathFactory, suffix: str
) -> None:
    folder = tmp_path_factory.mktemp("sheet")
    (folder / "answers.jsonl").write_text("\n".join(map(json.dumps, ANSWERS)), encoding="utf-8")
    out = folder / f"judged{suffix}"
    for _ in range(2):
        judge(folder, "evaluate", "answers.jsonl", "--out", out.name)

    first, second = (row.fields for row in read_rows(out))

    assert (first["case_id"], first["system"], first["status"]) == ("007", "recorded", "scored")
    assert first["answer"] == ANSWERS[0]["answer"]
    assert 1 <= float(str(first["weighted_score"])) <= 10
    assert json.loads(str(first["tags"])) == ["a", "b"]
    assert second["question"] == "Wo?"
    assert sorted(path.name for path in folder.glob("judged*")) == [out.name, f"{out.name}.manifest.json"]
    ended = judge_in_process("compare", "--base", out.name, "--cand", out.name, cwd=folder, env={"PATH": ""})
    assert (ended.returncode, "is a sheet for readers" in ended.stderr) == (2, True)


def test_a_run_is_exported_in_every_format_and_judged_again(folder: Path) -> None:
    judge(folder, "evaluate", "answers.jsonl")
    (run,) = (json.loads(line) for line in judge(folder, "runs", "list", "--json").splitlines())
    run_id = run["run_id"]
    for suffix in FORMATS:
        named = judge(folder, "runs", "export", run_id, "--format", suffix[1:])
        assert named == f"{run_id}{suffix}: 2 items, 2 scored.\n"
        judge(folder, "runs", "export", run_id, "--out", f"again{suffix}")
        judge(folder, "runs", "export", run_id, f"again{suffix}")
        # A run keeps its items in the order in which they ended.
        found = sorted(iter_answers(folder / f"again{suffix}"), key=lambda each: str(each.id))
        given = [(each["id"], each["answer"]) for each in ANSWERS]
        assert [(each.id, each.answer) for each in found] == given
    judge(folder, "runs", "export", run_id)
    assert json.loads((folder / f"{run_id}.json").read_text(encoding="utf-8"))["summary"]["n_scored"] == 2


def test_a_parquet_export_has_the_same_columns_whatever_is_in_them(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    (folder / "other.jsonl").write_text('{"question": "q", "answer": "a"}', encoding="utf-8")
    judge(folder, "evaluate", "answers.jsonl", "--name", "one")
    judge_in_process("evaluate", "other.jsonl", "--name", "two", cwd=folder, env={"PATH": ""})
    for name in ("one", "two"):
        judge(folder, "runs", "export", name, f"{name}.parquet")
    one, two = (parquet.read_table(folder / f"{name}.parquet") for name in ("one", "two"))
    assert one.schema == two.schema
    # A run keeps its items in the order in which they ended.
    assert ["a", "b"] in one.column("tags").to_pylist()
    assert two.column("accuracy").to_pylist() == [None]


@over(
    "words, said",
    [
        (("answers.csv",), "answers.csv is there and is no run file"),
        (("a.csv", "--format", "xlsx"), "a.csv does not end in .xlsx; name a.xlsx, or leave out --format"),
        (("a.csv", "--out", "b.csv"), "leave one out"),
    ],
)
def test_an_export_overwrites_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, words: tuple[str, ...], said: str
) -> None:
    folder = tmp_path_factory.mktemp("export")
    text = "question,answer,documents\nq,a,d\n"
    (folder / "answers.csv").write_text(text, encoding="utf-8")
    judge(folder, "evaluate", "answers.csv")
    (run,) = (json.loads(line) for line in judge(folder, "runs", "list", "--json").splitlines())
    ended = judge_in_process("runs", "export", run["run_id"], *words, cwd=folder, env={"PATH": ""})
    assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr
    assert (folder / "answers.csv").read_text(encoding="utf-8") == text


def test_a_task_is_written_as_rows_and_taken_up_again(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(
        'task: t\nprompt_version: "1"\nmetrics:\n  - {metric: exact_match, field: a}\n', encoding="utf-8"
    )
    (tmp_path / "d.csv").write_text("id;gt_a;pred_a\n1;x;x\n2;=y;z\n", encoding="utf-8")
    for written, passed in (("o.csv", ["True", "False"]), ("o.jsonl", [True, False])):
        for _ in range(2):
            judge(tmp_path, "eval", "--task", "t.yaml", "--data", "d.csv", "--out", written)
        rows = [row.fields for row in read_rows(tmp_path / written)]
        assert [(row["case_id"], row["answer"]) for row in rows] == [("1", "x"), ("2", "z")]
        assert [row["passed"] for row in rows] == passed
    compared = ("compare", "--base", "o.jsonl", "--cand", "o.jsonl")
    ended = judge_in_process(*compared, cwd=tmp_path, env={"PATH": ""})
    assert "o.jsonl has a row for each item, and not all of its run; name the run" in ended.stderr
    (tmp_path / "d.csv").write_text("id;gt_a;pred_a\n1;other;x\n", encoding="utf-8")
    words = ("eval", "--task", "t.yaml", "--data", "d.csv", "--out", "o.csv")
    ended = judge_in_process(*words, cwd=tmp_path, env={"PATH": ""})
    assert (ended.returncode, "contains the results of run" in ended.stderr) == (2, True), ended.stderr


def test_without_the_library_nothing_is_judged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "xlsxwriter", None)
    ended = judge_in_process(
        "evaluate", "answers.jsonl", "--out", "o.xlsx", cwd=folder, env={"PATH": "", "JUDGE_PROGRESS": "off"}
    )
    assert ended.returncode == 2
    assert "uv sync --inexact --extra xlsx, or use .csv" in ended.stderr
    ended = judge_in_process("evaluate", "answers.jsonl", "--out", "o.xls", cwd=folder, env={"PATH": ""})
    assert (ended.returncode, "no .xls is written" in ended.stderr) == (2, True)
    assert not (folder / ".judge").exists()


def test_a_sheet_that_cannot_be_written_leaves_none(folder: Path) -> None:
    from eval.files.row_writing import write_lines

    def rows() -> object:
        yield {"id": "1"}
        raise InputError("broken off")

    for suffix in FORMATS:
        with pytest.raises(InputError, match="broken off"):
            write_lines(folder / f"o{suffix}", rows())  # type: ignore[arg-type]
    assert [path.name for path in folder.iterdir()] == ["answers.jsonl"]
