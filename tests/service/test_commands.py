import asyncio
import hashlib
import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.research.events import AnswerDrafted, ResearchEvent
from data_base.errors import InputError
from data_base.store.run_store import RunStore
from eval.runs.research_run import ResearchRunRequest, prepare
from eval.runs.research_run import research as run_research
from tests.service.conftest import Command
from tests.support.arena import failed_evaluation
from tests.support.openai_server import openai_server

SCORES = '{"accuracy": 8, "completeness": 7, "clarity": 9}'
QUESTION = "How many ships did the harbour of Velm handle in 2023?"


def test_unknown_options_are_refused_with_code_2(judge: Command) -> None:
    assert judge("arena", "--limit", "0")[0] == 2
    assert judge("arena", "--colour", "red")[0] == 2


def test_help_names_every_command(judge: Command) -> None:
    code, out, _ = judge("--help")
    assert code == 0
    assert all(name in out for name in ("arena", "evaluate", "research", "doctor"))


@pytest.mark.parametrize("group", [(), ("harness",), ("runs",)])
def test_a_group_of_commands_alone_shows_its_help_as_it_stands(
    judge: Command, group: tuple[str, ...]
) -> None:
    code, out, err = judge(*group)
    assert (code, out) == (2, "")
    assert err.startswith("Usage: ")
    assert "\n  -h, --help" in err


def test_one_answer_is_judged_by_its_documents(judge: Command, documents: Path) -> None:
    right = ("evaluate", "--question", QUESTION, "--documents", documents, "--json", "--answer")
    code, out, _ = judge(*right, "The harbour of Velm handled 4,812 ships in 2023.")
    good = json.loads(out)
    assert code == 0
    assert good["mode"] == "documents"
    _, out, _ = judge(*right, "The harbour of Velm handled 9,999 ships in 2023.")
    assert json.loads(out)["metrics"]["accuracy"] < good["metrics"]["accuracy"]


def test_a_file_of_answers_keeps_its_order(judge: Command, tmp_path: Path) -> None:
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


def test_no_score_at_all_is_exit_code_1(judge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object, **__: object) -> object:
        return failed_evaluation("no_documents")

    monkeypatch.setattr("agents.evaluator.RAGEvaluator.evaluate", failing)
    code, out, _ = judge("evaluate", "--question", "q", "--answer", "a", "--json")
    assert code == 1
    assert json.loads(out)["evaluation_failed"] is True
    assert json.loads(out)["metrics"] is None
    code, out, err = judge("evaluate", "--question", "q", "--answer", "a", "--progress", "off")
    assert code == 1
    assert "unscored: no JSON" in out
    needed = "the embedded judge needs documents, or name a model with --judge"
    assert err.splitlines()[-1] == f"1 answer of 1 is unscored ([1] q; reason: no JSON); {needed}."


@pytest.mark.parametrize(
    ("command", "count"), [("evaluate", "2 answers of 3"), ("stability", "10 judgements of 15")]
)
def test_some_answers_without_a_score_are_named_on_stderr(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, count: str
) -> None:
    lines = [{"question": question, "answer": "a"} for question in ("When?", "Who?", "Why was it?")]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")

    def reply(messages: list[dict[str, str]]) -> str:
        asked = str(messages)
        return "I would rather not say." if "When?" not in asked and "1 + 1" not in asked else SCORES

    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, _, err = judge(command, "answers.jsonl", "--judge", "openai:m", "--progress", "off")
    assert code == 0
    named, _, remedy = err.splitlines()[-1].partition("; reason: ")
    assert named == f"{count} are unscored (the first: [2] Who?"
    assert remedy.startswith("the judge's reply could not be read")
    assert remedy.endswith("); the same command asks them again.")


