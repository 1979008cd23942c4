"""A cascade as the arena's judge: its terms are recorded, and how much it escalated is reported."""

import json
from pathlib import Path

import pytest

from eval.arena.request import ArenaRequest
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from tests.support.openai_server import openai_server

QUESTIONS = ["How many looms does the mill of Sorn have?", "Why did the mill of Sorn buy new looms?"]
REPLY = {"analysis": "", "accuracy": 7, "completeness": 7, "clarity": 7, "reason": "", "suggestion": ""}


async def test_a_cascade_judges_an_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "q.jsonl").write_text(
        "\n".join(json.dumps({"question": q}) for q in QUESTIONS), encoding="utf-8"
    )
    (tmp_path / "mill.md").write_text("# Sorn\n\nThe mill of Sorn has 73 looms.\n", encoding="utf-8")
    with openai_server(json.dumps(REPLY)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        request = ArenaRequest(
            questions=tmp_path / "q.jsonl",
            documents=(tmp_path / "mill.md",),
            judge="embedded+openai:m",
            out=tmp_path / "out",
        )
        (tmp_path / "out").mkdir()
        result = await run_arena(prepare_arena(request))
        asked = len(server.requests)
    assert result.manifest.models["judge"] == "embedded+openai:m"
    assert "embedded_version" in result.manifest.settings
    decided = [item.evaluation.model_id for case in result.items for item in case.items if item.evaluation]
    assert set(decided) <= {"embedded", "openai:m"}
    told = f"escalated {decided.count('openai:m')} of {len(decided)} answers"
    assert any(told in warning for warning in result.summary.warnings)
    # The one question whether the model answers, and those that were escalated, in the loop or after it.
    assert asked >= 1 + decided.count("openai:m")
