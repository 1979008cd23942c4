"""Claim tables of an arena: every contestant's answers, by what each was given with."""

import json
from pathlib import Path

import pytest

from data_base.schemas.run import RunItem
from eval.arena.config import ArenaConfig, ContestantConfig
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.reports.arena_report import render
from tests.support.claims import REPORT, pages

BRIDGE = "The bridge at Orle opened in 1989."
FERRY = "The ferry at Orle ran until 1991."


def recorded(path: Path, answer: str, *passages: str) -> Path:
    given = {"answer": answer, "passages": [{"text": text, "doc_id": path.stem} for text in passages]}
    path.write_text(json.dumps({"id": "1", "answer": given}) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "questions.jsonl").write_text(
        json.dumps({"id": "1", "question": "What crosses the river at Orle?"}) + "\n", encoding="utf-8"
    )
    contestants = tuple(
        ContestantConfig(name=name, recorded=recorded(tmp_path / f"{name}.jsonl", *given))
        for name, given in {
            "Reporter": (REPORT, BRIDGE),
            # Both cite their first passage, which is not the same one.
            "Bridges": (f"{BRIDGE[:-1]} [1].", BRIDGE),
            "Ferries": (f"{FERRY[:-1]} [1]. <script>alert(1)</script> runs too [2].", FERRY),
        }.items()
    )
    made = ArenaConfig(questions=tmp_path / "questions.jsonl", contestants=contestants)
    path = tmp_path / "arena.json"
    path.write_text(made.model_dump_json(exclude_defaults=True), encoding="utf-8")
    return path


async def held(config: Path, name: str, **options: object) -> ArenaResult:
    request = ArenaRequest.model_validate(
        {"config": config, "out": config.parent / name, "store": str(config.parent / "s.sqlite"), **options}
    )
    return await run_arena(prepare_arena(request))


def verdicts(item: RunItem) -> list[str | None]:
    assert item.evaluation
    assert item.evaluation.claims
    return [claim.verdict for claim in item.evaluation.claims.claims]


async def test_each_contestant_is_checked_by_its_own_sources(config: Path, tmp_path: Path) -> None:
    folder = pages(tmp_path / "pages")
    plain = await held(config, "plain")
    found = await held(config, "found", claims=True, sources=folder)
    assert found.manifest.run_id != plain.manifest.run_id
    assert found.manifest.settings["claims"] is True
    assert "sources" in found.manifest.data_hashes
    (result,) = found.items
    reporter, bridges, ferries = result.items
    assert verdicts(reporter)[:4] == ["supported", "contradicted", "unsupported", "source_missing"]
    assert verdicts(bridges) == ["supported"]
    assert verdicts(ferries)[:1] == ["supported"]
    sides = {side.system: side.claims for side in found.summary.sides}
    assert sides["Reporter"]
    assert (sides["Reporter"].claims, sides["Reporter"].sources["dead"]) == (5, 1)
    assert sides["Bridges"]
    assert sides["Bridges"].citation_precision.mean == 1
    assert [side.claims for side in plain.summary.sides] == [None] * 3
    # Scores are what they were.
    assert [side.means for side in found.summary.sides] == [side.means for side in plain.summary.sides]
    assert ArenaResult.model_validate_json(found.model_dump_json()) == found
    page = render(found, {})
    assert 'id="claims"' in page
    assert "<script>alert" not in page
    assert 'id="claims"' not in render(plain, {})
