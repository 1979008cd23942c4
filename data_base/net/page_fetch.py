"""A page as the network gives it: asked for as its site permits, where addresses were checked, in bounds."""

import asyncio
import re
import ssl
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urljoin

from httpx2 import URL, ConnectError, ConnectTimeout, Response, TransportError

from data_base.net.addresses import AddressCheck, AddressError, AddressFault
from data_base.net.asked_wait import asked_wait
from data_base.net.host_turns import HostTurns
from data_base.net.page_content import NotFetchedError, PageContent, is_dead
from data_base.net.response_body import decompressed
from data_base.net.robots import MOST_BYTES, USER_AGENT, SiteRules

_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml,application/pdf,text/markdown,text/plain;q=0.9,*/*;q=0.1",
    "Accept-Encoding": "gzip",
}
_MB = 2**20
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TRY_AGAIN = frozenset({429, 503})
_FIRST_SERVER_ERROR, _TOO_MANY = 500, 429
_WAIT_S = 5.0
"""Where a server asks for patience and does not say how much."""
_REFUSED: dict[AddressFault, str] = {
    "invalid": "not a valid address",
    "scheme": "not an http or https address",
    "credentials": "a user name or password in the address",
    "private": "a private address (--fetch-host trusts a host)",
}
_HEAD = 1024
"""Bytes of a page by which its kind is known."""
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What one page may take."""

    bytes: int = 20 * _MB
    """Of its content, after decompression."""
    seconds: float = 60.0
    """For all its requests, without the wait for a turn."""
    redirects: int = 10
    """From one address to the next."""
    longest_wait_s: float = 60.0
    """That a server may ask for before a page is asked for once more."""


@dataclass
class _TimeLeft:
    """Seconds that the requests of a page have left."""

    seconds: float

    @contextmanager
    def counted(self) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds -= time.monotonic() - began


def _anything(_media_type: str, _head: bytes) -> bool:
    return True


@dataclass
class PageFetcher:
    """Fetches pages, each robots.txt once. To be used in one event loop."""

    check: AddressCheck
    """Says which addresses may be asked."""
    limits: FetchLimits = field(default_factory=FetchLimits)
    """What one page may take."""
    turns: HostTurns = field(default_factory=HostTurns)
    """Whose turn it is to ask a host."""
    wanted: Callable[[str, bytes], bool] = _anything
    """Whether a page of a media type that begins with these bytes is read to its end."""
    tls: ssl.SSLContext | None = None
    """How servers are known; by the certificates that the system trusts if None."""
    _sites: dict[str, SiteRules | NotFetchedError] = field(default_factory=dict)
    _reading: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    async def fetch(self, url: str) -> PageContent:
        """Fetch a page.

        Each address on the way is checked, and asked for only where its site's robots.txt permits it. Nothing
        that a server says is sent back to it or to another: cookies, credentials, where we come from.

        Args:
            url: its address; what is behind ``#`` is left out.

        Raises:
            NotFetchedError: it has no content that can be had, or may not be asked for.
        """
        return await self._followed(url)

    async def _followed(self, url: str, *, is_robots: bool = False) -> PageContent:
        left, seen = _TimeLeft(self.limits.seconds), list[str]()
        try:
            while True:
                parsed = self._next(url, seen)
                seen.append(str(parsed))
                delay_s = 0.0 if is_robots else await self._permitted(parsed)
                found = await self._asked_twice(_Asked(parsed, delay_s, left, is_robots))
                if isinstance(found, PageContent):
                    return found
                url = found
        except NotFetchedError as error:
            error.final_url = seen[-1] if seen else None
            raise

    def _next(self, url: str, seen: list[str]) -> URL:
        """The next address on the way, if it may be asked."""
        with _named():
            parsed = self.check.url(url).copy_with(fragment=None)
        if str(parsed) in seen:
            raise NotFetchedError("unreadable", "redirects in a circle")
        if len(seen) > self.limits.redirects:
            raise NotFetchedError("unreadable", f"more than {self.limits.redirects} redirects")
        return parsed

    async def _permitted(self, url: URL) -> float:
        """The delay that the site of a page asks for, if it lets us ask for the page."""
        robots = str(url.copy_with(raw_path=b"/robots.txt"))
        async with self._reading[robots]:
            if robots not in self._sites:
                self._sites[robots] = await self._rules(robots)
        site = self._sites[robots]
        if isinstance(site, NotFetchedError):
            raise NotFetchedError(site.state, str(site), is_of_host=site.is_of_host)
        if not site.allow(str(url)):
            raise NotFetchedError("unreadable", "robots.txt disallows it")
        return site.delay_s

    async def _rules(self, robots: str) -> SiteRules | NotFetchedError:
        """The rules of a site, as RFC 9309 says.

        A robots.txt that is not there or may not be read permits everything; a server that fails or is too
        slow permits nothing.
        """
        try:
            return SiteRules((await self._followed(robots, is_robots=True)).content)
        except NotFetchedError as error:
            if error.is_of_host:
                return error
            if error.status is not None and error.status < _FIRST_SERVER_ERROR and error.status != _TOO_MANY:
                return SiteRules()
            return NotFetchedError("unreadable", f"robots.txt cannot be read ({error})")

    async def _asked_twice(self, asked: "_Asked") -> "PageContent | str":
        """The page, or where it redirects; asked for once more where the server asks for patience."""
        try:
            return await self._answer(asked)
        except _PatienceError as error:
            if error.wait_s > self.limits.longest_wait_s:
                raise
            self.turns.hold(asked.host, error.wait_s)
        return await self._answer(asked)

    async def _answer(self, asked: "_Asked") -> "PageContent | str":
        async with self.turns.turn(asked.host, asked.delay_s):
            with _named(self.limits.seconds), asked.left.counted():
                async with (
                    asyncio.timeout(max(0.0, asked.left.seconds)),
                    self.check.ask("GET", str(asked.url), _HEADERS, tls=self.tls) as response,
                ):
                    return _target(asked, response) or await self._content(asked, response)

    async def _content(self, asked: "_Asked", response: Response) -> PageContent:
        status, said = response.status_code, response.headers.get("content-type", "")
        if not HTTPStatus(200) <= status < HTTPStatus(300):
            raise _refusal(status, response.headers.get("retry-after", ""))
        media_type, charset = said.partition(";")[0].strip().lower()[:100], _CHARSET.search(said)
        content, is_wanted = bytearray(), asked.is_robots
        most = MOST_BYTES if asked.is_robots else self.limits.bytes
        async with aclosing(decompressed(response, most, is_cut=asked.is_robots)) as pieces:
            async for piece in pieces:
                content += piece
                if not is_wanted and len(content) >= _HEAD:
                    self._require_wanted(media_type, bytes(content[:_HEAD]), status)
                    is_wanted = True
        if not is_wanted:
            self._require_wanted(media_type, bytes(content), status)
        return PageContent(str(asked.url), status, bytes(content), media_type, charset and charset[1])

    def _require_wanted(self, media_type: str, head: bytes, status: int) -> None:
        if not self.wanted(media_type, head):
            raise NotFetchedError("unreadable", f"wrong type ({media_type or 'none'})", status=status)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for."""

    url: URL
    delay_s: float
    left: _TimeLeft
    is_robots: bool

    @property
    def host(self) -> str:
        return self.url.netloc.decode()


class _PatienceError(NotFetchedError):
    """The server asks to come again later."""

    wait_s: float = _WAIT_S


def _target(asked: _Asked, response: Response) -> str | None:
    """Where a page redirects."""
    target = response.headers.get("location")
    if response.status_code not in _REDIRECTS or not target:
        return None
    try:
        return urljoin(str(asked.url), target)
    except ValueError as error:
        reason = "redirects to no valid address"
        raise NotFetchedError("unreadable", reason, status=response.status_code) from error


def _refusal(status: int, retry_after: str) -> NotFetchedError:
    try:
        reason = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        reason = str(status)
    kind = _PatienceError if status in _TRY_AGAIN else NotFetchedError
    error = kind("dead" if is_dead(status) else "unreadable", reason, status=status)
    if isinstance(error, _PatienceError) and (wait := asked_wait(retry_after)) is not None:
        error.wait_s = wait
    return error


@contextmanager
def _named(seconds: float = 0.0) -> Iterator[None]:
    """Say what went wrong on the network as what it makes of a page.

    Args:
        seconds: that a page has.
    """
    try:
        yield
    except AddressError as error:
        if error.fault == "unresolved":
            raise NotFetchedError("dead", "its host has no address", is_of_host=True) from error
        reason = _REFUSED.get(error.fault, error.fault)
        raise NotFetchedError("never_opened", reason, is_of_host=error.fault == "private") from error
    except TimeoutError as error:
        raise NotFetchedError("unreadable", f"too slow (more than {seconds:g} s)") from error
    except (ConnectError, ConnectTimeout) as error:
        if _is_of_tls(error):
            reason = "its certificate cannot be verified"
            raise NotFetchedError("unreadable", reason, is_of_host=True) from error
        raise NotFetchedError("dead", "nothing answered", is_of_host=True) from error
    except TransportError as error:
        raise NotFetchedError("unreadable", "the connection broke off") from error


def _is_of_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
