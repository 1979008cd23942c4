"""A web site for tests: real HTTP on a free port, in threads, with pages that do harm."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple

from data_base.net.addresses import AddressCheck
from data_base.net.host_turns import HostTurns
from data_base.net.page_fetch import FetchLimits, PageFetcher
from data_base.sources.page_text import page_kind

if TYPE_CHECKING:
    import ssl


_HTML = {"Content-Type": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class WebPage:
    """What a site has at an address."""

    body: bytes = field(default=b"", repr=False)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: _HTML)
    stalls: bool = False
    """Whether the site goes silent behind the body, without ending it."""
    is_silent: bool = False
    """Whether it never answers."""


class Visit(NamedTuple):
    """A request as it came."""

    host: str
    path: str
    headers: dict[str, str]


@dataclass
class WebSite:
    """A running site; what it does not have is 404."""

    pages: dict[str, WebPage | Callable[[int], WebPage]]
    """By path; a function gets how often the page was asked for before."""
    port: int = 0
    visits: list[Visit] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str, host: str = "site.test") -> str:
        """The address of a page."""
        return f"http://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        """What was asked for, without each robots.txt."""
        return [visit.path for visit in self.visits if visit.path != "/robots.txt"]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: WebSite

    def do_GET(self) -> None:
        before = self.site.paths.count(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.site.visits.append(Visit(headers["host"], self.path, headers))
        page = self.site.pages.get(self.path, WebPage(b"gone", 404))
        if callable(page):
            page = page(before)
        self.close_connection = True
        if page.is_silent:
            self.site.stopping.wait(60)
            return
        with suppress(OSError):
            self.send_response(page.status)
            for name, value in {"Content-Length": str(len(page.body)), **page.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page.body)
            if page.stalls:
                self.wfile.flush()
                self.site.stopping.wait(60)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the library's)
        """Say nothing."""


@contextmanager
def web_site(
    pages: Mapping[str, WebPage | Callable[[int], WebPage]], *, tls: ssl.SSLContext | None = None
) -> Iterator[WebSite]:
    """A site, as long as the block takes."""
    site = WebSite(dict(pages))
    handler = type("Handler", (_Handler,), {"site": site})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that goes away
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        site.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield site
        finally:
            site.stopping.set()
            server.shutdown()
            thread.join()


def redirect(target: str, status: int = 302) -> WebPage:
    """A page that has moved."""
    return WebPage(b"", status, {"Location": target})


def html(text: str, head: str = "") -> WebPage:
    """A page of one paragraph."""
    return WebPage(f"<html><head>{head}</head><body><p>{text}</p></body></html>".encode())


class Names:
    """A resolver of names: those that end in ``.test`` are on this machine, others have no address."""

    def __init__(self, **addresses: Sequence[Sequence[str]]) -> None:
        """Use addresses.

        Args:
            addresses: of a name, its dots as ``_``, each time that it is asked for; the last stays.
        """
        self.addresses = {name.replace("_", "."): [*each] for name, each in addresses.items()}

    async def __call__(self, host: str, _port: int) -> Sequence[str]:
        """The addresses of a host."""
        if known := self.addresses.get(host):
            return known.pop(0) if len(known) > 1 else known[0]
        if host.endswith(".test"):
            return ["127.0.0.1"]
        if host.replace(".", "").isdecimal():
            return [host]
        raise OSError


def fetcher_of(
    *hosts: str,
    names: Names | None = None,
    limits: FetchLimits | None = None,
    tls: ssl.SSLContext | None = None,
) -> PageFetcher:
    """As the command's fetcher, without a pause between requests.

    Args:
        hosts: that are trusted.
        names: finds addresses.
        limits: of one page.
        tls: how servers are known.
    """
    return PageFetcher(
        AddressCheck(hosts, names or Names(), plain_http=True),
        limits=limits or FetchLimits(),
        turns=HostTurns(0.0),
        wanted=lambda media_type, head: page_kind(media_type, head) is not None,
        tls=tls,
    )
