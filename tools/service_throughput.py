"""What judging over HTTP costs compared with ``evaluate_many`` in process.

500 answers, 64 at once, against a local model of 50 ms in a process of its own::

    python tools/service_throughput.py [--answers 500] [--repeats 3] [--store postgresql://…]

The arms: ``in process``, ``RAGEvaluator.evaluate_many``; ``one by one``, each answer posted to
``/v1/evaluations``; ``job``, all posted to ``/v1/evaluations/batch`` and waited for by its events. Every arm
is run once before it is measured, so that none pays for imports and connections; the arms take turns.
Printed are the medians of the wall time and their ratios to ``in process``.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402  (found once the path is set)

from agents.evaluator import RAGEvaluator  # noqa: E402  (as above)
from agents.judges.passage_conversion import as_passages  # noqa: E402  (as above)
from data_base.schemas.protocols import JudgeRequest  # noqa: E402  (as above)
from tools.judge_throughput import CONCURRENCY, cases, server  # noqa: E402  (as above)

JUDGE = "openai:m"
Arm = Callable[[int], Awaitable[None]]


async def in_process(count: int) -> None:
    """All answers through ``evaluate_many``."""
    requests = (
        JudgeRequest(id=str(n), question=question, answer=answer, documents=as_passages(documents))
        for n, (question, answer, documents) in enumerate(cases(count))
    )
    evaluator = RAGEvaluator(JUDGE, concurrency=CONCURRENCY, cache=None)
    results = [result async for result in evaluator.evaluate_many(requests, concurrency=CONCURRENCY)]
    assert all(result.scored for result in results), results[0].reason  # noqa: S101  (nothing else counts)


def over_http(client: httpx2.AsyncClient) -> dict[str, Arm]:
    """The arms that ask a server."""

    async def one_by_one(count: int) -> None:
        places = asyncio.Semaphore(CONCURRENCY)

        async def one(body: dict[str, Any]) -> None:
            async with places:
                found = await client.post("/v1/evaluations", json=body)
            assert found.json()["evaluation"]["status"] != "failed", found.text  # noqa: S101  (as above)

        await asyncio.gather(*map(one, bodies(count)))

    async def job(count: int) -> None:
        made = await client.post("/v1/evaluations/batch", json={"items": bodies(count)})
        place = made.headers["location"]
        async with client.stream("GET", f"{place}/events") as events:
            async for _ in events.aiter_lines():
                pass
        done = (await client.get(place)).json()
        assert done["result_counts"]["scored"] == count, done  # noqa: S101  (as above)

    return {"one by one": one_by_one, "job": job}


def bodies(count: int) -> list[dict[str, Any]]:
    """The answers as requests."""
    return [
        {"question": question, "answer": answer, "documents": documents}
        for question, answer, documents in cases(count)
    ]


@asynccontextmanager
async def service(
    folder: str, store: str | None, *, at_once: int = CONCURRENCY, connections: int = 2 * CONCURRENCY
) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of ``judge serve`` in a process of its own."""
    call = "from deep_research_judge.command import main; main()"
    command = [sys.executable, "-c", call, "serve", "--port", "0", "--judge", JUDGE]
    settings = {"JUDGE_CONCURRENCY": str(at_once), "JUDGE_STORE": store or f"{folder}/runs.sqlite"}
    key = "drj_measured-by-a-script-of-the-benchmark"
    with subprocess.Popen(  # noqa: ASYNC220, S603  (our own command; nothing else runs in this loop)
        command,
        env={**os.environ, **settings, "JUDGE_API_KEY": key},
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None  # noqa: S101  (it is a pipe)
        try:
            url = process.stdout.readline().split()[2]
            headers = {"Authorization": f"Bearer {key}"}
            limits = httpx2.Limits(max_connections=connections)
            async with httpx2.AsyncClient(
                base_url=url, headers=headers, timeout=120, limits=limits
            ) as client:
                yield client
        finally:
            process.terminate()


async def measure(given: argparse.Namespace) -> None:
    """Take turns and print the medians."""
    with tempfile.TemporaryDirectory() as folder, server(given.latency, 0, {}) as base_url:
        os.environ |= {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": "none", "JUDGE_CACHE": ""}
        async with service(folder, given.store) as client:
            arms: dict[str, Arm] = {"in process": in_process, **over_http(client)}
            walls: dict[str, list[float]] = {name: [] for name in arms}
            for turn in range(given.repeats + 1):
                for name, arm in arms.items():
                    began = time.perf_counter()
                    await arm(given.answers)
                    if turn:
                        walls[name].append(time.perf_counter() - began)
    base = median(walls["in process"])
    print(f"{given.answers} answers, {CONCURRENCY} at once, a model of {given.latency * 1000:g} ms")
    for name, found in walls.items():
        print(f"{name:<12} {median(found):7.2f} s   x {median(found) / base:.2f}   {json.dumps(found)}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--answers", type=int, default=500)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.05, help="seconds of a model call")
    parser.add_argument("--store", help="a PostgreSQL URL, an SQLite file of its own if not given")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
