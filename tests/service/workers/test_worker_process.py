"""``judge worker`` and ``judge db``: as a user starts and stops them."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest

from data_base.store.schema_upgrade import HEAD
from service.jobs.job import Job
from service.jobs.job_store import JobStore
from tests.support.jobs import enter
from tests.support.openai_server import OpenAIServer, openai_server
from tests.support.stores import postgresql_schema, second_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.service.conftest import Command

REPLY = '{"analysis": "read", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "", "suggestion": ""}'
JUDGE = [sys.executable, "-c", "from service.commands.app import main; main()"]


def test_a_file_needs_no_further_workers(judge: Command, tmp_path: Path) -> None:
    store = tmp_path / "none.sqlite"
    code, out, err = judge("worker", "--store", store)
    assert (code, out) == (2, "")
    assert "judge serve" in err
    assert "PostgreSQL" in err
    assert not store.exists()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A slow server behind the judge ``openai:invented``."""
    with openai_server(REPLY, delay=0.1) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        monkeypatch.setenv("JUDGE_STOP_SECONDS", "10")
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("command", ["worker", "serve"])
def test_what_is_told_to_stop_ends_what_is_under_way(command: str, model: OpenAIServer) -> None:
    with postgresql_schema() as address, JobStore(address) as store:
        job = enter(store, 200, judge="openai:invented")
        options = ["--port", "0", "--no-auth"] if command == "serve" else ["--concurrency", "4"]
        line = [*JUDGE, command, "--store", address, *options]
        with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            wait_for_an_item(store, job)
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=30)
        assert (process.returncode, err) == (0, "")
        assert time.monotonic() - began < 10
        scored = [event for event in store.events(job.id) if event.event == "item"]
        # Whatever was asked was kept.
        assert len(scored) == len(model.requests) < 200
        with store.reading() as connection:
            held = connection.exec_driver_sql("SELECT count(*) FROM slices WHERE claimed_by IS NOT NULL")
            assert held.scalar_one() == 0
        assert store.live_workers(60) == 0


@pytest.mark.slow
def test_a_worker_shows_its_figures_on_a_port_of_its_own(model: OpenAIServer) -> None:
    model.delay = 0
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with postgresql_schema() as address, JobStore(address) as store:
        job = enter(store, 3, judge="openai:invented")
        line = [*JUDGE, "worker", "--store", address, "--metrics-port", str(port)]
        with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while store.job(job.id, job.project).state != "done":
                time.sleep(0.05)
            shown = httpx2.get(f"http://127.0.0.1:{port}/metrics").text
            taken = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
        assert 'judge_judgements_total{judge="openai:invented",status="scored"} 3.0' in shown
        assert (process.returncode, taken.returncode) == (0, 2)
        assert f"127.0.0.1:{port}" in taken.stderr


@pytest.mark.slow
def test_a_second_signal_ends_at_once(model: OpenAIServer) -> None:
    model.delay = 5
    with postgresql_schema() as address, JobStore(address) as store:
        enter(store, 10, judge="openai:invented")
        line = [*JUDGE, "worker", "--store", address]
        with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while not model.requests:
                time.sleep(0.02)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.1)
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
        assert process.returncode == -signal.SIGTERM
        assert time.monotonic() - began < 3


def wait_for_an_item(store: JobStore, job: Job) -> None:
    for _ in range(600):
        if any(event.event == "item" for event in store.events(job.id)):
            return
        time.sleep(0.05)
    raise AssertionError("no item was scored")


def test_a_store_is_brought_up_to_date_and_it_is_said_from_where(judge: Command, tmp_path: Path) -> None:
    new, old = tmp_path / "new.sqlite", tmp_path / "old.sqlite"
    assert judge("db", "upgrade", "--store", new)[:2] == (0, f"{new} is at version {HEAD} now.\n")
    assert judge("db", "upgrade", "--store", new)[:2] == (
        0,
        f"{new} is at version {HEAD}; there was nothing to do.\n",
    )
    second_store(str(old), {}, [])
    assert judge("db", "upgrade", "--store", old)[:2] == (0, f"{old} was brought from version 2 to {HEAD}.\n")
