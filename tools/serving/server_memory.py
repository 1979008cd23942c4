"""Whether the memory of ``judge serve`` stays flat over many evaluations.

Run from anywhere, where Linux has ``/proc``::

    python tools/serving/server_memory.py [--evaluations 20000] [--step 1000]
        [--judge openai:m]

The judge is a local model of no latency in a process of its own, unless another is named. Half of the
evaluations are posted one by one, 16 at once, and half as jobs of 500, turn about. After each step the
resident memory of the server is read. What comes before the first fifth is over is warming up; the rest must
stay within 5 % of its own median. Ends with 1 where it does not.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402  (found once the path is set)

from tools.judge_throughput import cases  # noqa: E402  (as above)
from tools.judge_throughput import server as fake_model  # noqa: E402  (as above)
from tools.serving.served import KEY, served  # noqa: E402  (as above)

_JOB, _AT_ONCE = 500, 16
_WARM, _MAY = 0.2, 0.05


async def one_by_one(client: httpx2.AsyncClient, bodies: list[dict[str, Any]]) -> None:
    """Each evaluation in a request of its own."""
    places = asyncio.Semaphore(_AT_ONCE)

    async def one(body: dict[str, Any]) -> None:
        async with places:
            (await client.post("/v1/evaluations", json=body)).raise_for_status()

    await asyncio.gather(*map(one, bodies))


async def as_jobs(client: httpx2.AsyncClient, bodies: list[dict[str, Any]]) -> None:
    """Evaluations as jobs, whose events are read to the end."""
    for begin in range(0, len(bodies), _JOB):
        made = await client.post("/v1/evaluations/batch", json={"items": bodies[begin : begin + _JOB]})
        async with client.stream("GET", f"{made.headers['location']}/events") as events:
            async for _ in events.aiter_lines():
                pass


async def sampled(url: str, pid: int, count: int, step: int) -> AsyncIterator[float]:
    """Megabytes of the server after each so many evaluations."""
    coming = (
        {"question": question, "answer": answer, "documents": documents}
        for question, answer, documents in cases(count)
    )
    async with httpx2.AsyncClient(
        base_url=url, headers={"Authorization": f"Bearer {KEY}"}, timeout=300
    ) as client:
        for turn in range(count // step):
            await (as_jobs if turn % 2 else one_by_one)(client, list(islice(coming, step)))
            yield resident(pid)


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def measure(given: argparse.Namespace) -> bool:
    """Print what is read, and say whether it stays flat."""
    found: list[float] = []
    with (
        fake_model(0.0, 0, {}) as address,
        tempfile.TemporaryDirectory() as folder,
        served(
            folder,
            *("--judge", given.judge),
            environment={"OPENAI_BASE_URL": address, "OPENAI_API_KEY": "none"},
        ) as server,
    ):
        async for size in sampled(server.url, server.pid, given.evaluations, given.step):
            found.append(size)
            print(f"{len(found) * given.step:7,} evaluations {size:8.1f} MB", flush=True)
    rest = found[int(len(found) * _WARM) :]
    middle = median(rest)
    low, high = min(rest) / middle - 1, max(rest) / middle - 1
    print(f"after warming up: median {middle:.1f} MB, from {low:+.1%} to {high:+.1%}")
    return max(-low, high) <= _MAY


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--evaluations", type=int, default=20_000)
    parser.add_argument("--step", type=int, default=1_000, help="evaluations between two readings")
    parser.add_argument("--judge", default="openai:m")
    sys.exit(not asyncio.run(measure(parser.parse_args())))


if __name__ == "__main__":
    main()
