"""A process that is killed in any step of a run, by the signal that nothing can catch."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support import counted_run
from tests.support.counted_run import QUESTION, THREAD, calls_in, counted_service
from tests.support.long_proofs import short_or_long

if TYPE_CHECKING:
    from pathlib import Path

    from data_base.schemas_deep_research import DeepResearchResult

# Every node, some of them later than in their first turn.
TURNS = [
    ("plan", 1),
    ("search", 2),
    ("search", 4),
    ("gather", 1),
    ("follow", 1),
    ("answer", 2),
    ("answer", 3),
    ("evaluate", 1),
    ("refine", 1),
    ("refine", 3),
    ("gather", 4),
    ("finish", 1),
    ("judge_finally", 1),
    ("judge_finally", 2),
    ("finish", 2),
    ("finish", 3),
]

pytestmark = pytest.mark.slow


def without_times(result: DeepResearchResult) -> DeepResearchResult:
    attempts = tuple(item.model_copy(update={"elapsed_ms": 0}) for item in result.attempts)
    return result.model_copy(update={"attempts": attempts, "elapsed_ms": 0})


def killed(place: Path | str, calls: Path, node: str, nth: int, *more: str) -> None:
    command = [sys.executable, counted_run.__file__, str(place), str(calls), node, str(nth), *more]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr


async def same_as_uncut(place: Path | str, tmp_path: Path, *, found: bool = False) -> None:
    uncut_calls, calls = tmp_path / "uncut.txt", tmp_path / "calls.txt"
    uncut = await counted_service(None, uncut_calls, found=found).run(QUESTION, thread_id=THREAD)
    resumed = await counted_service(place, calls, found=found).run(QUESTION, thread_id=THREAD)
    assert without_times(resumed) == without_times(uncut)
    assert [attempt.unchanged for attempt in uncut.attempts] == [False, True, False]
    once, made = calls_in(uncut_calls), calls_in(calls)
    assert made.keys() == once.keys()
    repeated = made - once
    assert sum(repeated.values()) <= 1


@pytest.mark.parametrize(("node", "nth"), short_or_long([("search", 2), ("judge_finally", 2)], TURNS))
async def test_goes_on_as_if_nothing_had_happened(node: str, nth: int, tmp_path: Path) -> None:
    place = tmp_path / "runs.sqlite"
    killed(place, tmp_path / "calls.txt", node, nth)
    await same_as_uncut(place, tmp_path)


@pytest.mark.parametrize(("node", "nth"), short_or_long([("follow", 1)], [("follow", 1), ("evaluate", 1)]))
async def test_goes_on_where_a_step_that_found_all_wrote_the_draft(
    node: str, nth: int, tmp_path: Path
) -> None:
    place = tmp_path / "runs.sqlite"
    killed(place, tmp_path / "calls.txt", node, nth, "found")
    await same_as_uncut(place, tmp_path, found=True)


@pytest.mark.parametrize(("node", "nth"), short_or_long([("evaluate", 1)], [("search", 2), ("evaluate", 1)]))
async def test_goes_on_from_postgresql(node: str, nth: int, tmp_path: Path, postgres_url: str) -> None:
    killed(postgres_url, tmp_path / "calls.txt", node, nth)
    await same_as_uncut(postgres_url, tmp_path)


def test_every_node_is_killed() -> None:
    from agents.research.graph import research_graph

    assert {node for node, _ in TURNS} == set(research_graph().nodes) - {"__start__"}
