"""Wherever the embedded program judged, that is said once, with what not to trust."""

import json
from pathlib import Path

import pytest

from agents.evaluator import RAGEvaluator
from data_base.schemas.embedded_caveat import EMBEDDED_NOTE, caveat_on
from tests.service.conftest import Command
from tests.service.test_run_ids import COMMANDS, files
from tests.support.http_service import running_service, wait_for_job
from tests.support.openai_server import openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

__all__ = ["files"]
NOTE = f"Note: {EMBEDDED_NOTE}"
ANSWER = {"question": "How many ships came?", "answer": "4 ships came.", "documents": ["4 ships came."]}
JUDGING = ["evaluate", "stability", "calibrate", "research", "harness"]


@over("kind", JUDGING)
def test_a_command_says_it_once_on_stderr(judge: Command, files: Path, kind: str) -> None:
    code, out, err = judge(*COMMANDS[kind])
    assert (code, err.splitlines().count(NOTE), EMBEDDED_NOTE in out) == (0, 1, False)


@over("kind", ["evaluate", "stability", "calibrate", "research"])
def test_with_json_stdout_is_json_alone(judge: Command, files: Path, kind: str) -> None:
    code, out, err = judge(*COMMANDS[kind], "--json")
    assert (code, err.splitlines().count(NOTE)) == (0, 1)
    assert EMBEDDED_NOTE not in out
    json.loads(out)


def test_an_arena_says_it_once(judge: Command, files: Path) -> None:
    _, out, err = judge(*COMMANDS["arena"])
    assert (" ".join(out.split()).count(EMBEDDED_NOTE), EMBEDDED_NOTE in err) == (1, False)


def test_of_a_model_nothing_is_said(judge: Command, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    with openai_server("no JSON") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        _, out, err = judge("evaluate", "answers.jsonl", "--judge", "openai:some")
    assert EMBEDDED_NOTE not in out + err


def test_a_result_in_code_has_it() -> None:
    found = RAGEvaluator("embedded").evaluate_fine_grained_sync("q?", "4 ships.", ["4 ships."])
    assert found.note == EMBEDDED_NOTE
    assert "note" not in found.model_dump()
    assert RAGEvaluator(ScriptedChatModel(["{}"])).model_id != "embedded"


@over(
    "judge,said",
    [("embedded", True), ("openai:m", False), ("openai:m, embedded", True), ("x:embedded", False)],
)
def test_it_is_said_of_panels_with_the_program(judge: str, said: bool) -> None:
    assert (caveat_on(judge) is not None) == said


def test_responses_over_http_have_it_as_a_field_and_items_of_a_batch_do_not(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite")) as service:
        ask = service.client
        assert ask.post("/v1/evaluations", json=ANSWER).json()["note"] == EMBEDDED_NOTE
        asked = {"items": [ANSWER, ANSWER], "name": "Ночной прогон"}
        job = ask.post("/v1/evaluations/batch", json=asked).json()
        assert (job["note"], job["name"]) == (EMBEDDED_NOTE, "Ночной прогон")
        run_id = wait_for_job(ask, job["id"])["run_id"]
        run = ask.get(f"/v1/runs/{run_id}").json()
        assert (run["name"], EMBEDDED_NOTE in run["manifest"]["notes"]) == ("Ночной прогон", True)
        assert EMBEDDED_NOTE not in ask.get(f"/v1/runs/{run_id}/items/1/judged").text
        asked["name"] = "two\nlines"
        refused = ask.post("/v1/evaluations/batch", json=asked)
        assert (refused.status_code, "name" in refused.json()["detail"]) == (422, True)
