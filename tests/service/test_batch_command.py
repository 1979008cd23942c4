"""``judge evaluate --batch``: its options, what it says, and how it is cancelled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from agents.batches import submitter
from tests.support.batch_server import openai_batch_server
from tests.support.in_process import ROOT, judge_in_process
from tests.support.interruptible import interruptible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.batch_server import BatchServer

EVALUATE = ("evaluate", "answers.jsonl", "--judge", "openai:some-model")
PRICES = "as_of: 2026-11-01\nmodels:\n  openai:some-model: {input: 2000, output: 4000}\n"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BatchServer]:
    monkeypatch.setattr(submitter, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(submitter, "_LONGEST_PAUSE", 0.02)
    lines = [
        {"question": f"How much freight did item {n} move?", "answer": f"The item {n} moved 12 tons."}
        for n in range(3)
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (tmp_path / "prices.yaml").write_text(PRICES, encoding="utf-8")
    with openai_batch_server(tmp_path / "server") as running:
        for name, value in {
            "OPENAI_BASE_URL": running.base_url,
            "JUDGE_CACHE": str(tmp_path / "replies.sqlite"),
            "JUDGE_PRICES": str(tmp_path / "prices.yaml"),
        }.items():
            monkeypatch.setenv(name, value)
        yield running


def test_answers_are_judged_by_batch(server: BatchServer, tmp_path: Path) -> None:
    done = judge_in_process(*EVALUATE, "--batch", "--progress", "lines", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "no_documents: 3 of 3 scored" in done.stdout
    assert "of 3 requests done" in done.stderr
    assert server.stats["batches"] == 1


def test_claims_are_asked_about_by_batch_too(server: BatchServer, tmp_path: Path) -> None:
    lines = [
        {"question": f"How much did item {n} move?", "answer": "It moved 12 tons [1].", "documents": [f"{n}"]}
        for n in range(3)
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    calls = [
        json.loads(judge_in_process(*EVALUATE, "--dry-run", "--json", *more, "--batch", cwd=tmp_path).stdout)[
            "calls"
        ]
        for more in ([], ["--claims"])
    ]
    assert calls == [3, 6]
    out = ("--out", "out.jsonl")
    done = judge_in_process(*EVALUATE, "--batch", "--claims", *out, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    # The server's one reply is a judgement, which has no verdict on a claim.
    assert [row["claims"]["shares"]["judge_failed"] for row in rows] == [1, 1, 1]
    assert server.stats["batches"] >= 2


def test_a_dry_run_has_half_the_price(server: BatchServer, tmp_path: Path) -> None:
    costs = []
    for option in ([], ["--batch"]):
        done = judge_in_process(*EVALUATE, "--dry-run", "--json", *option, cwd=tmp_path)
        costs.append(json.loads(done.stdout)["cost_usd"])
    assert costs[1] == pytest.approx(costs[0] / 2)
    done = judge_in_process(*EVALUATE, "--dry-run", "--batch", cwd=tmp_path)
    assert "judged by openai:some-model by batch" in done.stdout
    assert server.stats["batches"] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--deadline", "2h"], "--deadline requires --batch"),
        (["--batch", "--deadline", "soon"], "not a length of time"),
    ],
)
def test_options_that_do_not_fit_are_said(
    server: BatchServer, tmp_path: Path, options: list[str], said: str
) -> None:
    done = judge_in_process(*EVALUATE, *options, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert server.stats["batches"] == 0


def test_a_batch_is_refused_for_a_judge_that_asks_no_model(tmp_path: Path, server: BatchServer) -> None:
    answer = {
        "question": "What moved?",
        "answer": "Freight moved in 2020.",
        "documents": ["Freight moved in 2020."],
    }
    (tmp_path / "answers.jsonl").write_text(json.dumps(answer), encoding="utf-8")
    done = judge_in_process("evaluate", "answers.jsonl", "--batch", cwd=tmp_path)
    assert done.returncode == 2
    assert "embedded asks no model, so that there is nothing to batch; leave --batch out" in done.stderr
    assert server.stats["batches"] == 0


@pytest.mark.slow
def test_ctrl_c_leaves_the_batches_and_says_how_to_go_on(server: BatchServer, tmp_path: Path) -> None:
    server.service.delay = 3600
    judge = "import sys; from deep_research_judge.command import main; sys.exit(main())"
    command = [sys.executable, "-c", judge, *EVALUATE, "--batch"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with interruptible():
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
    with process:
        deadline = time.monotonic() + 100
        while not server.service.batches and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "The batches that were sent go on at the provider" in said
    assert "Traceback" not in said
    assert "cancelled" not in server.stats
    cancelled = judge_in_process(*EVALUATE, "--cancel-batches", cwd=tmp_path)
    assert cancelled.returncode == 0, cancelled.stderr
    assert "1 batch cancelled" in cancelled.stdout
    server.service.delay = 0
    done = judge_in_process(*EVALUATE, "--batch", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert server.stats["paid_twice"] == 0
