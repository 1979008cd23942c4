"""One client for each event loop, whoever's thread runs it."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from agents.models.loop_clients import LoopClients, SharedClients


class _Client:
    def __init__(self) -> None:
        self.closed = False

    async def close(self) -> None:
        self.closed = True


def test_threads_with_short_loops_of_their_own_do_not_trip_over_each_other() -> None:
    made: list[_Client] = []

    def make() -> _Client:
        made.append(_Client())
        return made[-1]

    clients = LoopClients(make)

    async def asked() -> _Client:
        first = await clients.get()
        await asyncio.sleep(0)
        assert await clients.get() is first
        return first

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(50) as threads:
            used = list(threads.map(lambda _: asyncio.run(asked()), range(400)))
    finally:
        sys.setswitchinterval(interval)
    assert len({id(client) for client in used}) == len(made) == 400
    assert all(client.closed for client in made)


def test_models_with_one_server_share_their_clients() -> None:
    shared = SharedClients()
    first = shared.of("server", _Client)
    assert shared.of("server", _Client) is first
    assert shared.of("another", _Client) is not first
