"""The same answers judged several times: spread, verdicts that flip, a run that goes on."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.judges.settings import EvaluatorSettings
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.store.run_store import RunStore
from eval.judging.stability import Repeating, Stability, measure
from eval.runs.open_run import open_run
from tests.support.scripted_chat_model import ScriptedChatModel

PASSAGES = (Passage(id="n#1", doc_id="n", text="It made 41 GWh."),)
REQUEST = JudgeRequest(
    id="a", question="What did the plant make?", answer="It made 41 GWh.", documents=PASSAGES
)
PREFLIGHT = '{"sub_questions": ["What is 1 + 1?"]}'


def reply(accuracy: float) -> str:
    scores = {"accuracy": accuracy, "completeness": 8, "clarity": 9}
    return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": "s"})


def repeating(*replies: Any, repeats: int, cache: Path | None = None) -> tuple[ScriptedChatModel, Repeating]:
    llm = ScriptedChatModel([PREFLIGHT, *replies])
    return llm, Repeating(llm, [REQUEST], repeats, EvaluatorSettings(cache=cache))


async def measured(repeated: Repeating, folder: Path) -> Stability:
    file = folder / "answers.jsonl"
    file.touch()
    with open_run(repeated.manifest(file), str(folder / "runs.sqlite")) as (store, manifest):
        ((_, found),) = [each async for each in measure(repeated, store, manifest.run_id)]
    return found


async def test_spread_and_flips_are_told(tmp_path: Path) -> None:
    _, repeated = repeating(reply(6), reply(8), reply(7), reply(9), "?", "?", "?", repeats=5)
    found = await measured(repeated, tmp_path)
    accuracy = found.spreads["accuracy"]
    assert (accuracy.median, accuracy.least, accuracy.greatest) == (7.5, 6, 9)
    assert accuracy.deviation == pytest.approx(1.2909944487)
    assert (found.passed, found.flips, found.failed, found.usage.calls) == (3, 1, 1, 7)
    with RunStore(tmp_path / "runs.sqlite") as store:
        (manifest,) = store.runs()
        items = store.items(manifest.run_id)
        # One judgement is left to try again.
        assert (manifest.kind, store.state(manifest.run_id)) == ("stability", "running")
    assert {item.system for item in items} == {f"repeat {number}" for number in range(1, 6)}
    assert all(item.case_id == "a" and item.evaluation is not None for item in items)


async def test_a_run_that_failed_in_part_asks_only_for_the_rest(tmp_path: Path) -> None:
    _, first = repeating(reply(6), reply(8), "?", "?", "?", repeats=3)
    assert (await measured(first, tmp_path)).failed == 1
    llm, second = repeating(reply(7), repeats=3)
    found = await measured(second, tmp_path)
    assert (found.failed, found.spreads["accuracy"].median, len(llm.prompts)) == (0, 7, 2)


async def test_repeats_are_no_copies_from_the_cache(tmp_path: Path) -> None:
    _, repeated = repeating(reply(6), reply(8), reply(7), repeats=3, cache=tmp_path / "r.sqlite")
    first = await measured(repeated, tmp_path)
    # The run is finished: a new one begins, and the cache pays for it.
    fresh = ScriptedChatModel([PREFLIGHT])
    second = await measured(replace(repeated, llm=fresh), tmp_path)
    assert len(fresh.prompts) == 1
    assert first.spreads == second.spreads
    assert first.spreads["accuracy"].greatest == 8


def test_one_judgement_shows_no_spread() -> None:
    with pytest.raises(InputError, match="2 or more"):
        repeating(reply(6), repeats=1)
