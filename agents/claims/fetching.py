"""The pages that reports cite, fetched into a folder."""

import asyncio
import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from agents.calls.run_sync import waited_for
from agents.claim_cutting import report_claims
from agents.claims.report_sources import ReportSources
from data_base.computing import computed
from data_base.errors import InputError
from data_base.extras import extra_named
from data_base.marks.cited_sources import listed_sources, same_page
from data_base.net.addresses import AddressCheck
from data_base.net.page_content import NotFetchedError
from data_base.net.page_fetch import PageFetcher
from data_base.sources.fetched_pages import NOTHING, FetchedPage, FetchedPages
from data_base.sources.page_folder import page_folder
from data_base.sources.page_text import page_kind, page_text

_READ_AT_ONCE = min(4, os.cpu_count() or 1)
"""Pages whose text is read at once: each takes a processor."""


class FetchProgress(NamedTuple):
    """A page that was fetched, or could not be."""

    page: FetchedPage
    """What came of it."""
    done: int
    """Pages that were asked for by now."""
    total: int
    """Pages to be asked for in all."""


def cited_addresses(reports: Iterable[str]) -> tuple[str, ...]:
    """The addresses that reports cite or list, each page once, in order.

    Args:
        reports: in Markdown.
    """
    found: list[str] = []
    for report in reports:
        sources = ReportSources(NOTHING, listed_sources(report))
        for claim in report_claims(report):
            for mark in claim.marks:
                sources.key(mark)
        sources.add_others()
        found += [source.url for source in sources.found.values() if source.url]
    return _each_once(found)


def page_fetcher(hosts: Sequence[str] = ()) -> PageFetcher:
    """What fetches pages of the internet.

    Args:
        hosts: that are asked although they are in a private network.

    Raises:
        InputError: one of them is no host's name or number.
    """
    for host in hosts:
        if "/" in host or host.count(":") == 1:
            raise InputError(f"{host!r} is no host; name it without http:// and without a port.")
    return PageFetcher(
        AddressCheck(hosts, place="address", variable="--fetch-host", plain_http=True),
        wanted=lambda media_type, head: page_kind(media_type, head) is not None,
    )


async def fetch_sources(
    urls: Iterable[str],
    folder: Path | str,
    *,
    hosts: Sequence[str] = (),
    again: bool = False,
    on_page: Callable[[FetchProgress], None] = lambda _: None,
    fetcher: PageFetcher | None = None,
) -> FetchedPages:
    """Fetch pages into a folder, where :func:`.judge_report` finds them.

    Only pages that the folder does not have are asked for. Each is written before it counts as done, so that
    what was fetched is kept however this ends. A page that cannot be read is noted with the reason.

    A host is asked once a second, by the rules of its robots.txt, and only at public addresses; nothing of a
    session is sent.

    Args:
        urls: addresses of pages, ``https://…`` or ``http://…``.
        folder: made where there is none.
        hosts: that are asked although they are in a private network.
        again: whether pages are asked for once more that could not be read before.
        on_page: called with every page once it is written.
        fetcher: asks for the pages; :func:`page_fetcher` of the hosts if None.

    Raises:
        InputError: the extra ``fetch`` is not installed; a host is none; or the folder cannot be used.
    """
    if isinstance(urls, str) or isinstance(hosts, str):
        raise InputError("`urls` and `hosts` must be lists of strings.")
    with extra_named("Fetching", "fetch"):
        import protego  # noqa: F401, PLC0415  (before the first page is asked for)

    asking = fetcher or page_fetcher(hosts)
    with page_folder(Path(folder)) as kept:
        known = await computed(kept.read)
        wanted = [url for url in _each_once(urls) if _is_asked_for(known.page(url), again=again)]
        reading = asyncio.Semaphore(_READ_AT_ONCE)
        tasks = [asyncio.create_task(_fetched(url, asking, reading)) for url in wanted]
        try:
            for done, fetched in enumerate(asyncio.as_completed(tasks), start=1):
                page = kept.keep(*await fetched)
                on_page(FetchProgress(page, done, len(tasks)))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return await computed(kept.read)


fetch_sources_sync = waited_for(fetch_sources)
"""As :func:`fetch_sources`, waiting for the pages."""
fetch_sources_sync.__name__ = "fetch_sources_sync"


def _each_once(urls: Iterable[str]) -> tuple[str, ...]:
    """The first address of each page."""
    found: dict[str, str] = {}
    for url in urls:
        found.setdefault(same_page(url), url)
    return tuple(found.values())


def _is_asked_for(page: FetchedPage | None, *, again: bool) -> bool:
    return page is None or (again and page.file is None)


async def _fetched(url: str, fetcher: PageFetcher, reading: asyncio.Semaphore) -> tuple[FetchedPage, str]:
    """A page and its text; without one, the reason."""
    page = FetchedPage(url=url, fetched_at=datetime.now(UTC).isoformat(timespec="seconds"))
    found: dict[str, object] = {}
    try:
        content = await fetcher.fetch(url)
        found = {
            "final_url": content.final_url,
            "status": content.status,
            "sha256": hashlib.sha256(content.content).hexdigest(),
        }
        async with reading:
            text = await page_text(content)
    except NotFetchedError as error:
        failed = {"final_url": error.final_url, "status": error.status}
        reason = {"state": error.state, "reason": str(error)}
        return page.model_copy(update={**failed, **found, **reason}), ""
    said = {"title": text.title, "published": text.published, "state": "read"}
    return page.model_copy(update={**found, **said}), text.text
