"""The transport: connections are reused, one that broke is dropped, all are closed."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from agents.models.http_transport import SingleConnections, http
from tests.support.certificate import certificate

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator
    from pathlib import Path


class Counter:
    """A server that counts its connections; ``/hang`` is never answered."""

    def __init__(self) -> None:
        self.opened = self.open = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        self.open += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                if b"/hang" not in head:
                    await asyncio.sleep(0.01)
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.open -= 1
            writer.close()


@asynccontextmanager
async def counting(tls: ssl.SSLContext | None = None) -> AsyncIterator[tuple[Counter, str]]:
    counter = Counter()
    server = await asyncio.start_server(counter.serve, "127.0.0.1", 0, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    try:
        yield counter, f"{'https' if tls else 'http'}://127.0.0.1:{port}"
    finally:
        server.close()


async def until_closed(counter: Counter) -> None:
    async with asyncio.timeout(10):
        while counter.open:  # noqa: ASYNC110  (the server cannot tell)
            await asyncio.sleep(0.01)


async def test_no_more_connections_than_requests_at_once() -> None:
    async with counting() as (counter, url):
        async with http.AsyncClient(transport=SingleConnections()) as client:
            for _ in range(5):
                replies = await asyncio.gather(*(client.get(url) for _ in range(4)))
                assert [reply.text for reply in replies] == ["ok"] * 4
            assert counter.opened == 4
        await until_closed(counter)


async def test_a_request_that_is_given_up_takes_its_connection_with_it() -> None:
    async with counting() as (counter, url), http.AsyncClient(transport=SingleConnections()) as client:
        hanging = asyncio.create_task(client.get(f"{url}/hang"))
        async with asyncio.timeout(10):
            while not counter.open:  # noqa: ASYNC110  (as above)
                await asyncio.sleep(0.01)
        hanging.cancel()
        await asyncio.wait([hanging])
        await until_closed(counter)
        assert (await client.get(url)).text == "ok"
        assert counter.opened == 2


async def test_a_body_that_is_not_read_frees_its_connection() -> None:
    async with counting() as (counter, url), http.AsyncClient(transport=SingleConnections()) as client:
        for _ in range(3):
            async with client.stream("GET", url) as reply:
                assert reply.status_code == 200
        assert (await client.get(url)).text == "ok"
        assert counter.open <= 1


async def test_a_connection_opened_for_http_is_not_used_for_https(tmp_path: Path) -> None:
    """It verifies no certificate, and a redirect would take it to any server."""
    async with (
        counting() as (plain, url),
        counting(certificate(tmp_path, "nobody.test")[0]) as (secure, secure_url),
        http.AsyncClient(transport=SingleConnections()) as client,
    ):
        assert (await client.get(url)).text == "ok"
        for _ in range(2):
            with pytest.raises(http.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                await client.get(secure_url)
        assert (await client.get(url)).text == "ok"
        assert (plain.opened, secure.opened) == (1, 0)
