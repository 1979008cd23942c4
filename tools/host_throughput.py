"""What judging costs a host that answers 50 requests at once with FastAPI.

Against a local server in a process of its own::

    python tools/host_throughput.py [--repeats 3] [--latency 0.1]

Compared are a model by name with ``AsyncOpenAI``, and a ``ChatOpenAI`` as a judge with itself, every arm in a
fresh process. A round is 50 requests on short answers; the first two, in which connections are opened, do not
count.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.judge_throughput import in_a_process, server

AT_ONCE, ROUNDS, FIRST_ROUNDS = 50, 10, 2
"""Requests at once, rounds that are counted, and rounds before them."""
Case = tuple[str, str, list[str]]


def asks_openai(base_url: str) -> Callable[[Case], Awaitable[Any]]:
    """``AsyncOpenAI`` and nothing else."""
    from openai import AsyncOpenAI  # noqa: PLC0415  (each arm pays for its own imports)

    client = AsyncOpenAI(api_key="none", base_url=base_url, max_retries=0, timeout=60)
    return lambda case: client.chat.completions.create(model="m", temperature=0, messages=_messages(case))


def judges_by_name(base_url: str) -> Callable[[Case], Awaitable[Any]]:
    """The judge with a model by its name."""
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415  (as above)

    os.environ |= {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": "none"}
    judge = RAGEvaluator("openai:m")
    return lambda case: judge.evaluate_fine_grained(*case)


def _chat_openai(base_url: str) -> Any:  # noqa: ANN401  (a class that may not be installed)
    from langchain_openai import ChatOpenAI  # noqa: PLC0415  (as above)

    return ChatOpenAI(model="m", api_key="none", base_url=base_url, temperature=0, max_retries=0)


def asks_object(base_url: str) -> Callable[[Case], Awaitable[Any]]:
    """``ChatOpenAI`` and nothing else."""
    model = _chat_openai(base_url)
    return lambda case: model.ainvoke(_messages(case))


def judges_by_object(base_url: str) -> Callable[[Case], Awaitable[Any]]:
    """The judge with a ``ChatOpenAI``."""
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415  (as above)

    judge = RAGEvaluator(_chat_openai(base_url))
    return lambda case: judge.evaluate_fine_grained(*case)


def _messages(case: Case) -> list[Any]:
    question, answer, passages = case
    user = "\n\n".join([question, *passages, answer])
    return [
        {"role": "system", "content": "You judge answers. " * 180},
        {"role": "user", "content": user},
    ]


def _short(number: int) -> Case:
    """A case of one figure: what judging adds to a call, and not how long it takes to read many figures."""
    said = f"The harbour moved {number} thousand tons of freight that year."
    return f"How much freight did harbour {number} move?", f"This is item {number}. {said}", [said]


HOSTED = {
    "AsyncOpenAI": asks_openai,
    "named": judges_by_name,
    "ChatOpenAI": asks_object,
    "object": judges_by_object,
}


async def host(arm: str, base_url: str) -> None:
    """Serve rounds of requests in this process, and print what they cost as JSON."""
    from fastapi import FastAPI  # noqa: PLC0415  (as above)
    from httpx import ASGITransport, AsyncClient  # noqa: PLC0415  (as above)

    ask, app = HOSTED[arm](base_url), FastAPI()
    waiting = [_short(number) for number in range(AT_ONCE)]

    @app.post("/{number}")
    async def answer(number: int) -> str:
        found = await ask(waiting[number])
        if getattr(found, "evaluation_failed", False):
            raise RuntimeError(found.reason)
        return "done"

    walls, spent = list[float](), 0.0
    async with AsyncClient(transport=ASGITransport(app), base_url="http://host", timeout=60) as client:
        for turn in range(FIRST_ROUNDS + ROUNDS):
            started, cpu = time.perf_counter(), time.process_time()
            replies = await asyncio.gather(*(client.post(f"/{number}") for number in range(AT_ONCE)))
            for reply in replies:
                reply.raise_for_status()
            if turn >= FIRST_ROUNDS:
                walls.append(time.perf_counter() - started)
                spent += time.process_time() - cpu
    print(json.dumps({"wall": median(walls), "cpu": spent * 1000 / AT_ONCE / ROUNDS}))


def compare_hosted(given: argparse.Namespace) -> None:
    """Run the hosted arms turn by turn, and print the medians and the judge's ratios to the bare clients."""
    runs: dict[str, list[dict[str, float]]] = {arm: [] for arm in HOSTED}
    for _ in range(given.repeats):
        for arm, measured in runs.items():
            with server(given.latency, 1, {}) as base_url:
                measured.append(json.loads(in_a_process(__file__, ["--arm", arm, "--base-url", base_url])))
    print(f"{AT_ONCE} requests at once, latency {given.latency:g} s, load {os.getloadavg()[0]:.1f}")
    for arm, measured in runs.items():
        wall, cpu = (median(run[name] for run in measured) for name in ("wall", "cpu"))
        print(f"{arm:12} {wall:6.3f} s a round  {cpu:5.2f} ms CPU a request")
    for judged, bare_client in (("named", "AsyncOpenAI"), ("object", "ChatOpenAI")):
        ratio = median(a["wall"] / b["wall"] for a, b in zip(runs[judged], runs[bare_client], strict=True))
        print(f"{judged}: wall x {ratio:.2f} of {bare_client}'s")


def main() -> None:
    """Read the arguments; compare, or run one arm."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="runs of every arm; medians are printed")
    parser.add_argument("--latency", type=float, default=0.1, help="seconds that the server takes")
    parser.add_argument("--arm", choices=HOSTED, help=argparse.SUPPRESS)
    parser.add_argument("--base-url", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.arm:
        asyncio.run(host(given.arm, given.base_url))
    else:
        compare_hosted(given)


if __name__ == "__main__":
    main()
