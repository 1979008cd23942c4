"""Nothing is lost, changed or paid for twice, however faulty the server and however often the process dies.

Answers are judged through ``judge evaluate`` against ``openai_fault_server.py``, which malforms a tenth of
its replies, answers a tenth of the requests with 429 and a twentieth with 500, and never answers one in a
hundred. The process is killed (``SIGKILL``) at moments drawn at random and the same command begun again::

    python tools/at_size/faults_at_size.py [--answers 100000] [--kills 20] [--seed N]

At the end every answer has to be scored, with the scores that the server gives to it, once and once only in
the run store, with at most 1.4 requests an answer. Exit code 1 where any of that is not so.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from tools.judge_throughput import (  # noqa: E402  (found once the path is set)
    requests_served,
    server,
    write_answers,
)
from tools.openai_fault_server import scores_of  # noqa: E402  (as above)

FAULTS = {"malformed": 0.10, "rate-limited": 0.10, "errors": 0.05, "hangs": 0.01}
MOST_CALLS = 1.4
_COMMAND = "import sys; from service.commands.app import app, run; sys.exit(run(app))"
_LOOK_S = 0.05


class Rig:
    """The command on a folder of its own, begun as often as it is needed."""

    def __init__(self, folder: Path, base_url: str, concurrency: int) -> None:
        """Name the files of the folder."""
        self.base_url, self.folder = base_url, folder
        self.answers, self.out, self.store = (
            folder / name for name in ("answers.jsonl", "out.jsonl", "runs.sqlite")
        )
        asked = ["evaluate", self.answers, "--judge", "openai:m", "--out", self.out]
        self._command = [sys.executable, "-c", _COMMAND, *map(str, asked), "--progress", "off"]
        self._command += ["--concurrency", str(concurrency)]

    def start(self) -> subprocess.Popen[bytes]:
        """Begin the command, or go on with what was left."""
        settings = {"JUDGE_STORE": str(self.store), "JUDGE_CACHE": str(self.folder / "replies.sqlite")}
        settings |= {"OPENAI_BASE_URL": self.base_url, "OPENAI_API_KEY": "none", "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(  # noqa: S603  (this very program)
            self._command,
            env=os.environ | settings,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "said.txt").open("ab"),
        )

    def kill_after(self, requests: int) -> None:
        """Begin the command and kill it once the server has been asked so often, or has stopped being."""
        process = self.start()
        while process.poll() is None and requests_served(self.base_url) < requests:
            time.sleep(_LOOK_S)
        process.kill()
        process.wait()

    def finish(self) -> int:
        """Run the command to its end; its exit code."""
        return self.start().wait()

    def faults(self, count: int) -> Iterator[str]:
        """What is not as it has to be."""
        yield from self._faults_of_results(count)
        with RunStore(self.store) as runs:
            (run,) = runs.runs()
            written = Counter(item.case_id for item in runs.history(run.run_id) if item.status == "scored")
            if runs.state(run.run_id) != "finished":
                yield f"the run {run.run_id} is not finished"
        if lost := count - len(written):
            yield f"{lost} answers have no score in the store"
        if twice := sum(times > 1 for times in written.values()):
            yield f"{twice} answers were scored more than once"

    def _faults_of_results(self, count: int) -> Iterator[str]:
        lines = 0
        with self.out.open(encoding="utf-8") as file:
            for number, line in enumerate(file):
                result = json.loads(line)
                lines += 1
                names = ("accuracy", "completeness", "clarity")
                if result["evaluation_failed"]:
                    yield f"answer {result['id']} has no score: {result['reason']}"
                elif tuple(result["metrics"][name] for name in names) != scores_of(number):
                    yield f"answer {result['id']} has other scores than the server gave"
        if lines != count:
            yield f"there are {lines} results of {count} answers"


def measure(given: argparse.Namespace) -> bool:
    """Judge, kill and look; whether all is as it has to be."""
    dice = random.Random(given.seed)  # noqa: S311  (a simulation)
    print(f"{given.answers:,} answers, {given.kills} kills, seed {given.seed}")
    faults = FAULTS | {"retry-after": 0}
    with (
        tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name,
        server(given.latency, given.seed, faults) as base_url,
    ):
        rig = Rig(Path(name), base_url, given.concurrency)
        write_answers(rig.answers, given.answers)
        begun = time.perf_counter()
        for requests in sorted(dice.sample(range(1, given.answers), given.kills)):
            rig.kill_after(requests)
        code = rig.finish()
        seconds, calls = time.perf_counter() - begun, requests_served(base_url) / given.answers
        found = list(rig.faults(given.answers))
        if code:
            found.append(
                f"the last command ended with {code}: {(rig.folder / 'said.txt').read_text()[-500:]}"
            )
    if calls > MOST_CALLS:
        found.append(f"{calls:.3f} requests an answer, and at most {MOST_CALLS} may be")
    print(f"{seconds:.0f} s, {calls:.3f} requests an answer")
    print("\n".join(found[:20]) or "Every answer was scored once, with its own scores.")
    return not found


def main() -> int:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.05, help="seconds that the server takes")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))  # noqa: S311  (it is printed)
    return 0 if measure(parser.parse_args()) else 1


if __name__ == "__main__":
    sys.exit(main())
