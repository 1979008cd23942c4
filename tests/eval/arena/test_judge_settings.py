"""The arena under judge settings of the user's own: terms of the run, and what both sides are judged by."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

from data_base.store.run_store import RunStore
from eval.arena.request import ArenaRequest
from eval.arena.result_files import write_csv
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.reports.arena_report import render
from eval.reports.chart_data import chart_data
from prompts.registry import identify
from service.commands.terminal.arena_table import scores_table
from tests.support.openai_server import openai_server

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from data_base.schemas.protocols import JudgeRequest
    from eval.arena.result import ArenaResult
    from tests.support.openai_server import Message

OWN = """
version: house-1
weights: {accuracy: 1, completeness: 0, clarity: 0}
loop: {threshold: 9.5}
"""


async def test_own_settings_are_terms_of_the_run_and_judge_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    plain = prepare_arena(ArenaRequest(out=tmp_path / "plain", limit=1))
    own = prepare_arena(ArenaRequest(out=tmp_path / "own", limit=1, settings=path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert own.manifest.data_hashes["judge_settings"] == digest
    assert "judge_settings" not in plain.manifest.data_hashes
    assert own.manifest.run_id != plain.manifest.run_id
    assert own.manifest.settings["contestants"]["Deep Research"]["research"]["threshold"] == 9.5  # type: ignore[index, call-overload]
    result = await run_arena(own)
    for item in result.items[0].items:
        assert item.evaluation is not None
        metrics = item.evaluation.metrics
        assert metrics.weighted_score == pytest.approx(metrics.accuracy)


REPLY = json.dumps(
    {
        "issues": [],
        "analysis": "",
        "accuracy": 9,
        "completeness": 9,
        "clarity": 9,
        "reason": "so",
        "suggestion": "",
        "verdict": "tie",
    }
)
CONTEST = """
questions: questions.jsonl
documents: [documents]
judges: ["openai:m"]
pairs: all
contestants:
  - {name: one, recorded: one.jsonl}
  - {name: other, recorded: one.jsonl}
"""


def about_the_dam(folder: Path, contest: str) -> ArenaRequest:
    """An arena as of today, with its file beside a document and a question."""
    (folder / "documents").mkdir()
    (folder / "documents" / "a.txt").write_text("The dam is 90 m high.", encoding="utf-8")
    asked = {"id": "q", "question": "How high is the dam?"}
    (folder / "questions.jsonl").write_text(json.dumps(asked), encoding="utf-8")
    (folder / "one.jsonl").write_text(json.dumps({**asked, "answer": "90 m."}), encoding="utf-8")
    (folder / "arena.yaml").write_text(contest, encoding="utf-8")
    store = str(folder / "runs.sqlite")
    return ArenaRequest(config=folder / "arena.yaml", as_of="today", out=folder / "out", store=store)


async def resumed(request: ArenaRequest) -> ArenaResult:
    """The result of an arena that was begun on another day."""
    arena = prepare_arena(request)
    begun = arena.manifest.model_copy(update={"created_at": datetime(2026, 3, 4, tzinfo=UTC)})
    with RunStore(str(request.store)) as kept:
        kept.create(begun)
    result = await run_arena(arena)
    assert result.manifest.run_id == begun.run_id
    return result


async def test_an_arena_of_today_is_resumed_as_of_the_day_on_which_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    request = about_the_dam(tmp_path, CONTEST)
    with openai_server(REPLY) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        result = await resumed(request)
    shown = "".join(body["messages"][-1]["content"] for body in server.requests)
    # Two answers, and the pair in both orders.
    assert re.findall(r"<<<as_of \S+>>>\n(\S+)\n", shown) == ["2026-03-04"] * 4
    assert result.manifest.settings["as_of"] == "today"


OF_A_FILE = """
questions: questions.jsonl
documents: [documents]
contestants:
  - {name: own, research: {threshold: 7, max_attempts: 1, final_judge: "openai:own"}}
  - {name: other, research: {max_attempts: 1}}
