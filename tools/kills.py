"""Nothing is lost and nothing is judged twice but what was under way, however often processes are killed.

Jobs are entered over HTTP; then ``judge serve``, and on PostgreSQL one of two ``judge worker`` next to it, is
killed (``SIGKILL``) at a random moment and started again, over and over, while a local model counts who asks
it for which item::

    python tools/kills.py [--kills 30] [--seed N] [--store postgresql://…]

The store must be new. At the end every item has to be scored once and once only, the events of each job to be
numbered without a gap, and whatever was asked for by two lives of the processes to have been under way when
the first of them was killed. Exit code 1 where any of that is not so.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from sqlalchemy import text  # noqa: E402  (found once the path is set)

from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from service.jobs.job_store import JobStore  # noqa: E402  (as above)
from tools.service_processes import (  # noqa: E402  (found once the path is set)
    Process,
    answer,
    ask,
    asked_of,
    judge,
    model,
    serve,
)

CONCURRENCY, LATENCY_S, LEASE_S = 8, 0.6, 5.0
ITEMS = 50
"""Of a job."""
LONGEST_WAIT_S = 1.5
"""Between the choice of a process and its kill."""
IN_FLIGHT = 0.9
"""Share of the kills for which a process is chosen that has calls in flight; else it is any."""


@dataclass
class Kill:
    """What a kill met.

    Attributes:
        life: which life of which process it ended.
        calls: of its that were in flight by the model's count.
        kept: the items that were in the store.
    """

    life: str
    calls: int
    kept: frozenset[str]

    def unkept(self, asked: Iterable[Sequence[Any]]) -> set[str]:
        """The items that the life has asked for and that were not in the store."""
        return {f"item-{item}" for item, key in asked if key == f"Bearer {self.life}"} - self.kept


@dataclass
class Rig:
    """The processes, and what was done to them.

    Attributes:
        store: the run store's address.
        jobs_store: it, opened.
        base_url: of the model.
        shared: whether workers run next to the server.
        dice: draws the moments.
    """

    store: str
    jobs_store: JobStore
    base_url: str
    shared: bool
    dice: random.Random
    url: str = ""
    lives: dict[str, tuple[str, Process, float]] = field(default_factory=dict)
    jobs: dict[str, str] = field(default_factory=dict)
    kills: list[Kill] = field(default_factory=list)
    entered: int = 0
    _born: Counter[str] = field(default_factory=Counter)

    def start(self, name: str) -> None:
        """Begin a life of a process; it asks the model by a key of its own."""
        self._born[name] += 1
        life = f"{name}-{self._born[name]}"
        settings = {
            "JUDGE_STORE": self.store,
            "JUDGE_LEASE_SECONDS": str(LEASE_S),
            "JUDGE_POLL_SECONDS": "0.2",
            "JUDGE_CONCURRENCY": str(CONCURRENCY),
            # Else items that were begun in five lives would fail their job.
            "JUDGE_SLICE_ATTEMPTS": "100",
            "OPENAI_BASE_URL": self.base_url,
            "OPENAI_API_KEY": life,
        }
        if name == "serve":
            process, self.url = serve(**settings)
        else:
            process = judge("worker", **settings)
        self.lives[name] = life, process, time.monotonic()

    def enter(self) -> None:
        """Enter a job unless enough is left to be done."""
        open_jobs = ask(f"{self.url}/v1/jobs?limit=200")["jobs"]
        left = sum(ITEMS * (1 - job["progress"]) for job in open_jobs)
        while left < ITEMS * len(self.lives):
            items = [answer(n) for n in range(self.entered, self.entered + ITEMS)]
            job = ask(f"{self.url}/v1/evaluations/batch", {"items": items})
            self.jobs[job["id"]] = job["run_id"]
            self.entered += ITEMS
            left += ITEMS

    def kill(self) -> None:
        """Kill a process at a random moment."""
        names = self._busy() if self.dice.random() < IN_FLIGHT else sorted(self.lives)
        name = self.dice.choice(names)
        life, process, began = self.lives[name]
        time.sleep(self.dice.uniform(0, LONGEST_WAIT_S))
        # It stands still while it is looked up what it has asked for and what of that is in the store.
        process.signal(signal.SIGSTOP)
        kept = self._kept()
        found = asked_of(self.base_url)
        process.signal(signal.SIGKILL)
        seconds = time.monotonic() - began
        process.end()
        calls = found["under_way"].get(f"Bearer {life}", 0)
        kill = Kill(life, calls, kept)
        self.kills.append(kill)
        unkept = len(kill.unkept(found["asked"]))
        print(f"{len(self.kills):4}  {life:<12} {seconds:8.2f} {calls:9} {unkept:7}", flush=True)
        self.start(name)

    def _busy(self) -> list[str]:
        """The processes that have calls in flight, as soon as there are any."""
        for _ in range(1000):
            calls = asked_of(self.base_url)["under_way"]
            if names := [name for name in sorted(self.lives) if calls.get(f"Bearer {self.lives[name][0]}")]:
                return names
            time.sleep(0.05)
        raise RuntimeError("no process asks the model")

    def _kept(self) -> frozenset[str]:
        """The items in the store."""
        with self.jobs_store.reading() as connection:
            return frozenset(connection.execute(text("SELECT case_id FROM items")).scalars())

    def wait(self) -> None:
        """Wait until all jobs have come to their end."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            states = {ask(f"{self.url}/v1/jobs/{job}")["state"] for job in self.jobs}
            if states <= {"done", "failed", "cancelled"}:
                return
            time.sleep(0.2)
        print("Not all jobs came to their end.")

    def faults(self) -> Iterator[str]:
        """What is not as it has to be."""
        with RunStore(self.store) as runs:
            written = Counter(
                item.case_id
                for run in self.jobs.values()
                for item in runs.history(run)
                if item.status == "scored"
            )
        lost = {f"item-{n}" for n in range(self.entered)} - set(written)
        twice = {item for item, count in written.items() if count > 1}
        yield from (f"{item} was lost" for item in sorted(lost))
        yield from (f"{item} was written {written[item]} times" for item in sorted(twice))
        for job in self.jobs:
            yield from self._faults_of_events(job)
        yield from self._faults_of_payment()

    def _faults_of_events(self, job: str) -> Iterator[str]:
        events: list[dict[str, Any]] = []
        while more := ask(
            f"{self.url}/v1/jobs/{job}/events?after={len(events)}", headers={"Accept": "application/json"}
        ):
            events += more
        if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
            yield f"the events of {job} have a gap"
        told = Counter(event["data"]["case_id"] for event in events if event["event"] == "item")
        if len(told) != ITEMS or set(told.values()) != {1}:
            yield f"the events of {job} do not name each item once"
        if events[-1]["event"] != "done":
            yield f"{job} ended as {events[-1]['event']}"

    def twice(self) -> dict[str, list[str]]:
        """The items that several lives asked for: which, in order."""
        lives: defaultdict[str, list[str]] = defaultdict(list)
        for item, key in asked_of(self.base_url)["asked"]:
            if (life := key.removeprefix("Bearer ")) not in lives[f"item-{item}"]:
                lives[f"item-{item}"].append(life)
        return {item: asked for item, asked in lives.items() if len(asked) > 1}

    def _faults_of_payment(self) -> Iterator[str]:
        asked, twice = asked_of(self.base_url)["asked"], self.twice()
        unkept = {kill.life: kill.unkept(asked) for kill in self.kills}
        for item, lives in twice.items():
            for life in lives[:-1]:
                if item not in unkept.get(life, ()):
                    yield f"{item} was asked for by {' and '.join(lives)}, and was not under way in {life}"
        if len(twice) > len(self.kills) * CONCURRENCY:
            yield f"{len(twice)} items were asked for twice"


