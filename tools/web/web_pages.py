"""How long the pages of a large run take, and how much the server's memory grows by them.

The run of ``run_pages.py``, finished or, with ``--running``, still under way, behind `judge serve` in a
process of its own; every page is asked for once before it is timed::

    python tools/web/web_pages.py [--items 100000] [--repeats 9] [--running] [--store …]

Printed are the median and the worst of the wall times in milliseconds, the slowest first, and the resident
memory of the server after its first page and at the end (Linux).
"""

import argparse
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402  (found once the path is set)

from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from tools.run_pages import RUN, SYSTEMS, fill  # noqa: E402  (as above)

PLACE = f"/runs/{RUN}"
ITEM = f"{PLACE}/items/case-000700/{SYSTEMS[0]}"
LISTS = {
    "worst first": "",
    "best first": "?sort=-score",
    "in order": "?sort=number",
    "no answer": "?status=failed&sort=number",
    "judge unsure": "?decided_max=0.5&sort=decided_share",
    "claims contradicted": "?contradicted_min=1&sort=-contradicted",
    "largest difference": "?sort=-difference",
    "by language and tag": "?language=ru&tag=hard",
    "by a rare tag": "?tag=rare",
    "by a word of many": "?text=1978",
}
_MOST_S = 60


@contextmanager
def server(store: str) -> Iterator[tuple[httpx2.Client, int]]:
    """`judge serve` on the store: a client of its pages, and the number of its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = "import sys; from service.commands.app import app, run; sys.exit(run(app))"
    serve = ("serve", "--store", store, "--port", str(port), "--no-auth", "--no-workers")
    process = subprocess.Popen(  # noqa: S603  (this very program)
        [sys.executable, "-c", command, *serve],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        headers = {"Accept": "text/html"}
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=600) as client:
            _wait(client)
            yield client, process.pid
    finally:
        process.terminate()
        process.wait()


def _wait(client: httpx2.Client) -> None:
    end = time.monotonic() + _MOST_S
    while time.monotonic() < end:
        try:
            client.get("/health").raise_for_status()
        except httpx2.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not answer")


def resident_mb(pid: int) -> float:
    """The resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def timed(client: httpx2.Client, path: str, repeats: int) -> tuple[float, float, float]:
    """Median and worst of the wall times of a page in ms, and the first, which finds what is kept later."""
    times = []
    for _ in range(repeats + 1):
        begun = time.perf_counter()
        client.get(path).raise_for_status()
        times.append((time.perf_counter() - begun) * 1000)
    return median(times[1:]), max(times[1:]), times[0]


def pages(client: httpx2.Client) -> Iterator[tuple[str, str]]:
    """What is asked for: its name and its path."""
    yield "runs", "/runs"
    yield "runs of a judge", "/runs?judge=m&text=small-7"
    for name, query in LISTS.items():
        yield f"run, {name}", PLACE + query
    yield "run, worst first, page 3", PLACE + _following(client, _following(client, ""))
    for name in ("worst first", "claims contradicted", "largest difference"):
        yield f"item in {name}", ITEM + LISTS[name]


def _following(client: httpx2.Client, query: str) -> str:
    text = client.get(PLACE + query).raise_for_status().text
    found = re.search(r'rel="next" href="([^"#]*)', text)
    return unescape(found[1]) if found else ""


def main() -> None:
    """Fill the store, ask, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--running", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = given.store or str(Path(folder) / "runs.sqlite")
        print(f"seed {given.seed}; filled in {fill(store, given.items, given.seed):.0f} s")
        if not given.running:
            with RunStore(store) as runs:
                runs.finish(RUN)
        with server(store) as (client, pid):
            client.get("/runs?limit=1").raise_for_status()
            before = resident_mb(pid)
            rows = [(*timed(client, path, given.repeats), name) for name, path in pages(client)]
            after = resident_mb(pid)
    print("   median     worst     first")
    for middle, worst, first, name in sorted(rows, reverse=True):
        print(f"{middle:9.1f} {worst:9.1f} {first:9.1f}  {name}")
    print(
        f"memory: {before:.0f} MB after the first page, {after:.0f} MB at the end: +{after - before:.0f} MB"
    )


if __name__ == "__main__":
    main()
