"""``judge serve`` in a process of its own, and a probe that asks it whether it answers."""

from __future__ import annotations

import contextlib
import http.client
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ROOT = Path(__file__).resolve().parents[2]
# As long as a key that cannot be guessed: of a shorter one the server would warn first.
KEY = "drj_measured-by-a-script-of-the-benchmark"
_EVERY_S = 0.05


@dataclass(frozen=True)
class Served:
    """A running server.

    Attributes:
        url: where it is.
        pid: its process.
    """

    url: str
    pid: int

    @property
    def megabytes(self) -> int:
        """Its memory, as the system counts it (Linux alone)."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") // 1_000_000

    @property
    def place(self) -> tuple[str, int]:
        """Host and port."""
        parts = urlsplit(self.url)
        return str(parts.hostname), int(parts.port or 0)


@contextlib.contextmanager
def served(folder: str, *options: str, environment: Mapping[str, str] | None = None) -> Iterator[Served]:
    """A server on a store in a folder, ended with the block; what it says goes to ``server.log`` there."""
    call = "from deep_research_judge.command import main; main()"
    command = [sys.executable, "-c", call, "serve", "--port", "0", *options]
    settings = {"JUDGE_API_KEY": KEY, "JUDGE_STORE": f"{folder}/runs.sqlite", "JUDGE_CACHE": ""}
    with (
        Path(folder, "server.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(  # noqa: S603  (our own command)
            command,
            env={**os.environ, **settings, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=ROOT,
        ) as process,
    ):
        assert process.stdout is not None  # noqa: S101  (it is a pipe)
        try:
            yield Served(process.stdout.readline().split()[2], process.pid)
        finally:
            process.terminate()


@dataclass(frozen=True)
class Asked:
    """A question of the probe.

    Attributes:
        at: when, by ``time.monotonic``.
        seconds: until the answer was there; infinite where none came.
    """

    at: float
    seconds: float


class Probe:
    """Asks ``/health`` every 50 ms from a process of its own, over a connection that stays open."""

    def __init__(self, place: tuple[str, int]) -> None:
        """Begin to ask."""
        self._ours, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_ask, args=(*place, theirs), daemon=True)
        self._process.start()

    def asked(self) -> list[Asked]:
        """Everything that was asked since the last call."""
        self._ours.send("so far")
        return [Asked(*each) for each in self._ours.recv()]

    def stop(self) -> None:
        """Ask no more."""
        self._process.terminate()
        self._process.join()


def _ask(host: str, port: int, theirs: Connection) -> None:
    connection, found = http.client.HTTPConnection(host, port, timeout=30), []
    while True:
        began = time.monotonic()
        try:
            connection.request("GET", "/health")
            answered = connection.getresponse().read().startswith(b'{"status":"ok"')
        except (OSError, http.client.HTTPException):
            connection.close()
            answered = False
        found.append((began, time.monotonic() - began if answered else float("inf")))
        if theirs.poll(max(0.0, began + _EVERY_S - time.monotonic())):
            theirs.recv()
            theirs.send(found)
            found = []
