"""How the costs of judging grow: 1,000, 10,000 and 100,000 answers through ``judge evaluate``.

Against the local server of ``openai_fault_server.py``, in a process of its own, and with the embedded judge::

    python tools/at_size/scale.py [--sizes 1000 10000 100000] [--judges openai:m embedded]

Every size runs in a fresh process, its start-up included. Printed are wall time, CPU time, the peak of the
memory and the sizes of the store and of the results; below, the exponent of each in the number of answers,
fitted on logarithms: 1 is a line, 0 is flat.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from tools.judge_throughput import server, write_answers  # noqa: E402  (found once it is set)

COLUMNS = ("wall s", "CPU s", "peak MB", "store MB", "results MB")
_COMMAND = "import sys; from service.commands.app import app, run; sys.exit(run(app))"


def judged(judge: str, count: int, concurrency: int, base_url: str | None) -> list[float]:
    """What it costs to judge so many answers, a figure for each column."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        answers, out, store = (Path(folder) / name for name in ("answers.jsonl", "out.jsonl", "runs.sqlite"))
        write_answers(answers, count)
        settings = {"JUDGE_STORE": str(store), "OPENAI_API_KEY": "none", "PYTHONPATH": str(ROOT)}
        settings["JUDGE_CACHE"] = str(Path(folder) / "replies.sqlite")
        if base_url is not None:
            settings["OPENAI_BASE_URL"] = base_url
        asked = ["evaluate", answers, "--judge", judge, "--out", out, "--concurrency", concurrency]
        command = [sys.executable, "-c", _COMMAND, *map(str, asked), "--progress", "off"]
        begun = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603  (this very program)
            command,
            env=os.environ | settings,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        if status:
            raise SystemExit(f"judging {count} answers with {judge} ended with {status}")
        scored = sum(not json.loads(line)["evaluation_failed"] for line in out.open(encoding="utf-8"))
        if scored != count:
            raise SystemExit(f"{count - scored} of {count} answers have no score")
        sizes = [each.stat().st_size / 1e6 for each in (store, out)]
        return [wall, used.ru_utime + used.ru_stime, _megabytes(used), *sizes]


def _megabytes(used: resource.struct_rusage) -> float:
    return float(used.ru_maxrss) / (1024 if sys.platform == "linux" else 1024**2)


def exponent(sizes: Iterable[int], figures: Iterable[float]) -> float:
    """The slope of a line through logarithms of figures over those of sizes."""
    points = [(math.log(size), math.log(figure)) for size, figure in zip(sizes, figures, strict=True)]
    middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
    spread = sum((x - middle[0]) ** 2 for x, _ in points)
    return float(sum((x - middle[0]) * (y - middle[1]) for x, y in points) / spread)


def measure(judge: str, given: argparse.Namespace, say: Callable[[str], None] = print) -> list[list[float]]:
    """Judge with each size; the figures of each are printed as they come."""
    say(f"{judge}\n   answers  " + "  ".join(f"{name:>10}" for name in COLUMNS))
    rows = []
    for size in given.sizes:
        faults: dict[str, float] = {}
        with nullcontext(None) if judge == "embedded" else server(given.latency, given.seed, faults) as url:
            rows.append(judged(judge, size, given.concurrency, url))
        say(f"{size:10,}  " + "  ".join(f"{figure:10.1f}" for figure in rows[-1]))
    if len(given.sizes) > 1:
        slopes = [exponent(given.sizes, column) for column in zip(*rows, strict=True)]
        say("  exponent  " + "  ".join(f"{slope:10.2f}" for slope in slopes))
        say(f"peak memory of the largest / that of the one before: {rows[-1][2] / rows[-2][2]:.2f}")
    return rows


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--judges", nargs="+", default=["openai:m", "embedded"])
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.05, help="seconds that the server takes")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for judge in given.judges:
        measure(judge, given, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