@contextmanager
def rig(store: str, seed: int) -> Iterator[Rig]:
    """The processes, ready."""
    shared = store.startswith("postgresql")
    with model(LATENCY_S) as base_url, JobStore(store) as jobs_store:
        found = Rig(store, jobs_store, base_url, shared, random.Random(seed))  # noqa: S311  (a simulation)
        try:
            for name in ("serve", "worker", "another") if shared else ("serve",):
                found.start(name)
            yield found
        finally:
            for _, process, _ in found.lives.values():
                process.end()


def measure(store: str, kills: int, seed: int) -> bool:
    """Kill so often, print what was met; whether all is as it has to be."""
    print(f"{kills} kills, seed {seed}, {'PostgreSQL' if store.startswith('postgresql') else 'SQLite'}")
    print("kill  life          seconds  in flight  unkept")
    with rig(store, seed) as found:
        for _ in range(kills):
            found.enter()
            found.kill()
        found.wait()
        faults = list(found.faults())
        twice, requests = found.twice(), len(asked_of(found.base_url)["asked"])
    met = sum(kill.calls > 0 for kill in found.kills)
    print(f"{found.entered} items in {len(found.jobs)} jobs, {requests} requests to the model")
    print(f"{met} of {kills} kills while calls were in flight, {sum(k.calls for k in found.kills)} calls")
    print(f"{len(twice)} items were asked for again, at most {kills * CONCURRENCY} may be")
    print("\n".join(faults) or "Every item was scored once, no event is missing.")
    return not faults


def main() -> int:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))  # noqa: S311  (it is printed)
    parser.add_argument("--store", help="a PostgreSQL URL; an SQLite file of its own if not given")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if measure(given.store or f"{folder}/runs.sqlite", given.kills, given.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