def test_language_and_tags_go_onto_the_items(judge: Command, tmp_path: Path) -> None:
    line: dict[str, Any] = {
        "question": QUESTION,
        "answer": "4",
        "documents": ["4."],
        "language": "en",
        "tags": ["port", "x"],
    }
    (tmp_path / "a.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert judge("evaluate", "a.jsonl", "--out", "out.jsonl")[0] == 0
    assert judge("stability", "a.jsonl", "--repeats", 2)[0] == 0
    gold = {**line, "id": "g", "passages": line["documents"], "scores": {"accuracy": 9}}
    gold.pop("documents")
    (tmp_path / "g.jsonl").write_text(json.dumps(gold), encoding="utf-8")
    assert judge("calibrate", "g.jsonl", "--resamples", 100)[0] == 0
    with RunStore(tmp_path / ".judge/runs.sqlite") as store:
        runs = {run.kind: store.items(run.run_id) for run in store.runs()}
    assert {kind: len(items) for kind, items in runs.items()} == {
        "evaluate": 1,
        "stability": 2,
        "calibrate": 1,
    }
    for items in runs.values():
        assert {(item.language, item.tags) for item in items} == {("en", ("port", "x"))}
    written = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
    assert (written["language"], written["tags"]) == ("en", ["port", "x"])


ANSWERS = "".join(
    json.dumps(
        {"id": f"n{number}", "question": QUESTION, "answer": f"{number} ships", "documents": ["4 ships."]}
    )
    + "\n"
    for number in range(3)
)


def test_results_go_to_a_file_with_their_terms_beside(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    settings = tmp_path / "strict.yaml"
    settings.write_text(
        "version: strict-2\nweights: {accuracy: 1, completeness: 0, clarity: 0}\n", encoding="utf-8"
    )
    code, out, _ = judge("evaluate", "answers.jsonl", "--out", "results/judged.jsonl", "--settings", settings)
    assert code == 0
    assert out.startswith("documents: 3 of 3 scored; means: accuracy ")
    lines = (tmp_path / "results/judged.jsonl").read_text(encoding="utf-8").splitlines()
    judged = [json.loads(line) for line in lines]
    assert [item["id"] for item in judged] == ["n0", "n1", "n2"]
    assert all(item["metrics"]["weighted_score"] == item["metrics"]["accuracy"] for item in judged)
    manifest = json.loads((tmp_path / "results/judged.manifest.json").read_text(encoding="utf-8"))
    digest = hashlib.sha256(settings.read_bytes()).hexdigest()
    assert manifest["data_hashes"]["judge_settings"] == digest
    assert manifest["settings"]["judge_settings"]["version"] == "strict-2"
    assert manifest["settings"]["judge"]["weights"]["accuracy"] == 1
    assert (manifest["results"][0]["scored"], manifest["results"][0]["total"]) == (3, 3)
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == [
        "judged.jsonl",
        "judged.manifest.json",
    ]


def test_a_dry_run_asks_nobody(judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    with openai_server("{}") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, _ = judge("evaluate", "answers.jsonl", "--judge", "openai:m", "--dry-run", "--json")
        assert (code, server.requests) == (0, [])
    estimate = json.loads(out)
    assert (estimate["calls"], estimate["cost_usd"]) == (3, None)
    assert estimate["input_tokens"] > 3 * 500
    monkeypatch.delenv("OPENAI_BASE_URL")
    code, out, err = judge(  # no key is needed
        *("stability", "answers.jsonl", "--judge", "openai:m", "--repeats", 2, "--limit", 1, "--dry-run")
    )
    assert (code, err) == (0, "")
    assert out.startswith("1 answer, 2 times each, to be judged by openai:m: 2 calls: about ")
    assert out.endswith("No model was asked.\n")
    assert not (tmp_path / ".judge" / "runs.sqlite").exists()


def test_the_evaluations_do_not_take_the_answers_place(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    code, out, err = judge("evaluate", "answers.jsonl", "--out", "./answers.jsonl")
    assert (code, out) == (2, "")
    assert "would be written over answers.jsonl, an input" in err
    assert (tmp_path / "answers.jsonl").read_text(encoding="utf-8") == ANSWERS


def test_only_the_first_answers_are_judged_where_that_is_asked_for(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    code, out, _ = judge("evaluate", "answers.jsonl", "--limit", 2, "--json")
    assert code == 0
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["n0", "n1"]


def test_without_the_cache_every_reply_is_paid_for(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    reply = '{"accuracy": 8, "completeness": 7, "clarity": 9}'
    command = ("evaluate", "answers.jsonl", "--judge", "openai:m", "--json")
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        judge(*command, "--no-cache")
        before = len(server.requests)
        assert not (tmp_path / ".judge" / "replies.sqlite").exists()
        judge(*command, "--no-cache")
        # The first small question and three judgements, twice.
        assert (before, len(server.requests)) == (4, 8)


def test_a_settings_file_with_a_wrong_field_is_named(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('{"version": "1", "passing_accuracy": 11}', encoding="utf-8")
    code, _, err = judge("evaluate", "--question", "q", "--answer", "a", "--settings", "own.json")
    assert code == 2
    assert 'own.json, field "passing_accuracy": must be' in err


def test_research_prints_answer_ledger_and_stop_reason(judge: Command, documents: Path) -> None:
    code, out, err = judge("research", QUESTION, "--documents", documents, "--progress", "lines")
    assert code == 0
    assert "4,812" in out
    assert "harbour.md" in out
    assert "Attempts" in out
    assert "Stopped: " in out
    assert "attempt 1: searched for" in err


def test_research_as_json_is_the_whole_result(judge: Command, documents: Path) -> None:
    code, out, _ = judge("research", QUESTION, "--documents", documents / "harbour.md", "--json")
    result = json.loads(out)
    assert code == 0
    assert result["question"] == QUESTION
    assert result["attempts"][0]["query"]


def test_a_research_as_of_a_date_writes_and_judges_as_of_it(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    asked = ResearchRunRequest(QUESTION, (str(documents),), "openai:invented", "openai:invented")
    own = documents.parent / "own.yaml"
    own.write_text("version: dated\nas_of: 2026-11-28", encoding="utf-8")
    by_option = prepare(replace(asked, as_of="2026-11-28"))
    for prepared in (by_option, prepare(replace(asked, settings=str(own)))):
        assert prepared.service.settings.as_of == date(2026, 11, 28)
        assert prepared.manifest.settings["as_of"] == "2026-11-28"
        assert "2026-11-28" in json.dumps(prepared.judge.terms)
    assert by_option.request.notes["as_of"] == '"2026-11-28"'
    code, out, err = judge("research", QUESTION, "--documents", documents, "--as-of", "20261128")
    assert (code, out, err) == (2, "", "error: as_of: is no date; write it as 2026-11-28, or today.\n")


def test_a_file_of_settings_names_the_final_judge_of_research(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    own = documents.parent / "own.yaml"
    own.write_text('version: "1"\nloop: {final_judge: "openai:fresh"}', encoding="utf-8")
    asked = ResearchRunRequest(
        QUESTION, (str(documents),), "openai:invented", "openai:invented", settings=str(own)
    )
    for request, name in ((asked, "fresh"), (replace(asked, final_judge="openai:other"), "other")):
        prepared = prepare(request)
        assert prepared.final_judge is not None
        assert prepared.final_judge.model_id == f"openai:{name}"
        assert prepared.manifest.models["final_judge"] == f"openai:{name}"
    own.write_text('version: "1"\nloop: {final_judge: "openai:invented"}', encoding="utf-8")
    settings = ("--model", "openai:invented", "--settings", own)
    code, _, err = judge("research", QUESTION, "--documents", documents, *settings)
    assert code == 2
    assert "the final judge openai:invented steers the research" in err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "exit(0)",
            "retriever 'own_ending:find': the module own_ending cannot be imported (SystemExit: 0)",
        ),
        ("def find(query): exit(0)", "search own_ending:find failed 2 times: SystemExit: 0"),
    ],
)
def test_a_retriever_that_ends_the_program_is_named(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    monkeypatch.setattr("agents.graphs.search_sources._WAITS", (0.0,))
    monkeypatch.syspath_prepend(documents.parent)
    monkeypatch.delitem(sys.modules, "own_ending", raising=False)
    (documents.parent / "own_ending.py").write_text(code, encoding="utf-8")
    ended = judge("research", QUESTION, "--documents", documents, "--retriever", "own_ending:find")
    assert ended[:2] == (2, "")
    assert f"error: the {said}; " in ended[2]


def test_a_source_that_is_declared_twice_ends_the_command(
    judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_SEARCHES", "web=https://one.example/mcp,web=https://two.example/mcp")
    ended = judge("research", QUESTION, "--documents", documents, "--mcp-search", "web")
    said = "error: JUDGE_SEARCHES: two are named 'web'; give each a name of its own.\n"
    assert ended == (2, "", said)


def test_research_is_listed_and_resumed_by_its_name(judge: Command, documents: Path) -> None:
    assert judge("research", "--list", "--json")[:2] == (0, "[]\n")
    _, whole, _ = judge("research", QUESTION, "--documents", documents, "--json")
    code, out, _ = judge("research", "--list", "--json")
    (run,) = json.loads(out)
    assert (code, run["question"], run["stop_reason"]) == (0, QUESTION, json.loads(whole)["stop_reason"])
    assert "passed" in judge("research", "--list")[1]
    code, again, err = judge("research", "--resume", run["thread_id"], "--json", "--progress", "lines")
    assert (code, json.loads(again)) == (0, json.loads(whole))
    assert f"resumed {run['thread_id']}" in err
    code, _, err = judge("research", "Another?", "--resume", run["thread_id"])
    assert (code, "another question" in err) == (2, True)
    for option in (("--final-judge", "same"), ("--as-of", "today"), ("--documents", documents)):
        code, _, err = judge("research", "--resume", run["thread_id"], *option)
        assert (code, err) == (2, f"error: A run is resumed as it was begun; leave {option[0]} out.\n")
    code, _, err = judge("research", "--resume", "unheard-of")
    assert (code, "no run unheard-of" in err) == (2, True)


def test_a_research_of_before_its_id_had_its_kind_is_resumed(judge: Command, documents: Path) -> None:
    prepared = prepare(ResearchRunRequest(QUESTION, (str(documents),), "embedded", "embedded"))
    old = prepared.manifest.run_id.removeprefix("research-")

    def stop(event: ResearchEvent) -> None:
        if isinstance(event, AnswerDrafted):
            raise InputError("stopped")

    with pytest.raises(InputError, match="stopped"):
        asyncio.run(
            run_research(
                replace(prepared, manifest=prepared.manifest.model_copy(update={"run_id": old})), stop
            )
        )
    code, out, err = judge("research", "--resume", old, "--progress", "lines")
    assert (code, out.splitlines()[-1]) == (0, f"Run ID: {old}")
    assert f"resumed {old}" in err
    (run,) = map(json.loads, judge("runs", "list", "--json")[1].splitlines())
    assert (run["run_id"], run["kind"], run["scored"]) == (old, "research", 1)


@pytest.mark.parametrize(
    "command",
    [
        ("evaluate", "--question", "q", "--answer", "a"),
        ("research", "q", "--documents", "documents"),
    ],
    ids=lambda command: command[0],
)
def test_a_folder_in_place_of_a_file_is_refused_before_anything_is_judged(
    judge: Command, documents: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    code, out, err = judge(*command, "--out", documents)
    assert (code, out, err) == (2, "", f"error: {documents} is a folder; name a file to write.\n")
    assert not (tmp_path / ".judge").exists()
    assert not list(tmp_path.glob("*.part"))


def test_every_research_is_a_run_and_a_finished_one_is_never_reopened(
    judge: Command, documents: Path, tmp_path: Path
) -> None:
    (tmp_path / "own.yaml").write_text("version: '1'\nloop: {threshold: 9}\n", encoding="utf-8")
    command = ("research", QUESTION, "--documents", documents, "--settings", "own.yaml", "--max-attempts", 1)
    assert judge(*command, "--out", "result.json")[0] == 0
    assert judge(*command)[0] == 0
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    runs = [json.loads(line) for line in judge("runs", "list", "--json")[1].splitlines()]
    assert [run["run_id"] for run in runs] == [f"{result['thread_id']}-2", result["thread_id"]]
    assert result["thread_id"].startswith("research-")
    shown = json.loads(judge("runs", "show", result["thread_id"], "--json")[1])
    assert (shown["manifest"]["kind"], shown["manifest"]["scale"]) == ("research", "1-10")
    assert shown["manifest"]["settings"]["threshold"] == 9
    assert [system["items"] for system in shown["systems"]] == [1]
    assert len(result["attempts"]) == 1
    # By its name a finished one is shown again, and makes no further run.
    code, again, _ = judge("research", "--resume", result["thread_id"], "--json")
    assert (code, json.loads(again)["answer"]) == (0, result["answer"])
    assert len(judge("runs", "list", "--json")[1].splitlines()) == 2


def test_a_research_dry_run_needs_no_key_and_asks_no_model(
    judge: Command, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    before = sorted(tmp_path.rglob("*"))
    command = ("research", QUESTION, "--documents", documents, "--model", "openai:invented", "--dry-run")
    code, out, err = judge(*command)
    assert (code, err) == (0, "")
    assert out.startswith("3 calls: about ")
    assert out.endswith("No model was asked.\n")
    assert sorted(tmp_path.rglob("*")) == before


def test_regression_research_without_anything_to_search_names_all_that_it_can_search(judge: Command) -> None:
    code, _, err = judge("research", QUESTION)
    assert (code, "nothing to search; give --documents, --retriever or --mcp-search" in err) == (2, True)


def test_regression_research_prints_the_claims_that_it_checked(
    judge: Command, documents: Path, tmp_path: Path
) -> None:
    (tmp_path / "claims.yaml").write_text("version: c1\nclaims: true\n", encoding="utf-8")
    asked = ("research", QUESTION, "--documents", documents, "--settings", tmp_path / "claims.yaml")
    code, out, err = judge(*asked)
    assert code == 0, err
    assert "of those whose source was read, supported by it: 100%" in out


def test_ctrl_c_says_how_to_go_on(judge: Command, documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("eval.runs.document_index.documents_read", interrupted)
    code, _, err = judge("research", QUESTION, "--documents", documents)
    assert code == 130
    assert "the same command goes on" in err


def test_a_bug_is_no_bad_input(judge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("eval.arena.setup.prepare_arena", broken)
    with pytest.raises(LookupError):
        judge("arena")
    assert not issubclass(LookupError, InputError)


@pytest.mark.parametrize(
    "provider", ["openai", "google", "anthropic", "ollama", "groq", "mistralai", "bedrock"]
)
def test_a_dry_run_needs_no_key_of_any_provider(judge: Command, tmp_path: Path, provider: str) -> None:
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    code, out, err = judge("evaluate", "answers.jsonl", "--judge", f"{provider}:m", "--dry-run")
    assert (code, err) == (0, "")
    assert f"judged by {provider}:m: 3 calls" in out


def test_a_file_without_documents_is_said_once_and_in_one_language(
    judge: Command, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asked = [{"question": "Сколько судов?", "answer": "Четыре судна."}, {"question": "Q?", "answer": "Four."}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    code, _, err = judge("evaluate", "a.jsonl", "--judge", "embedded")
    assert (code, caplog.text.count("no judgement: ")) == (1, 1)
    assert "reason: needs an LLM: there are no documents to judge by" in err
    assert "нужна" not in err
