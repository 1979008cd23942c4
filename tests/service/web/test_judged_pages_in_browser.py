"""Comparing, rating and arenas in a real browser: in both themes, on a phone, by keyboard; pages on paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.service.web.test_arena_page import ARENA
from tests.support.browser import Tab, chromium, in_chromium, signed_in
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.viewed_runs import JUDGED, SYSTEM, WORST, add_runs

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [*in_chromium, pytest.mark.timeout(180)]
ATTACK = "<img src=x onerror=window.pwned=1>"
RIGHT = "The dam in Ohio opened in 1978."
PAPER = {"width": 718, "height": 1000}
"""What A4 leaves between margins of 1 cm."""
CLIPPED = """[...document.querySelectorAll("main *")].filter((each) => {
  const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(each);
  if (textOverflow === "ellipsis" || clipPath !== "none" || !each.checkVisibility()) return false;
  const wide = overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
  const high = overflowY !== "visible" && each.scrollHeight > each.clientHeight + 1;
  return wide || high;
}).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("judged") / "runs.sqlite")) as running:
        add_runs(running.context.runs)
        yield running


@pytest.fixture(scope="module")
def runs(service: RunningService) -> tuple[str, str]:
    """A baseline and a candidate."""
    base, candidate = (
        evaluated(service, answers)
        for answers in ((RIGHT, RIGHT), (RIGHT, f"The dam in Ohio opened in 1987. {ATTACK}"))
    )
    service.context.runs.mark_baseline(base, "default", marked=True)
    return base, candidate


def evaluated(service: RunningService, answers: tuple[str, ...]) -> str:
    items = [
        {
            "id": f"q/{number}",
            "question": f"When did dam {number} open? {ATTACK}",
            "answer": answer,
            "documents": ["The dam is in Ohio and opened in 1978."],
        }
        for number, answer in enumerate(answers)
    ]
    job = service.client.post("/v1/evaluations/batch", json={"items": items}).json()
    return str(wait_for_job(service.client, job["id"])["run_id"])


@pytest.fixture(scope="module")
def tab(browser: Browser, service: RunningService) -> Iterator[Tab]:
    with signed_in(browser, service) as opened:
        yield opened


def test_a_run_is_compared_with_its_baseline_down_to_an_item(tab: Tab, runs: tuple[str, str]) -> None:
    page = tab.open(f"/runs/{runs[1]}")
    page.get_by_role("link", name="compare", exact=True).press("Enter")
    page.get_by_text("Gate failed").wait_for()
    assert page.locator("[name=base]").input_value() == runs[0]
    tab.assert_usable()
    page.get_by_role("link", name="q/1").press("Enter")
    page.locator("ins").first.wait_for()
    tab.assert_usable()
    page.locator("section.card").last.get_by_role("link", name=SYSTEM).press("Enter")
    page.locator("#claims").wait_for()
    tab.assert_clean()


def test_answers_are_rated_corrected_and_agreed_on_by_keyboard_alone(tab: Tab, runs: tuple[str, str]) -> None:
    page = tab.open("/rate")
    keyboard = page.keyboard
    # The cursor is where one writes, and Enter keeps.
    keyboard.type("Ann Ли")
    keyboard.press("Enter")
    page.get_by_role("link", name=runs[1]).wait_for()
    tab.assert_usable()
    page.get_by_role("link", name=runs[1]).press("Enter")
    for rated in ("1 of 2 rated", "2 of 2 rated"):
        page.locator("[name=accuracy]:focus").wait_for()
        if rated.startswith("1"):
            page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            tab.assert_usable()
        for score in ("9", "8.5", "1"):
            keyboard.type(score)
            keyboard.press("Tab")
        keyboard.type("так")
        keyboard.press("Enter")
        page.get_by_text(rated).wait_for()
    tab.assert_usable()
    page.get_by_role("link", name="Change this rating").press("Enter")
    page.locator("[name=accuracy]:focus").wait_for()
    assert page.locator("[name=note]").input_value() == "так"
    keyboard.press("Control+A")
    keyboard.type("2")
    keyboard.press("Enter")
    page.get_by_role("row", name="You").get_by_text("2.00").wait_for()
    kept = tab.service.context.runs.ratings(runs[1])
    assert sorted(rating.scores["accuracy"] for rating in kept) == [2, 9]
    page.get_by_role("link", name="agreement").press("Enter")
    page.get_by_text("Ann Ли: 2").wait_for()
    tab.assert_usable()
    tab.assert_clean()


def test_an_arena_is_usable_and_clean(tab: Tab) -> None:
    job = tab.service.client.post("/v1/arenas", json=ARENA).json()
    run = wait_for_job(tab.service.client, job["id"])["run_id"]
    page = tab.open(f"/arenas/{run}")
    page.locator(".radar canvas, .radar svg").first.wait_for()
    page.evaluate("for (const each of document.querySelectorAll('details.question')) each.open = true")
    tab.assert_usable()
    tab.assert_clean()
    # A folded question of the report is no heading of a page.
    sizes = "each => [getComputedStyle(each).fontSize, getComputedStyle(document.body).fontSize]"
    own, usual = page.locator("details.question").first.evaluate(sizes)
    assert own == usual
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)  # type: ignore[arg-type]  # a TypedDict of playwright's own
    # Charts of a page are not drawn on paper, and leave no empty frame.
    assert not page.locator(".card:has(> .live)").first.is_visible()
    assert page.evaluate(CLIPPED) == []
    page.emulate_media(media="screen")


def test_paper_shows_everything_in_dark_letters_on_white_whatever_the_theme(
    tab: Tab, runs: tuple[str, str]
) -> None:
    item = "/runs/" + "/items/".join((quote(JUDGED, safe=""), f"{quote(WORST, safe='')}/{SYSTEM}"))
    compared = f"/compare?base={runs[0]}&candidate={runs[1]}"
    for path in ("/runs", f"/runs/{quote(JUDGED, safe='')}", compared, item):
        page = tab.open(path)
        page.emulate_media(media="print")
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        colours = "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        assert page.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
        for size in (PAPER, {"width": 1045, "height": 700}):
            page.set_viewport_size(size)  # type: ignore[arg-type]  # as above
            assert page.evaluate(CLIPPED) == [], path
        page.set_viewport_size(PAPER)  # type: ignore[arg-type]  # as above
        wide, seen = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        # A browser makes what is a little wider than the paper fit it.
        assert wide <= 1.25 * seen, path
        breaks = "cards => cards.map((each) => getComputedStyle(each).breakInside)"
        assert "avoid" not in page.locator(".card:has(table)").evaluate_all(breaks)
        page.emulate_media(media="screen")
    page.emulate_media(media="print")
    page.evaluate("for (const each of document.querySelectorAll('details.passage')) each.open = false")
    assert page.locator(".passage-text").last.evaluate("each => each.getBoundingClientRect().height") > 0
    page.emulate_media(media="screen")
