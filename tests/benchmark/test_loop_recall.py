"""The script that measures the loop, run as a user would, on data of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support.in_process import script_in_process

if TYPE_CHECKING:
    import subprocess

SCRIPT = Path(__file__).parents[2] / "benchmark" / "performance" / "loop_recall.py"
PEOPLE = ("Ada Renwick", "Bela Corvin", "Cora Lindqvist", "Dorian Maske")
TOWNS = ("Saltby", "Fenmoor", "Hollowick", "Tarnside")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return script_in_process(SCRIPT, *arguments)


def hotpot_row(person: str, town: str) -> dict[str, Any]:
    """Two hops: who a person is, and what their birthplace is known for; the rest distracts."""
    astray = [
        (f"Tower {n}", [f"The tower of number {n} is known for its height and was born of a bet."])
        for n in range(8)
    ]
    return {
        "question": f"What is the birthplace of {person} known for?",
        "context": [
            [person, [f"{person} was a painter.", f" Born in {town}, {person} left it early."]],
            [town, [f"{town} lies on the coast.", " Its lighthouse draws visitors."]],
            *astray,
        ],
        "supporting_facts": [[person, 1], [town, 1]],
    }


def test_the_loop_follows_what_it_found(tmp_path: Path) -> None:
    rows = [hotpot_row(person, town) for person, town in zip(PEOPLE, TOWNS, strict=True)]
    (tmp_path / "hotpot100.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = run("--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("hotpot100: 4 questions; ")
    assert "of the loop 1.000" in done.stdout


def test_a_folder_without_a_set_is_named(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path))
    assert (done.returncode, "contains none of hotpot100" in done.stderr) == (2, True)
