import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from eval.runs.run_file import RUN_FILE_SCHEMA_VERSION, RunFile
from tests.support.in_process import judge_in_process

ROOT = Path(__file__).resolve().parents[2]
JUDGE = [sys.executable, "-c", "from service.commands.app import main; main()"]
BANK = ROOT / "benchmark" / "tasks"
TASK = "task: t\nmetrics:\n  - metric: exact_match\n    field: a\n"


def judge(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return judge_in_process(*arguments, cwd=ROOT)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "T.yaml").write_text(TASK, encoding="utf-8")
    lines = [
        {"id": f"q{n}", "gt_a": "x", "pred_a": "x" if n % 4 else "y", "weight": 1 + n % 2} for n in range(8)
    ]
    (tmp_path / "D.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return tmp_path


def run(folder: Path, *more: str | Path) -> subprocess.CompletedProcess[str]:
    return judge(
        "eval", "--task", folder / "T.yaml", "--data", folder / "D.jsonl", "--out", folder / "R.json", *more
    )


def test_the_run_file_holds_what_was_scored(files: Path) -> None:
    ended = run(files)
    assert ended.returncode == 0, ended.stderr
    kept = RunFile.model_validate_json((files / "R.json").read_bytes())
    # Right but for q0 and q4, which have weight 1: of the weights 1 2 1 2 1 2 1 2 two are lost.
    assert kept.summary.weighted_score == pytest.approx(10 / 12)
    assert (kept.summary.n_total, kept.summary.pass_rate) == (8, 0.75)
    assert [result.id for result in kept.results] == [f"q{n}" for n in range(8)]
    assert kept.results[0].answer is not None
    assert kept.results[0].answer.text == "y"
    # A finished run is never reopened: the same command makes another one, with the same result.
    assert run(files).returncode == 0
    again = RunFile.model_validate_json((files / "R.json").read_bytes())
    assert again.results == kept.results
    assert again.manifest is not None
    assert kept.manifest is not None
    assert again.manifest.run_id == f"{kept.manifest.run_id}-2"


def test_language_and_tags_of_a_line_go_onto_its_item(files: Path) -> None:
    line = {"id": "q", "gt_a": "x", "pred_a": "x", "language": "ru", "tags": ["port", "delay"]}
    (files / "D.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert run(files).returncode == 0
    with RunStore(files / "runs.sqlite") as store:
        (item,) = store.items(store.runs()[0].run_id)
    assert (item.language, item.tags) == ("ru", ("port", "delay"))


def test_a_system_of_ones_own_is_asked_and_its_exception_is_shown(files: Path) -> None:
    code = "def ask(question):\n    if question == 'b?':\n        raise LookupError('no index')\n"
    code += "    return {'answer': 'x'}\n"
    (files / "own_task_system.py").write_text(code, encoding="utf-8")
    lines = [{"id": name, "question": f"{name}?", "gt_a": "x"} for name in "ab"]
    (files / "D.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    task = ("--task", "T.yaml", "--data", "D.jsonl", "--out", "R.json")
    asked = ("--callable", "own_task_system:ask", "--progress", "off")
    planned = judge_in_process("eval", *task, *asked, "--dry-run", cwd=files)
    assert planned.stdout == "2 of 2 questions would be asked of own_task_system:ask. No model was asked.\n"
    assert not (files / "R.json").exists()
    ended = judge_in_process("eval", *task, *asked, cwd=files)
    assert ended.returncode == 0, ended.stderr
    assert (
        "1 question of 2 is unscored ([b]; reason: LookupError: no index); the same command asks it"
        in ended.stderr
    )
    good, bad = RunFile.model_validate_json((files / "R.json").read_bytes()).results
    assert (good.score, bad.score, bad.error) == (1.0, None, "LookupError: no index")
    again = judge_in_process("eval", *task, *asked, "--dry-run", cwd=files)
    assert again.stdout.startswith("1 of 2 questions would be asked of own_task_system:ask, 1 is kept")


def test_a_finished_run_leaves_nothing_but_its_file_next_to_it(files: Path) -> None:
    """The lock and the loop's checkpoints once stayed in the folder of --out, often the working directory."""
    (files / "own_quick_system.py").write_text("def ask(question):\n    return 'x'\n", encoding="utf-8")
    (files / "D.jsonl").write_text('{"id": "q", "question": "Who?", "gt_a": "x"}\n', encoding="utf-8")
    before = {path.name for path in files.iterdir()}
    ended = judge_in_process(
        *("eval", "--task", "T.yaml", "--data", "D.jsonl", "--out", "R.json", "--store", "kept/runs.sqlite"),
        *("--callable", "own_quick_system:ask"),
        cwd=files,
    )
    assert ended.returncode == 0, ended.stderr
    assert {path.name for path in files.iterdir()} - before <= {"R.json", "kept", "__pycache__"}


OWN = """
def long_enough(case, answer):
    if case.question == "c?":
        raise LookupError("no index")
    if case.question == "d?":
        raise SystemExit(0)
    return min(1.0, len(answer.text) / len(case.gold_answer))

number = 7
"""


def test_a_scorer_of_ones_own_is_a_metric(files: Path) -> None:
    (files / "own_task_scorer.py").write_text(OWN, encoding="utf-8")
    metrics = "  - metric: own_task_scorer:long_enough\n    field: b\n    weight: 3\n"
    (files / "T.yaml").write_text(f"{TASK}{metrics}thresholds:\n  long_enough: 0.5\n", encoding="utf-8")
    said = {"a": "x", "b": "xxxx", "c": "x", "d": "x"}
    lines = [
        {"id": name, "question": f"{name}?", "gt_a": "x", "pred_a": text, "gt_b": "long"}
        for name, text in said.items()
    ]
    (files / "D.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    command = ("eval", "--task", "T.yaml", "--data", "D.jsonl", "--out", "R.json")
    ended = judge_in_process(*command, cwd=files)
    assert ended.returncode == 0, ended.stderr
    short, long, failed, ends = RunFile.model_validate_json((files / "R.json").read_bytes()).results
    assert short.score_card is not None
    assert long.score_card is not None
    assert failed.score_card is not None
    assert short.score == pytest.approx((1 + 3 * 0.25) / 4)
    assert (short.score_card.sub_scores["long_enough"], short.passed) == (0.25, False)
    assert long.score_card.sub_scores["long_enough"] == 1
    assert (
        failed.score_card.unscored_reason == "b: own_task_scorer:long_enough failed (LookupError: no index)"
    )
    assert ends.score_card is not None
    assert ends.score_card.unscored_reason == "b: own_task_scorer:long_enough failed (SystemExit: 0)"
    (files / "T.yaml").write_text(TASK + metrics.replace("long_enough", "number"), encoding="utf-8")
    ended = judge_in_process(*command, cwd=files)
    assert ended.returncode == 2
    assert "metric 'own_task_scorer:number' is int" in ended.stderr
    (files / "T.yaml").write_text(TASK.replace("exact_match", "exact"), encoding="utf-8")
    assert "exact is no metric; use exact_match" in judge_in_process(*command, cwd=files).stderr


def test_a_scorer_of_ones_own_is_named_on_the_command_line(files: Path) -> None:
    (files / "named_scorer.py").write_text(
        "def agrees(case, answer):\n    return 0.5 if case.gold_answer == answer.text else 0\n",
        encoding="utf-8",
    )
    command = ("eval", "--task", "T.yaml", "--data", "D.jsonl", "--out", "R.json")
    twice = ("--scorer", "named_scorer:agrees") * 2
    ended = judge_in_process(*command, *twice, cwd=files)
    assert ended.returncode == 0, ended.stderr
    wrong, right, *_ = RunFile.model_validate_json((files / "R.json").read_bytes()).results
    assert wrong.score == 0
    assert right.score == pytest.approx((1 + 0.5) / 2)
    ended = judge_in_process(*command, "--scorer", "agrees", cwd=files)
    assert ended.returncode == 2
    assert "--scorer 'agrees': name a function of the case and the answer" in ended.stderr


def test_a_run_over_other_predictions_is_another_run_on_the_same_data(files: Path) -> None:
    run(files)
    first = RunFile.model_validate_json((files / "R.json").read_bytes()).manifest
    better = (files / "D.jsonl").read_text().replace('"pred_a": "y"', '"pred_a": "x"')
    (files / "D.jsonl").write_text(better)
    (files / "R.json").rename(files / "first.json")
    run(files)
    kept = RunFile.model_validate_json((files / "R.json").read_bytes())
    assert first is not None
    assert kept.manifest is not None
    assert kept.summary.weighted_score == 1.0
    assert kept.manifest.run_id != first.run_id
    assert kept.manifest.data_hashes == first.data_hashes


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("T.yaml", TASK.replace("field", "filed"), 'T.yaml, line 4, field "metrics.0.filed"'),
        ("D.jsonl", '{"gt_a": "x"}\n{"id": "2"}\n', 'D.jsonl, line 2: the field "gt_a" is missing'),
        ("D.jsonl", '{"gt_a": \n', "D.jsonl, line 1: not valid JSON"),
        ("D.jsonl", "", "has no lines"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(files: Path, name: str, text: str, said: str) -> None:
    (files / name).write_text(text, encoding="utf-8")
    ended = run(files)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert {path.name for path in files.iterdir()} == {"T.yaml", "D.jsonl"}


def test_a_system_needs_questions_and_research_needs_documents(files: Path) -> None:
    no_question = run(files, "--system", "pure_llm")
    assert (no_question.returncode, "line 1" in no_question.stderr) == (2, True)
    assert 'the field "question" is missing' in no_question.stderr
    lines = [{"id": "q", "question": "Why?", "gt_a": "x"}]
    (files / "D.jsonl").write_text(json.dumps(lines[0]), encoding="utf-8")
    assert "give --documents" in run(files, "--system", "deep_research").stderr


@pytest.mark.slow
def test_a_system_is_asked_once_and_its_answers_are_kept(files: Path) -> None:
    line = {"id": "q", "question": "When did the mill of Tarnwick open?", "gt_a": "1987"}
    (files / "D.jsonl").write_text(json.dumps(line), encoding="utf-8")
    (files / "mill.md").write_text("The mill of Tarnwick opened in 1987.", encoding="utf-8")
    arguments = ("--system", "deep_research", "--documents", files / "mill.md", "--progress", "off")
    assert run(files, *arguments).returncode == 0
    kept = RunFile.model_validate_json((files / "R.json").read_bytes())
    assert kept.results[0].answer is not None
    assert "1987" in kept.results[0].answer.text
    assert run(files, *arguments).returncode == 0
    with RunStore(files / "runs.sqlite") as store:
        assert kept.manifest is not None
        assert len(store.history(kept.manifest.run_id)) == 1


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(files: Path) -> None:
    lines = [
        {"id": f"q{n}", "gt_a": f"option number {n}", "pred_a": f"option number {n}"} for n in range(1500)
    ]
    (files / "D.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    arguments = ["eval", "--task", files / "T.yaml", "--data", files / "D.jsonl", "--out", files / "R.json"]
    process = subprocess.Popen([*JUDGE, *map(str, arguments), "--progress", "off"], cwd=ROOT)
    for _ in range(600):
        if (files / "runs.sqlite").exists() and _kept(files):
            break
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = _kept(files)
    assert before
    assert run(files).returncode == 0
    with RunStore(files / "runs.sqlite") as store:
        (manifest,) = store.runs()
        history = [item.case_id for item in store.history(manifest.run_id)]
    assert len(history) == len(set(history)) == 1500
    kept = RunFile.model_validate_json((files / "R.json").read_bytes())
    assert (kept.summary.n_total, kept.summary.weighted_score) == (1500, 1.0)


def _kept(folder: Path) -> int:
    with RunStore(folder / "runs.sqlite") as store:
        return sum(tally.items for manifest in store.runs() for tally in store.tallies(manifest.run_id))


def test_the_shipped_task_runs_and_tells_its_answers_apart(tmp_path: Path) -> None:
    ended = judge("eval", "--task", BANK / "port_notices.yaml", "--out", tmp_path / "R.json")
    assert ended.returncode == 0, ended.stderr
    kept = RunFile.model_validate_json((tmp_path / "R.json").read_bytes())
    passed = {result.id: result.passed for result in kept.results}
    assert passed == {
        "en-1": True,
        "en-2": False,
        "hans-1": True,
        "hant-1": True,
        "ru-1": True,
        "ru-2": False,
    }


def test_schemas_are_printed() -> None:
    assert f"run_file (version {RUN_FILE_SCHEMA_VERSION})" in judge("schema").stdout
    assert json.loads(judge("schema", "score_card").stdout)["title"] == "ScoreCard"
    assert judge("schema", "essay").returncode == 2


@pytest.mark.slow
def test_lint_ends_with_0_1_or_2(files: Path) -> None:
    (files / "clean.jsonl").write_text('{"question": "a?", "gt_a": "x"}\n', encoding="utf-8")
    assert judge("lint", files / "clean.jsonl").returncode == 0
    (files / "faulty.jsonl").write_text('{"question": "a?", "gt_a": ""}\n', encoding="utf-8")
    faulty = judge("lint", files / "faulty.jsonl", "--json")
    assert faulty.returncode == 1
    assert json.loads(faulty.stdout)["fault"] == "empty_gold"
    assert judge("lint", files / "none.jsonl").returncode == 2
    assert judge("lint", files / "clean.jsonl", "--task", files / "none.yaml").returncode == 2


def test_show_walks_to_what_was_compared(tmp_path: Path) -> None:
    (tmp_path / "T.yaml").write_text(
        "task: t\nmetrics:\n  - metric: numeric_error\n    field: n\n  - metric: reasoning_consistency\n"
        "    field: r\n",
        encoding="utf-8",
    )
    reasoning = {
        "final_answer": "рост",
        "steps": [{"id": "s1", "text": "出口增长"}],
        "claims": [{"text": "出口增长", "evidence": ["n1", "n2"]}],
    }
    line = {
        "id": "q",
        "weight": 2,
        "gt_n": {"value": 3, "unit": "kg"},
        "pred_n": "3 t",
        "gt_r": reasoning,
        "pred_r": reasoning,
    }
    (tmp_path / "D.jsonl").write_text(json.dumps(line), encoding="utf-8")
    judge("eval", "--task", tmp_path / "T.yaml", "--data", tmp_path / "D.jsonl", "--out", tmp_path / "R.json")
    out = judge("show", "q", "--store", tmp_path / "runs.sqlite").stdout
    for said in ("said: 3 t", "right: 3 kg", "step s1: 出口增长", "claim: 出口增长 [n1, n2]"):
        assert said in out
    walked = json.loads(judge("show", "q", "--store", tmp_path / "runs.sqlite", "--json").stdout)
    assert [answer["answer_type"] for answer in walked["compared"]] == ["number", "reasoning"]
