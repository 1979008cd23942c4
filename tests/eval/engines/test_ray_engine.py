"""Ray as the engine: the same results as in one process, whatever happens to the workers."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.store.run_store import RunStore
from eval.arena.request import ArenaRequest
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.engines.engine import InProcess
from eval.engines.limits import RunLimits
from eval.engines.ray_engine import RayEngine
from eval.engines.ray_start import LOCAL, imported_ray, start_ray
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import judge_all, prepare
from eval.systems.choice import SystemChoice
from eval.tasks.run import evaluate
from eval.tasks.setup import EvalRequest
from eval.tasks.setup import prepare as prepare_task
from tests.service.test_refusing_servers import answers, reply
from tests.support.long_proofs import only_in_long_proofs
from tests.support.openai_server import OpenAIServer, openai_server

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="the extra ray is not installed"),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(600),
]
ROOT = Path(__file__).resolve().parents[3]
JUDGE = [sys.executable, "-c", "from service.commands.app import main; main()"]
_TIMES = {"latency_ms", "created_at", "elapsed_ms", "seconds", "thread_id"}
_FENCED = {"prompt", "prompt_sha256"}
"""In which a code is that is drawn anew in every process."""
WORKERS = 2


@dataclass(frozen=True)
class Cluster:
    """Ray on this machine, and the server that its workers ask."""

    server: OpenAIServer

    def engine(self, **limits: Any) -> RayEngine:
        return RayEngine(workers=WORKERS, limits=RunLimits(**limits))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    prices = tmp_path_factory.mktemp("prices") / "prices.yaml"
    prices.write_text(
        'as_of: 2026-01-01\nmodels:\n  "openai:a": {input: 1000, output: 0}\n', encoding="utf-8"
    )
    with openai_server(reply) as server, pytest.MonkeyPatch.context() as environment:
        keys = {"OPENAI_API_KEY": "a-key-for-tests", "OPENAI_BASE_URL": server.base_url}
        for name, value in (keys | {"JUDGE_PRICES": str(prices), "JUDGE_CACHE": ""}).items():
            environment.setenv(name, value)
        ray = imported_ray()
        start_ray(ray, LOCAL, WORKERS)
        try:
            yield Cluster(server)
        finally:
            ray.shutdown()


def plain(value: Any) -> Any:
    """A value without its times, which are others in each run."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if name not in _TIMES}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def in_store(store: Path) -> tuple[list[Any], list[Any]]:
    """The items and the model calls of the one run, in the order of their cases."""
    with RunStore(str(store)) as opened:
        (run,) = opened.runs()
        kept = sorted(opened.items(run.run_id), key=lambda item: item.case_id)
        items = [plain(item.model_dump(mode="json")) for item in kept]
        calls = [
            plain(call.model_dump(mode="json", exclude=_FENCED))
            for item in items
            for call in opened.calls_of(run.run_id, item["case_id"], item["system"])
        ]
    return items, calls


