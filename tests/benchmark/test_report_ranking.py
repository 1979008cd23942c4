"""The script that ranks recorded reports, on a tiny made-up set."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.with_people.report_ranking import main, tau

POINTS = ("The farm made 354.4 GWh in 2023.", "It has 47 turbines.", "It cost 1.2 billion euros.")
PADDING = "The sea is wide and the wind is strong, as everybody knows who has been there. "


def data(folder: Path) -> Path:
    """Three systems that cover three, two and no key points; who covers two is by far the longest."""
    points = [{"text": text, "weight": weight} for text, weight in zip(POINTS, (3, 2, 1), strict=True)]
    ids = [f"q{number}" for number in range(4)]
    questions = [{"id": name, "question": f"What of the farm, {name}?", "key_points": points} for name in ids]
    answers = {
        "whole": " ".join(POINTS),
        "long": f"{PADDING * 12}{POINTS[1]} {POINTS[2]}",
        "空白": "Nothing is known of the farm.",
    }
    (folder / "reports").mkdir(parents=True)
    files: dict[str, list[dict[str, Any]]] = {
        "questions": questions,
        **{
            f"reports/{system}": [{"id": name, "answer": text} for name in ids]
            for system, text in answers.items()
        },
    }
    for name, lines in files.items():
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    (folder / "published.json").write_text('{"whole": 0.9, "long": 0.5, "unheard": 0.1}', encoding="utf-8")
    return folder


def test_recorded_reports_are_ranked_by_one_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(data(tmp_path / "data")), "--out", str(tmp_path / "out")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["questions"] == 4
    coverage = {name: own["coverage"] for name, own in found["systems"].items()}
    assert coverage["whole"] > coverage["long"] > coverage["空白"]
    assert found["systems"]["空白"]["published"] is None
    assert found["with published"]["systems"] == 2
    assert found["with published"]["coverage"] == 1
    # whole 1st, long 2nd, 空白 3rd by coverage; long 1st, whole 2nd, 空白 3rd by length.
    assert found["with length"]["coverage"] == pytest.approx(1 / 3, abs=1e-3)
    assert set(found["with length"]) == {
        f"{name}{control}" for name in ("coverage", "score") for control in ("", ", controlled for length")
    }
    assert (tmp_path / "out" / "report.html").exists()


def test_what_is_missing_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = data(tmp_path / "data")
    for name in ("long", "whole"):
        (folder / "reports" / f"{name}.jsonl").unlink()
    assert main(["--data", str(folder), "--out", str(tmp_path / "out")]) == 2
    assert "needs two" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_ties_count_for_neither_side() -> None:
    order = {"a": 3.0, "b": 2.0, "c": 1.0}
    assert tau(order, order) == 1
    assert tau(order, {"a": 1.0, "b": 2.0, "c": 3.0}) == -1
    # Pairs a-b and a-c agree, b-c is tied: 2 / sqrt(3 * 2).
    assert tau(order, {"a": 2.0, "b": 1.0, "c": 1.0}) == pytest.approx(2 / 6**0.5)
    assert tau(order, dict.fromkeys("abc", 1.0)) is None
