"""Pages asked for over real HTTP: nothing leaves what is allowed, nothing hangs, everything is named."""

import gzip
import ssl
from dataclasses import replace
from pathlib import Path

import pytest

from data_base.net.page_content import NotFetchedError
from data_base.net.page_fetch import FetchLimits, PageFetcher
from tests.support.certificate import certificate
from tests.support.rows import over
from tests.support.web_site import Names, WebPage, fetcher_of, html, redirect, web_site

pytest.importorskip("protego", reason="the extra 'fetch' is not installed")

MB = 2**20
PRIVATE = "a private address (--fetch-host trusts a host)"
SMALL = FetchLimits(bytes=MB, longest_wait_s=0.5)
SHORT = replace(SMALL, seconds=1.5)
"""For sites that fall silent."""
TEXT = {"Content-Type": "text/plain"}
BOMB = gzip.compress(b"a" * 50 * MB)
ROBOTS = WebPage(b"User-agent: *\nDisallow: /private\n", headers=TEXT)


async def outcome(fetcher: PageFetcher, url: str) -> tuple[str, str, int | None]:
    """State, reason and status of a page that cannot be had; its content where it can."""
    try:
        page = await fetcher.fetch(url)
    except NotFetchedError as error:
        return error.state, str(error), error.status
    return "read", page.content.decode(errors="replace"), page.status


@over(
    "page, state, reason, status",
    [
        (WebPage(b"<p>found"), "read", "<p>found", 200),
        (WebPage(gzip.compress(b"<p>zip"), headers={"Content-Encoding": "gzip"}), "read", "<p>zip", 200),
        (WebPage(b"", 404), "dead", "404 Not Found", 404),
        (WebPage(b"", 410), "dead", "410 Gone", 410),
        (WebPage(b"", 500), "dead", "500 Internal Server Error", 500),
        (WebPage(b"", 403), "unreadable", "403 Forbidden", 403),
        (WebPage(b"", 451), "unreadable", "451 Unavailable For Legal Reasons", 451),
        (WebPage(b"", 299, {"Content-Type": "image/png"}), "unreadable", "wrong type (image/png)", 299),
        (WebPage(b"", 599), "dead", "599", 599),
        (WebPage(b"", 999), "unreadable", "999", 999),
        (WebPage(b"", 302), "unreadable", "302 Found", 302),
        (WebPage(b"", 503, {"Retry-After": "3600"}), "dead", "503 Service Unavailable", 503),
        (WebPage(is_silent=True), "unreadable", "too slow (more than 1.5 s)", None),
        (WebPage(b"a" * 100, stalls=True, headers={"Content-Length": "200"}), "unreadable", "too slow", None),
        (WebPage(b"a", headers={"Content-Length": "9"}), "unreadable", "the connection broke off", None),
        (WebPage(b"<p>abc", headers={"Content-Length": "4"}), "read", "<p>a", 200),
        (WebPage(b"", headers={"Content-Length": str(10 * MB)}), "unreadable", "too long (more", 200),
        (WebPage(b"a" * 2 * MB, headers=TEXT), "unreadable", "too long (more than 1 MB)", 200),
        (WebPage(BOMB, headers={**TEXT, "Content-Encoding": "gzip"}), "unreadable", "too long", 200),
        (WebPage(b"x", headers={"Content-Encoding": "br"}), "unreadable", "compressed in a way", 200),
        (
            WebPage(b"x", headers={**TEXT, "Content-Encoding": "gzip, gzip"}),
            "unreadable",
            "compressed in a way that was not asked for",
            200,
        ),
        (WebPage(b"no zip", headers={"Content-Encoding": "gzip"}), "unreadable", "broken compression", 200),
        (
            WebPage(gzip.compress(b"abc" * 99)[:-9], headers={"Content-Encoding": "gzip"}),
            "unreadable",
            "the connection broke off",
            200,
        ),
        (WebPage(b"\x89PNG\0\0" * 300), "unreadable", "wrong type (text/html)", 200),
        (WebPage(b"{}", headers={"Content-Type": "application/json"}), "unreadable", "wrong type", 200),
        (redirect("/there"), "read", "<html>", 200),
        (redirect("//other.test:{port}/there"), "read", "<html>", 200),
        (redirect("/page"), "unreadable", "redirects in a circle", None),
        (redirect("http://[/"), "unreadable", "redirects to no valid address", 302),
        (redirect("ftp://site.test/x"), "never_opened", "not an http or https address", None),
        (redirect("file:///etc/passwd"), "never_opened", "not an http or https address", None),
        (redirect("http://a:b@site.test:{port}/there"), "never_opened", "a user name or password", None),
        (redirect("http://127.0.0.1:{port}/there"), "never_opened", "a private address", None),
        (redirect("http://private.test:{port}/there"), "never_opened", "a private address", None),
        (redirect("http://[::1]:{port}/there"), "never_opened", "a private address", None),
        (redirect("http://169.254.169.254/latest"), "never_opened", "a private address", None),
        (redirect("/private/x"), "unreadable", "robots.txt disallows it", None),
    ],
)
async def test_what_comes_of_a_page(page: WebPage, state: str, reason: str, status: int | None) -> None:
    pages = {"/page": page, "/there": html("there"), "/private/x": html("secret"), "/robots.txt": ROBOTS}
    names = Names(**{"::1": [["::1"]]})
    with web_site(pages) as site:
        headers = {n: v.replace("{port}", str(site.port)) for n, v in page.headers.items()}
        site.pages["/page"] = replace(page, headers=headers)
        fetcher = fetcher_of(
            "site.test", "other.test", names=names, limits=SHORT if page.is_silent or page.stalls else SMALL
        )
        found = await outcome(fetcher, site.url("/page"))
        assert (found[0], found[2]) == (state, status), found
        assert found[1].startswith(reason)
        if state != "read":
            assert not {"/there", "/private/x"} & set(site.paths)
        assert {visit.host for visit in site.visits} <= {f"{n}.test:{site.port}" for n in ("site", "other")}


