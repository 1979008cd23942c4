"""What hostile clients do to a running ``judge serve``, and whether it answers others meanwhile.

Run from anywhere::

    python tools/serving/hostile_http.py [--short] [--only NAME]

Each attack is made on a server with the settings as they come, while a probe in a process of its own asks
``/health`` every 50 ms. Printed are, for each attack, what came of it, and the median, the 99th percentile
and the maximum of the probe's time while it was under way; first for a server that nobody else asks.
``--short`` makes smaller attacks and fewer connections, and has those that wait for the server do so side by
side. Ends with 1 where an attack was not refused or bounded as it should be, or the server was gone
afterwards.
"""

import argparse
import contextlib
import json
import math
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402  (found once the path is set)

from tools.serving.hostile_bounds import (  # noqa: E402
    greedy_evaluations,
    guessed_keys,
    large_headers,
    numbered_documents,
    other_encodings,
    pipelined,
    quoted_cookies,
    unread_responses,
)
from tools.serving.hostile_client import (  # noqa: E402
    ANSWER,
    BATCH,
    EVALUATIONS,
    JSON,
    Target,
    at_once,
    counted,
    head,
    status_read,
)
from tools.serving.hostile_files import html_bomb, long_pdf, wide_html, zip_bomb  # noqa: E402
from tools.serving.hostile_jobs import many_streams, named_passages  # noqa: E402
from tools.serving.hostile_pages import figures_by_proxy, long_markdown, other_origins  # noqa: E402
from tools.serving.served import KEY, Asked, Probe, served  # noqa: E402

_ENOUGH = 100
"""Times from which a 99th percentile is taken; else the maximum is all there is to say."""


def large_body(target: Target) -> str:
    """50 MB in one body: its length said, not said, and said too small."""
    block = b"x" * 1_000_000
    count = target.size(50, 20)
    length = f"Content-Length: {count * len(block)}"
    chunk = b"%x\r\n" % len(block) + block + b"\r\n"
    said = target.send(head("POST", EVALUATIONS, JSON, length), *[block] * count)
    chunked = head("POST", EVALUATIONS, JSON, "Transfer-Encoding: chunked")
    return f"{said} {target.send(chunked, *[chunk] * count)}"


