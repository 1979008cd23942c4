"""Signing in to the pages, and what the pages send to browsers."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from service.keys import Scope
from service.web.sessions import MOST, SessionStore
from tests.support.http_service import RunningService, running_service
from tests.support.rows import table

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("web") / "runs.sqlite"), workers=False) as running:
        yield running


@pytest.fixture
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=service.url, headers=HTML, follow_redirects=False) as client:
        yield client


def sign_in(browser: httpx2.Client, key: str, to: str = "/runs") -> httpx2.Response:
    return browser.post("/sign-in", data={"key": key, "next": to})


def test_a_page_is_shown_to_whoever_signed_in(service: RunningService, browser: httpx2.Client) -> None:
    refused = browser.get("/runs?kind=arena")
    assert (refused.status_code, refused.headers["location"]) == (303, "/sign-in?next=%2Fruns%3Fkind%3Darena")
    key = service.key()
    entered = sign_in(browser, key, "/runs?kind=arena")
    assert (entered.status_code, entered.headers["location"]) == (303, "/runs?kind=arena")
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert key not in cookie
    assert browser.get("/runs").status_code == 200


def test_a_wrong_key_is_refused(browser: httpx2.Client) -> None:
    refused = sign_in(browser, "drj_" + "x" * 43)
    assert refused.status_code == 401
    assert "not known" in refused.text
    assert browser.get("/runs").status_code == 303


@pytest.mark.parametrize("to", ["https://example.org/", "//example.org", "/\\example.org", "runs", "/a\nb"])
def test_after_signing_in_nobody_is_led_elsewhere(
    service: RunningService, browser: httpx2.Client, to: str
) -> None:
    assert sign_in(browser, service.key(), to).headers["location"] == "/"


def test_signing_out_needs_the_form_of_a_page(service: RunningService, browser: httpx2.Client) -> None:
    sign_in(browser, service.key())
    assert browser.post("/sign-out").status_code == 403
    assert browser.post("/sign-out", data={"form_token": "x" * 64}).status_code == 403
    found = re.search(r'name="form_token" value="(\w+)"', browser.get("/runs").text)
    assert found is not None
    before = dict(browser.cookies)
    assert browser.post("/sign-out", data={"form_token": found[1]}).status_code == 303
    # The server forgot the session, too.
    with httpx2.Client(base_url=service.url, headers=HTML, cookies=before) as other:
        assert other.get("/runs").status_code == 303


@pytest.mark.parametrize("scope", ["judge", "research", "rate"])
def test_whoever_may_not_look_at_runs_is_told_what_the_key_is_for_and_can_sign_out(
    service: RunningService, browser: httpx2.Client, scope: Scope
) -> None:
    assert sign_in(browser, service.key(scopes=[scope]), "/").headers["location"] == "/"
    shown = browser.get("/")
    assert shown.status_code == 200
    said = {"judge": "have answers judged", "research": "do research", "rate": "rate answers"}
    assert [name for name, words in said.items() if words in shown.text] == [scope]
    found = re.search(r'name="form_token" value="(\w+)"', shown.text)
    assert found is not None
    assert browser.post("/sign-out", data={"form_token": found[1]}).status_code == 303
    assert browser.get("/").headers["location"].startswith("/sign-in")


def test_pages_are_counted_like_the_api(tmp_path: Path) -> None:
    store = str(tmp_path / "runs.sqlite")
    with (
        running_service(store, workers=False, requests_per_minute=6) as service,
        httpx2.Client(base_url=service.url, headers=HTML) as browser,
    ):
        key = service.key()
        sign_in(browser, key)
        answers = [
            browser.get(f"/{page}") for page in ("runs", "collections", "live", "runs", "compare", "runs")
        ]
        assert [each.status_code for each in answers] == [200] * 5 + [429]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert "6 requests per minute" in answers[-1].text
        assert sign_in(browser, key).status_code == 429
        called = httpx2.get(f"{service.url}/v1/runs", headers={"Authorization": f"Bearer {key}"})
        assert called.status_code == 429


def test_of_a_key_the_newest_twenty_sessions_last(service: RunningService) -> None:
    sessions, key = SessionStore(service.context.jobs), service.key()
    other = sessions.begin(service.key())
    tokens = [sessions.begin(key) for _ in range(MOST + 3)]
    assert [sessions.key_sha256(token) is not None for token in tokens] == [False] * 3 + [True] * MOST
    assert sessions.key_sha256(other) is not None


def test_a_revoked_key_ends_its_sessions(service: RunningService, browser: httpx2.Client) -> None:
    keys = service.context.keys
    made = keys.create("default", "for a while")
    sign_in(browser, made.secret)
    assert browser.get("/runs").status_code == 200
    keys.revoke(made.key.id)
    assert browser.get("/runs").status_code == 303


def test_pages_run_no_script_but_the_servers_own(service: RunningService, browser: httpx2.Client) -> None:
    sign_in(browser, service.key())
    shown = browser.get("/runs")
    policy = shown.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert shown.headers["cache-control"] == "no-store"
    # With no referrer at all, Chromium sends forms with "Origin: null".
    assert shown.headers["referrer-policy"] == "same-origin"
    assert not re.search(r"<script(?![^>]*src=)|style=|\son\w+=", shown.text)
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', shown.text):
        file = browser.get(address.replace("&amp;", "&"))
        assert file.status_code == 200
        assert "immutable" in file.headers["cache-control"]


def test_refusals_are_pages_for_browsers_and_problems_for_programs(
    service: RunningService, browser: httpx2.Client
) -> None:
    assert "<h1>Not found" in browser.get("/nowhere").text
    problem = httpx2.get(f"{service.url}/nowhere", headers={"Accept": "*/*"})
    assert problem.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("asked", "shown"),
    table(__file__, "test_a_page_is_in_the_language_that_the_browser_asks_for"),
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(
    browser: httpx2.Client, asked: str, shown: str
) -> None:
    page = browser.get("/sign-in", headers={"Accept-Language": asked}).text
    assert f'<html lang="{shown}"' in page


def test_a_chosen_language_and_theme_are_kept(browser: httpx2.Client) -> None:
    chosen = browser.post("/preferences", data={"language": "zh_Hant", "theme": "dark", "next": "/sign-in"})
    assert chosen.headers["location"] == "/sign-in"
    page = browser.get("/sign-in", headers={"Accept-Language": "ru"}).text
    assert '<html lang="zh-Hant" data-theme="dark">' in page
