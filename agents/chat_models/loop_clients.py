"""One asynchronous HTTP client for each event loop, closed when the loop or its owner goes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable


class Closable(Protocol):
    """A client that is closed by awaiting."""

    async def close(self) -> None:
        """Close the connections."""
        ...


Client = TypeVar("Client", bound=Closable)


class LoopClients(Generic[Client]):
    """Clients by event loop.

    A client is held open by an asynchronous generator that the loop knows of: the loop closes it when it
    shuts down (``asyncio.run`` does), and when the owner is dropped while the loop runs on. So neither a
    second ``asyncio.run`` nor a dropped owner leaves an open client behind.
    """

    def __init__(self, make: Callable[[], Client]) -> None:
        """Bind how a client is made."""
        self._make = make
        self._lives: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[Client, AsyncGenerator[None, None]]
        ] = WeakKeyDictionary()

    async def get(self) -> Client:
        """The running loop's client, made on first use."""
        loop = asyncio.get_running_loop()
        if (held := self._lives.get(loop)) is not None:
            return held[0]
        client = self._make()
        life = _life(client)
        self._lives[loop] = (client, life)
        await anext(life)
        return client

    async def close(self) -> None:
        """Close the running loop's client, if there is one."""
        held = self._lives.pop(asyncio.get_running_loop(), None)
        if held is not None:
            await held[1].aclose()


async def _life(client: Closable) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await client.close()
