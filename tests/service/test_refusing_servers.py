"""Whole commands against servers that refuse what others take, cut replies off, or change the model."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from data_base.store.run_store import RunStore
from prompts.registry import identify
from tests.service.conftest import Command
from tests.support.openai_server import Fault, Message, openai_server
from tests.support.rows import table
from tests.support.server_dialects import DIALECTS

QUESTION = "How many ships did the harbour of Velm handle in 2023?"
FORMATS = ("response_format=json_schema", "response_format=json_object")
PICKY = {"temperature", "response_format", "max_tokens", "seed"}
MOST_MORE = 4


def reply(messages: list[Message]) -> str:
    """What a model that reads would say to each of the prompts."""
    template = identify(messages[0]["content"])
    prompt = template.id if template else ""
    if prompt == "plan":
        return json.dumps({"sub_questions": [QUESTION]})
    if prompt.startswith("answer_"):
        return "In 2023 the harbour handled 4,812 ships [1]."
    if prompt.startswith("judge_"):
        scores = dict.fromkeys(("accuracy", "completeness", "clarity"), 9)
        return json.dumps({"analysis": "read", **scores, "reason": "so", "suggestion": "", "issues": []})
    return "ships of Velm 2023"


def answers(folder: Path, count: int) -> Path:
    file = folder / "answers.jsonl"
    lines = (
        json.dumps({"question": f"{QUESTION} ({n})", "answer": "4,812", "documents": ["4,812 ships."]})
        for n in range(count)
    )
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def judged(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("dialect", "refuses"), [("OpenAI", {"temperature"}), *((name, PICKY) for name in sorted(DIALECTS))]
)
def test_many_judgements_cost_one_request_more_for_each_refused_form(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, dialect: str, refuses: set[str]
) -> None:
    file = answers(tmp_path, 30)
    # On a busy machine a reply may be overdue, and asked for once more.
    monkeypatch.setattr("agents.calls.hedging.LEAST_FELLOWS", 10**6)
    with openai_server(reply, refuses=refuses, dialect=DIALECTS[dialect]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, err = judge(
            "evaluate", file, "--judge", "openai:invented", "--out", "out.jsonl", "--concurrency", "16"
        )
    assert code == 0, err
    assert all(each["status"] == "scored" for each in judged(tmp_path / "out.jsonl"))
    # One request sees at the beginning whether the judge answers.
    assert len(server.requests) - 1 <= 30 + MOST_MORE
    assert len(server.refused) == len(set(server.refused)) <= MOST_MORE


def test_what_is_refused_is_said_in_one_line_of_stderr(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = answers(tmp_path, 5)
    # Outside of pytest nobody handles what is logged but Python itself, which writes it to stderr.
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    with openai_server(reply, refuses={FORMATS[0]}) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, err = judge("evaluate", file, "--judge", "openai:invented")
    assert code == 0, err
    said = [line for line in err.splitlines() if "does not take" in line]
    assert len(said) == 1
    assert said[0].startswith(f"openai:invented does not take {FORMATS[0]}; ")


@pytest.mark.parametrize("refuses", [{"temperature"}, PICKY], ids=["temperature", "much else"])
@pytest.mark.parametrize("command", ["research", "run_arena.py"])
def test_research_and_arena_score_everything(
    judge: Command,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    documents: Path,
    refuses: set[str],
    command: str,
) -> None:
    with openai_server(reply, refuses=refuses) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        if command == "research":
            code, out, err = judge(
                "research", QUESTION, "--documents", documents, "--model", "openai:invented", "--json"
            )
            assert code == 0, err
            assert json.loads(out)["attempts"][0]["evaluation"]["metrics"]["accuracy"] == 9
        else:
            questions = ({"id": str(n), "question": f"{QUESTION} ({n})"} for n in range(5))
            (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
            arguments = ("--questions", "q.jsonl", "--documents", documents, "--model", "openai:invented")
            code, _, err = judge("run_arena.py", *arguments, "--out", "out")
            assert code == 0, err
            sides = json.loads((tmp_path / "out" / "arena.json").read_text())["summary"]["sides"]
            assert [side["scored"] for side in sides] == [5, 5]
    assert len(server.refused) == len(set(server.refused)) <= MOST_MORE


def test_what_the_user_chose_and_the_server_refuses_is_said_in_one_sentence(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = answers(tmp_path, 3)
    with openai_server(reply, refuses={"temperature"}) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        chosen = ("--judge", "openai:invented", "--judge-option", "temperature=0")
        code, out, err = judge("evaluate", file, *chosen, "--out", "out.jsonl")
    assert (code, out) == (2, "")
    assert err.startswith("error: openai:invented: the server refuses the option temperature")
    assert "does not support" in err
    assert err.count("\n") == 1
    assert len(server.requests) == 1
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    table(__file__, "test_an_option_that_cannot_be_used_is_refused_before_anything_is_asked"),
)
def test_an_option_that_cannot_be_used_is_refused_before_anything_is_asked(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrong: str, said: str
) -> None:
    file = answers(tmp_path, 1)
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, err = judge("evaluate", file, "--judge", "openai:invented", "--judge-option", wrong)
    assert (code, out, len(server.requests)) == (2, "", 0)
    assert said in err
    assert err.count("\n") == 1


def test_options_reach_the_model_and_the_judge_that_they_are_for(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, documents: Path
) -> None:
    (tmp_path / "house.yaml").write_text("version: '1'\nmodel: {seed: 7, temperature: 1}\n", encoding="utf-8")
    (tmp_path / "q.jsonl").write_text(json.dumps({"question": QUESTION}), encoding="utf-8")
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        models = ("--model", "openai:writes", "--model-option", "reasoning_effort=low")
        judges = ("--judge", "openai:judges", "--judge-option", "temperature=0", "--settings", "house.yaml")
        code, _, err = judge(
            "run_arena.py",
            "--questions",
            "q.jsonl",
            "--documents",
            documents,
            *models,
            *judges,
            "--out",
            "out",
        )
    assert code == 0, err
    sent = {
        (each["model"], each.get("reasoning_effort"), each.get("temperature"), each.get("seed"))
        for each in server.requests
    }
    assert sent == {("writes", "low", None, None), ("judges", None, 0, 7)}
    manifest = json.loads((tmp_path / "out" / "arena.json").read_text())["manifest"]
    assert manifest["settings"]["model_options"] == {
        "Deep Research": {"reasoning_effort": "low"},
        "judge": {"seed": 7, "temperature": 0},
        "Deep Research: loop_judge": {"seed": 7, "temperature": 0},
        "Pure LLM": {"reasoning_effort": "low"},
    }


def test_replies_without_end_fail_by_their_own_name_and_are_never_read(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = answers(tmp_path, 2)
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        chosen = ("--judge", "openai:invented", "--judge-option", "max_output_tokens=20")
        code, _, err = judge("evaluate", file, *chosen, "--out", "out.jsonl")
    assert code == 1, err
    for each in judged(tmp_path / "out.jsonl"):
        assert each["status"] == "failed"
        assert each["metrics"] is None
        assert "cut off after 20 tokens" in each["reason"]
        assert "max_output_tokens=20" in each["reason"]
        assert each["usage"]["output_tokens"] == 20


def test_replies_that_a_server_cuts_off_are_asked_for_with_more_room(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = answers(tmp_path, 2)
    with openai_server(reply, room=15, reasoning_tokens=5) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, err = judge("evaluate", file, "--judge", "openai:invented", "--out", "out.jsonl")
    assert code == 0, err
    for each in judged(tmp_path / "out.jsonl"):
        assert each["status"] == "scored"
        assert each["usage"]["calls"] in {2, 3}
        assert each["usage"]["reasoning_tokens"] == 5 * each["usage"]["calls"]


def test_a_run_in_which_the_served_model_changes_says_so(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = answers(tmp_path, 6)
    served = lambda number: "first-model" if number <= 4 else "second-model"  # noqa: E731
    with openai_server(reply, served=served, fingerprint="fp_1") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, err = judge(
            "evaluate", file, "--judge", "openai:alias", "--out", "out.jsonl", "--concurrency", "1"
        )
    assert code == 0, err
    assert "openai:alias was served by different models within this run" in err
    results = judged(tmp_path / "out.jsonl")
    assert {(each["model_id"], each["model_served"], each["system_fingerprint"]) for each in results} == {
        ("openai:alias", "first-model", "fp_1"),
        ("openai:alias", "second-model", "fp_1"),
    }
    manifest = json.loads((tmp_path / "out.manifest.json").read_text())
    assert manifest["models"] == {"judge": "openai:alias"}
    assert manifest["models_served"] == {"openai:alias": {"first-model": 3, "second-model": 3}}


def test_runs_that_other_models_served_under_the_same_name_are_not_compared_unnoticed(
    judge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, documents: Path
) -> None:
    (tmp_path / "q.jsonl").write_text(json.dumps({"question": QUESTION}), encoding="utf-8")
    runs = []
    for served in ("model-of-may", "model-of-june"):
        with openai_server(reply, served=served) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
            arguments = ("--questions", "q.jsonl", "--documents", documents, "--model", "openai:alias")
            code, _, err = judge("run_arena.py", *arguments, "--out", served)
            assert code == 0, err
        report = (tmp_path / served / "report.html").read_text(encoding="utf-8")
        assert f"<code>{served}</code>" in report
        run = json.loads(judge("runs", "list", "--json")[1].splitlines()[0])["run_id"]
        assert judge("runs", "export", run, f"{served}.json")[0] == 0
        runs.append(f"{served}.json")
    said = "openai:alias was served by model-of-may in the baseline and by model-of-june in the candidate"
    code, out, _ = judge("compare", "--base", runs[0], "--cand", runs[1])
    assert code == 0
    assert said in " ".join(out.split())
    code, out, err = judge("compare", "--base", runs[0], "--cand", runs[1], "--same-model")
    assert (code, out) == (2, "")
    assert said in err
    assert judge("compare", "--base", runs[0], "--cand", runs[0], "--same-model")[0] == 0


@pytest.mark.parametrize(
    "command", [("evaluate",), ("stability", "--repeats", 2)], ids=lambda words: words[0]
)
@pytest.mark.parametrize("more", [("--no-cache",), ()], ids=["", "cache"])
def test_a_key_that_is_refused_midway_ends_the_command_and_keeps_what_was_scored(
    judge: Command,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: tuple[str, ...],
    more: tuple[str],
) -> None:
    file = answers(tmp_path, 6)
    name, *options = command
    words = (name, file, *options, *more, "--judge", "openai:invented", "--concurrency", 1)
    # The first question is whether the judge answers; two answers are judged, and the key is revoked.
    with openai_server(reply, faults=[None] * 3 + [Fault(status=401)] * 40) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, err = judge(*words)
        refused = len(server.requests) - 3
    assert code == 2
    assert err.count("error: ") == 1
    assert "refused the key (status 401" in err
    assert "run the same command again, for what was done is kept." in err
    assert 1 <= refused <= 2
    with RunStore(tmp_path / ".judge/runs.sqlite", must_exist=True) as store:
        (run,) = store.runs()
        assert len(store.items(run.run_id)) == 2
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, err = judge(*words)
        assert (code, out.splitlines()[-1]) == (0, f"Run ID: {run.run_id}"), err
