"""Documents in a real browser: uploaded by choosing and by dragging, read, searched, deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import Tab, chromium, in_chromium, signed_in
from tests.support.hostile_pdf import many_pages_claimed
from tests.support.http_service import RunningService, running_service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = in_chromium
NAME = "水坝 <img src=x onerror=window.pwned=1>"
DROP = """([target, names]) => {
  const dragged = new DataTransfer();
  for (const name of names) dragged.items.add(new File([`The bridge named ${name} is long.`], name));
  for (const kind of ["dragover", "drop"])
    target.dispatchEvent(new DragEvent(kind, { dataTransfer: dragged, bubbles: true, cancelable: true }));
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("documents") / "runs.sqlite")) as running:
        yield running


@pytest.fixture
def tab(browser: Browser, service: RunningService) -> Iterator[Tab]:
    with signed_in(browser, service) as opened:
        yield opened


def new_collection(tab: Tab, name: str) -> None:
    page = tab.open("/collections")
    page.get_by_label("New collection").fill(name)
    page.get_by_role("button", name="Make").click()
    page.get_by_role("heading", level=1, name=name).wait_for()


@pytest.mark.timeout(120)
def test_files_are_chosen_dragged_read_searched_and_deleted(tab: Tab, tmp_path: Path) -> None:
    new_collection(tab, NAME)
    page = tab.page
    text = f"The dam stands in Ohio. {'It holds the river back. ' * 30}"
    (tmp_path / "dam.md").write_text(f"# <script>window.pwned=2</script>\n\n{text}", "utf-8")
    (tmp_path / "claimed.pdf").write_bytes(many_pages_claimed())
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    page.locator("input[type=file]").set_input_files(sorted(tmp_path.iterdir()))
    page.get_by_text("Uploaded: 2. Not taken: 2.").wait_for()
    rows = {row.split("\n")[0].split(" ")[0]: row for row in page.locator(".files li").all_inner_texts()}
    assert "the file is empty" in rows["empty.txt"]
    assert "photo.png" in rows["photo.png"]
    assert rows["dam.md"].endswith("uploaded")
    page.locator("#documents tr", has_text="dam.md").get_by_text("can be searched").wait_for(timeout=60_000)
    broken = page.locator("#documents tr", has_text="claimed.pdf")
    broken.get_by_text("could not be read").wait_for(timeout=60_000)
    assert "claimed.pdf" in broken.locator("p").inner_text()

    page.evaluate(DROP, [page.locator("[data-upload]").element_handle(), ["a.txt", "Мост.txt"]])
    page.get_by_text("Uploaded: 2. Not taken: 0.").wait_for()
    page.locator("#documents").get_by_text("Can be searched: 3").wait_for(timeout=60_000)
    # It can be asked about now, though the page was not loaded again.
    assert page.get_by_role("link", name="Ask a question over the collection").is_visible()

    page.get_by_label("Passages that share words with").fill("Where is the dam in Ohio?")
    page.get_by_role("button", name="Search").click()
    page.locator(".found li").first.get_by_text("The dam stands in Ohio.").wait_for()
    tab.assert_usable()
    row = page.locator("#documents tr", has_text="a.txt")
    row.get_by_text("Delete…").press("Enter")
    row.get_by_role("button", name="Delete for good").press("Enter")
    page.get_by_text("Can be searched: 2").wait_for()
    assert not page.locator("#documents tr", has_text="a.txt").count()
    tab.assert_clean()


def test_files_chosen_and_choices_made_before_the_scripts_have_come_are_not_lost(
    tab: Tab, tmp_path: Path
) -> None:
    new_collection(tab, "early")
    page = tab.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/static/htmx.js*", hold)
    (tmp_path / "dam.txt").write_text("The dam stands in Ohio.", "utf-8")
    page.reload(wait_until="commit")
    page.locator("input[type=file]").set_input_files([tmp_path / "dam.txt"])
    held.pop().continue_()
    page.get_by_text("Uploaded: 1. Not taken: 0.").wait_for()
    page.reload(wait_until="commit")
    page.get_by_label("Colours").select_option("dark")
    page.locator("[data-theme=dark]").wait_for()


def test_a_file_that_cannot_be_sent_is_named(tab: Tab, tmp_path: Path) -> None:
    new_collection(tab, "lost")
    page = tab.page
    page.route("**/documents", lambda route: route.abort())
    (tmp_path / "lost.txt").write_text("The dam stands in Ohio.", "utf-8")
    page.locator("input[type=file]").set_input_files([tmp_path / "lost.txt"])
    page.locator(".files li.refused").get_by_text("cannot reach the server").wait_for()
    page.get_by_text("Uploaded: 0. Not taken: 1.").wait_for()


def test_without_scripts_files_are_uploaded_by_the_form(
    browser: Browser, service: RunningService, tmp_path: Path
) -> None:
    (tmp_path / "dam.txt").write_text("The dam stands in Ohio.", "utf-8")
    (tmp_path / "empty.txt").write_bytes(b"")
    with signed_in(browser, service, java_script_enabled=False) as tab:
        new_collection(tab, "plain")
        page = tab.page
        page.locator("input[type=file]").set_input_files([tmp_path / "dam.txt", tmp_path / "empty.txt"])
        page.get_by_role("button", name="Upload").click()
        page.get_by_role("alert").get_by_text("empty.txt").wait_for()
        assert page.locator("#documents tr", has_text="dam.txt").count() == 1