"""


def test_the_loop_of_own_settings_is_that_of_contestants_which_say_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Next to an arena's file it had been passed over, and the run's terms named it.
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_text("The dam is 90 m high.", encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text('{"id": "q", "question": "How high?"}', encoding="utf-8")
    own = tmp_path / "own.yaml"
    own.write_text('version: "1"\nloop: {threshold: 9.5, final_judge: "openai:fresh"}', encoding="utf-8")
    of_file, last = tmp_path / "arena.yaml", {"own": "openai:own", "other": "openai:fresh"}
    for more, judges in (("", last), ('final_judge: "openai:last"', {**last, "other": "openai:last"})):
        of_file.write_text(OF_A_FILE + more, encoding="utf-8")
        manifest = prepare_arena(ArenaRequest(config=of_file, settings=own, out=tmp_path / "out")).manifest
        contestants: Any = manifest.settings["contestants"]
        loops = {name: each["research"] for name, each in contestants.items()}
        assert {name: loop["threshold"] for name, loop in loops.items()} == {"own": 7, "other": 9.5}
        assert {name: loop["final_judge"] for name, loop in loops.items()} == judges
        assert {name: manifest.models[f"{name}: final_judge"] for name in loops} == judges


RESEARCH = """
questions: questions.jsonl
documents: [documents]
judges: ["openai:m"]
contestants:
  - {name: own, research: {model: "openai:m", max_attempts: 1, as_of: 2020-01-01}}
  - {name: undated, research: {model: "openai:m", max_attempts: 1}}
"""


async def test_research_that_names_no_date_has_that_of_the_judges_also_where_the_arena_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # "today" had dated the judges alone: drafts were written as of no date.
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    request = about_the_dam(tmp_path, RESEARCH)
    (tmp_path / "own.yaml").write_text("version: dated\nas_of: today", encoding="utf-8")

    def reply(messages: Sequence[Message]) -> str:
        template = identify(messages[0]["content"])
        assert template is not None
        drafts = {"plan": '{"sub_questions": []}', "answer_with_documents": "It is 90 m high [1]."}
        return drafts.get(template.id, REPLY)

    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        result = await resumed(request)
    dated: dict[str, list[str]] = {}
    for body in server.requests:
        template = identify(body["messages"][0]["content"])
        assert template is not None
        found = re.findall(r"<<<as_of \S+>>>\n(\S+)\n", body["messages"][-1]["content"])
        dated.setdefault(template.id, []).extend(found)
    assert sorted(dated["answer_with_documents"]) == sorted(dated["plan"]) == ["2020-01-01", "2026-03-04"]
    assert set(dated["judge_with_documents"]) == {"2026-03-04"}
    # The terms say so, and a date in the file of settings is no other than that of the option.
    by_file = request.model_copy(update={"as_of": None, "settings": tmp_path / "own.yaml"})
    for manifest in (result.manifest, prepare_arena(by_file).manifest):
        contestants: Any = manifest.settings["contestants"]
        days = {name: each["research"]["as_of"] for name, each in contestants.items()}
        assert days == {"own": "2020-01-01", "undated": "today"}


WITH_TONE = """
version: house-2
dimensions:
  - {name: house_tone, description: Reads as our house writes., anchors: {10: calm, 1: shouts}, weight: 0.5}
"""


def house_judge(request: JudgeRequest) -> dict[str, Any]:
    """Python code as a judge, which has the house's tone at heart."""
    return {
        "accuracy": 4,
        "completeness": 4,
        "clarity": 4,
        "house_tone": len(request.answer) % 9 + 1,
        "reason": "",
    }


async def test_own_dimensions_are_in_tables_radar_and_files(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(WITH_TONE, encoding="utf-8")
    judge = f"{__name__}:house_judge"
    result = await run_arena(
        prepare_arena(ArenaRequest(out=tmp_path / "own", limit=1, settings=path, judge=judge))
    )
    assert list(result.summary.sides[0].means)[-2:] == ["house_tone", "weighted_score"]
    (first, second) = (item.evaluation for item in result.items[0].items)
    assert first is not None
    assert first.metrics.weighted_score == pytest.approx(2 + first.metrics.dimensions["house_tone"] / 2)
    assert chart_data(result).axes == ("Accuracy", "Completeness", "Clarity", "House tone")
    rows = list(csv.DictReader(io.StringIO(write_csv(result, tmp_path).read_text(encoding="utf-8-sig"))))
    assert second is not None
    assert [float(row["house_tone"]) for row in rows] == [
        first.metrics.dimensions["house_tone"],
        second.metrics.dimensions["house_tone"],
    ]
    table = io.StringIO()
    Console(file=table, width=200).print(scores_table(result.summary))
    assert "House tone" in table.getvalue()
    assert '<th scope="row">House tone</th>' in render(result, {})
