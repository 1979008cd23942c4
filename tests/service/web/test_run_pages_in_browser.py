"""The pages of runs in a real browser: usable in both themes and on a phone; nothing foreign runs in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.support.browser import DESK, PHONE, Tab, chromium, in_chromium, signed_in
from tests.support.http_service import RunningService, running_service
from tests.support.viewed_runs import (
    ATTACK,
    ATTACKED,
    JUDGED,
    REASON,
    RESEARCHED,
    SYSTEM,
    WORST,
    add_runs,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = in_chromium
PATHS = [
    "/runs",
    f"/trends?questions={'a' * 64}",
    *(f"/runs/{quote(run, safe='')}" for run in (JUDGED, ATTACKED)),
    *(
        "/runs/{}/items/{}/{}".format(*(quote(name, safe="") for name in names))
        for names in (
            (JUDGED, WORST, SYSTEM),
            (JUDGED, "failed", SYSTEM),
            (ATTACKED, ATTACK, ATTACK),
            (RESEARCHED, "1", "deep_research"),
        )
    ),
]


_BROKEN_WORDS = """cells => cells.flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = new Range();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  return broken;
})"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("web") / "runs.sqlite")
    with running_service(store, workers=False) as running:
        add_runs(running.context.runs)
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def tab(browser: Browser, service: RunningService) -> Iterator[Tab]:
    with signed_in(browser, service) as opened:
        yield opened


def test_every_page_is_usable_and_clean(tab: Tab) -> None:
    for path in PATHS:
        page = tab.open(path)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        if "failed" not in path and ATTACKED not in path:
            tab.assert_usable()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("h1").count() == 1
        tab.assert_clean()


def test_the_list_of_runs_shows_all_columns_and_breaks_no_name(tab: Tab) -> None:
    page = tab.open("/runs")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a TypedDict of playwright's own
    wide, seen = page.locator(".scroll").evaluate("each => [each.scrollWidth, each.clientWidth]")
    assert wide <= seen
    # The column of models; at a hyphen a name may go on in the next line.
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # as above
    assert page.locator("tbody td:nth-child(3)").evaluate_all(_BROKEN_WORDS) == []


def test_three_clicks_lead_to_the_passage_that_shows_why_the_worst_answer_is_wrong(tab: Tab) -> None:
    page = tab.open("/")
    page.get_by_role("link", name=JUDGED).click()
    page.locator("table.items tbody tr").first.get_by_role("link").first.click()
    page.get_by_text(REASON).wait_for()
    page.locator(".answer .claim.contradicted").first.click()
    quoted = page.locator("mark.contradicted:has(:target)")
    quoted.wait_for()
    assert "made 354.4" in quoted.inner_text()
    box = quoted.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < page.viewport_size["height"]  # type: ignore[index]  # it has one
    tab.assert_clean()


def test_a_folded_passage_opens_when_it_is_asked_for(tab: Tab) -> None:
    page = tab.open(PATHS[4])
    folded = page.locator("details.passage:not([open])")
    passage = folded.first.locator(".passage-text")
    assert not passage.is_visible()
    anchor = passage.get_attribute("id")
    page.evaluate("anchor => { location.hash = anchor }", anchor)
    page.locator(f"#{anchor}").wait_for()


def test_the_keyboard_is_enough(tab: Tab) -> None:
    page = tab.open(PATHS[2])
    page.get_by_label("Search").fill("farm 10")
    page.keyboard.press("Enter")
    page.wait_for_url("**text=farm+10**")
    page.locator("table.items tbody a").first.focus()
    page.keyboard.press("Enter")
    page.locator(".answer .claim").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#q1")
    page.get_by_text("Formatted").focus()
    page.keyboard.press("Enter")
    page.locator(".formatted strong").wait_for()
    tab.assert_clean()


def test_without_scripts_everything_can_be_read(browser: Browser, service: RunningService) -> None:
    with signed_in(browser, service, java_script_enabled=False) as still:
        page = still.open(PATHS[4])
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict of playwright's own
        page.locator(".answer .claim.contradicted").first.click()
        assert page.locator("mark.contradicted:has(:target)").is_visible()
        page.get_by_role("link", name="Show in the answer").click()
        words = page.locator(".answer :target")
        assert words.is_visible()
        words.click()
        assert "the year" in page.locator(".points li:target").inner_text()
        page.get_by_role("link", name=JUDGED).click()
        page.get_by_role("link", name="judge unsure").click()
        assert page.locator("table.items tbody tr").count() == 2


def test_paper_shows_the_page_without_its_controls(tab: Tab) -> None:
    page = tab.open(PATHS[4])
    page.emulate_media(media="print")
    assert not page.locator("header.top").is_visible()
    assert page.locator(".answer").first.is_visible()
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="screen")
