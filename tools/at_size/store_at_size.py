"""How a run store behaves when it is large: written, paged, filtered, compared, exported, written by eight.

A run of small items (500 bytes of answer) or full ones (2 KB, an evaluation, five claims) in a new SQLite
file, or in the empty database of a URL::

    python tools/at_size/store_at_size.py --items 1000000 --full
    python tools/at_size/store_at_size.py --items 10000000 --store postgresql://…

Printed are rows written a second, the store's size, medians of the wall times of pages in milliseconds, the
seconds of an export and of a comparison of the run with itself (up to a million items: both sides are in
memory), with the peak of the memory, and items a second of eight processes that write at once, each item in a
transaction of its own.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from sqlalchemy import text  # noqa: E402  (found once the path is set)

from data_base.schemas.answer import Answer  # noqa: E402  (as above)
from data_base.schemas.judgement import Issue, JudgementTrace, ScoredJudgement  # noqa: E402  (as above)
from data_base.schemas.run import ItemStatus, RunItem, RunManifest  # noqa: E402  (as above)
from data_base.schemas.runs.item_page import ItemFilter  # noqa: E402  (as above)
from data_base.schemas.score_card import ErrorTag, ScoreCard  # noqa: E402  (as above)
from data_base.schemas_deep_research import FineGrainedEvaluationResult  # noqa: E402  (as above)
from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from eval.compare.comparison import compare  # noqa: E402  (as above)
from eval.compare.sides import named_side  # noqa: E402  (as above)
from eval.runs.run_file import write_items  # noqa: E402  (as above)

LARGE, WRITERS, APPENDED = "large", 8, 200
BATCH, COMPARED = 1000, 1_000_000
_SENTENCES = (
    "The harbour moved {n} thousand tons of freight in 1978. ",
    "磨坊於一九八七年啟用，每年處理{n}噸。",
    "Плотина открыта в 1978 году, объём {n} тонн. ",
)
LISTS: dict[str, tuple[dict[str, object], str, bool]] = {
    "in order": ({}, "number", False),
    "worst first": ({}, "score", False),
    "best first": ({}, "score", True),
    "no answer": ({"status": ItemStatus.FAILED}, "number", False),
    "claims contradicted": ({"contradicted_min": 1}, "contradicted", True),
    "judge unsure": ({"decided_max": 0.5}, "decided_share", False),
    "a language": ({"language": "ru"}, "score", False),
    "a tag of a fifth": ({"tag": "hard"}, "score", False),
    "a tag of one in 5,000": ({"tag": "rare"}, "score", False),
    "by accuracy": ({}, "accuracy", False),
    "a word of many": ({"text": "1978"}, "score", False),
    "a rare word, one look": ({"text": "needle"}, "score", False),
}


def items(count: int, *, full: bool, seed: int = 1, first: int = 0) -> Iterator[RunItem]:
    """Items of a run."""
    dice = random.Random(seed)  # noqa: S311  (a simulation)
    for number in range(first, first + count):
        yield _item(number, dice, full=full)


def _item(number: int, dice: random.Random, *, full: bool) -> RunItem:
    rare = ("rare",) if number % 5000 == 1 else ()
    tags = ("hard", *rare) if number % 5 == 0 else rare
    labels = {"case_id": f"case-{number:08}", "system": "A", "tags": tags}
    labels["language"] = dice.choice(("en", "zh-Hant", "ru"))
    if dice.random() < 0.01:  # noqa: PLR2004  (one in a hundred)
        return RunItem.model_validate({**labels, "error": "no reply"})
    score = round(dice.random(), 4)
    said = "".join(dice.choice(_SENTENCES).format(n=dice.randrange(10**6)) for _ in range(45 if full else 8))
    card = ScoreCard(primary_score=score, error_tags=(ErrorTag.LOW_ACCURACY,) if score < 0.3 else ())  # noqa: PLR2004
    answer = Answer(text=said + ("needle" if number % 200_000 == 7 else ""))  # noqa: PLR2004  (a few)
    evaluation = _evaluation(1 + 9 * score, dice) if full else None
    return RunItem(**labels, answer=answer, score_card=card, evaluation=evaluation)  # type: ignore[arg-type]


def _evaluation(score: float, dice: random.Random) -> FineGrainedEvaluationResult:
    verdicts = dice.choices(("supported", "contradicted"), (0.98, 0.02), k=5)
    claims = tuple(Issue(claim=_SENTENCES[0].format(n=n), verdict=v) for n, v in enumerate(verdicts))
    return FineGrainedEvaluationResult.from_judgement(
        ScoredJudgement(
            accuracy=score,
            completeness=score,
            clarity=score,
            analysis=_SENTENCES[0] * 5,
            reason=_SENTENCES[0] * 3,
            suggestion="",
            issues=claims,
            decided_share=1.0 if dice.random() < 0.95 else 0.4,  # noqa: PLR2004  (one in twenty)
            rung="strict",
            trace=JudgementTrace(mode="documents", model_id="m", latency_ms=50),
        )
    )


def fill(store: str, run: str, count: int, *, full: bool, seed: int) -> tuple[float, float]:
    """Write a run; rows a second of wall time and of this process's CPU, the making of items left out."""
    wall = cpu = 0.0
    with RunStore(store) as runs:
        terms = {"task": "evaluate", "kind": "evaluate", "scorer_version": "1", "models": {"judge": "m"}}
        runs.create(RunManifest.model_validate({"run_id": run, "created_at": datetime.now(UTC), **terms}))
        made = items(count, full=full, seed=seed)
        while batch := list(islice(made, BATCH)):
            begun, used = time.perf_counter(), time.process_time()
            runs.extend(run, batch)
            wall, cpu = wall + time.perf_counter() - begun, cpu + time.process_time() - used
        runs.finish(run)
    return count / wall, count / cpu


