"""What the run store costs next to bare SQLAlchemy, and whether memory stays flat on a long run.

Judged answers with citations and passages, 4 kB of JSON each, side by side in one run::

    python benchmark/performance/run_store_stream.py [--items 100000] [--appends 1000] [--repeats 3]

``--url`` names an empty PostgreSQL database or schema in place of SQLite files. Writing many:
``RunStore.take_in`` beside Core inserts of the same rows in batches of the same size and one transaction.
Writing one by one: ``RunStore.append`` beside Core inserts with a commit each, both flushed to the disk. The
bare table has a primary key, no index and no guard. ``make`` is what all of them pay to make the items and
their JSON. Reading: what ``judge runs list`` and ``judge runs export`` read, and every item.

Every arm runs in a process of its own. Printed are medians: rows a second, CPU microseconds a row, peak
memory, and by how much it exceeds the peak with a hundredth of the items.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sqlalchemy import Column, MetaData, Table

from data_base.answer import Answer, Citation
from data_base.passage import Passage
from data_base.run import RunItem, RunManifest
from data_base.run_store import RunStore
from data_base.score_card import ScoreCard
from data_base.store import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

RUN = "measured"
BATCH = 500
BARE = Table(
    "bare_items", MetaData(), *(Column(c.name, c.type, primary_key=c.primary_key) for c in tables.items.c)
)
ADD_BARE = BARE.insert().inline()
_SENTENCE = "The harbour moved {n} thousand tons of freight that year, of which the quay took the rest. "


def items(count: int) -> Iterator[RunItem]:
    """Judged answers, each with two passages and a citation."""
    for number in range(count):
        text = _SENTENCE.format(n=number) * 8
        passages = tuple(
            Passage(id=f"harbour.pdf#p{page}.1", doc_id="harbour.pdf", page=page, text=text)
            for page in (1, 2)
        )
        answer = Answer(
            text=text,
            passages=passages,
            citations=(Citation(sentence=text, passage_id=passages[0].id, doc_id="harbour.pdf", page=1),),
        )
        card = ScoreCard(primary_score=number % 10 / 10, explain=text)
        yield RunItem(case_id=f"case-{number}", system="A", answer=answer, score_card=card)


def manifest() -> RunManifest:
    """The terms of the run that is measured."""
    return RunManifest(
        run_id=RUN, task="stream", scorer_version="1", created_at=datetime(2026, 1, 1, tzinfo=UTC)
    )


def rows(count: int) -> Iterator[dict[str, object]]:
    """The same items as rows."""
    for item in items(count):
        yield {
            "run_id": RUN,
            "case_id": item.case_id,
            "system": item.system,
            "payload": item.model_dump_json(),
            "score": item.score_card.primary_score if item.score_card else None,
        }


def make(_store: RunStore, count: int) -> int:
    """Make the items and their JSON, and write nothing."""
    return sum(1 for _ in rows(count))


def take_in(store: RunStore, count: int) -> int:
    """Take a whole run in."""
    return store.take_in(manifest(), items(count))


def bare_bulk(store: RunStore, count: int) -> int:
    """The same by SQLAlchemy's Core alone."""
    made = rows(count)
    with bare_table(store) as writing, writing.begin() as connection:
        while batch := list(islice(made, BATCH)):
            connection.execute(ADD_BARE, batch)
    return count


@contextmanager
def bare_table(store: RunStore) -> Iterator[Engine]:
    """A table without guards in the same database, with the same settings of the connection."""
    writing = store._writing  # noqa: SLF001  (on purpose: whatever the store sets up, both have)
    BARE.create(writing)
    yield writing


def append(store: RunStore, count: int) -> int:
    """Append item by item."""
    store.create(manifest())
    for item in items(count):
        store.append(RUN, item)
    return count


def bare_commits(store: RunStore, count: int) -> int:
    """The same by SQLAlchemy's Core alone, a commit each."""
    with bare_table(store) as writing:
        for row in rows(count):
            with writing.begin() as connection:
                connection.execute(ADD_BARE, row)
    return count


def tally(store: RunStore, _count: int) -> int:
    """What ``judge runs list`` reads."""
    return sum(found.items for run in store.runs() for found in store.tallies(run.run_id))


