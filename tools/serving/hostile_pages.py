"""Attacks on pages, origins and keys, for ``hostile_http.py``."""

from tools.serving.hostile_client import EVALUATIONS, Target, head
from tools.serving.served import KEY


def long_markdown(target: Target) -> str:
    """Pages of answers of nothing but brackets, stars and quotes, signed in by a browser."""
    target.client.post("/sign-in", data={"key": KEY})
    said = []
    for sign in ("![", "[", "*a **b", "> ", "a " * 20, "[a.md#1]"):
        text = sign * (target.size(180_000, 60_000) // len(sign))
        asked = {"question": "Where?", "answer": text, "documents": [text]}
        made = target.client.post(EVALUATIONS, json=asked).json()
        place = f"/runs/{made['run_id']}/items/{made['id']}/recorded"
        said.append(str(target.client.get(place, headers={"Accept": "text/html"}).status_code))
    return " ".join(said)


def other_origins(target: Target) -> str:
    """Hosts and origins that are the server's own but for a part."""
    own = "{}:{}".format(*target.server.place)
    origins = (f"https://{own}", f"chrome-extension://{own}", "null", f"http://{own}.evil")
    lines: list[tuple[str, ...]] = [(f"Host: {own}", f"Origin: {origin}") for origin in origins]
    lines += [("Host: [::1]evil",), (f"Host: {own}evil",)]
    return " ".join(
        target.send(b"GET /v1/jobs HTTP/1.1\r\n" + "".join(f"{line}\r\n" for line in each).encode() + b"\r\n")
        for each in lines
    )


def figures_by_proxy(target: Target) -> str:
    """The figures of all projects, asked for through a proxy that calls the server by its address."""
    signs = ("X-Forwarded-For: 203.0.113.9", "Via: 1.1 proxy", "Forwarded: for=203.0.113.9")
    return " ".join(target.send(_without_key(head("GET", "/metrics", sign))) for sign in signs)


def _without_key(request: bytes) -> bytes:
    lines = request.split(b"\r\n")
    return b"\r\n".join(line for line in lines if not line.lower().startswith(b"authorization:"))