@over(
    "url, state, reason",
    [
        ("http://127.0.0.1:{port}/there", "never_opened", "a private address (--fetch-host trusts a host)"),
        (
            "http://private.test:{port}/there",
            "never_opened",
            "a private address (--fetch-host trusts a host)",
        ),
        ("https://a:b@site.test/there", "never_opened", "a user name or password in the address"),
        ("ftp://site.test/there", "never_opened", "not an http or https address"),
        ("nowhere", "never_opened", "not a valid address"),
        ("http://nowhere.example/x", "dead", "its host has no address"),
        ("http://site.test:1/x", "dead", "nothing answered"),
    ],
)
async def test_what_is_not_asked(url: str, state: str, reason: str) -> None:
    with web_site({"/there": html("there")}) as site:
        found = await outcome(fetcher_of("site.test"), url.format(port=site.port))
        assert (found, site.visits) == ((state, reason, None), [])


async def test_a_server_that_asks_for_patience_is_asked_once_more() -> None:
    def later(before: int) -> WebPage:
        return html("now") if before else WebPage(b"", 503, {"Retry-After": "0"})

    with web_site({"/later": later, "/never": WebPage(b"", 429, {"Retry-After": "0"})}) as site:
        fetcher = fetcher_of("site.test", limits=SMALL)
        assert (await outcome(fetcher, site.url("/later")))[0] == "read"
        found = await outcome(fetcher, site.url("/never"))
        assert found == ("unreadable", "429 Too Many Requests", 429)
        assert site.paths == ["/later", "/later", "/never", "/never"]


