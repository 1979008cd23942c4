"""Signing in, the language and the colours in a real browser: its forms are sent, and taken."""

from collections.abc import Iterator

import pytest

from tests.support.browser import chromium, in_chromium, signed_in
from tests.support.http_service import RunningService, running_service

pytestmark = in_chromium


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("web") / "runs.sqlite"), workers=False) as running:
        yield running


def test_a_browsers_forms_are_taken(service: RunningService) -> None:
    with chromium() as browser, signed_in(browser, service) as tab:
        page = tab.open("/runs")
        tab.assert_usable()
        page.get_by_role("button", name="Sign out").click()
        page.get_by_label("API key").fill(service.key())
        tab.assert_usable()
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", level=1, name="Runs").wait_for()
        page.get_by_label("Colours").select_option("dark")
        page.locator("[data-theme=dark]").wait_for()
        tab.assert_clean()
