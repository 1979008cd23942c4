"""The script that measures the embedded judge, on a small load."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.rows import over

if TYPE_CHECKING:
    from types import ModuleType

SCRIPT = Path(__file__).parents[2] / "tools" / "embedded_judge_speed.py"


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("performance_embedded_judge_speed", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SPEED = loaded()


@pytest.mark.slow
def test_it_runs_as_a_user_would_run_it() -> None:
    command = [sys.executable, str(SCRIPT), "--judgements", "3", "--memory", "40"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode in {0, 1}, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        "2000 characters",
        "10000 characters",
        "memory over 40 judgements",
    ]


@over("length", [2_000, 10_000])
def test_contexts_have_the_length_they_name_and_answers_differ(length: int) -> None:
    drawn = list(islice(SPEED.loads(length, 1), 80))
    assert {sum(map(len, load.passages)) for load in drawn} == {length}
    assert len({(load.answer, load.passages) for load in drawn}) == 80
    assert drawn == list(islice(SPEED.loads(length, 1), 80))


def test_percentile_and_growth_by_hand() -> None:
    assert SPEED.percentile(range(1, 101), 0.95) == 96
    assert SPEED.percentile([7.0], 0.95) == 7
    assert SPEED.growth([50, 100, 100, 105]) == pytest.approx(0.05)
    assert SPEED.growth([100, 120, 110, 108]) < 0
