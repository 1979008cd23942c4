"""Claims of an answer in a real browser: usable in both themes, on a phone, and a click shows the words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from data_base.schemas.run import RunItem
from tests.service.web.test_claims_page import judged
from tests.support.arena import manifest
from tests.support.browser import chromium, in_chromium, signed_in
from tests.support.http_service import RunningService, running_service

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [*in_chromium, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("claims")
    with running_service(str(folder / "runs.sqlite"), workers=False) as running:
        items = [judged(folder / "pages", "A"), RunItem(case_id="1", system="B", error="gone")]
        running.context.runs.import_run(manifest("r"), items)
        yield running


def test_claims_can_be_read_and_lead_to_words(browser: Browser, service: RunningService) -> None:
    with signed_in(browser, service) as tab:
        tab.page.goto(f"{service.url}/runs/r/items/1/A")
        tab.assert_usable()
        tab.page.locator("#claim-table ~ .marked a.claim.contradicted").first.click()
        shown = tab.page.locator(":target")
        assert "It is 388 metres long." in shown.inner_text()
        assert shown.is_visible()
        tab.page.goto(f"{service.url}/runs/r")
        tab.assert_usable()
        tab.assert_clean()
