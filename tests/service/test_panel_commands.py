"""``judge stability``, and ``--panel`` where a command judges."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.conftest import Command
from tests.support.openai_server import Message, openai_server

QUESTION, ANSWER = "How many ships did the harbour of Velm handle in 2023?", "4,812 ships."


def varying(*accuracies: float) -> Callable[[list[Message]], str]:
    """One accuracy a call, the last for ever; the preflight's question is no judgement."""
    left = list(accuracies)

    def reply(messages: list[Message]) -> str:
        if "accuracy" not in messages[0]["content"]:
            return '{"sub_questions": ["What is 1 + 1?"]}'
        accuracy = left.pop(0) if len(left) > 1 else left[0]
        scores = {"accuracy": accuracy, "completeness": 8, "clarity": 9}
        return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": ""})

    return reply


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps({"id": "v", "question": QUESTION, "answer": ANSWER}) + "\n", encoding="utf-8")
    return file


def test_stability_reports_spread_and_flips(
    judge: Command, monkeypatch: pytest.MonkeyPatch, answers: Path
) -> None:
    with openai_server(varying(6, 8, 7, 9)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        command = ("stability", answers, "--judge", "openai:some", "--repeats", "4", "--json")
        code, out, _ = judge(*command)
        found = json.loads(out)
        calls = len(server.requests)
        judge(*command)
        assert len(server.requests) == calls  # every repeat was kept
    assert code == 0
    assert (found["passed"], found["flips"], found["repeats"]) == (3, 1, 4)
    assert found["spreads"]["accuracy"] == {
        "median": 7.5, "least": 6, "greatest": 9, "deviation": pytest.approx(1.29099, abs=1e-4),
    }  # fmt: skip


def test_the_embedded_judge_is_steady(judge: Command, tmp_path: Path) -> None:
    line = {"question": QUESTION, "answer": ANSWER, "documents": ["Velm handled 4,812 ships in 2023."]}
    (tmp_path / "a.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    code, out, _ = judge("stability", "a.jsonl", "--repeats", "2")
    assert code == 0
    assert "standard deviation 0.00" in out
    assert "  passes at 7: 2 of 2\n" in out
    assert "the verdict flips on 0 at 7" in out


def test_evaluate_with_an_adaptive_panel(
    judge: Command, monkeypatch: pytest.MonkeyPatch, answers: Path
) -> None:
    with openai_server(varying(7, 6.8, 7.4)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, _ = judge("evaluate", answers, "--judge", "openai:some", "--panel", "adaptive", "--json")
    assert code == 0
    result = json.loads(out)
    assert result["metrics"]["accuracy"] == 7
    assert result["usage"]["calls"] == 3
    assert sorted(member["accuracy"] for member in result["panel"]["members"]) == [6.8, 7, 7.4]


def test_evaluate_with_the_mean_of_three_samples(
    judge: Command, monkeypatch: pytest.MonkeyPatch, answers: Path
) -> None:
    with openai_server(varying(7, 6.8, 7.5)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, _ = judge("evaluate", answers, "--judge", "openai:some", "--panel", "samples")
    assert code == 0
    assert "mean of 3: accuracy 7.00, " in out
    assert "; spread 0.70; agreement 33%" in out
    assert "7.10" in out


def test_evaluate_with_several_judges(judge: Command, monkeypatch: pytest.MonkeyPatch, answers: Path) -> None:
    with openai_server(varying(3, 9)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, _ = judge("evaluate", answers, "--judge", "openai:one,openai:two")
    assert code == 0
    assert "accuracy 6.00" in out
    assert "panel of 2" in out
    assert "agreement 0%" in out


def test_a_panel_that_failed_in_part_is_shown(
    judge: Command, monkeypatch: pytest.MonkeyPatch, answers: Path
) -> None:
    left = ["?", "?", "?", "?", "?", "?"]

    def reply(messages: list[Message]) -> str:
        return left.pop() if "accuracy" in messages[0]["content"] and left else varying(7)(messages)

    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        command = ("evaluate", answers, "--judge", "openai:some", "--panel", "adaptive", "--no-cache")
        _, foretold, _ = judge(*command, "--dry-run")
        code, out, _ = judge(*command)
    assert "repairs and 2 more judgements of a close verdict come on top" in foretold
    assert code == 0
    assert "panel of 3: accuracy failed" in out
    assert "7.00" in out


@pytest.mark.parametrize("command", ["evaluate", "research", "arena"])
def test_an_adaptive_panel_of_the_embedded_judge_is_refused(
    judge: Command, documents: Path, command: str
) -> None:
    given = {
        "evaluate": ("evaluate", "--question", QUESTION, "--answer", ANSWER),
        "research": ("research", QUESTION),
        "arena": ("run_arena.py", "--questions", "q.jsonl"),
    }
    Path("q.jsonl").write_text(json.dumps({"question": QUESTION}), encoding="utf-8")
    code, _, err = judge(*given[command], "--documents", documents, "--panel", "adaptive")
    assert code == 2
    assert "says the same each time" in err


def test_a_date_is_told_to_the_judge_and_refused_where_it_is_none(
    judge: Command, monkeypatch: pytest.MonkeyPatch, answers: Path
) -> None:
    with openai_server(varying(8)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, _ = judge("evaluate", answers, "--judge", "openai:some", "--as-of", "2026-11-28")
        shown = server.requests[-1]["messages"][-1]["content"]
        assert (code, shown.count(">>>\n2026-11-28\n<<<end")) == (0, 1)
        for command in ("evaluate", "arena"):
            given = [answers] if command == "evaluate" else []
            code, _, said = judge(command, *given, "--judge", "openai:some", "--as-of", "tomorrow")
            assert code == 2
            assert "write it as 2026-11-28, or today" in said
    code, _, said = judge("evaluate", answers, "--as-of", "today")
    assert code == 2
    assert "leave as_of (--as-of) out, or name another judge" in said
