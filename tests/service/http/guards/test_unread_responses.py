"""A response that nobody reads does not keep its connection for ever."""

import asyncio
import socket

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from service.http.guards import connection
from service.http.guards.connection import BoundedConnection

MUCH = 8_000_000


async def much(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x" * MUCH})


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set once the server's connection is gone."""
    gone = asyncio.Event()
    usual = BoundedConnection.connection_lost

    def noticed(self: BoundedConnection, exc: Exception | None) -> None:
        usual(self, exc)
        gone.set()

    monkeypatch.setattr(BoundedConnection, "connection_lost", noticed)
    return gone


async def opened(loop: asyncio.AbstractEventLoop, *, window: int) -> tuple[asyncio.Server, socket.socket]:
    config = uvicorn.Config(much, http=BoundedConnection, ws="none", log_level="warning")
    config.load()
    state = ServerState()
    serving = await loop.create_server(lambda: BoundedConnection(config, state, {}), "127.0.0.1", 0)
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    client.setblocking(False)
    await loop.sock_connect(client, serving.sockets[0].getsockname())
    await loop.sock_sendall(client, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return serving, client


async def read_all(loop: asyncio.AbstractEventLoop, client: socket.socket, pause: float) -> int:
    count = 0
    try:
        while count < MUCH and (part := await loop.sock_recv(client, 400_000)):
            count += len(part)
            await asyncio.sleep(pause)
    except ConnectionResetError:
        pass
    return count


async def test_it_is_closed_where_nothing_can_be_written(
    lost: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "UNREAD_S", 0.4)
    loop = asyncio.get_running_loop()
    serving, client = await opened(loop, window=2_048)

    with client:
        await asyncio.wait_for(lost.wait(), 30)
        assert await read_all(loop, client, 0) < MUCH
    serving.close()


async def test_a_slow_reader_gets_all_of_it(lost: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "UNREAD_S", 1.0)
    loop = asyncio.get_running_loop()
    serving, client = await opened(loop, window=300_000)

    with client:
        assert await read_all(loop, client, 0.02) >= MUCH
    await asyncio.wait_for(lost.wait(), 30)
    serving.close()
