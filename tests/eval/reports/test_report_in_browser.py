"""The report in a real browser: it draws, it opens, it asks for nothing, and nothing foreign runs in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from pypdfium2 import PdfDocument

pytest.importorskip("playwright", reason="the group browser is not installed (uv sync --group browser)")

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.judgement import Issue
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.score_aggregation import summarise
from eval.arena.standings import arena_standings
from eval.reports.arena_report import render, write_report
from eval.reports.chart_data import chart_data
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings
from tests.support.arena import PORT, WIND, evaluation, failed_evaluation, item, manifest, research_result
from tests.support.browser import SERIOUS, chromium, in_chromium, wait_until
from tests.support.lazily import Lazily

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [*in_chromium, pytest.mark.usefixtures("drawn_pictures")]

CHARTS = Lazily("eval.reports.still_charts")

ATTACK = (
    "</script><script>window.pwned=1</script><img src=x onerror='window.pwned=2'>"
    '<a href="javascript:window.pwned=3">晨</a><svg onload="window.pwned=4"></svg><!--<script>'
    "<iframe src='javascript:parent.pwned=5'></iframe><link rel=stylesheet href='https://example.org/x.css'>"
    "<img src='https://example.org/x.png'><style>body{display:none}</style>\u2028{{7*7}}"
)
DARK_INK, LIGHT_INK = "#e6eaf1", "#1b2330"
ANIMATED = "echarts.getInstanceByDom(document.getElementById('questions-chart')).getOption().animation"
RECORD_VIOLATIONS = """
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(event.violatedDirective);
  });
"""


def contest(text: str, questions: int = 6) -> ArenaResult:
    """A contest in which every text from outside holds ``text``, and one answer is unscored."""
    research = research_result(text, f"{text} [{PORT.id}]")
    issues = (Issue(claim=text, verdict="contradicted", passage_id=WIND.id, quote=text),)
    items = []
    for number in range(1, questions + 1):
        judged = evaluation(number % 9 + 1, 4, 5, shown=(WIND, PORT), reason=text, issues=issues)
        failed = failed_evaluation() if number == questions else judged
        challenger = RunItem(
            case_id=str(number),
            system=f"深度研究 {text}",
            answer=Answer(text=f"{text} [{WIND.id}]"),
            evaluation=failed,
            research=research,
        )
        items.append(
            CaseResult(
                case=Case(id=f"题 {number} {text}", question=f"Вопрос {number} {text}", gold_answer=text),
                shared_passages=(WIND, PORT, Passage(id=text, doc_id=text, text=text)),
                items=(item(text, str(number), judged, text), challenger),
            )
        )
    summary = summarise(items, BootstrapSettings(resamples=200), questions_in_file=questions, warnings=[text])
    terms = manifest(notes=(text,), models={"judge": text}, settings={text: [text]})
    return ArenaResult(manifest=terms, summary=summary, items=tuple(items))


@dataclass
class Watched:
    """A page, and everything it did that a report must not do."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("popup", lambda popup: self.complaints.append(f"popup {popup.url}"))
        self.page.on("dialog", self._dialog)
        self.page.add_init_script(RECORD_VIOLATIONS)

    def _dialog(self, dialog: Any) -> None:
        self.complaints.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def open(self, path: Path) -> Page:
        self.page.goto(path.as_uri())
        return self.page

    def assert_harmless(self, path: Path) -> None:
        assert [url for url in self.requests if not url.startswith("data:")] == [path.as_uri()]
        assert self.complaints == []
        assert self.page.evaluate("window.violations") == []
        assert self.page.evaluate("window.pwned") is None


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    result = contest(ATTACK)
    return write_report(result, tmp_path_factory.mktemp("report"), CHARTS.draw_charts(chart_data(result)))


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    # Without animations, what is drawn is there at once.
    context = browser.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce")
    yield Watched(context.new_page())
    context.close()


def is_open(page: Page, anchor: str) -> bool:
    return bool(page.locator(f"#{anchor}").evaluate("details => details.open"))


def open_everything(page: Page) -> None:
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")


