"""``judge serve``, ``judge worker`` and a local model, each in a process of its own."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
JUDGE = "openai:m"
# As long as a key that cannot be guessed: of a shorter one the server would warn first.
API_KEY = "drj_measured-by-a-script-of-the-benchmark"


class Process:
    """A process that says in its first line that it is ready.

    Attributes:
        said: that line.
    """

    def __init__(self, *command: str, **settings: str) -> None:
        """Start it; it is ready when this returns."""
        self._popen = subprocess.Popen(  # noqa: S603  (our own commands)
            [sys.executable, *command],
            env={**os.environ, "JUDGE_API_KEY": API_KEY, "JUDGE_CACHE": "", **settings},
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self._popen.stdout is not None  # noqa: S101  (it is a pipe)
        self.said = self._popen.stdout.readline()
        if not self.said:
            self.end()
            raise RuntimeError(f"{' '.join(command)} ended before it was ready")

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._popen.send_signal(number)

    def cpu_seconds(self) -> float:
        """CPU time that it took so far (Linux)."""
        fields = Path(f"/proc/{self._popen.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Have it stop, and wait until it has."""
        self._popen.terminate()
        self._popen.communicate()


def judge(*words: str, **settings: str) -> Process:
    """A command of ``judge`` that goes on."""
    return Process("-c", "from deep_research_judge.command import main; main()", *words, **settings)


def serve(**settings: str) -> tuple[Process, str]:
    """``judge serve`` on a free port, and its address."""
    server = judge("serve", "--port", "0", "--judge", JUDGE, **settings)
    return server, server.said.split()[2]


@contextmanager
def model(latency: float) -> Iterator[str]:
    """The local model; its base URL."""
    script = str(ROOT / "tools/openai_fault_server.py")
    process = Process(script, f"--latency={latency}")
    try:
        yield process.said.strip()
    finally:
        process.end()


def ask(url: str, body: object = None, headers: Mapping[str, str] | None = None) -> Any:  # noqa: ANN401  (JSON)
    """What a server answers, with the API key; a POST where there is a body."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json", **(headers or {})}
    request = urllib.request.Request(url, data, sent)  # noqa: S310  (a local server)
    with urllib.request.urlopen(request, timeout=60) as reply:  # noqa: S310  (as above)
        return json.loads(reply.read())


def asked_of(base_url: str) -> dict[str, Any]:
    """What the local model was asked: ``asked``, item and key of each request; ``under_way`` by key."""
    found: dict[str, Any] = ask(base_url.removesuffix("/v1") + "/asked")
    return found


def answer(item: int) -> dict[str, Any]:
    """An answer to be judged, whose item the local model knows by its number."""
    return {
        "id": f"item-{item}",
        "question": "How much freight did the harbour move?",
        "answer": f"This is item {item}. The harbour moved 12 thousand tons.",
        "documents": ["The harbour moved 12 thousand tons of freight that year."],
    }
