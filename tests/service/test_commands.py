import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from data_base.errors import InputError
from service.commands import evaluate as evaluate_command
from service.commands.app import main
from service.commands.progress import Tally, progress
from tests.support.arena import failed_evaluation, item, research_result

Judge = Callable[..., tuple[int, str, str]]


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Judge:
    """Run the command line in an empty folder; returns exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "JUDGE_CHECKPOINTS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["judge", *map(str, arguments)])
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "harbour.md").write_text(
        "# Harbour of Velm\n\nIn 2023 the harbour handled 4,812 ships. The year before it was 4,377 ships.\n",
        encoding="utf-8",
    )
    return folder


QUESTION = "How many ships did the harbour of Velm handle in 2023?"
BAD_LINE = '{"question": "a"}\n{"question": 5}\n'


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["arena", "--questions", "missing.jsonl"], "missing.jsonl cannot be read"),
        (["arena", "--questions", "bad.jsonl"], 'bad.jsonl, line 2: field "question"'),
        (["arena", "--questions", "good.jsonl", "--documents", "nowhere"], "nowhere"),
        (["arena", "--questions", "good.jsonl", "--documents", "empty"], "holds no documents"),
        (["arena", "--documents", "empty"], "--documents needs --questions"),
        (["arena", "stray.pdf"], "stray.pdf: say what this is"),
        (["arena", "--model", "gpt-unknown"], "unknown model 'gpt-unknown'"),
        (["arena", "--judge", "nobody:x"], "unknown model 'nobody:x'"),
        (["arena", "--model", "openai:x"], "OPENAI_API_KEY"),
        (["arena", "--out", "good.jsonl/below"], "output folder good.jsonl/below cannot be written"),
        (["evaluate"], "Give --question and --answer"),
        (["evaluate", "--question", " ", "--answer", "a"], "Give --question and --answer"),
        (["evaluate", "bad.jsonl"], 'bad.jsonl, line 1: the field "answer"'),
        (["evaluate", "void.jsonl"], "void.jsonl holds no answers"),
        (["evaluate", "good.jsonl", "--answer", "a"], "leave out --question"),
        (["evaluate", "--question", "q", "--answer", "a", "--model", "?"], "unknown model '?'"),
        (["research", "q", "--documents", "nowhere"], "nowhere"),
        (["research", " ", "--documents", "empty"], "The question comes first"),
        (["research", "good.jsonl", "--documents", "empty"], "The question comes first"),
    ],
)
def test_bad_input_ends_with_one_sentence_and_code_2(
    judge: Judge, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "good.jsonl").write_text('{"question": "a"}\n', encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text(BAD_LINE, encoding="utf-8")
    (tmp_path / "void.jsonl").write_text("\n", encoding="utf-8")
    code, out, err = judge(*arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert complaint in err
    assert not list(tmp_path.rglob("report.html"))


def test_unknown_options_are_refused_with_code_2(judge: Judge) -> None:
    assert judge("arena", "--limit", "0")[0] == 2
    assert judge("arena", "--colour", "red")[0] == 2


def test_help_names_every_command(judge: Judge) -> None:
    code, out, _ = judge("--help")
    assert code == 0
    assert all(name in out for name in ("arena", "evaluate", "research"))


def test_one_answer_is_judged_by_its_documents(judge: Judge, documents: Path) -> None:
    right = ("evaluate", "--question", QUESTION, "--documents", documents, "--json", "--answer")
    code, out, _ = judge(*right, "The harbour of Velm handled 4,812 ships in 2023.")
    good = json.loads(out)
    assert code == 0
    assert good["mode"] == "documents"
    _, out, _ = judge(*right, "The harbour of Velm handled 9,999 ships in 2023.")
    assert json.loads(out)["metrics"]["accuracy"] < good["metrics"]["accuracy"]


def test_a_file_of_answers_keeps_its_order(judge: Judge, tmp_path: Path) -> None:
    lines = [
        {
            "id": f"n{number}",
            "question": QUESTION,
            "answer": f"{number} ships",
            "documents": ["4 ships came."],
        }
        for number in range(7)
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    (tmp_path / "answers.jsonl").write_text(text, encoding="utf-8")
    code, out, _ = judge("evaluate", "answers.jsonl", "--json", "--concurrency", 3)
    assert code == 0
    assert [json.loads(line)["id"] for line in out.splitlines()] == [f"n{number}" for number in range(7)]
    code, out, _ = judge("evaluate", "answers.jsonl")
    assert code == 0
    assert "accuracy" in out
    assert "[n6]" in out


def test_a_judge_that_fails_is_told_by_the_exit_code(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def __init__(self, *_: object) -> None: ...

        async def evaluate_fine_grained(self, *_: object, **__: object) -> object:
            return failed_evaluation("no_documents")

    monkeypatch.setattr("agents.evaluator.RAGEvaluator", Failing)
    code, out, _ = judge("evaluate", "--question", "q", "--answer", "a", "--json")
    assert code == evaluate_command.SOME_FAILED
    assert json.loads(out)["evaluation_failed"] is True
    assert json.loads(out)["metrics"] is None
    code, out, _ = judge("evaluate", "--question", "q", "--answer", "a")
    assert code == 1
    assert "unscored: no JSON" in out


def test_research_prints_answer_ledger_and_stop_reason(judge: Judge, documents: Path) -> None:
    code, out, err = judge("research", QUESTION, "--documents", documents)
    assert code == 0
    assert "4,812" in out
    assert "harbour.md" in out
    assert "Attempts" in out
    assert "Stopped: " in out
    assert "attempt 1: searched for" in err


def test_research_as_json_is_the_whole_result(judge: Judge, documents: Path) -> None:
    code, out, _ = judge("research", QUESTION, "--documents", documents / "harbour.md", "--json")
    result = json.loads(out)
    assert code == 0
    assert result["question"] == QUESTION
    assert result["attempts"][0]["query"]


def test_ctrl_c_says_how_to_go_on(judge: Judge, documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("data_base.documents.reader.read_documents", interrupted)
    code, _, err = judge("research", QUESTION, "--documents", documents)
    assert code == 130
    assert "the same command goes on" in err


def test_progress_elsewhere_than_on_a_terminal_is_a_few_plain_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress("arena", total=100) as watch:
        for number in range(100):
            watch(item("A", str(number), None))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert lines[-1] == "arena: 100 of 100 done, 0 failed, 100 unscored, 0 tokens"


def test_tally_counts_research_by_all_it_cost() -> None:
    research = research_result("q", "t")
    entry = item("A", "1", None).model_copy(update={"research": research, "answer": None})
    assert Tally().with_item(entry) == Tally(done=1, failed=1, tokens=research.usage.total_tokens)


def test_a_bug_is_no_bad_input(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("eval.arena_setup.prepare", broken)
    with pytest.raises(LookupError):
        judge("arena")
    assert not issubclass(LookupError, InputError)
