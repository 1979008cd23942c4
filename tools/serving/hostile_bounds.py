"""Attacks on what a server keeps and reads: memory, headers, encodings, keys, unread responses."""

import contextlib
import json
import socket
import time

from service.http.settings import ServerSettings
from tools.serving.hostile_client import ANSWER, EVALUATIONS, Target, at_once, counted, head, status_read

_GROWTH = 1.1
"""How much larger the server may be after all documents than after two."""


def numbered_documents(target: Target) -> str:
    """Documents of nothing but figures, as long as are read, and one longer; and how the memory grew."""
    sizes = []
    said = []
    for number in range(target.size(20, 4)):
        body = ANSWER | {"documents": [f"{number + 3}. " * target.size(60_000, 6_000)]}
        said.append(target.post(EVALUATIONS, json.dumps(body).encode(), 400))
        sizes.append(target.server.megabytes)
    said.append(target.post(EVALUATIONS, json.dumps(ANSWER | {"documents": ["3. " * 330_000]}).encode(), 400))
    grown = "steady" if sizes[-1] <= sizes[1] * _GROWTH else f"from-{sizes[1]}-to-{sizes[-1]}-MB"
    return f"{counted(said)} {grown}"


def quoted_cookies(target: Target) -> str:
    """Cookies that old Pythons read in a time that grows with the square of their length."""
    cookie = b'Cookie: a="' + b'\\"' * 30_000 + b'"\r\n'
    begun = b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    return " ".join(
        target.send(begun % path, cookie, b"\r\n") for path in (b"/health", b"/sign-in", b"/runs")
    )


def large_headers(target: Target) -> str:
    """Headers of 70,000 and 90,000 bytes in one write."""
    begun = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: "
    return " ".join(target.send(begun + b"y" * size + b"\r\n\r\n") for size in (70_000, 90_000))


def other_encodings(target: Target) -> str:
    """JSON in UTF-16 and UTF-32, whose brackets look like text, and UTF-8 with a byte order mark."""
    text = '{"question":"\u2200","answer":[' + "[]," * target.size(1_600_000, 200_000) + "1]}"
    return " ".join(
        target.post(EVALUATIONS, text.encode(encoding)) for encoding in ("utf-16-le", "utf-32", "utf-8-sig")
    )


def pipelined(target: Target) -> str:
    """Thousands of requests on one connection whose responses nobody reads."""
    with target.connection(5) as found:
        found.settimeout(5)
        try:
            for _ in range(target.size(20_000, 2_000)):
                found.sendall(head("GET", "/v1/jobs"))
        except TimeoutError:
            return "held up"
        except OSError:
            return "closed"
        return status_read(found)


def unread_responses(target: Target) -> str:
    """Connections that ask for a large file and read nothing of it."""
    with contextlib.ExitStack() as opened:
        deaf = []
        for _ in range(target.size(100, 20)):
            found = opened.enter_context(socket.socket())
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            found.connect(target.server.place)
            found.sendall(head("GET", "/static/echarts.js"))
            deaf.append(found)
        time.sleep(90)
        return counted([read_to_the_end(each) for each in deaf])


def read_to_the_end(found: socket.socket) -> str:
    """Whether the server still has a connection of which nothing was read for long.

    What the system took from the server comes in any case, and may be all.
    """
    found.settimeout(5)
    try:
        while found.recv(1_000_000):
            pass
    except TimeoutError:
        return "kept"
    except OSError:
        pass
    return "closed"


def greedy_evaluations(target: Target) -> str:
    """More long evaluations at once of one key than it may have, while others go on."""
    long = json.dumps(ANSWER | {"documents": ["130. " * target.size(20_000, 9_000)]}).encode()
    made = target.client.post(EVALUATIONS, json=ANSWER)
    made.raise_for_status()
    most: int = ServerSettings.model_fields["max_evaluations"].default
    return at_once(most + 8, lambda _: target.post(EVALUATIONS, long, 400))


def guessed_keys(target: Target) -> str:
    """Thousands of keys that are none."""
    wrong = b"GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer drj_%d\r\n\r\n"

    def guess(_: int) -> str:
        return "/".join(sorted({target.send(wrong % number) for number in range(target.size(200, 20))}))

    return at_once(20, guess)