def odd_json(target: Target) -> str:
    """As much as a body may have, of what JSON takes longest to read."""
    most = target.size(9_900_000, 2_000_000)
    bodies = (
        b"[" + b"[]," * (most // 3) + b"[]]",
        b"[" + b"1e9," * (most // 4) + b"1]",
        b"{" + b",".join(b'"%07d":0' % n for n in range(most // 12)) + b"}",
        b'{"question": "' + b"\\u0041" * (most // 6) + b'"}',
    )
    return " ".join(target.post(EVALUATIONS, body) for body in bodies)


def deep_json(target: Target) -> str:
    """Nesting, numbers and characters that parsers stumble over."""
    bodies = (
        b"[" * 1_000_000,
        b'{"a":' * 1_000_000,
        b'{"question": "q", "answer": "a", "documents": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"question": "q", "answer": "a", "settings": {"token_budget": ' + b"9" * 1_000_000 + b"}}",
        b'{"question": "\xff\xfe\x00", "answer": "a"}',
        b'{"question": "\\ud800", "answer": "\\ud800"}',
        b'{"question": "q", "answer": "a", "judge": "openai:\\u0000"}',
        b'{"question": "q", "answer": "a", "settings": {"weights": {"accuracy": 1e999}}}',
    )
    return " ".join(target.post(EVALUATIONS, body) for body in bodies)


def many_items(target: Target) -> str:
    """A batch of far more items than are taken, and one with as many as are."""
    too_many = json.dumps(
        {"items": [{"question": "q", "answer": "a"}] * target.size(200_000, 20_000)}
    ).encode()
    full = json.dumps({"items": [{"question": "q", "answer": "a"}] * target.size(10_000, 1_000)}).encode()
    refused = target.post(BATCH, too_many)
    made = target.client.post(BATCH, content=full, headers={"Content-Type": "application/json"})
    target.client.post(f"/v1/jobs/{made.json()['id']}/cancel")
    return f"{refused} {made.status_code}"


def long_texts(target: Target) -> str:
    """Texts as long as a judge is given, and longer ones, to be judged while others wait."""
    length = target.size(380_000, 50_000)
    text = "The mill in Oster had 212 workers in 2020 and 198 in 2019. " * (length // 59)
    bodies = (
        {"question": "How many workers did the mill have in 2020?", "answer": text, "documents": [text] * 8},
        {"question": text, "answer": text, "documents": [text]},
        {"question": "q", "answer": "1, " * (length // 3), "documents": ["2020年 " * (length // 6)]},
        {
            "question": "q",
            "answer": "a",
            "documents": ["x"] * 1_000,
            "key_points": [{"text": text[:9000]}] * 200,
        },
        {"question": "q", "answer": "a", "settings": {"rubric": {"en": text * 3}}},
    )
    return " ".join(target.post(EVALUATIONS, json.dumps(body).encode(), 400) for body in bodies)


def documents(target: Target) -> str:
    """A PDF of 10,000 pages, a bomb in a PDF's stream, HTML nested deeply and spread widely; all are read."""
    files = {
        "long.pdf": long_pdf(target.size(10_000, 3_001)),
        "bomb.pdf": zip_bomb(target.size(2_000, 1_500)),
        "deep.html": html_bomb(target.size(400_000, 20_000)),
        "wide.html": wide_html(target.size(200_000, 20_000)),
    }
    place = target.client.post("/v1/collections", json={"name": f"hostile {time.monotonic()}"}).json()["id"]
    sent = target.client.post(
        f"/v1/collections/{place}/documents", files=[("files", item) for item in files.items()]
    )
    sent.raise_for_status()
    until_ended(target, sent.json()["job"]["id"])
    read = target.client.get(f"/v1/collections/{place}/documents").json()["documents"]
    return " ".join(f"{each['name']}:{each['state']}" for each in read)


def until_ended(target: Target, job: str) -> dict[str, Any]:
    """The job once it has come to its end."""
    while True:
        found: dict[str, Any] = target.client.get(f"/v1/jobs/{job}").json()
        if found["state"] in {"done", "failed", "cancelled"}:
            return found
        time.sleep(0.5)


def odd_forms(target: Target) -> str:
    """Forms with endless headers of a part, thousands of parts, and no end."""
    place = target.client.post("/v1/collections", json={"name": f"forms {time.monotonic()}"}).json()["id"]
    path = f"/v1/collections/{place}/documents"
    form = "Content-Type: multipart/form-data; boundary=B"
    part = b'--B\r\nContent-Disposition: form-data; name="files"; filename="a%d.txt"\r\n\r\nx\r\n'
    bodies = (
        b'--B\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n'
        + b"X: y\r\n" * target.size(1_000_000, 100_000),
        b"".join(part % n for n in range(target.size(100_000, 10_000))) + b"--B--\r\n",
        b"-" * target.size(20_000_000, 2_000_000),
        part % 1 + b"\r\n--B" * target.size(5_000_000, 500_000),
    )
    return " ".join(
        target.send(head("POST", path, form, f"Content-Length: {len(body)}"), body) for body in bodies
    )


def header_flood(target: Target) -> str:
    """A thousand headers of a kilobyte, one header of a megabyte, and a path of a megabyte."""
    flood = b"".join(b"X-%d: %s\r\n" % (n, b"y" * 1_000) for n in range(1_000))
    begun = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
    return " ".join(
        (
            target.send(begun, flood, b"\r\n"),
            target.send(begun, b"X: " + b"y" * 1_000_000, b"\r\n\r\n"),
            target.send(b"GET /" + b"y" * 1_000_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            target.send(begun, b"X:\r\n" * 100_000, b"\r\n"),
        )
    )


def slow_headers(target: Target) -> str:
    """Connections that send a byte of a header every second."""
    return at_once(target.size(100, 20), lambda _: trickled(target, b"GET /health HTTP/1.1\r\nX: "))


def slow_body(target: Target) -> str:
    """Connections that send a byte of a body every second."""
    begun = head("POST", EVALUATIONS, JSON, "Content-Length: 1000")
    return at_once(target.size(100, 20), lambda _: trickled(target, begun))


def trickled(target: Target, begun: bytes) -> str:
    """What comes back where a request goes on byte by byte; ``endless`` after a minute."""
    with target.connection(1.0) as found:
        found.sendall(begun)
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            if (said := status_read(found)) != "silent":
                return said
            with contextlib.suppress(OSError):
                found.sendall(b"x")
    return "endless"


def idle_connections(target: Target) -> str:
    """Connections that say nothing; others are let in meanwhile."""
    with contextlib.ExitStack() as opened:
        idle = [opened.enter_context(target.connection(40)) for _ in range(target.size(500, 100))]
        with target.connection() as other:
            other.sendall(head("GET", "/v1/jobs", "Connection: close"))
            let_in = status_read(other)
        return counted([let_in, *map(status_read, idle)])


def deaf_readers(target: Target) -> str:
    """Readers of a job's events that never read, while the job goes on."""
    items = [ANSWER | {"id": f"{n} {'x' * 400}"} for n in range(target.size(5_000, 500))]
    job = target.client.post(BATCH, json={"items": items}).json()["id"]
    with contextlib.ExitStack() as opened:
        for _ in range(target.size(100, 20)):
            deaf = opened.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            deaf.connect(target.server.place)
            deaf.sendall(head("GET", f"/v1/jobs/{job}/events"))
        return str(until_ended(target, job)["state"])


@dataclass(frozen=True)
class Attack:
    """An attack.

    Attributes:
        make: makes it, and says what came of it.
        wanted: what may come of it; of what is said, each word, without how often, is one of these.
        needed: what must come of it, as a limit that no attack meets is none.
        waits: whether it takes as long as the server's patience.
    """

    make: Callable[[Target], str]
    wanted: str
    needed: str = ""
    waits: bool = False

    def made(self, target: Target) -> tuple[str, float]:
        """What came of it, and how many seconds it took."""
        began = time.monotonic()
        return self.make(target), time.monotonic() - began


ATTACKS = (
    Attack(slow_headers, "closed", waits=True),
    Attack(slow_body, "408", waits=True),
    Attack(idle_connections, "200 closed", waits=True),
    Attack(large_body, "413"),
    Attack(odd_json, "400 413 422"),
    Attack(deep_json, "400 413 422"),
    Attack(many_items, "413 202"),
    Attack(long_texts, "200 413 422"),
    Attack(documents, "long.pdf:failed bomb.pdf:failed deep.html:failed deep.html:indexed wide.html:failed "
           "wide.html:indexed"),
    Attack(odd_forms, "400 413 422"),
    Attack(header_flood, "400 431 closed"),
    Attack(deaf_readers, "done"),
    Attack(pipelined, "200 closed held"),
    Attack(numbered_documents, "200 413 steady"),
    Attack(quoted_cookies, "431"),
    Attack(large_headers, "431"),
    Attack(other_encodings, "400"),
    Attack(greedy_evaluations, "200 429", needed="200 429"),
    Attack(guessed_keys, "401 429", needed="429"),
    Attack(long_markdown, "200"),
    Attack(other_origins, "403 421"),
    Attack(figures_by_proxy, "401 429"),
    Attack(named_passages, "200 429 prompt", needed="200 prompt"),
    Attack(many_streams, "200 429 prompt", needed="200 429 prompt"),
    Attack(unread_responses, "closed", waits=True),
)  # fmt: skip


def times(asked: list[Asked]) -> str:
    """Median, 99th percentile and maximum in milliseconds."""
    seconds = [each.seconds for each in asked] or [math.inf]
    high = quantiles(seconds, n=100)[98] if len(seconds) >= _ENOUGH else max(seconds)
    return "  ".join(f"{1000 * each:7.1f}" for each in (median(seconds), high, max(seconds)))


def is_bounded(attack: Attack, said: str) -> bool:
    """Whether nothing came of an attack but what may, and what must did."""
    words = (
        word.rpartition("x")[2] if word[0].isdigit() else word for word in said.replace("/", " ").split()
    )
    return {*attack.needed.split()} <= {*words} - {"up"} <= {*attack.wanted.split()}


def measure(short: bool, only: str | None) -> int:
    """Make the attacks one after the other; how many came to something."""
    broken = 0
    with tempfile.TemporaryDirectory() as folder, served(folder) as server, ThreadPoolExecutor(4) as threads:
        client = httpx2.Client(base_url=server.url, headers={"Authorization": f"Bearer {KEY}"}, timeout=120)
        target, probe = Target(server, client, short), Probe(server.place)
        client.post(EVALUATIONS, json=ANSWER).raise_for_status()
        probe.asked()
        print(
            f"{'/health in ms':<18}  {'median':>7}  {'p99':>7}  {'max':>7}   took     came of it", flush=True
        )
        time.sleep(2 if short else 10)
        print(f"{'idle':<18}  {times(probe.asked())}", flush=True)
        chosen = [each for each in ATTACKS if only in {None, each.make.__name__}]
        aside = {each: threads.submit(each.made, target) for each in chosen if short and each.waits}
        for each in chosen:
            said, took = aside[each].result() if each in aside else each.made(target)
            good = is_bounded(each, said) and client.get("/health").status_code == 200  # noqa: PLR2004
            broken += not good
            shown = "" if good else f"   NOT AS IT SHOULD BE: {each.wanted}"
            print(
                f"{each.make.__name__:<18}  {times(probe.asked())}   {took:5.1f} s  {said}{shown}", flush=True
            )
        probe.stop()
        client.close()
    return broken


def main() -> None:
    """Read the arguments and attack."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--short", action="store_true", help="smaller attacks, fewer connections")
    parser.add_argument("--only", help="one attack, by its name", choices=[a.make.__name__ for a in ATTACKS])
    given = parser.parse_args()
    sys.exit(bool(measure(given.short, given.only)))


if __name__ == "__main__":
    main()