def background(page: Page) -> int:
    """How light the page is, 0-765."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").rstrip(")").split(","))


def test_charts_are_drawn_and_nothing_foreign_happens(watched: Watched, report: Path) -> None:
    page = watched.open(report)
    assert page.locator(".radar").count() == 3
    for holder in page.locator(".radar, #questions-chart").all():
        box = holder.locator("svg").bounding_box()
        assert box is not None
        assert box["width"] > 200
        assert box["height"] > 150
    drawn = page.locator("#questions-chart svg").inner_html()
    assert "题 1 " in drawn
    assert "no score" in drawn
    assert drawn.count("<path") > 2 * 6
    assert not page.locator(".still").first.is_visible()
    assert page.evaluate(ANIMATED) is False
    watched.assert_harmless(report)


def test_no_text_from_outside_runs_or_asks_for_anything(watched: Watched, report: Path) -> None:
    page = watched.open(report)
    open_everything(page)
    chart = page.locator("#questions-chart")
    chart.press("ArrowRight")
    tip = page.locator(".tip", has_text=ATTACK[:40])
    tip.wait_for(state="visible")
    chart.press("Enter")
    page.locator("#q1 .answer").first.click()
    assert ATTACK[:40] in page.locator("#q1 .answer").first.inner_text()
    assert (
        page.locator("main script, main img:not(.still), main iframe, main a:not([href^='#'])").count() == 0
    )
    watched.assert_harmless(report)


def test_the_policy_holds_where_escaping_would_fail(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "broken.html"
    planted = ATTACK.removeprefix("</script>").replace("<!--<script>", "")
    html = render(contest("plain", 2), {})
    path.write_text(html.replace("<main>", f"<main>{planted}", 1), encoding="utf-8")
    page = watched.open(path)
    page.get_by_role("link", name="晨").click()
    wait_until(page, "window.violations.length >= 8")
    assert set(page.evaluate("window.violations")) == {
        "script-src-elem",
        "script-src-attr",
        "style-src-elem",
        "img-src",
    }
    assert page.evaluate("window.pwned") is None
    assert page.locator("#questions-chart svg").is_visible()


def test_a_click_in_the_chart_opens_the_question(watched: Watched, report: Path) -> None:
    page = watched.open(report)
    holder = page.locator("#questions-chart")
    holder.scroll_into_view_if_needed()
    x = holder.evaluate("(box) => echarts.getInstanceByDom(box).convertToPixel({ xAxisIndex: 0 }, 4)")
    assert not is_open(page, "q5")
    holder.click(position={"x": x, "y": 120})
    wait_until(page, "document.activeElement.parentElement.id === 'q5'")
    assert is_open(page, "q5")
    assert not is_open(page, "q4")
    assert page.locator("#q5 .sidecard").first.is_visible()
    watched.assert_harmless(report)


def test_the_keyboard_opens_questions_from_the_chart_and_from_the_list(
    watched: Watched, report: Path
) -> None:
    page = watched.open(report)
    chart = page.locator("#questions-chart")
    for key in ("End", "ArrowLeft"):
        chart.press(key)
    assert "题 5 " in (page.locator("#said").text_content() or "")
    chart.press("Enter")
    wait_until(page, "document.activeElement.parentElement.id === 'q5'")
    assert is_open(page, "q5")
    page.keyboard.press("Enter")
    assert not is_open(page, "q5")
    page.locator("#q2 > summary").press("Space")
    assert is_open(page, "q2")


def test_evidence_leads_to_the_folded_passage(watched: Watched, report: Path) -> None:
    page = watched.open(report)
    page.locator("#q3 > summary").click()
    passage = page.locator("#p1")
    assert not passage.is_visible()
    page.locator("#q3 .claims a[href='#p1']").first.click()
    passage.wait_for(state="visible")
    assert WIND.text in passage.inner_text()


def test_the_drill_down_tells_verdicts_without_colour_and_the_loop_in_order(
    watched: Watched, report: Path
) -> None:
    page = watched.open(report)
    page.locator("#q1 > summary").click()
    assert page.locator("#q1 .claims .chip").first.inner_text() == "✗ contradicted"
    steps = page.locator("#q1 ol.attempts > li").all_inner_texts()
    assert len(steps) == 3
    assert "abstains" in steps[0]
    order = [steps[1].index(part) for part in ("look for ships", "ships 2023", PORT.id, "weighted 9.00")]
    assert order == sorted(order)
    assert "the judge accepted the answer" in steps[2]


@pytest.mark.parametrize("late", [False, True], ids=["from_the_start", "switched_while_open"])
def test_dark_pages_have_dark_charts(watched: Watched, report: Path, late: bool) -> None:
    if not late:
        watched.page.emulate_media(color_scheme="dark")
    page = watched.open(report)
    if late:
        assert background(page) > 600
        assert LIGHT_INK in page.locator("#questions-chart svg").inner_html()
        page.emulate_media(color_scheme="dark")
    assert background(page) < 150
    wait_until(page, f"document.querySelector('#questions-chart svg').innerHTML.includes('{DARK_INK}')")
    assert LIGHT_INK not in page.locator("#questions-chart svg").inner_html()


def test_a_phone_never_scrolls_sideways(watched: Watched, report: Path) -> None:
    watched.page.set_viewport_size({"width": 360, "height": 740})
    page = watched.open(report)
    open_everything(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for radar in page.locator(".radar").all():
        box = radar.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360


def test_charts_follow_the_width_of_the_window(watched: Watched, report: Path) -> None:
    watched.page.set_viewport_size({"width": 360, "height": 740})
    page = watched.open(report)
    page.set_viewport_size({"width": 1100, "height": 740})
    wait_until(page, "document.querySelector('#questions-chart svg').clientWidth > 900")


def test_paper_shows_the_still_charts_and_a_line_for_each_question(watched: Watched, report: Path) -> None:
    page = watched.open(report)
    page.locator("#q2 > summary").click()
    page.emulate_media(media="print")
    assert page.locator(".still").count() == 2
    for still in page.locator(".still").all():
        assert still.is_visible()
        assert still.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 300
    assert not page.locator("#questions-chart").is_visible()
    for number in range(1, 7):
        assert page.locator(f"#q{number} > summary").is_visible()
        assert not page.locator(f"#q{number} .sidecard").first.is_visible()
    for hidden in ("#finder", "nav.parts", "#shared"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator("#notices p").first.is_visible()
    assert page.pdf().startswith(b"%PDF")
    watched.assert_harmless(report)


def test_four_contestants_and_38_questions_print_on_at_most_12_pages(
    watched: Watched, tmp_path: Path
) -> None:
    """The report of the shipped arena once printed on 246 pages."""
    base = contest("Wind. " * 60, 38)
    names = ("One", "Two", "Three", "Four")
    items = [
        case.model_copy(
            update={
                "items": tuple(
                    case.items[order % 2].model_copy(update={"system": name})
                    for order, name in enumerate(names)
                )
            }
        )
        for case in base.items
    ]
    standings = arena_standings(items, settings=ClusterSettings(resamples=100))
    draws = BootstrapSettings(resamples=200)
    summary = summarise(items, draws, questions_in_file=38, standings=standings)
    result = ArenaResult(manifest=manifest(), summary=summary, items=tuple(items))
    page = watched.open(write_report(result, tmp_path, CHARTS.draw_charts(chart_data(result))))
    document = PdfDocument(page.pdf(format="A4"))
    assert len(document) <= 12
    document.close()


def test_questions_are_searched_filtered_and_sorted_without_a_network(watched: Watched, report: Path) -> None:
    page = watched.open(report)
    said = page.locator("#finder output")
    shown = page.locator("details.question:visible")
    assert said.inner_text() == "6 of 6 shown"
    page.locator("#finder [name=find]").fill("вопрос 3")
    assert said.inner_text() == "1 of 6 shown"
    assert shown.get_attribute("id") == "q3"
    page.locator("#finder [name=find]").fill("")
    page.locator("#finder [name=show]").select_option("unscored")
    assert shown.get_attribute("id") == "q6"
    page.locator("#finder [name=show]").select_option("")
    page.locator("#finder [name=sort]").select_option("by1")
    ids = shown.evaluate_all("found => found.map((each) => each.id)")
    assert ids == ["q1", "q2", "q3", "q4", "q5", "q6"]
    page.locator("#finder [name=sort]").select_option("apart")
    assert "sort=apart" in page.evaluate("location.hash")
    watched.assert_harmless(report)


def test_an_address_brings_back_what_was_asked_for_and_a_link_uncovers_its_question(
    watched: Watched, report: Path
) -> None:
    page = watched.page
    page.goto(f"{report.as_uri()}#questions?show=unscored")
    assert page.locator("#finder output").inner_text() == "1 of 6 shown"
    assert not page.locator("#q2").is_visible()
    page.evaluate("location.hash = '#q2'")
    page.locator("#q2 .sidecard").first.wait_for(state="visible")
    assert page.locator("#finder output").inner_text() == "6 of 6 shown"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_serious(browser: Browser, report: Path, scheme: Literal["light", "dark"]) -> None:
    # The page forbids foreign scripts, and axe is one.
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.goto(report.as_uri())
    from axe_playwright_python.sync_playwright import Axe

    found = [each for each in Axe().run(page).response["violations"] if each["impact"] in SERIOUS]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    context.close()


def test_where_scripts_are_forbidden_the_still_charts_stay(browser: Browser, report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert [still.is_visible() for still in page.locator(".still").all()] == [True, True]
    assert not page.locator("#questions-chart").is_visible()
    page.locator("#q1 > summary").click()
    assert page.locator("#q1 .sidecard").first.is_visible()
    context.close()


def test_motion_is_for_those_who_have_nothing_against_it(watched: Watched, report: Path) -> None:
    watched.page.emulate_media(reduced_motion="no-preference")
    assert watched.open(report).evaluate(ANIMATED) is True
