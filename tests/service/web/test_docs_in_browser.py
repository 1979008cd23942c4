"""The description of the API as a page, in Chromium."""

from pathlib import Path

from tests.support.browser import Tab, chromium, in_chromium
from tests.support.http_service import running_service

pytestmark = in_chromium


def test_the_page_shows_the_routes_and_asks_no_other_server(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service, chromium() as browser:
        tab = Tab(browser.new_page(), service)
        page = tab.open("/docs")
        page.get_by_text("/v1/evaluations/batch", exact=True).wait_for()
        tab.assert_clean()
