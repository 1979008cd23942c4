"""Jobs watched in a real browser: a question to its answer, items as they come; with and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from service.jobs.settings import WorkerSettings
from tests.support.browser import Tab, chromium, in_chromium, signed_in, wait_until
from tests.support.http_service import RunningService, running_service
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.stored_collections import add_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [*in_chromium, pytest.mark.timeout(180)]
ATTACK = "<img src=x onerror=window.pwned=1>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    worker = WorkerSettings(poll_seconds=0.2, stop_seconds=5, slice_items=1, concurrency=1)
    with running_service(str(tmp_path_factory.mktemp("live") / "runs.sqlite"), worker) as running:
        yield running


@pytest.fixture
def tab(browser: Browser, service: RunningService) -> Iterator[Tab]:
    with signed_in(browser, service) as opened:
        yield opened


def batch(service: RunningService, count: int) -> str:
    """A job of so many items."""
    items = [
        {"id": f"{ATTACK} {number}", "question": "Where?", "answer": "In Ohio.", "documents": ["In Ohio."]}
        for number in range(count)
    ]
    return str(service.client.post("/v1/evaluations/batch", json={"items": items}).json()["id"])


def test_a_question_is_asked_and_its_research_watched(tab: Tab) -> None:
    add_collection(tab.service.context.jobs, documents=DOCUMENTS)
    page = tab.open("/ask")
    page.get_by_label("Question").fill(f"{QUESTION} {ATTACK}")
    tab.assert_usable()
    page.get_by_role("button", name="Research").press("Enter")
    page.get_by_text("Ended:").wait_for(timeout=60_000)
    page.locator(".controls").get_by_text("done").wait_for()
    assert page.locator("ol.attempts > li").count() == len(
        set(page.locator("ol.attempts > li").evaluate_all("rows => rows.map(row => row.id)"))
    )
    tab.assert_usable()
    tab.assert_clean()


def test_items_appear_as_they_come_until_the_job_is_stopped(tab: Tab) -> None:
    job = batch(tab.service, 2_000)
    page = tab.open(f"/live/{job}")
    page.locator("tbody tr").nth(20).wait_for(timeout=60_000)
    first = page.locator("tbody tr").first.inner_text()
    wait_until(page, "first => document.querySelector('tbody tr').innerText !== first", first)
    tab.assert_usable()
    page.get_by_role("button", name="Stop").press("Enter")
    page.locator(".controls").get_by_text("stopped", exact=True).wait_for(timeout=30_000)
    rows = page.locator("tbody tr").evaluate_all("rows => rows.map(row => row.id)")
    assert len(rows) == len(set(rows)) <= 50
    page = tab.open("/live")
    page.get_by_role("link", name="Evaluation").first.wait_for()
    tab.assert_usable()
    tab.assert_clean()


def test_without_scripts_a_job_is_shown_as_it_is_now(browser: Browser, service: RunningService) -> None:
    job = batch(service, 2_000)
    with signed_in(browser, service, java_script_enabled=False) as tab:
        page = tab.open(f"/live/{job}")
        page.get_by_role("link", name="Load again").click()
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("heading", level=1).wait_for()
    assert service.context.jobs.job(job, "default").state in {"cancelling", "cancelled"}
