"""The script that measures the harness's PDF reading, run as a user would on a small load."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmark" / "performance" / "pdf_harness_speed.py"


@pytest.mark.slow
def test_every_arm_is_measured_at_every_length() -> None:
    command = [sys.executable, str(SCRIPT), "--pages", "3", "5"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["3", "5"]
    assert [line.split()[0] for line in lines if line.startswith(" ")] == ["pypdfium2", "index", "index"] * 2
