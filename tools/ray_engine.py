"""How much faster Ray judges than one process, what it costs with one worker, and in how much memory.

    uv run --extra ray tools/ray_engine.py [ANSWERS]

The embedded judge judges the same answers in one process, with one worker of Ray and with two, each in a
process and with a store of its own. Start-up is left out: time counts from the tenth part of the answers on.
By default 6,000 answers, a minute of work and more for one process. Ratios mean little where others are at
work on the machine; the processor time of an answer, of all processes of Ray together, says more then.
"""

import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from data_base.schemas.run import RunItem  # noqa: E402
from eval.engines.engine import InProcess  # noqa: E402
from eval.engines.ray_engine import RayEngine  # noqa: E402
from eval.judging.judging_request import JudgingRequest  # noqa: E402
from eval.judging.run import judge_all, prepare  # noqa: E402

_ENGINES = {"one process": 0, "Ray, 1 worker": 1, "Ray, 2 workers": 2}
_MB = 1024


def _write_answers(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            built, height = 1800 + number % 200, 100 + number % 250
            passages = [
                f"The tower of town {number} was built in {built}. It is {height} m high and has two lifts.",
                f"Town {number} lies on a river. Its tower is visited by {number * 7:,} people a year.",
                "Steel towers are painted every seven years, which takes 60 tonnes of paint.",
            ]
            answer = (
                f"It was built in {built + number % 2} and is {height} m high, with {number % 3 + 1} lifts."
            )
            question = f"When was the tower of town {number} built, and how high is it?"
            row = {"question": question, "answer": answer, "documents": passages}
            file.write(json.dumps(row) + "\n")


class _Pace:
    """Answers a second from the tenth part of them on."""

    def __init__(self, count: int) -> None:
        self._count, self._seen, self._from = count, 0, 0.0
        self.workers_mb: list[float] = []
        self.seconds = self.cpu = 0.0

    def __call__(self, _item: RunItem) -> None:
        self._seen += 1
        if self._seen == self._count // 10:
            self._from, self.cpu = time.perf_counter(), _cpu_seconds()
        if self._seen == self._count:
            self.seconds, self.cpu = time.perf_counter() - self._from, _cpu_seconds() - self.cpu
            self.workers_mb = _workers_mb()

    @property
    def rate(self) -> float:
        return self.timed / self.seconds

    @property
    def timed(self) -> int:
        return self._count - self._count // 10


def _processes() -> dict[int, list[str]]:
    """This process and all below it, each with the fields of its state from the third on."""
    stats = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stats[int(process.name)] = (
                (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            )
    ours = {os.getpid()}
    while more := {pid for pid, fields in stats.items() if int(fields[1]) in ours and pid not in ours}:
        ours |= more
    return {pid: stats[pid] for pid in ours}


def _cpu_seconds() -> float:
    """Processor time of this process and all below it."""
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in _processes().values())
    return ticks / os.sysconf("SC_CLK_TCK")


def _workers_mb() -> list[float]:
    """The most memory that each worker ever had."""
    found = []
    for pid in _processes():
        with suppress(OSError, IndexError):
            process = Path(f"/proc/{pid}")
            if b"ray::Worker" in (process / "cmdline").read_bytes():
                status = (process / "status").read_text(encoding="utf-8")
                found.append(int(status.partition("VmHWM:")[2].split()[0]) / _MB)
    return sorted(found)


def _judge(answers: Path, workers: int) -> None:
    gc.set_threshold(50_000, 20, 20)
    with tempfile.TemporaryDirectory() as folder:
        engine = RayEngine("local", workers) if workers else InProcess()
        judging = prepare(JudgingRequest(answers=answers, store=f"{folder}/runs.sqlite", engine=engine))
        pace = _Pace(judging.count)
        asyncio.run(judge_all(judging, watch=pace))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    found = {
        "rate": pace.rate,
        "seconds": pace.seconds,
        "workers_mb": pace.workers_mb,
        "cpu_ms": 1000 * pace.cpu / pace.timed,
    }
    print(json.dumps({**found, "driver_mb": usage.ru_maxrss / _MB}))


def main(count: int) -> None:
    """Measure one engine after the other and print them side by side."""
    rates: dict[str, float] = {}
    print(f"{count:,} answers, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        answers = Path(folder) / "answers.jsonl"
        _write_answers(answers, count)
        for name, workers in _ENGINES.items():
            command = [sys.executable, __file__, "judge", str(answers), str(workers)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  (this script)
            found = json.loads(done.stdout.splitlines()[-1])
            rates[name] = found["rate"]
            workers_mb = ", ".join(f"{size:.0f}" for size in found["workers_mb"]) or "-"
            print(
                f"{name:15} {found['rate']:8.1f} answers/s over {found['seconds']:6.1f} s; "
                f"{found['cpu_ms']:.1f} ms of processors each; "
                f"MB: driver {found['driver_mb']:.0f}, workers {workers_mb}; load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    one = rates["one process"]
    print(f"2 workers are {rates['Ray, 2 workers'] / one:.2f} times as fast as one process (wanted: 1.6)")
    print(f"1 worker takes {one / rates['Ray, 1 worker']:.2f} times as long as one process (at most: 1.25)")


if __name__ == "__main__":
    if sys.argv[1:2] == ["judge"]:
        _judge(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 6_000)
