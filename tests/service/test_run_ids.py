"""Every command that writes a run closes with its id, on a line of its own."""

import json
from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from tests.service.conftest import Command
from tests.support.openai_server import openai_server
from tests.support.rows import over

ROOT = Path(__file__).resolve().parents[2]
BANK = ROOT / "benchmark/eval_json_v2"
ANSWER = {"id": "a", "question": "How many ships came?", "answer": "4 ships came.", "documents": ["4 ships."]}
GOLD = {**ANSWER, "passages": ANSWER["documents"], "scores": {"accuracy": 9}, "rater": "us"}
CLAIM = {"id": "c", "claim": "4 ships came.", "context": "4 ships came.", "label": 1}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    gold = {name: value for name, value in GOLD.items() if name != "documents"}
    (tmp_path / "answers.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold), encoding="utf-8")
    (tmp_path / "claims.jsonl").write_text(json.dumps(CLAIM), encoding="utf-8")
    (tmp_path / "T.yaml").write_text(
        "task: t\nmetrics:\n  - metric: exact_match\n    field: a\n", encoding="utf-8"
    )
    (tmp_path / "D.jsonl").write_text(
        '{"id": "q", "question": "q?", "gt_a": "x", "pred_a": "x"}', encoding="utf-8"
    )
    monkeypatch.setenv("JUDGE_CHECKPOINTS", str(tmp_path / "c.sqlite"))
    (tmp_path / "harbour.md").write_text("In 2023 the harbour handled 4,812 ships.", encoding="utf-8")
    return tmp_path


COMMANDS = {
    "evaluate": ("evaluate", "answers.jsonl"),
    "task": ("eval", "--task", "T.yaml", "--data", "D.jsonl", "--out", "R.json"),
    "arena": ("arena", "--limit", 1),
    "stability": ("stability", "answers.jsonl", "--repeats", 2),
    "calibrate": ("calibrate", "gold.jsonl", "--resamples", 100),
    "legal": ("legal", "--limit", 1),
    "harness": (
        *("harness", "run", "--pdf", ROOT / "benchmark/arena/documents/zoryana_terminal_2023.ru.pdf"),
        *("--questions", ROOT / "eval/questions.jsonl", "--limit", 1, "--out", "H.json"),
    ),
    "research": ("research", "How many ships came in 2023?", "--documents", "harbour.md"),
    "eval-json-v2": (
        *("eval-json-v2", "run", "--questions", BANK / "questions.json"),
        *("--contexts", BANK / "contexts.jsonl", "--outputs", BANK / "outputs_good.jsonl"),
        *("--limit", 1, "--out", "E.json"),
    ),
}


@over("kind", list(COMMANDS))
def test_the_id_of_the_run_is_the_last_line(judge: Command, files: Path, kind: str) -> None:
    code, out, err = judge(*COMMANDS[kind])
    assert code == 0, err
    name, _, run_id = out.splitlines()[-1].partition(": ")
    assert name == "Run ID"
    # The same command makes another run, whose id has a number.
    assert judge(*COMMANDS[kind])[1].splitlines()[-1] == f"Run ID: {run_id}-2"
    with RunStore(files / ".judge/runs.sqlite", must_exist=True) as store:
        manifest = store.manifest(run_id)
        assert manifest.kind == kind
        assert len(store.items(run_id)) == manifest.planned


@over("kind", ["evaluate", "stability", "calibrate"])
def test_json_on_stdout_is_kept_apart_from_the_id(judge: Command, files: Path, kind: str) -> None:
    code, out, err = judge(*COMMANDS[kind], "--json")
    assert code == 0
    assert json.loads(out)
    run_id = err.splitlines()[-1].removeprefix("Run ID: ")
    with RunStore(files / ".judge/runs.sqlite", must_exist=True) as store:
        assert store.manifest(run_id).kind == kind


@over("form", ["claims", "summhay_coverage", "ragchecker_pairs", "financebench_answers"])
def test_the_scoring_functions_compared_with_people_are_a_run_with_a_mean(
    judge: Command, files: Path, form: str
) -> None:
    (files / "labels.jsonl").write_text(json.dumps(LABELS[form]), encoding="utf-8")
    code, out, err = judge(
        *("calibrate", "labels.jsonl", "--format", form, "--judge", "scoring", "--resamples", 100)
    )
    assert code == 0, err
    run_id = out.splitlines()[-1].removeprefix("Run ID: ")
    code, out, _ = judge("runs", "list", "--json")
    newest = json.loads(out.splitlines()[0])
    (system,) = newest["systems"]
    assert (newest["run_id"], newest["kind"], newest["models"]) == (run_id, "calibrate", {"judge": "scoring"})
    assert system["scored"] == system["items"] == (2 if form == "ragchecker_pairs" else 1)
    assert 1 <= system["mean_score"] <= 10


LABELS = {
    "claims": CLAIM,
    "summhay_coverage": {
        "subtopic_id": "s",
        "summkey": "m",
        "topic": "Ships",
        "subtopic": "Number",
        "summary": ["4 ships came."],
        "reference_insights": [{"insight_id": "i", "insight": "4 ships came."}],
        "annotation": [{"insight_id": "i", "coverage": "FULLY_COVERED"}],
    },
    "ragchecker_pairs": {
        "instance_id": "3",
        "dataset": "d",
        "query_id": "7",
        "query": "How many ships?",
        "gt_answer": "Four ships.",
        "model1": {"response": "Five."},
        "model2": {"response": "Four ships."},
        "human": [{"correctness_label": 2, "completeness_label": 1, "overall_label": 2}],
    },
    "financebench_answers": {
        "id": "f",
        "question": "How many ships?",
        "answer": "4 ships.",
        "gold": "4",
        "human": "Correct Answer",
    },
}


ASKED = {
    **dict.fromkeys(("evaluate", "stability", "calibrate", "legal"), ("--judge", "openai:m")),
    **dict.fromkeys(("arena", "harness", "research", "task", "eval-json-v2"), ("--model", "openai:m")),
}


@over("kind", list(ASKED))
def test_a_command_whose_key_is_refused_leaves_no_run(
    judge: Command, files: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "wrong")
    before = {path.name for path in files.iterdir()}
    words = [word for word in COMMANDS[kind] if word not in {"--outputs", BANK / "outputs_good.jsonl"}]
    with openai_server("{}", key="right") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, err = judge(*words, *ASKED[kind])
        assert server.requests
    assert (code, out, "refused the key" in err) == (2, "", True), err
    with RunStore(files / ".judge/runs.sqlite", must_exist=True) as store:
        assert store.runs() == []
    assert {path.name for path in files.iterdir()} <= {*before, ".judge", "c.sqlite"}


@over("kind", ["harness", "task", "legal", "eval-json-v2"])
def test_a_dry_run_of_a_suite_says_what_a_cascades_estimate_means(
    judge: Command, files: Path, kind: str
) -> None:
    more = {
        "legal": ("--type", "conflict_gap"),
        "harness": ("--model", "openai:m"),
        "task": ("--model", "openai:m", "--documents", "harbour.md"),
        "eval-json-v2": ("--documents", "harbour.md", "--research", "openai:m"),
    }
    words = [word for word in COMMANDS[kind] if word not in {"--contexts", BANK / "contexts.jsonl"}]
    code, out, err = judge(*words, *more[kind], "--judge", "embedded+openai:m", "--dry-run")
    assert code == 0, err
    assert "What the embedded judge will decide is counted, too, and costs nothing." in out
    assert " 0 calls" not in out


def test_repeats_are_shown_in_the_order_of_their_numbers(judge: Command, files: Path) -> None:
    judge("stability", "answers.jsonl", "--repeats", 11)
    repeats = [f"repeat {number}" for number in range(1, 12)]
    _, out, _ = judge("show", "a", "--json")
    assert [json.loads(line)["system"] for line in out.splitlines()] == repeats
    _, out, _ = judge("runs", "list", "--json")
    assert [each["system"] for each in json.loads(out)["systems"]] == repeats
