"""The pages that reports cite, fetched into a folder over real HTTP."""

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from agents.claims.fetching import FetchProgress, cited_addresses, fetch_sources
from agents.claims.judge_report import judge_report
from data_base.errors import InputError
from data_base.sources.fetched_pages import read_fetched_pages
from tests.support.long_proofs import short_or_long
from tests.support.rows import over
from tests.support.web_site import WebPage, fetcher_of, html, redirect, web_site

pytest.importorskip("protego", reason="the extra 'fetch' is not installed")

REPORT = """Orle mill opened in 1987 [1]. It makes paper ([site](https://a.example/x)).

```
https://code.example/
```

## References
[1] https://b.example/?utm_source=x
[2] https://b.example/
[3] https://c.example/unused
"""


def test_addresses_are_those_of_the_claim_table() -> None:
    assert cited_addresses([REPORT, "It burned (https://www.a.example/x/)."]) == (
        "https://b.example/?utm_source=x",
        "https://a.example/x",
        "https://c.example/unused",
    )


def index(folder: Path) -> dict[str, dict[str, object]]:
    lines = (folder / "index.jsonl").read_text("utf-8").splitlines()
    return {
        str(line["url"]).partition(".test")[2].lstrip(":0123456789"): line for line in map(json.loads, lines)
    }


async def test_each_page_is_noted_and_nothing_is_fetched_twice(tmp_path: Path) -> None:
    head = "<title>Orle</title><meta name='date' content='2001-05-01'>"
    pages = {"/a": html("It opened in 1987.", head), "/moved": redirect("/a"), "/b": WebPage(b"", 403)}
    seen: list[FetchProgress] = []
    with web_site(pages) as site:
        urls = [site.url(path) for path in ("/a", "/a?utm_source=x", "/moved", "/b", "/gone")]
        found = await fetch_sources(urls, tmp_path, fetcher=fetcher_of("site.test"), on_page=seen.append)
        read = found.page(urls[0])
        assert read is not None
        assert (found.text(read), read.title, read.published) == ("It opened in 1987.", "Orle", "2001-05-01")
        noted = index(tmp_path)
        assert {
            path: (line["state"], line.get("reason"), line.get("status")) for path, line in noted.items()
        } == {
            "/a": ("read", None, 200),
            "/moved": ("read", None, 200),
            "/b": ("unreadable", "403 Forbidden", 403),
            "/gone": ("dead", "404 Not Found", 404),
        }
        assert noted["/moved"]["final_url"] == site.url("/a")
        assert (str(noted["/a"]["fetched_at"])[:2], len(str(noted["/a"]["sha256"]))) == ("20", 64)
        assert sorted((each.done, each.total) for each in seen) == [(n, 4) for n in range(1, 5)]
        before = len(site.visits)
        await fetch_sources(urls, tmp_path, fetcher=fetcher_of("site.test"))
        assert len(site.visits) == before
        site.pages["/b"] = html("Now it is here.")
        again = await fetch_sources(urls, tmp_path, fetcher=fetcher_of("site.test"), again=True)
        assert sorted(site.paths[-2:]) == ["/b", "/gone"]
        there = again.page(site.url("/b"))
        assert there is not None
        assert (again.text(there), there.reason) == ("Now it is here.", None)


async def test_what_was_fetched_stays_where_the_rest_is_given_up(tmp_path: Path) -> None:
    with web_site({"/a": html("a"), "/b": WebPage(is_silent=True)}) as site:
        urls = [site.url("/a"), site.url("/b")]
        came = asyncio.Event()
        work = asyncio.create_task(
            fetch_sources(urls, tmp_path, fetcher=fetcher_of("site.test"), on_page=lambda _: came.set())
        )
        await came.wait()
        with pytest.raises(InputError, match="another process"):
            await fetch_sources(urls, tmp_path)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        site.pages["/b"] = html("b")
        await fetch_sources(urls, tmp_path, fetcher=fetcher_of("site.test"))
        assert Counter(site.paths)["/a"] == 1
        assert {path: line["state"] for path, line in index(tmp_path).items()} == {"/a": "read", "/b": "read"}


