"""How much faster two workers are than one, where the model is what they wait for.

2,000 answers are judged as one job by one ``judge worker`` and by two, in turns, on PostgreSQL, against a
local model of a fixed latency in a process of its own::

    python tools/two_workers.py --store postgresql://… [--answers 2000] [--latency 0.5]

Every worker judges a small job before it is measured, so that none pays for imports and connections. Printed
are the seconds from the entering of the job to its end by the database's clock, the CPU milliseconds that the
workers took for an answer, and the ratio. The store must be new.
"""

import argparse
import json
import sys
import time
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from eval.judging.answer_file import RecordedAnswer  # noqa: E402  (as above)
from service.jobs.job import Job, NewJob  # noqa: E402  (as above)
from service.jobs.job_store import JobStore  # noqa: E402  (as above)
from service.jobs.judging import JudgingTerms  # noqa: E402  (as above)
from tools.service_processes import (  # noqa: E402  (found once the path is set)
    JUDGE,
    answer,
    judge,
    model,
)

CONCURRENCY = 16
WARM_UP = 100


class Measured(NamedTuple):
    """What judging took.

    Attributes:
        seconds: from entering the job to its end.
        cpu_ms: of the workers, for an answer.
    """

    seconds: float
    cpu_ms: float


def enter(store: JobStore, answers: int) -> Job:
    """A job that judges answers."""
    new = NewJob(
        kind="evaluations",
        project="default",
        request=JudgingTerms(judge=JUDGE).model_dump_json(),
        slice_items=10,
    )
    new = new.model_copy(update={"run_id": f"evaluate-{new.id}"})
    given = (_recorded(number).model_dump_json() for number in range(answers))
    with store.transaction() as connection:
        return store.add(connection, new, given)


def _recorded(number: int) -> RecordedAnswer:
    said = answer(number)
    (text,) = said.pop("documents")
    passage = {"id": "d#1", "doc_id": "d", "text": text}
    return RecordedAnswer.model_validate({**said, "documents": [passage]})


def wait(store: JobStore, job: Job) -> float:
    """Seconds from the entering of a job to its end."""
    while (found := store.job(job.id, job.project)).finished_at is None:
        time.sleep(0.1)
    assert found.state == "done", found.last_error  # noqa: S101  (nothing else counts)
    return (
        datetime.fromisoformat(found.finished_at) - datetime.fromisoformat(found.created_at)
    ).total_seconds()


def measure(address: str, base_url: str, workers: int, answers: int) -> Measured:
    """Judge answers with so many workers."""
    settings = {
        "JUDGE_STORE": address,
        "JUDGE_CONCURRENCY": str(CONCURRENCY),
        "OPENAI_BASE_URL": base_url,
        "OPENAI_API_KEY": "none",
    }
    with ExitStack() as running, JobStore(address) as store:
        started = [judge("worker", **settings) for _ in range(workers)]
        for each in started:
            running.callback(each.end)
        wait(store, enter(store, WARM_UP * workers))
        before = sum(each.cpu_seconds() for each in started)
        seconds = wait(store, enter(store, answers))
        cpu = sum(each.cpu_seconds() for each in started) - before
    return Measured(seconds, cpu * 1000 / answers)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--store", required=True, help="a PostgreSQL URL")
    parser.add_argument("--answers", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds of a model call")
    given = parser.parse_args()
    limit = given.answers * given.latency / CONCURRENCY
    print(f"{given.answers} answers, a model of {given.latency:g} s: one worker takes {limit:.1f} s at least")
    found: dict[int, list[Measured]] = {1: [], 2: []}
    with model(given.latency) as base_url:
        for _ in range(given.repeats):
            for workers, measured in found.items():
                measured.append(measure(given.store, base_url, workers, given.answers))
                print(f"{workers} workers: {json.dumps(measured[-1]._asdict())}", flush=True)
    one, two = (min(each.seconds for each in found[workers]) for workers in (1, 2))
    print(f"two workers are {one / two:.2f} times as fast as one")


if __name__ == "__main__":
    main()