def size_gb(store: str, runs: RunStore) -> float:
    """The size of a store in GB."""
    if "://" not in store:
        return Path(store).stat().st_size / 1e9
    with runs._engine.connect() as connection:  # noqa: SLF001  (no one else asks)
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()) / 1e9


def timed(what: Callable[[], object], repeats: int) -> float:
    """Median of the wall times in ms, the first, which warms up, left out."""
    times = []
    for _ in range(repeats + 1):
        begun = time.perf_counter()
        what()
        times.append((time.perf_counter() - begun) * 1000)
    return median(times[1:])


def pages(runs: RunStore, repeats: int) -> Iterator[tuple[str, float]]:
    """Each list with the time of its first page, and the other readings of a run."""
    for name, (where, sort, descending) in LISTS.items():
        wanted = ItemFilter.model_validate(where)
        page = partial(runs.page, LARGE, where=wanted, sort=sort, descending=descending)  # type: ignore[arg-type]
        yield name, timed(page, repeats)
    middle = runs.page(LARGE, sort="score", limit=1).items[0]
    yield "an item", timed(lambda: runs.item(LARGE, middle.item.case_id, "A"), repeats)
    beside = {"where": ItemFilter(), "sort": "score", "descending": False}
    yield "its neighbours", timed(lambda: runs.neighbours(LARGE, middle.number, **beside), repeats)  # type: ignore[arg-type]
    yield "run: figures, first time", _once(lambda: runs.figures(runs.run(LARGE)))
    yield "run: statistics, first time", _once(lambda: runs.statistics(runs.run(LARGE)))


def _once(what: Callable[[], object]) -> float:
    begun = time.perf_counter()
    what()
    return (time.perf_counter() - begun) * 1000


def at_once(store: str, *, full: bool) -> float:
    """Items a second of eight processes, each of which writes an item a transaction to a run of its own."""
    command = [sys.executable, __file__, "--store", store, *(["--full"] if full else [])]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    writers = [subprocess.Popen([*command, "--append", f"writer-{n}"], **pipes) for n in range(WRITERS)]  # type: ignore[call-overload]  # noqa: S603
    for writer in writers:
        writer.stdout.readline()
    begun = time.perf_counter()
    for writer in writers:
        writer.stdin.close()
    if any(writer.wait() for writer in writers):
        raise SystemExit("a writer failed")
    seconds = time.perf_counter() - begun
    with RunStore(store) as runs:
        kept = sum(runs.tallies(f"writer-{n}")[0].items for n in range(WRITERS))
    if kept != WRITERS * APPENDED:
        raise SystemExit(f"{WRITERS * APPENDED - kept} items were lost")
    return kept / seconds


def append(store: str, run: str, *, full: bool) -> None:
    """Write some items of a run, each in a transaction of its own, once the other writers have started."""
    with RunStore(store) as runs:
        terms = {"task": "evaluate", "scorer_version": "1", "created_at": datetime.now(UTC)}
        runs.create(RunManifest.model_validate({"run_id": run, **terms}))
        print("ready", flush=True)
        sys.stdin.read()
        for item in items(APPENDED, full=full):
            runs.append(run, item)


def measure(store: str, folder: str, given: argparse.Namespace) -> None:
    """Fill the store and print what it takes."""
    wall, cpu = fill(store, LARGE, given.items, full=given.full, seed=given.seed)
    with RunStore(store) as runs:
        print(f"{given.items:,} items; {wall:,.0f} rows/s written, {cpu:,.0f} a CPU second of the writer")
        print(f"{size_gb(store, runs):.2f} GB")
        if given.analyze:
            print(f"vacuum {_once(runs.vacuum) / 1000:.1f} s")
        for name, ms in pages(runs, given.repeats):
            print(f"{ms:10.1f} ms  {name}", flush=True)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        file = Path(folder) / "run.json"
        begun = time.perf_counter()
        write_items(file, runs.manifest(LARGE), runs.stream(LARGE), distinct=True)
        seconds = time.perf_counter() - begun
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        print(f"{seconds:10.1f} s   export, {file.stat().st_size / 1e9:.2f} GB; memory +{more:.0f} MB")
        file.unlink()
    if given.items <= COMPARED:
        seconds = _once(lambda: compare(named_side([LARGE], store), named_side([LARGE], store))) / 1000
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{seconds:10.1f} s   comparison with itself; memory {more:.0f} MB at its peak", flush=True)
    rate = at_once(store, full=given.full)
    print(f"{rate:10.0f} items/s written by {WRITERS} processes, an item a transaction")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--items", type=int, default=200_000)
    parser.add_argument("--full", action="store_true", help="2 KB, an evaluation and five claims each")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--analyze", action="store_true", help="vacuum, so that PostgreSQL knows its tables")
    parser.add_argument("--store", help="a PostgreSQL URL; an SQLite file of its own if not given")
    parser.add_argument("--append", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.append:
        append(given.store, given.append, full=given.full)
        return
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        measure(given.store or f"{folder}/runs.sqlite", folder, given)


if __name__ == "__main__":
    main()