def judged(folder: Path, engine: InProcess | RayEngine, **more: Any) -> tuple[Any, ...]:
    """What judging gives: the lines of its file, the shards, and what is in the store."""
    folder.mkdir(exist_ok=True)
    request = JudgingRequest(store=str(folder / "runs.sqlite"), engine=engine, **more)
    done = asyncio.run(judge_all(prepare(request), out=folder / "out.jsonl", shards=folder / "shards"))
    lines = (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()
    items, calls = in_store(folder / "runs.sqlite")
    return [plain(json.loads(line)) for line in lines], items, calls, done.summaries, done.run_id


def mixed(folder: Path, count: int = 90) -> Path:
    file = folder / "mixed.jsonl"
    languages = ("How high is tower {}?", "第{}座塔有多高？", "Какова высота башни {}?")
    rows = (
        {
            "id": f"a{number}",
            "question": languages[number % 3].format(number),
            "answer": f"{number} m ({number % 3 + 1}).",
            **({"documents": [f"{number} m.", "好"]} if number % 4 else {}),
            **({"key_points": ["its height"], "tags": ["t"]} if number % 5 == 0 else {}),
        }
        for number in range(count)
    )
    file.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return file


def test_spent_money_ends_a_run_that_goes_on_to_the_results_of_one_process(
    cluster: Cluster, tmp_path: Path
) -> None:
    server, file = cluster.server, answers(tmp_path, 30)
    one = judged(tmp_path / "one", InProcess(), judge="openai:a", answers=file)
    server.requests.clear()
    server.delay = 0.1
    with pytest.raises(InputError, match="raise --max-usd and run the same command again"):
        judged(tmp_path / "many", cluster.engine(usd=2.0), judge="openai:a", answers=file, concurrency=2)
    spent = len(server.requests)
    assert 0 < spent < 30
    many = judged(
        tmp_path / "many", cluster.engine(requests_per_minute=1_000), judge="openai:a", answers=file
    )
    server.delay = 0.0
    assert many == one
    assert len(one[0]) == len(one[1]) == len(one[2]) == 30
    # Each answer once, but for those that were under way when the money was spent.
    assert 30 <= len(server.requests) <= 30 + 2 * WORKERS
    assert server.most_at_once > 1


@only_in_long_proofs
def test_answers_in_hand_of_a_worker_that_dies_are_judged_by_another(
    cluster: Cluster, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    said = [f"answer {n}" if n % 7 != 3 else f"die {tmp_path}/died-{n}" for n in range(20)]
    file.write_text(
        "\n".join(json.dumps({"question": "q", "answer": each}) for each in said), encoding="utf-8"
    )
    lines, items, *_ = judged(
        tmp_path / "run",
        cluster.engine(),
        answers=file,
        judge="tests.support.dying_judge:once",
        concurrency=2,
    )
    assert [line["id"] for line in lines] == [str(n) for n in range(1, 21)]
    assert all(line["reason"] == f"read {line['id']}" for line in lines)
    assert len(items) == 20
    assert len(list(tmp_path.glob("died-*"))) == 3


@only_in_long_proofs
def test_an_answer_that_kills_every_worker_ends_the_run_with_its_name(
    cluster: Cluster, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    rows = [
        {"id": "fatal" if n == 5 else str(n), "question": "q", "answer": "die" if n == 5 else "x"}
        for n in range(8)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.raises(InputError, match="workers of Ray died over fatal"):
        judged(
            tmp_path / "run",
            cluster.engine(),
            answers=file,
            judge="tests.support.dying_judge:always",
            concurrency=1,
        )


@only_in_long_proofs
def test_a_task_is_scored_by_workers(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(
        "task: t\nmetrics:\n  - metric: exact_match\n    field: a\n", encoding="utf-8"
    )
    rows = [{"id": f"q{n}", "gt_a": "x", "pred_a": "x" if n % 4 else "y", "question": "q"} for n in range(50)]
    data = tmp_path / "d.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for system in ({}, {"model": "embedded"}):
        files: list[Any] = []
        for engine in (InProcess(), cluster.engine()):
            out = tmp_path / f"{len(files)}{len(system)}.json"
            request = EvalRequest(
                task=tmp_path / "t.yaml",
                data=data,
                out=out,
                store=str(out.with_suffix(".sqlite")),
                engine=engine,
                system=SystemChoice(**system),
            )
            asyncio.run(evaluate(prepare_task(request)))
            written = plain(json.loads(out.read_bytes()))
            # Results stand in the order in which they came.
            files.append({**written, "results": sorted(written["results"], key=lambda each: each["id"])})
        assert files[0] == files[1]


@only_in_long_proofs
def test_an_arena_is_judged_by_workers(cluster: Cluster, tmp_path: Path) -> None:
    found = []
    for name, engine in (("one", InProcess()), ("many", cluster.engine())):
        request = ArenaRequest(
            config=ROOT / "benchmark" / "arena" / "arena.yaml",
            limit=2,
            out=tmp_path / name,
            store=str(tmp_path / f"{name}.sqlite"),
            engine=engine,
        )
        result = asyncio.run(run_arena(prepare_arena(request)))
        found.append(plain(result.model_dump(mode="json")))
    one, many = found
    assert many == one
    assert len(one["pairs"]) == 2 * 2 * 6
    assert all(item["evaluation"]["status"] == "scored" for case in one["items"] for item in case["items"])


@only_in_long_proofs
def test_a_killed_command_goes_on_and_judges_nothing_twice(tmp_path: Path) -> None:
    """A command of its own: Ray is started and stopped by it, and dies with it."""
    file, store = answers(tmp_path, 30), tmp_path / "runs.sqlite"
    with openai_server(reply, delay=0.3) as server:
        environment = {
            **os.environ,
            "OPENAI_API_KEY": "a-key-for-tests",
            "OPENAI_BASE_URL": server.base_url,
            "JUDGE_CACHE": "",
        }
        command = [*JUDGE, "evaluate", str(file), "--judge", "openai:a", "--engine", "ray", "--workers", "1"]
        command += ["--concurrency", "2", "--store", str(store), "--shards", str(tmp_path / "shards")]
        first = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 240
        while len(server.requests) < 12 and time.monotonic() < deadline:
            time.sleep(0.1)
        first.send_signal(signal.SIGKILL)
        first.communicate()
        second = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert second.returncode == 0, second.stderr
    assert "30 of 30 scored" in second.stdout
    # The first small question of each command, and what was under way when the first was killed.
    assert len(server.requests) <= 30 + 2 + 2 * 2
    items, _ = in_store(store)
    assert len(items) == 30
    assert [path.name for path in sorted((tmp_path / "shards").glob("part-*"))] == ["part-000000.parquet"]
