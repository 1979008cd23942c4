import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_sweep_runs_from_anywhere_and_meets_its_goals(tmp_path: Path) -> None:
    script = ROOT / "benchmark" / "performance" / "digit_sweep.py"
    done = subprocess.run(
        [sys.executable, str(script), "--quick", "--limit", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "digit changes" in done.stdout
    assert "paraphrases: 4" in done.stdout


@pytest.mark.slow
def test_documents_and_answers_written_without_sight_of_the_code_meet_the_goals_too() -> None:
    script = ROOT / "benchmark" / "performance" / "digit_sweep.py"
    done = subprocess.run(
        [sys.executable, str(script), "--quick", "--folder", str(ROOT / "tests" / "independent")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "paraphrases: 52" in done.stdout
