from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.answer import Answer
from data_base.case import Case
from data_base.judgement import Issue
from data_base.passage import Passage
from data_base.run import RunItem
from eval.arena_report import render, write_report
from eval.arena_result import ArenaResult, CaseResult
from eval.arena_summary import summarise
from eval.charts import forest, radar
from eval.paired import BootstrapSettings, Estimate
from eval.report_view import Segment, segments
from tests.support.arena import PORT, WIND, evaluation, failed_evaluation, item, manifest, research_result

ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{ 7*7 }}"
VOID = {"meta", "br", "line", "circle", "polygon"}


class Page(HTMLParser):
    """Collects tags and attributes, and notices what is closed without having been opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def result_with(text: str, *, count: int = 1) -> ArenaResult:
    """A contest in which every text from outside is ``text``."""
    research = research_result(text, f"{text} [port.md#1]")
    issues = (
        Issue(claim=text, verdict="contradicted", passage_id=WIND.id, quote=text),
        Issue(claim=text, verdict="missing"),
    )
    verdict = evaluation(3, 4, 5, shown=(WIND, PORT), reason=text, issues=issues)
    lent = (Passage(id=text, doc_id=text, text=text), WIND, PORT)
    questions = tuple(
        CaseResult(
            case=Case(id=f"{text}{number}", question=text, gold_answer=text),
            lent=lent,
            items=(
                item(text, "1", verdict, text),
                RunItem(
                    case_id="1",
                    system="Deep Research",
                    answer=research.answer,
                    evaluation=verdict,
                    research=research,
                ),
            ),
        )
        for number in range(count)
    )
    summary = summarise(questions, BootstrapSettings(resamples=200), questions_in_file=9, warnings=[text])
    terms = manifest(notes=(text,), models={"judge": text}, settings={text: {text: [text]}})
    return ArenaResult(manifest=terms, summary=summary, items=questions)


def test_nothing_from_outside_becomes_markup() -> None:
    html = render(result_with(ATTACK))
    page = Page(html)
    assert page.open == []
    assert not {"script", "img", "iframe", "object", "link"} & set(page.tags)
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert page.text.count(ATTACK) > 15


def test_the_page_asks_for_nothing_outside_itself() -> None:
    html = render(result_with("https://example.org/x.png"))
    page = Page(html)
    links = [value for _, name, value in page.attributes if name in {"src", "href", "action", "data"}]
    assert links
    assert all(value.startswith("#") for value in links)
    assert "url(" not in html
    assert "@import" not in html
    assert any("default-src 'none'" in value for _, _, value in page.attributes)


def test_every_link_leads_to_a_place_on_the_page() -> None:
    page = Page(render(result_with("text", count=3)))
    targets = [value for _, name, value in page.attributes if name == "id"]
    assert len(targets) == len(set(targets))
    assert {value[1:] for _, name, value in page.attributes if name == "href"} <= set(targets)


def test_the_drill_down_shows_all_that_is_known() -> None:
    text = Page(render(result_with("多少"))).text
    for wanted in ("port.md", "look for ships", "ships 2023", "contradicted", "step by step", "look further"):
        assert wanted in text
    assert "the judge was content" in text
    assert "1 citations, 1 of which do not hold" in text


def test_languages_are_marked_so_that_fonts_fit() -> None:
    page = Page(render(result_with("鷺嶼風場的發電量與電價")))
    assert ("span", "lang", "zh-Hant") in page.attributes


def test_unscored_answers_show_no_score() -> None:
    base = result_with("q")
    failed = base.items[0].model_copy(
        update={
            "items": (
                item("A", "1", failed_evaluation()),
                RunItem(case_id="1", system="B", error="unreachable <b>"),
            )
        }
    )
    summary = summarise([failed], BootstrapSettings(), questions_in_file=1)
    html = render(ArenaResult(manifest=base.manifest, summary=summary, items=(failed,)))
    text = Page(html).text
    assert "no JSON" in text
    assert "unreachable <b>" in text
    assert "1.00" not in text.split("Question by question")[1]
    assert "No winner" in text


def test_an_arena_of_one_and_answers_without_anything() -> None:
    lone = CaseResult(
        case=Case(id="1", question="q"), items=(RunItem(case_id="1", system="A", answer=Answer(text="")),)
    )
    summary = summarise([lone], BootstrapSettings(), questions_in_file=1)
    page = Page(render(ArenaResult(manifest=manifest(models={}), summary=summary, items=(lone,))))
    assert "nothing to compare" in page.text


def test_it_is_written_where_it_is_said(tmp_path: Path) -> None:
    path = write_report(result_with("q"), tmp_path)
    assert path == tmp_path / "report.html"
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


ids = st.lists(st.text(alphabet="ab]#.1", min_size=1, max_size=4), unique=True, max_size=4)


@given(known=ids, text=st.text(alphabet="ab[]#.1 ", max_size=40))
def test_segments_hold_the_whole_text(known: list[str], text: str) -> None:
    places = {passage_id: f"at {passage_id}" for passage_id in known}
    parts = segments(text, places, {})
    assert "".join(part.text if part.place is None else f"[{part.text}]" for part in parts) == text
    assert all(part.place is None or part.place == places[part.text] for part in parts)


def test_citations_of_known_passages_become_links() -> None:
    parts = segments("a [x#1][y] [z]", {"x#1": "x, p. 1", "y": "y"}, {"y": "q1-p2"})
    assert parts == (
        Segment("a "),
        Segment("x#1", "x, p. 1", None),
        Segment("y", "y", "q1-p2"),
        Segment(" [z]"),
    )


@pytest.mark.parametrize(("score", "length"), [(1, 0), (5.5, 50), (10, 100)])
def test_radar_runs_from_one_at_the_centre_to_ten_at_the_rim(score: float, length: float) -> None:
    chart = radar("t", ["a", "b", "c", "d"], {(0, "s"): [score] * 4})
    assert chart.shapes[0].corners == ((0, -length), (length, 0), (0, length), (-length, 0))


def test_forest_places_zero_in_the_middle() -> None:
    chart = forest(
        {"a": Estimate(n=9, mean=1.0, low=-1.0, high=2.0), "b": Estimate(n=1, mean=-0.5), "c": Estimate(n=0)}
    )
    assert chart.reach == 2
    assert [(row.label, row.mean, row.low, row.width) for row in chart.rows] == [
        ("a", 75, 25, 75),
        ("b", 37.5, 37.5, 0),
    ]
