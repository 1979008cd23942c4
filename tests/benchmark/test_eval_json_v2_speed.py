"""The script that measures the Eval JSON v2 scorer, run as a user would, on a small load."""

import re
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmark" / "performance" / "eval_json_v2_speed.py"


def test_both_scorers_are_measured_and_agree() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--items", "8", "--rounds", "1"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^\w+", done.stdout, re.MULTILINE) == ["ours", "plain", "ratio", "equal"]
    assert "equal  True" in done.stdout
