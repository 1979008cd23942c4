"""Nothing is lost and nothing is paid for twice where a judge is asked by batch and everything goes wrong.

``judge evaluate --batch`` judges a file against ``openai_batch_server.py``: batches that fail, expire or are
made without anybody hearing of it, lines that are missing, out of order, there twice, broken or in error,
replies that cannot be read or were cut off; and the judging process is killed (``SIGKILL``) at random moments
and started again::

    python tools/batches/batch_faults.py [--answers 100000] [--kills 20] [--seed N]

Prints one JSON object: scored, lost, changed (other scores than the server gave), paid_twice and made_twice
(counted by the server), tokens that the run store and the server have counted, wall seconds, and the peak
memory of the judging processes. Exit code 1 where something was lost, changed, paid for twice or miscounted.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from tools.openai_fault_server import scores_of  # noqa: E402  (found once the path is set)

FAULTS = {
    "failed": 0.1,
    "expired": 0.1,
    "lost": 0.1,
    "missing": 0.02,
    "errors": 0.02,
    "duplicated": 0.05,
    "broken": 0.01,
    "malformed": 0.05,
    "cut-off": 0.02,
}
_JUDGE = "import sys; from deep_research_judge.command import main; sys.exit(main())"
_LOOK_S = 0.05


@contextmanager
def batch_server(folder: Path, seed: int, delay: float, faults: Mapping[str, object]) -> Iterator[str]:
    """A server in a process of its own; its base URL."""
    switches = [f"--{name}={value}" for name, value in faults.items()]
    script = ROOT / "tools" / "batches" / "openai_batch_server.py"
    command = [sys.executable, str(script), f"--folder={folder}", f"--seed={seed}", f"--delay={delay}"]
    with subprocess.Popen([*command, *switches], stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  (ours)
        assert server.stdout is not None  # noqa: S101  (for the type checker)
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def stats(base_url: str) -> dict[str, Any]:
    """What the server has counted."""
    with urllib.request.urlopen(f"{base_url.removesuffix('/v1')}/stats") as reply:  # noqa: S310  (ours)
        counted: dict[str, Any] = json.load(reply)
    return counted


def write_answers(file: Path, count: int) -> None:
    """A file of answers, each with the number of its item."""
    with file.open("w", encoding="utf-8") as lines:
        for n in range(count):
            fact = f"The item {n} moved {n * 37 % 991} tons of freight in 2020."
            answer = {
                "id": f"a{n}",
                "question": f"How many tons of freight did item {n} move?",
                "answer": fact,
            }
            lines.write(json.dumps({**answer, "documents": [f"Report of the harbour. {fact}"]}) + "\n")


def _peak_mb(pid: int) -> float:
    """The most memory that a process had, in MB; 0 where the system does not say."""
    with suppress(OSError, StopIteration):
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
    return 0.0


def one_life(
    command: list[str], env: dict[str, str], log: Path, kill_after: float | None
) -> tuple[int, float]:
    """Run the command to its end, or kill it so many seconds after it has begun to work.

    Returns:
        The exit code, negative if it was killed, and its peak memory in MB.
    """
    book, peak = Path(env["JUDGE_CACHE"]).with_name("batches.sqlite"), 0.0
    with (
        log.open("ab") as said,
        subprocess.Popen(command, env=env, stdout=said, stderr=said) as process,  # noqa: S603  (ours)
    ):
        end = None
        while process.poll() is None:
            peak = max(peak, _peak_mb(process.pid))
            if end is None and kill_after is not None and book.exists() and _opened(process.pid, book):
                end = time.monotonic() + kill_after
            if end is not None and time.monotonic() >= end:
                process.kill()
            time.sleep(_LOOK_S)
    return process.returncode, peak


def _opened(pid: int, file: Path) -> bool:
    """Whether a process works on a file; yes where the system does not say."""
    try:
        links = list(Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return True
    for link in links:
        with suppress(OSError):
            if link.readlink() == file:
                return True
    return False


def measured(answers: int, kills: int, seed: int, delay: float, folder: Path) -> dict[str, Any]:
    """Judge with all faults and kills, and count."""
    # So that all kills come before the end, at some 250 answers a second.
    dice, span = random.Random(seed), max(2.0, answers / 125 / max(1, kills))  # noqa: S311  (a simulation)
    file, out, log = folder / "answers.jsonl", folder / "out.jsonl", folder / "log.txt"
    write_answers(file, answers)
    store, cache = folder / "runs.sqlite", folder / "replies.sqlite"
    began, peak, killed, code = time.monotonic(), 0.0, 0, 1
    with batch_server(folder / "server", seed, delay, FAULTS) as base_url:
        env = {
            **os.environ,
            "OPENAI_BASE_URL": base_url,
            "JUDGE_STORE": str(store),
            "JUDGE_CACHE": str(cache),
        }
        command = [sys.executable, "-c", _JUDGE, "evaluate", str(file), f"--out={out}"]
        command += ["--judge=openai:some-model", "--batch", "--progress=off"]
        for number in range(kills + 1):
            kill_after = dice.uniform(0, span) if number < kills else None
            code, most = one_life(command, {**env, "PYTHONPATH": str(ROOT)}, log, kill_after)
            peak = max(peak, most)
            killed += code < 0
            if code >= 0:
                break
        counted = stats(base_url)
    if code != 0:
        raise SystemExit(log.read_text(encoding="utf-8", errors="replace")[-2000:])
    found = [json.loads(line) for line in out.open(encoding="utf-8")]
    with RunStore(store, must_exist=True) as runs:
        (run,) = runs.runs()
        usage = runs.figures(runs.run(run.run_id)).usage
    scored = {row["id"]: row["metrics"] for row in found if not row["evaluation_failed"]}
    changed = sum(not _as_given(name, scores) for name, scores in scored.items())
    return {
        "seed": seed,
        "answers": answers,
        "scored": len(scored),
        "lost": answers - len(found),
        "unscored": len(found) - len(scored),
        "changed": changed,
        "paid_twice": counted["paid_twice"],
        "made_twice": counted["made_twice"],
        "completions": counted["completions"],
        "tokens_in_store": usage.input_tokens,
        "tokens_at_server": counted["tokens_sent"],
        "kills": killed,
        "batches": counted["batches"],
        "wall_s": round(time.monotonic() - began, 1),
        "peak_mb": round(peak),
        "server": {
            name: n for name, n in counted.items() if name in {"lost", "missing", "errors", "duplicated"}
        },
    }


def _as_given(name: str, scores: Mapping[str, float]) -> bool:
    given = scores_of(int(name.removeprefix("a")))
    return [scores[each] for each in ("accuracy", "completeness", "clarity")] == list(given)


def main() -> int:
    """Read the switches, judge, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None, help="of faults and kills; a new one if not given")
    parser.add_argument("--delay", type=float, default=0.5, help="seconds that a batch takes")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
    print(f"seed {seed}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        found = measured(given.answers, given.kills, seed, given.delay, Path(folder))
    print(json.dumps(found))
    exact = found["tokens_in_store"] == found["tokens_at_server"]
    wrong = ("lost", "unscored", "changed", "paid_twice", "made_twice")
    return int(any(found[name] for name in wrong) or not exact)


if __name__ == "__main__":
    sys.exit(main())
