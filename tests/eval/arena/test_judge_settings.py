"""The arena under judge settings of the user's own: terms of the run, and what both sides are judged by."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from eval.arena.request import ArenaRequest
from eval.arena.run import run_arena
from eval.arena.setup import prepare

if TYPE_CHECKING:
    from pathlib import Path

OWN = """
version: house-1
weights: {accuracy: 1, completeness: 0, clarity: 0}
loop: {threshold: 9.5}
"""


async def test_own_settings_are_terms_of_the_run_and_judge_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    plain = prepare(ArenaRequest(out=tmp_path / "plain", limit=1))
    own = prepare(ArenaRequest(out=tmp_path / "own", limit=1, settings=path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert own.manifest.data_hashes["judge_settings"] == digest
    assert "judge_settings" not in plain.manifest.data_hashes
    assert own.manifest.run_id != plain.manifest.run_id
    assert own.manifest.settings["research"]["threshold"] == 9.5  # type: ignore[index, call-overload]
    result = await run_arena(own)
    for item in result.items[0].items:
        assert item.evaluation is not None
        metrics = item.evaluation.metrics
        assert metrics.weighted_score == pytest.approx(metrics.accuracy)
