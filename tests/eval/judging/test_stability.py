"""The same answers judged several times: spread, verdicts that flip, a run that goes on."""

import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.store.run_store import RunStore
from eval.judging.stability import Stability, StabilityRequest, measure, prepare
from tests.support.scripted_chat_model import ScriptedChatModel

LINE = json.dumps(
    {
        "id": "a",
        "question": "What did the plant make?",
        "answer": "It made 41 GWh.",
        "documents": ["It made 41 GWh."],
    }
)
PREFLIGHT = '{"sub_questions": ["What is 1 + 1?"]}'


def reply(accuracy: float) -> str:
    scores = {"accuracy": accuracy, "completeness": 8, "clarity": 9}
    return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": "s"})


async def measured(
    folder: Path, llm: ScriptedChatModel, repeats: int, cache: Path | None = None
) -> Stability:
    file = folder / "answers.jsonl"
    file.write_text(LINE, encoding="utf-8")
    repeating = prepare(StabilityRequest(answers=file, judge=llm, repeats=repeats, cache=cache))
    shown = list[str]()
    run_id, (found,) = await measure(repeating, show=lambda answer, _: shown.append(answer.id))
    assert shown == ["a"]
    with RunStore(folder / "runs.sqlite") as store:
        assert len(store.items(run_id)) == repeats
    return found


async def test_spread_and_flips_are_reported(tmp_path: Path) -> None:
    llm = ScriptedChatModel([PREFLIGHT, reply(6), reply(8), reply(7), reply(9), "?", "?", "?"])
    found = await measured(tmp_path, llm, 5)
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
    first = ScriptedChatModel([PREFLIGHT, reply(6), reply(8), "?", "?", "?"])
    assert (await measured(tmp_path, first, 3)).failed == 1
    second = ScriptedChatModel([PREFLIGHT, reply(7)])
    found = await measured(tmp_path, second, 3)
    assert (found.failed, found.spreads["accuracy"].median, len(second.prompts)) == (0, 7, 2)


async def test_repeats_are_no_copies_from_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "r.sqlite"
    first = await measured(tmp_path, ScriptedChatModel([PREFLIGHT, reply(6), reply(8), reply(7)]), 3, cache)
    # That run is finished: a new one begins, and the kept replies pay for it.
    llm = ScriptedChatModel([])
    second = await measured(tmp_path, llm, 3, cache)
    assert not llm.prompts
    assert first.spreads == second.spreads
    assert first.spreads["accuracy"].greatest == 8


async def test_one_judgement_shows_no_spread(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="2 or more"):
        await measured(tmp_path, ScriptedChatModel([reply(6)]), 1)
