"""How long `judge serve` takes to be ready, from the start of its process to the first 200 of /ready.

    uv run python tools/serve_start.py

The median of five starts, after a first one that makes the store.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from urllib.error import URLError
from urllib.request import urlopen

STARTS = 5
SERVE = "import sys; from deep_research_judge.command import main; sys.argv = ['judge', 'serve']; main()"


def ready_after(environment: dict[str, str]) -> float:
    """Seconds that a start takes."""
    began = time.perf_counter()
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        said = ""
        while not said.startswith("Serving on"):
            said = server.stdout.readline()  # type: ignore[union-attr]  # it is a pipe
        took = None
        while took is None:
            time.sleep(0.005)
            with suppress(URLError), urlopen(f"{re.findall(r'http://[^ ]+', said)[0]}/ready"):  # noqa: S310  (our own)
                took = time.perf_counter() - began
        server.terminate()
    return took


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        own = os.environ | {"JUDGE_STORE": f"{folder}/runs.sqlite", "JUDGE_PORT": "0"}
        first, *later = [ready_after(own) for _ in range(STARTS + 1)]
    shown = ", ".join(f"{took:.2f}" for took in later)
    print(f"first start {first:.2f} s; median of {STARTS} more {statistics.median(later):.2f} s ({shown})")
