"""What judging costs compared with a bare loop over the ``openai`` library.

1,000 answers (question 135, passages 4,055, answer 488 characters), 64 at once, against a local server in a
process of its own, clean and with faults::

    python tools/judge_throughput.py [--answers 1000] [--repeats 3] [--latency 0.05]

The arms: ``bare``, that loop; ``command``, ``judge evaluate FILE --out FILE`` without its start-up: the file
read, answers judged, evidence checked, results and manifest written. Every arm runs in a fresh process.
Printed are medians: wall time, CPU milliseconds per answer, peak memory, answers scored, scores changed
against the clean run, HTTP requests per answer; and ratios to the bare loop.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from inspect import isawaitable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

QUESTION_CHARS, PASSAGE_CHARS, ANSWER_CHARS, PASSAGES = 135, 811, 488, 5
CONCURRENCY = 64
ANSWERS = "answers.jsonl"
COMMAND_MODULES = (
    "service.commands.app",
    "eval.judging.answer_file",
    "eval.judging.run",
    "eval.runs.suite",
    "eval.judging.results_writer",
    "rich.progress",
)
FAULTS = {
    "clean": {},
    "malformed": {"malformed": 0.10},
    "429": {"rate-limited": 0.10},
    "500": {"errors": 0.05},
    "hangs": {"hangs": 0.01},
    "all four": {"malformed": 0.10, "rate-limited": 0.10, "errors": 0.05, "hangs": 0.01},
}
# The bare loop does not retry and would wait for a hang until its client's timeout.
BARE_CAN = ("clean", "malformed")
Scores = dict[str, list[float] | None]

_WORDS = (
    "The harbour moved {n} thousand tons of freight that year, of which the grain terminal took {m} percent "
    "and the timber quay the rest; the board expects the share of containers to grow. "
)


def _text(number: int, length: int, head: str = "") -> str:
    words = head + " ".join(
        _WORDS.format(n=number * 37 % 991 + k, m=k * 7 % 89) for k in range(length // 100)
    )
    return words[:length].ljust(length, ".")


def cases(count: int) -> Iterator[tuple[str, str, list[str]]]:
    """Question, answer and passages of every case; the answer names its number."""
    for number in range(count):
        yield (
            _text(
                number,
                QUESTION_CHARS,
                "How much freight did the harbour move, and who took which share of it? ",
            ),
            _text(number, ANSWER_CHARS, f"This is item {number}. "),
            [_text(number * 10 + k, PASSAGE_CHARS) for k in range(PASSAGES)],
        )


async def bare(base_url: str, count: int, _folder: Path) -> Scores:
    """A loop over the ``openai`` library with the same prompt and nothing else."""
    from openai import AsyncOpenAI  # noqa: PLC0415  (each arm pays for its own imports)

    prompts = _prompts(count)
    slots = asyncio.Semaphore(CONCURRENCY)
    scores: Scores = {}

    async def one(client: AsyncOpenAI, number: int) -> None:
        system, user = next(prompts)
        async with slots:
            reply = await client.chat.completions.create(
                model="m",
                temperature=0,
                messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
            )
        try:
            read = json.loads(reply.choices[0].message.content or "")
            scores[str(number)] = [float(read[name]) for name in ("accuracy", "completeness", "clarity")]
        except (ValueError, KeyError):
            scores[str(number)] = None

    async with AsyncOpenAI(api_key="none", base_url=base_url, max_retries=0, timeout=60) as client:
        await asyncio.gather(*(one(client, number) for number in range(count)))
    return scores


def _prompts(count: int) -> Iterator[tuple[str, str]]:
    system = "You judge answers. " * 180
    for question, answer, passages in cases(count):
        yield system, "\n\n".join([question, *passages, answer])


def command(base_url: str, _count: int, folder: Path) -> Scores:
    """The whole command, called in this process so that its start-up is not measured."""
    from service.commands.app import app  # noqa: PLC0415  (each arm pays for its own imports)

    os.environ |= {"OPENAI_BASE_URL": base_url, "JUDGE_CACHE": str(folder / "replies.sqlite")}
    os.environ["JUDGE_STORE"] = str(folder / "runs.sqlite")
    out = folder / "results.jsonl"
    arguments = ["evaluate", str(folder / ANSWERS), "--judge", "openai:m", "--out", str(out)]
    with redirect_stdout(sys.stderr):
        app([*arguments, "--concurrency", str(CONCURRENCY), "--progress", "off"], standalone_mode=False)
    results = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {str(number): _scores_of(result) for number, result in enumerate(results)}


def _scores_of(result: dict[str, Any]) -> list[float] | None:
    if result["evaluation_failed"]:
        return None
    return [result["metrics"][name] for name in ("accuracy", "completeness", "clarity")]


def in_a_process(script: str, arguments: Sequence[str]) -> str:
    """What a script prints in a process of its own."""
    command = [sys.executable, script, *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603  (our own script)
    return done.stdout


def write_answers(path: Path, count: int) -> None:
    """The cases as a file for ``judge evaluate``."""
    with path.open("w", encoding="utf-8") as file:
        for question, answer, passages in cases(count):
            line = {"question": question, "answer": answer, "documents": passages}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


ARMS: dict[str, Callable[[str, int, Path], Scores | Awaitable[Scores]]] = {
    "bare": bare,
    "command": command,
}


def run_arm(arm: str, base_url: str, count: int) -> None:
    """Run one arm in this process and print what it cost as JSON."""
    for module in ("openai", "tenacity", "agents.evaluator", "agents.models.openai_chat", *COMMAND_MODULES):
        import_module(module)  # importing is measured by itself
    with tempfile.TemporaryDirectory() as folder:
        write_answers(Path(folder) / ANSWERS, count)
        started, cpu = time.perf_counter(), time.process_time()
        found = ARMS[arm](base_url, count, Path(folder))
        scores = asyncio.run(_awaited(found)) if isawaitable(found) else found
        wall, cpu = time.perf_counter() - started, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"wall": wall, "cpu": cpu * 1000 / count, "rss": memory, "scores": scores}))


async def _awaited(found: Awaitable[Scores]) -> Scores:
    return await found


@contextmanager
def server(latency: float, seed: int, faults: dict[str, float]) -> Iterator[str]:
    """The fault server in a process of its own; its base URL."""
    switches = [f"--{name}={share}" for name, share in faults.items()]
    command = [sys.executable, str(ROOT / "tools/openai_fault_server.py")]
    with subprocess.Popen(  # noqa: S603  (our own script)
        [*command, f"--latency={latency}", f"--seed={seed}", *switches], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None  # noqa: S101  (it is a pipe)
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def measure(arm: str, faults: str, given: argparse.Namespace, seed: int) -> dict[str, Any]:
    """One run of one arm against a fresh server."""
    with server(given.latency, seed, FAULTS[faults]) as base_url:
        done = in_a_process(__file__, ["--arm", arm, "--base-url", base_url, "--answers", str(given.answers)])
        served = requests_served(base_url)
    result: dict[str, Any] = json.loads(done)
    return {**result, "calls": served / given.answers}


def requests_served(base_url: str) -> int:
    """HTTP requests that the fault server has got so far."""
    with urllib.request.urlopen(base_url.removesuffix("/v1") + "/stats") as reply:  # noqa: S310  (our own)
        served: dict[str, int] = json.loads(reply.read())
    return sum(served.values())


def compare(given: argparse.Namespace) -> None:
    """Run both arms under every kind of fault, turn by turn, and print the medians."""
    limit = -(-given.answers // CONCURRENCY) * given.latency
    print(f"{given.answers} answers, {CONCURRENCY} at once, latency {given.latency:g} s: limit {limit:.2f} s")
    print("faults     arm      wall s  CPU ms  RSS MB  scored     changed  calls")
    truth: Scores = {}
    for faults in given.faults or FAULTS:
        arms = ("bare", "command") if faults in BARE_CAN else ("command",)
        runs: dict[str, list[dict[str, Any]]] = {arm: [] for arm in arms}
        for repeat in range(given.repeats):
            for arm in arms:
                runs[arm].append(measure(arm, faults, given, seed=given.seed + repeat))
        truth = truth or runs["command"][0]["scores"]
        for arm in arms:
            _print_row(faults, arm, runs[arm], truth)
        if faults == "clean":
            pairs = list(zip(runs["command"], runs["bare"], strict=True))
            wall, cpu = (median(a[name] / b[name] for a, b in pairs) for name in ("wall", "cpu"))
            print(f"  command: wall x {wall:.2f} of the bare loop's, CPU x {cpu:.2f}")


def _print_row(faults: str, arm: str, runs: list[dict[str, Any]], truth: Scores) -> None:
    scored = [sum(item is not None for item in run["scores"].values()) for run in runs]
    changed = [
        sum(item is not None and item != truth[key] for key, item in run["scores"].items()) for run in runs
    ]
    cells = (
        f"{median(run['wall'] for run in runs):7.2f} {median(run['cpu'] for run in runs):7.2f}"
        f" {max(run['rss'] for run in runs):7.0f}  {min(scored):4d}/{len(truth)}  {max(changed):7d}"
        f"  {max(run['calls'] for run in runs):5.2f}"
    )
    print(f"{faults:10} {arm:8}{cells}", flush=True)


def main() -> None:
    """Read the arguments; compare, or run one arm."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3, help="runs of every arm; medians are printed")
    parser.add_argument("--latency", type=float, default=0.05, help="seconds that the server takes")
    parser.add_argument("--seed", type=int, default=1, help="of the faults; counts up with the repeats")
    parser.add_argument("--faults", nargs="*", choices=FAULTS, help="only these")
    parser.add_argument("--arm", choices=ARMS, help=argparse.SUPPRESS)
    parser.add_argument("--base-url", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.arm:
        run_arm(given.arm, given.base_url, given.answers)
    else:
        compare(given)


if __name__ == "__main__":
    main()