async def test_a_full_disk_ends_it_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("data_base.whole_file.os.fsync", full)
    with web_site({"/a": html("a"), "/b": WebPage(is_silent=True)}) as site:
        with pytest.raises(InputError, match="No space left"):
            await fetch_sources([site.url("/a"), site.url("/b")], tmp_path, fetcher=fetcher_of("site.test"))
        monkeypatch.undo()
        assert read_fetched_pages(tmp_path).page(site.url("/b")) is None


async def test_without_the_extra_nothing_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "protego", None)
    with pytest.raises(InputError, match=r"Fetching needs protego: uv sync --inexact --extra fetch"):
        await fetch_sources(["https://a.example/"], tmp_path / "pages")
    assert not (tmp_path / "pages").exists()


@over("host", ["http://localhost", "localhost:8080", "localhost/"])
async def test_a_host_that_would_never_be_met_is_refused(host: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no host; name it without"):
        await fetch_sources(["http://localhost/"], tmp_path / "pages", hosts=[host])
    assert not (tmp_path / "pages").exists()


DEAD, UNREADABLE, SILENT_ON_IT, PAGES = short_or_long((8, 3, 5, 30), (20, 10, 15, 90))
REPORTS = 3
BAD = (WebPage(b"", 403), WebPage(b"\x89PNG\0", headers={"Content-Type": "image/png"}), html(""))


async def test_every_count_is_right_for_three_reports_over_a_web_of_pages(tmp_path: Path) -> None:
    """Some are dead, some unreadable, and some do not say what is claimed."""
    says = {n: f"The mill of Orle {n} made {n * 7 + 1000} t of paper in 1987." for n in range(PAGES)}
    state = dict.fromkeys(range(DEAD), "dead") | dict.fromkeys(range(DEAD, DEAD + UNREADABLE), "unreadable")
    silent = range(DEAD + UNREADABLE, DEAD + UNREADABLE + SILENT_ON_IT)
    pages: dict[str, WebPage] = {}
    for n, text in says.items():
        if n in silent:
            pages[f"/{n}"] = html(f"The harbour of Velm has {n} cranes and a lighthouse.")
        elif n not in state:
            pages[f"/{n}"] = html(text)
        elif state[n] == "unreadable":
            pages[f"/{n}"] = BAD[n % len(BAD)]
        elif n % 2:
            pages[f"/{n}"] = WebPage(b"", 410 if n % 4 == 1 else 500)
    with web_site(pages) as site:
        hosts = [f"site{n % 9}.test" for n in range(PAGES)]
        links = [site.url(f"/{n}", hosts[n]) for n in range(PAGES)]
        links[0] = "http://nowhere.example/0"
        per_report = [range(first, PAGES, REPORTS) for first in range(REPORTS)]
        reports = ["\n\n".join(f"{says[n]} [{n + 1}]({links[n]})" for n in part) for part in per_report]
        found = await fetch_sources(cited_addresses(reports), tmp_path, fetcher=fetcher_of(*hosts))
        assert Counter(site.paths) == {f"/{n}": 1 for n in range(1, PAGES)}
    for part, report in zip(per_report, reports, strict=True):
        table = await judge_report(report, sources=found)
        expected = Counter(state.get(n, "read") for n in part)
        assert table.shares.sources == expected
        verdicts = Counter(
            {"dead": "source_missing", "unreadable": "source_unreadable"}.get(state.get(n, ""), "read")
            for n in part
        )
        not_said = sum(n in silent for n in part)
        by_verdict = dict(table.shares.verdicts)
        assert by_verdict.pop("supported") == verdicts.pop("read") - not_said
        assert sum(by_verdict.pop(name, 0) for name in ("unsupported", "undecidable")) == not_said
        assert by_verdict == verdicts
        assert all(bool(each.reason) == (each.state != "read") for each in table.sources)