def stream(store: RunStore, _count: int) -> int:
    """Read every item."""
    return sum(1 for _ in store.stream(RUN))


def export(store: RunStore, _count: int) -> int:
    """What ``judge runs export`` does."""
    from eval.run_file import write_items  # noqa: PLC0415  (only where it is measured)

    with tempfile.TemporaryDirectory() as folder:
        path, read = Path(folder) / "run.json", store.stream(RUN)
        return write_items(path, store.manifest(RUN), read, distinct=True).n_total


WRITING: dict[str, Callable[[RunStore, int], int]] = {
    "make": make,
    "take_in": take_in,
    "bare_bulk": bare_bulk,
}
ONE_BY_ONE = {"append": append, "bare_commits": bare_commits}
READING = {"tally": tally, "stream": stream, "export": export}
ARMS = {**WRITING, **ONE_BY_ONE, **READING}
PAIRS = (("take_in", "bare_bulk"), ("append", "bare_commits"))


def measured(arm: str, address: str, count: int) -> dict[str, float]:
    """Run one arm in this process."""
    with RunStore(address) as store:
        wall, cpu = time.perf_counter(), time.process_time()
        handled = ARMS[arm](store, count)
        taken = (time.perf_counter() - wall, time.process_time() - cpu)
    if handled != count:
        raise SystemExit(f"{arm} handled {handled} of {count} items")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"rows_s": count / taken[0], "cpu_us": taken[1] / count * 1e6, "peak_mb": peak}


def in_a_process(arm: str, address: str, count: int) -> dict[str, float]:
    """Run one arm in a process of its own."""
    command = [sys.executable, __file__, "--arm", arm, "--items", str(count), "--url", address]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  (our own script)
    found: dict[str, float] = json.loads(ended.stdout)
    return found


def one_round(folder: Path, url: str | None, count: int, appends: int) -> dict[str, dict[str, float]]:
    """Every arm once, every writing one on an empty store."""
    found = {}
    for arm in (*WRITING, *ONE_BY_ONE):
        address = url or str(folder / f"{arm}.sqlite")
        # Making a store loads the migrations' library, which is not what is measured.
        RunStore(address).close()
        found[arm] = in_a_process(arm, address, appends if arm in ONE_BY_ONE else count)
        if arm == "take_in":
            for reader in READING:
                found[reader] = in_a_process(reader, address, count)
        if url is None:
            Path(address).unlink()
        else:
            clear(url)
    return found


def clear(url: str) -> None:
    """Take everything out of a database again."""
    with RunStore(url) as store:
        BARE.drop(store._writing, checkfirst=True)  # noqa: SLF001  (see bare_table)
        for run in store.runs():
            store.delete(run.run_id)


def compare(url: str | None, count: int, appends: int, repeats: int) -> None:
    """Run all arms in turns and print the medians."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = one_round(folder, url, count // 100, appends // 100)
        rounds = [one_round(folder, url, count, appends) for _ in range(repeats)]
    print(f"{'':<14}{'rows/s':>12}{'CPU us/row':>12}{'peak MB':>10}{'over 1/100':>12}")
    for arm in ARMS:
        speed, cpu, peak = (
            median(found[arm][figure] for found in rounds) for figure in ("rows_s", "cpu_us", "peak_mb")
        )
        print(f"{arm:<14}{speed:>12,.0f}{cpu:>12.1f}{peak:>10.1f}{peak - small[arm]['peak_mb']:>+12.1f}")
    for ours, bare in PAIRS:
        ratios = [found[ours]["rows_s"] / found[bare]["rows_s"] for found in rounds]
        cpus = [found[ours]["cpu_us"] / found[bare]["cpu_us"] for found in rounds]
        print(f"{ours} : {bare}   rows/s x{median(ratios):.2f}, CPU x{median(cpus):.2f}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--appends", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--url", help="An empty PostgreSQL database or schema; SQLite files if not given.")
    parser.add_argument("--arm", choices=sorted(ARMS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.arm:
        print(json.dumps(measured(given.arm, given.url, given.items)))
    else:
        compare(given.url, given.items, given.appends, given.repeats)


if __name__ == "__main__":
    main()
