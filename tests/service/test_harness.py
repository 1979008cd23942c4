"""The harness's commands, run as the specification writes them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from data_base.documents.pdf import read_pdf
from eval.harness.benchmark_config import read_benchmark_config
from eval.harness.questions import read_harness_questions
from scoring.text_in_answer import MatchableText
from tests.service.conftest import Command
from tests.support.pdf import minimal_pdf

ROOT = Path(__file__).resolve().parents[2]
PDF = "benchmark/arena/documents/zoryana_terminal_2023.ru.pdf"


def script(way: str, name: str, *arguments: object, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    left_out = {"PYTHONPATH", "JUDGE_CHECKPOINTS", "JUDGE_CACHE", "JUDGE_INDEX_CACHE", "JUDGE_PROGRESS"}
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    before: list[str] = []
    if way == "with PYTHONPATH":
        env["PYTHONPATH"] = "."
    if way == "not installed":
        # Libraries alone, without the site hooks that make an installed project importable.
        env["PYTHONPATH"] = next(path for path in sys.path if path.endswith("site-packages"))
        before = ["-S"]
    command = [sys.executable, *before, name, *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False, timeout=300
    )


def read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


@pytest.mark.parametrize("way", ["as it stands", "with PYTHONPATH"])
@pytest.mark.parametrize("name", ["eval/run_eval.py", "eval/benchmark/run_benchmark.py"])
@pytest.mark.slow
def test_commands_start_wherever_the_project_is_found(way: str, name: str) -> None:
    ended = script(way, name, "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "--out" in ended.stdout


@pytest.mark.slow
def test_the_three_commands_run_from_the_root_without_being_installed(tmp_path: Path) -> None:
    way = "not installed"
    out, cache = tmp_path / "runs" / "R.json", ("--cache-dir", tmp_path / "cache")
    run = ("--pdf", PDF, "--questions", "eval/questions.jsonl", "--out", out)
    ended = script(way, "eval/run_eval.py", *run, *cache)
    assert ended.returncode == 0, ended.stderr
    summary = read(out)["summary"]
    assert summary["pdf_sha256"]
    assert summary["questions_sha256"]
    assert summary["n_scored"] == len(read_harness_questions(ROOT / "eval/questions.jsonl"))
    assert 0 < summary["weighted_score"] <= 1
    ended = script(way, "eval/compare_runs.py", "--base", out, "--cand", out)
    assert ended.returncode == 0, ended.stderr
    benchmark = ("--config", "eval/benchmark/config.v1.json", "--out", tmp_path / "B.json")
    ended = script(way, "eval/benchmark/run_benchmark.py", *benchmark, *cache)
    assert ended.returncode == 0, ended.stderr
    whole = read(tmp_path / "B.json")
    weights = [(each["score"], each["weight"]) for each in whole["results"]]
    mean = sum(score * weight for score, weight in weights) / sum(weight for _, weight in weights)
    assert whole["summary"]["weighted_score"] == pytest.approx(mean)
    assert len(weights) == 3


def test_what_ships_can_be_answered_from_its_pdfs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    languages = set()
    for dataset in read_benchmark_config(ROOT / "eval/benchmark/config.v1.json").datasets:
        text = "\n".join(block.text for page in read_pdf(dataset.pdf) for block in page.blocks)
        for question in read_harness_questions(dataset.questions):
            languages.add(question.language)
            spoken = MatchableText.of(text, question.language)
            for group in question.groups:
                found = [spoken.contains(MatchableText.of(each, question.language)) for each in group]
                assert any(found), (question.id, group)
    assert languages == {"ru", "en", "zh-Hant"}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "a.pdf").write_bytes(minimal_pdf("In 2023 the harbour handled 4,812 ships."))
    question = {"id": "q", "question": "How many ships?", "must_include": ["4812"]}
    (tmp_path / "q.jsonl").write_text(json.dumps(question), encoding="utf-8")
    for name, text in (("good", "4,812 (p. 9)"), ("bad", "12")):
        line = json.dumps({"id": "q", "answer": text})
        (tmp_path / f"{name}.jsonl").write_text(line, encoding="utf-8")
    (tmp_path / "broken.py").write_text(
        "def answer(question):\n    raise LookupError('down')\n", encoding="utf-8"
    )
    dataset = {"id": "d", "pdf": "a.pdf", "questions": "q.jsonl"}
    config = {"name": "v", "datasets": [dataset, {**dataset, "id": "e"}]}
    (tmp_path / "c.json").write_text(json.dumps(config), encoding="utf-8")
    return tmp_path


RUN = ("harness", "run", "--pdf", "a.pdf", "--questions", "q.jsonl")
BENCHMARK = ("harness", "benchmark", "--config", "c.json")


def test_run_compare_and_their_exit_codes(judge: Command, files: Path) -> None:
    code, out, _ = judge(*RUN, "--answers", "good.jsonl", "--out", "good.json")
    assert code == 0
    assert "weighted score 100.00 %, 1 of 1 question scored: good.json" in out
    assert "q: cites pages that the document does not have: 9" in out
    code, out, _ = judge(*RUN, "--answers", "bad.jsonl", "--out", "bad.json")
    assert code == 0
    assert "q: 30.00 %: missing: '4812'" in out
    assert judge("harness", "compare", "--base", "good.json", "--cand", "good.json")[0] == 0
    assert judge("harness", "compare", "--base", "good.json", "--cand", "bad.json")[0] == 1
    assert judge("harness", "compare", "--base", "bad.json", "--cand", "good.json")[0] == 0


def test_a_dry_run_needs_no_key_and_writes_nothing(judge: Command, files: Path) -> None:
    before = sorted(files.rglob("*"))
    code, out, err = judge(*RUN, "--model", "openai:m", "--out", "r.json", "--dry-run")
    assert (code, err) == (0, "")
    assert out.startswith("1 of 1 question would be asked of deep_research (openai:m). 3 calls: about ")
    code, out, _ = judge(*BENCHMARK, "--model", "openai:m", "--out", "b.json", "--dry-run", "--runs", "2")
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "d, run 1",
        "d, run 2",
        "e, run 1",
        "e, run 2",
    ]
    assert sorted(files.rglob("*")) == before


def test_only_the_first_questions_are_asked(judge: Command, files: Path) -> None:
    lines = [{"id": name, "question": "How many?", "tags": ["ships"]} for name in ("q", "r")]
    (files / "q.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    code, out, err = judge(*RUN, "--answers", "good.jsonl", "--limit", "1", "--out", "r.json")
    assert code == 0, err
    assert "1 of 1 question scored" in out
    (result,) = read(files / "r.json")["results"]
    assert (result["language"], result["tags"]) == ("en", ["ships"])


def test_bad_input_ends_with_2_and_one_sentence(judge: Command, files: Path) -> None:
    (files / "q.jsonl").write_text('{"id": "q", "question": "x", "must_include": "y"}', encoding="utf-8")
    code, out, err = judge(*RUN, "--answers", "good.jsonl", "--out", "r.json")
    assert (code, out) == (2, "")
    assert 'q.jsonl, line 1: field "must_include"' in err
    assert len(err.splitlines()) == 1
    assert not (files / "r.json").exists()
    assert judge(*RUN)[0] == 2
    assert judge(*RUN, "--http", "nowhere", "--out", "r.json")[0] == 2
    assert judge("harness", "benchmark", "--config", "none.json", "--out", "b.json")[0] == 2


def test_a_callable_that_fails_everywhere_is_named(judge: Command, files: Path) -> None:
    code, out, err = judge(*RUN, "--callable", "broken:answer", "--out", "r.json")
    assert "q: no answer: LookupError: down" in out
    assert code == 1
    assert (
        "1 question of 1 is unscored ([q]; reason: LookupError: down); the same command asks it again." in err
    )


def test_the_benchmarks_exit_codes(judge: Command, files: Path) -> None:
    code, out, _ = judge(
        *BENCHMARK, "--answers", "good.jsonl", "--out", "base.json", "--runs", "2", "--max-std", "0"
    )
    assert code == 0
    assert "2 runs: mean 100.00 %, std 0.00 %, min 100.00 %, max 100.00 %" in out
    run_id = out.splitlines()[-1].removeprefix("Run ID: ")
    assert json.loads(judge("runs", "show", run_id, "--json")[1])["manifest"]["task"] == "pdf_benchmark"
    code, out, _ = judge(*BENCHMARK, "--answers", "bad.jsonl", "--out", "b.json", "--baseline", "base.json")
    assert code == 1
    assert "FAILED benchmark: 100 % to 30 %, a drop of 70 %; at most 0 % is allowed" in out
    assert judge(*BENCHMARK, "--answers", "bad.jsonl", "--out", "b.json", "--max-std", "1")[0] == 2
    (files / "q.jsonl").write_text('{"id": "q", "question": "How many?"}', encoding="utf-8")
    code, _, err = judge(*BENCHMARK, "--answers", "bad.jsonl", "--out", "b.json", "--baseline", "base.json")
    assert code == 2
    assert "questions_sha256" in err


def test_a_programs_own_failure_is_no_verdict(
    judge: Command, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> object:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("eval.harness.setup.prepare", fail)
    code, _, err = judge(*RUN, "--answers", "good.jsonl", "--out", "r.json")
    assert code == 2
    assert "no outcome was reached (RuntimeError)" in err


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("eval/run_eval.py", "--pdf", "a.pdf", "--questions", "q.jsonl", "--out", "r.json"),
        ("eval/benchmark/run_benchmark.py", "--config", "c.json", "--out", "b.json"),
    ],
)
def test_output_that_nobody_reads_is_no_verdict(files: Path, command: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, str(ROOT / command[0]), *command[1:], "--answers", "good.jsonl"],
        cwd=files,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    os.close(writer)
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1].startswith("error: the output was not read to its end")
    assert (files / command[-1]).exists()
