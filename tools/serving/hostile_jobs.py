"""Attacks by what a project has: passages of documents, and streams of a job, for ``hostile_http.py``."""

from __future__ import annotations

import contextlib
import json
import math
import threading
import time
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

from tools.serving.hostile_client import BATCH, EVALUATIONS, Target, at_once, counted, head, status_read
from tools.serving.served import KEY

if TYPE_CHECKING:
    import socket

_SLOW_S, _SLOW_BESIDE_TESTS_S, _TIMES = 2, 15, 50
"""Seconds in which a page of jobs is there while an attack goes on, or times as long as before it. The short
form runs where other tests take the processors: it tells a page that waits for the attack's end alone."""
_FILES = 50
_INDEXED_S = 900
"""Seconds in which all documents are indexed."""


def named_passages(target: Target) -> str:
    """Evaluations that name one passage each of many long documents, more at once than a key may have."""
    count, words = target.size(200, 50), "The dam number {} in Ohio is {} metres high. "
    place = target.client.post("/v1/collections", json={"name": f"named {time.monotonic()}"}).json()["id"]
    names = [f"{number}.txt" for number in range(count)]
    for begin in range(0, count, _FILES):
        text = "\n\n".join(words.format(n, n % 90) * 20 for n in range(target.size(500, 200))).encode()
        files = [("files", (name, text)) for name in names[begin : begin + _FILES]]
        target.client.post(f"/v1/collections/{place}/documents", files=files).raise_for_status()
    end = time.monotonic() + _INDEXED_S
    while (indexed := target.client.get(f"/v1/collections/{place}").json()["documents"]["indexed"]) < count:
        if time.monotonic() > end:
            raise TimeoutError(f"{indexed} of {count} documents are indexed after {_INDEXED_S} s")
        time.sleep(0.5)
    named = {"collection": place, "passages": [f"{name}#1" for name in names]}
    body = json.dumps({"question": "Where?", "answer": "In Ohio.", "documents": named}).encode()
    with jobs_asked_for(target) as seen:
        said = at_once(45, lambda _: target.post(EVALUATIONS, body, 400))
    return f"{said} {seen[0]}"


def many_streams(target: Target) -> str:
    """Streams of what happens in a job, as events and as parts of its page, opened together."""
    answer = {"question": "Where?", "answer": "In Ohio.", "documents": ["In Ohio."]}
    items = [answer] * target.size(2_000, 300)
    job = target.client.post(BATCH, json={"items": items}).json()["id"]
    target.client.post("/sign-in", data={"key": KEY})
    cookie = "Cookie: " + "; ".join(f"{each.name}={each.value}" for each in target.client.cookies.jar)
    paths = (f"/live/{job}/news", f"/v1/jobs/{job}/events")
    with contextlib.ExitStack() as opened, jobs_asked_for(target) as seen:
        streams: list[socket.socket] = []
        for path in paths:
            for _ in range(target.size(300, 150)):
                streams.append(opened.enter_context(target.connection(120)))
                streams[-1].sendall(head("GET", path, cookie))
        said = counted([status_read(each) for each in streams])
        time.sleep(5)
    return f"{said} {seen[0]}"


@contextlib.contextmanager
def jobs_asked_for(target: Target) -> Iterator[list[str]]:
    """Ask for a page of jobs again and again; whether it came ``prompt``, or how long it took at most."""
    over, found = threading.Event(), list[str]()

    def asked() -> float:
        began = time.monotonic()
        target.send(head("GET", "/v1/jobs?limit=1", "Connection: close"), seconds=120)
        return time.monotonic() - began

    limit = max(target.size(_SLOW_S, _SLOW_BESIDE_TESTS_S), _TIMES * median(asked() for _ in range(5)))
    times = [0.0]

    def ask() -> None:
        while not over.wait(0.1):
            try:
                times.append(asked())
            except OSError:
                # A server that takes no connection answers nobody.
                times.append(math.inf)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield found
    finally:
        over.set()
        asking.join()
    found.append("prompt" if max(times) < limit else f"jobs-after-{max(times):.1f}-s")