@over(
    "robots, state, reason",
    [
        (WebPage(b"", 404), "read", "<html>"),
        (WebPage(b"", 403), "read", "<html>"),
        (WebPage(b"", 500), "unreadable", "robots.txt cannot be read (500 Internal Server Error)"),
        (WebPage(is_silent=True), "unreadable", "robots.txt cannot be read (too slow (more than 1.5 s))"),
        (WebPage(b"#" * 3 * MB + b"\nUser-agent: *\nDisallow: /"), "read", "<html>"),
        (WebPage(b"User-agent: *\nDisallow: /" + b"\n" * 3 * MB), "unreadable", "robots.txt disallows it"),
        (redirect("/other.txt"), "unreadable", "robots.txt disallows it"),
    ],
)
async def test_a_site_is_asked_as_its_robots_txt_permits(robots: WebPage, state: str, reason: str) -> None:
    all_of_it = WebPage(b"User-agent: *\nDisallow: /", headers=TEXT)
    with web_site({"/robots.txt": robots, "/other.txt": all_of_it, "/x": html("x"), "/y": html("y")}) as site:
        fetcher = fetcher_of("site.test", limits=SHORT if robots.is_silent else SMALL)
        for path in ("/x", "/y"):
            found = await outcome(fetcher, site.url(path))
            assert (found[0], found[1].startswith(reason)) == (state, True), found
        assert [visit.path for visit in site.visits].count("/robots.txt") == 1
        assert site.paths[:1] == ([] if state != "read" else ["/x"]) or robots.status == 302


async def test_redirects_end() -> None:
    pages = {f"/{n}": redirect(f"/{n + 1}") for n in range(40)}
    with web_site(pages) as site:
        found = await outcome(fetcher_of("site.test", limits=SMALL), site.url("/0"))
        assert found == ("unreadable", "more than 10 redirects", None)
        assert len(site.paths) == 11


async def test_nothing_of_a_session_is_sent() -> None:
    first = WebPage(b"", 302, {"Location": "/next", "Set-Cookie": "id=1; Path=/"})
    second = WebPage(b"<p>x", headers={"Set-Cookie": "id=2", "Content-Type": "text/html"})
    with web_site({"/": first, "/next": second}) as site:
        fetcher = fetcher_of("site.test")
        await fetcher.fetch(site.url("/#part"))
        await fetcher.fetch(site.url("/next"))
        for visit in site.visits:
            assert not {"cookie", "authorization", "referer", "from"} & visit.headers.keys()
            assert visit.headers["user-agent"] == "deep-research-judge"
        assert site.paths == ["/", "/next", "/next"]


async def test_a_name_that_comes_to_stand_for_a_private_address_is_not_asked() -> None:
    """The first look-up is for robots.txt; between look-up and connection there is none that could differ."""
    with web_site({"/x": html("x")}) as site:
        names = Names(rebound_test=[["127.0.0.1"], ["10.0.0.1"]])
        fetcher = fetcher_of(names=names)
        assert (await outcome(fetcher, site.url("/x", "rebound.test")))[1].startswith("a private address")
        assert site.visits == []
        public_first = Names(rebound_test=[["127.0.0.1"], ["127.0.0.2"], ["127.0.0.3"]])
        trusting = fetcher_of("rebound.test", names=public_first)
        state, reason, _ = await outcome(trusting, site.url("/x", "rebound.test"))
        # robots.txt came from the address that was looked up; the page's own look-up led to nobody.
        assert (state, reason) == ("dead", "nothing answered")
        assert [visit.path for visit in site.visits] == ["/robots.txt"]


async def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_site({}) as proxy, web_site({"/x": html("x")}) as site:
        monkeypatch.setenv("HTTP_PROXY", proxy.url("", "127.0.0.1"))
        monkeypatch.setenv("ALL_PROXY", proxy.url("", "127.0.0.1"))
        assert (await outcome(fetcher_of("site.test"), site.url("/x")))[0] == "read"
        assert proxy.visits == []


async def test_https_may_lead_to_http_and_a_certificate_is_verified(tmp_path: Path) -> None:
    server, known = certificate(tmp_path, "safe.test")
    with web_site({"/x": html("plain")}) as plain:
        moved = redirect(plain.url("/x"))
        private = redirect(plain.url("/x", "private.test"))
        with web_site({"/moved": moved, "/private": private}, tls=server) as safe:
            address = f"https://safe.test:{safe.port}"
            fetcher = fetcher_of("site.test", "safe.test", tls=known)
            assert (await fetcher.fetch(f"{address}/moved")).final_url == plain.url("/x")
            assert (await outcome(fetcher, f"{address}/private"))[0] == "never_opened"
            unknown = fetcher_of("safe.test", tls=ssl.create_default_context())
            found = await outcome(unknown, f"{address}/moved")
            assert found == ("unreadable", "its certificate cannot be verified", None)
