"""One asynchronous HTTP client for each event loop, closed when the loop or its owner goes."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable, Hashable
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary, WeakValueDictionary, finalize, ref

# Seconds between an owner's end and the closing. An owner often ends together with its loop, which then has
# too few turns left to close many connections one by one; whatever is still open is closed by its shutdown.
_GRACE = 0.05


class Closable(Protocol):
    """A client that is closed by awaiting."""

    async def close(self) -> None:
        """Close the connections."""
        ...


Client = TypeVar("Client", bound=Closable)


class _Kept(NamedTuple, Generic[Client]):
    client: Client
    life: AsyncGenerator[None, None]
    end: finalize[..., LoopClients[Client]]


class LoopClients(Generic[Client]):
    """Clients by event loop.

    A client is kept open by an asynchronous generator that the loop knows of: the loop closes it when it
    shuts down (``asyncio.run`` does), and soon after its owner is dropped while it runs on. So neither a
    second ``asyncio.run`` nor a dropped owner leaves an open client behind.
    """

    def __init__(self, make: Callable[[], Client]) -> None:
        """Bind how a client is made."""
        self._make = make
        # Threads with loops of their own ask one model: what one adds, another may be going through.
        self._lock = threading.Lock()
        self._lives: WeakKeyDictionary[asyncio.AbstractEventLoop, _Kept[Client]] = WeakKeyDictionary()

    async def get(self) -> Client:
        """The running loop's client, made on first use."""
        loop = asyncio.get_running_loop()
        if (kept := self._lives.get(loop)) is not None:
            return kept.client
        client = self._make()
        life = _life(client)
        end = finalize(self, _close_later, ref(loop), life)
        end.atexit = False
        with self._lock:
            self._forget_closed_loops()
            self._lives[loop] = _Kept(client, life, end)
        await anext(life)
        return client

    async def close(self) -> None:
        """Close the running loop's client, if there is one."""
        with self._lock:
            kept = self._lives.pop(asyncio.get_running_loop(), None)
        if kept is not None:
            kept.end.detach()
            await kept.life.aclose()

    def _forget_closed_loops(self) -> None:
        for loop in [loop for loop in self._lives if loop.is_closed()]:
            self._lives.pop(loop).end.detach()


class SharedClients:
    """The clients of all models of a runtime: models with the same server and key share theirs."""

    def __init__(self) -> None:
        """Begin without any."""
        self._lock = threading.Lock()
        self._known: WeakValueDictionary[Hashable, LoopClients[Any]] = WeakValueDictionary()

    def of(self, known_by: Hashable, make: Callable[[], Client]) -> LoopClients[Client]:
        """The clients known by a server's address and key; they live as long as a model that uses them.

        Args:
            known_by: all that distinguishes these clients from others.
            make: makes one.
        """
        with self._lock:
            clients = self._known.get(known_by)
            if clients is None:
                clients = self._known[known_by] = LoopClients(make)
        return clients

    async def close(self) -> None:
        """Close every client of the running loop."""
        for clients in list(self._known.values()):
            await clients.close()


@runtime_checkable
class Runtime(Protocol):
    """What calls share, as far as models use it: their clients."""

    @property
    def clients(self) -> SharedClients: ...  # noqa: D102


def default_clients() -> SharedClients:
    """The clients of models without a runtime, shared in each process."""
    return _clients_of(os.getpid())


@cache
def _clients_of(_process: int) -> SharedClients:
    # A forked child inherits the objects, but not the threads and connections behind them.
    return SharedClients()


async def _life(client: Closable) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await client.close()


def _close_later(loop_of: ref[asyncio.AbstractEventLoop], life: AsyncGenerator[None, None]) -> None:
    loop = loop_of()
    if loop is not None and not loop.is_closed():
        loop.call_soon_threadsafe(loop.call_later, _GRACE, _close_now, loop, life)


def _close_now(loop: asyncio.AbstractEventLoop, life: AsyncGenerator[None, None]) -> None:
    # A loop that shuts down closes it itself, and may have no turn left for a new task.
    if not getattr(loop, "_asyncgens_shutdown_called", False):
        loop.create_task(_close(life))


async def _close(life: AsyncGenerator[None, None]) -> None:
    # The loop's shutdown may have begun to close it in the meantime.
    if not life.ag_running:  # type: ignore[attr-defined]
        await life.aclose()
