"""What it costs a job that many read along, and whether all of them get all of its events.

200 readers on one job that its model, a local one in a process of its own, holds to 10 items a second::

    python tools/sse_readers.py [--readers 200] [--items 300] [--repeats 2] [--store URL]

Every fourth reader goes away in the middle of the stream, twice, at places that a seed draws, and comes back
with ``Last-Event-ID``. The job takes turns without and with readers. Printed are the medians of the job's
time, their ratio, and how many readers lost, or got twice, an event.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402  (found once the path is set)

from tools.judge_throughput import server  # noqa: E402  (as above)
from tools.service_throughput import bodies, service  # noqa: E402  (as above)

AT_ONCE, LATENCY_S = 16, 1.6
_LEAVES, _NO_MORE = 4, 204


async def read_along(client: httpx2.AsyncClient, place: str, leaves: Sequence[int] = ()) -> list[int]:
    """Ids of a job's events as a reader gets them, to the job's end.

    Args:
        client: of the server.
        place: the job.
        leaves: ids of events after which the reader goes away and comes back.
    """
    found, leaving = [0], list(leaves)
    while True:
        headers = {"Last-Event-ID": str(found[-1])}
        async with client.stream("GET", f"{place}/events", headers=headers) as response:
            if response.status_code == _NO_MORE:
                return found[1:]
            response.raise_for_status()
            async for line in response.aiter_lines():
                if line.startswith("id: "):
                    found.append(int(line.removeprefix("id: ")))
                if leaving and found[-1] >= leaving[0]:
                    leaving.pop(0)
                    break


def drawn_leaves(readers: int, items: int, seed: int) -> list[list[int]]:
    """After which events each reader goes away: most never, every fourth twice."""
    dice = random.Random(seed)  # noqa: S311  (no secret)
    return [sorted(dice.sample(range(1, items), 2)) if n % _LEAVES == 0 else [] for n in range(readers)]


async def hold(client: httpx2.AsyncClient, items: int, leaves: Sequence[Sequence[int]]) -> tuple[float, int]:
    """Have a job done; its seconds, and how many readers did not get each event once."""
    made = await client.post("/v1/evaluations/batch", json={"items": bodies(items)})
    place = made.raise_for_status().headers["location"]
    reading = [asyncio.create_task(read_along(client, place, each)) for each in leaves]
    while (job := (await client.get(place)).json())["finished_at"] is None:  # noqa: ASYNC110  (as a user does)
        await asyncio.sleep(1)
    assert job["result_counts"]["scored"] == items, job  # noqa: S101  (nothing else counts)
    found = await asyncio.gather(*reading)
    told = await client.get(f"{place}/events?after={items}", headers={"Accept": "application/json"})
    every = list(range(1, told.json()[-1]["seq"] + 1))
    begun, ended = (datetime.fromisoformat(job[name]) for name in ("started_at", "finished_at"))
    return (ended - begun).total_seconds(), sum(ids != every for ids in found)


async def measure(given: argparse.Namespace) -> None:
    """Take turns and print the medians."""
    with tempfile.TemporaryDirectory() as folder, server(LATENCY_S, 0, {}) as base_url:
        os.environ |= {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": "none", "JUDGE_CACHE": ""}
        connections = given.readers + AT_ONCE
        async with service(folder, given.store, at_once=AT_ONCE, connections=connections) as client:
            await hold(client, AT_ONCE, [])
            alone, read, lost = [], [], 0
            for turn in range(given.repeats):
                alone.append((await hold(client, given.items, []))[0])
                seconds, losers = await hold(
                    client, given.items, drawn_leaves(given.readers, given.items, given.seed + turn)
                )
                read.append(seconds)
                lost += losers
    print(f"{given.items} items, {AT_ONCE} at once, a model of {LATENCY_S} s; seed {given.seed}")
    print(f"without readers   {median(alone):6.2f} s   {given.items / median(alone):.1f} items a second")
    print(f"{given.readers} readers       {median(read):6.2f} s   x {median(read) / median(alone):.3f}")
    print(f"readers that lost an event, or got one twice: {lost} of {given.readers * given.repeats}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--items", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", help="a PostgreSQL URL, an SQLite file of its own if not given")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
