import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.context_use import ContextUse, ReferenceClaim
from data_base.schemas.judgement import EvidenceCheck, FigureNotInPassages, Issue, PanelMember, PanelReport
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas.usage import TokenUsage
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.score_aggregation import summarise
from eval.reports.arena_report import render, write_report
from eval.reports.chart_data import chart_data
from eval.reports.inline_charts import forest
from eval.reports.question_view import Segment, segments
from eval.runs.item_table import item_row
from eval.stats.paired import BootstrapSettings, Estimate
from tests.support.arena import PORT, WIND, evaluation, failed_evaluation, item, manifest, research_result
from tests.support.rows import over

ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{ 7*7 }}"
VOID = {"meta", "br", "img", "input"}


class Page(HTMLParser):
    """Collects tags and attributes, and notices what is closed without having been opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.text = ""
        self.scripts: list[str] = []
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
        if "script" in self.open[-1:]:
            self.scripts.append(data)
        elif "style" not in self.open[-1:]:
            self.text += data


def page_of(result: ArenaResult) -> Page:
    return Page(render(result, {}))


def result_with(text: str, *, count: int = 1) -> ArenaResult:
    """A contest in which every text from outside is ``text``."""
    research = research_result(text, f"{text} [port.md#1]")
    issues = (
        Issue(claim=text, verdict="contradicted", passage_id=WIND.id, quote=text),
        Issue(claim=text, verdict="missing"),
    )
    verdict = evaluation(3, 4, 5, shown=(WIND, PORT), reason=text, issues=issues)
    shared = (Passage(id=text, doc_id=text, text=text), WIND, PORT)
    questions = tuple(
        CaseResult(
            case=Case(id=f"{text}{number}", question=text, gold_answer=text),
            shared_passages=shared,
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
    page = page_of(result_with(ATTACK))
    assert page.open == []
    assert not {"img", "iframe", "object", "link"} & set(page.tags)
    assert len(page.scripts) == page.tags.count("script") == 4
    assert not [script for script in page.scripts if "<script>alert" in script]
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert page.text.count(ATTACK) > 15


def test_the_page_asks_for_nothing_outside_itself() -> None:
    page = page_of(result_with("https://example.org/x.png"))
    links = [value for _, name, value in page.attributes if name in {"src", "href", "action", "data"}]
    assert links
    assert all(value.startswith("#") for value in links)
    assert not [name for _, name, _ in page.attributes if name == "style"]


def test_the_policy_names_the_pages_own_scripts_and_nothing_else() -> None:
    page = page_of(result_with("text"))
    policy = next(value for _, _, value in page.attributes if "default-src" in value)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert len(re.findall(r"'sha256-[\w+/]{43}='", policy)) == 4


def test_charts_get_their_figures_as_data() -> None:
    result = result_with(f"{ATTACK}\u2028")
    page = page_of(result)
    data = next(script for script in page.scripts if script.startswith("{"))
    assert not set("<>&\u2028") & set(data)
    charts = json.loads(data)
    assert charts["contestants"] == [f"{ATTACK}\u2028", "Deep Research"]
    assert [profile["means"] for profile in charts["profiles"]] == [[3.0, 4.0, 5.0]] * 2
    assert charts["questions"][0]["anchor"] in {value for _, name, value in page.attributes if name == "id"}
    assert charts["questions"][0]["scores"] == [pytest.approx(3.7)] * 2


def test_what_is_not_scored_is_no_figure_in_a_chart() -> None:
    base = result_with("q")
    items = (item("A", "1", failed_evaluation()), RunItem(case_id="1", system="B", error="unreachable"))
    failed = base.items[0].model_copy(update={"items": items})
    summary = summarise([failed], BootstrapSettings(), questions_in_file=1)
    data = chart_data(ArenaResult(manifest=base.manifest, summary=summary, items=(failed,)))
    assert data.profiles == ()
    assert data.questions[0].scores == (None, None)


def test_still_charts_are_in_the_page_itself() -> None:
    page = Page(render(result_with("q"), {"radar.svg": b"<svg/>"}))
    stills = [value for tag, name, value in page.attributes if (tag, name) == ("img", "src")]
    assert stills == ["data:image/svg+xml;base64,PHN2Zy8+"]


def test_a_report_of_few_questions_is_far_below_three_megabytes() -> None:
    assert len(render(result_with("q", count=20), {}).encode()) < 1_500_000


def test_a_passage_lent_to_many_questions_stands_on_the_page_once() -> None:
    """Two hundred questions over fifty passages made a report of 4.7 MB, a third of it repeated passages."""
    page = page_of(result_with("text", count=30))
    assert page.text.count(WIND.text) == 1
    assert "3 passages: what the answers were judged by" in page.text


def test_a_report_of_very_many_questions_stays_below_three_megabytes_and_says_so() -> None:
    base = result_with("多少", count=300)
    shared = [
        (Passage(id=f"a#{n}", doc_id="a", text="港口" * 2000), *case.shared_passages)
        for n, case in enumerate(base.items)
    ]
    many = tuple(
        case.model_copy(update={"shared_passages": own}) for case, own in zip(base.items, shared, strict=True)
    )
    html = render(base.model_copy(update={"items": many}), {"questions.svg": b"<svg/>" * 200_000})
    assert 2_900_000 < len(html.encode()) <= 3_000_000
    page = Page(html)
    cards = [value for _, name, value in page.attributes if name == "class" and "sidecard" in value]
    count = len(cards) // 2
    assert 0 < count < 300
    assert f"Only the first {count} of 300 questions are shown with answers and claims" in page.text
    assert page.text.count("Omitted to keep this file small") == 300 - count
    places = {value for _, name, value in page.attributes if name == "id"}
    assert {f"q{number}" for number in range(1, 301)} <= places
    assert {value[1:] for _, name, value in page.attributes if name == "href"} <= places
    assert "img" not in page.tags


def test_a_long_question_is_short_in_the_list_and_whole_below() -> None:
    question = "Why did the ferry company earn less in the year after the bridge was opened? " * 9
    base = result_with("q")
    case = Case(id="1", question=question)
    page = page_of(base.model_copy(update={"items": (base.items[0].model_copy(update={"case": case}),)}))
    assert page.text.count(question) == 1
    assert f"{question[:200]}" in page.text.split(question)[0]
    assert question not in next(script for script in page.scripts if script.startswith("{"))


def test_a_report_in_full_speaks_of_nothing_left_out() -> None:
    assert "Only the first" not in page_of(result_with("q")).text


def test_every_link_leads_to_a_place_on_the_page() -> None:
    page = page_of(result_with("text", count=3))
    targets = [value for _, name, value in page.attributes if name == "id"]
    assert len(targets) == len(set(targets))
    assert {value[1:] for _, name, value in page.attributes if name == "href"} <= set(targets)


def test_the_drill_down_shows_all_that_is_known() -> None:
    text = page_of(result_with("多少")).text
    for wanted in ("port.md", "look for ships", "ships 2023", "contradicted", "step by step", "look further"):
        assert wanted in text
    assert "the judge accepted the answer" in text
    assert "1 citation; not supported by the passage: 1" in text


def test_checked_evidence_and_a_panels_judges_are_shown_and_escaped() -> None:
    base = result_with("q")
    issue = Issue(claim="it was 12", verdict="unsupported", doubts=("quote_not_in_passage",))
    missing = FigureNotInPassages(figure="<b>999</b> GWh", claim=ATTACK)
    verdict = evaluation(3, 4, 5, issues=(issue,)).model_copy(
        update={
            "evidence": EvidenceCheck(issues=1, unverified=1, figures_not_in_passages=(missing,)),
            "panel": PanelReport(
                members=(PanelMember(model_id="a", accuracy=3), PanelMember(model_id="<i>b")),
                combined="mean",
                spread=None,
            ),
        }
    )
    item_ = base.items[0].model_copy(update={"items": (item("A", "1", verdict), base.items[0].items[1])})
    page = page_of(base.model_copy(update={"items": (item_,)}))
    assert "(unverified: the passage does not contain the quote)" in page.text
    assert "1 of 1 claim of the judge could not be verified" in page.text
    assert "In no passage: <b>999</b> GWh" in page.text
    assert "accuracy 3.00 (a, plain); no score (<i>b, plain). The means count." in " ".join(page.text.split())
    assert {"i", "b"}.isdisjoint(page.tags)


def test_languages_are_marked_so_that_fonts_fit() -> None:
    page = page_of(result_with("鷺嶼風場的發電量與電價"))
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
    text = page_of(ArenaResult(manifest=base.manifest, summary=summary, items=(failed,))).text
    assert "no JSON" in text
    assert "unreachable <b>" in text
    assert "1.00" not in text.split("Question by question")[1]
    assert "No winner" in text


def test_an_arena_of_one_and_answers_without_anything() -> None:
    lone = CaseResult(
        case=Case(id="1", question="q"), items=(RunItem(case_id="1", system="A", answer=Answer(text="")),)
    )
    summary = summarise([lone], BootstrapSettings(), questions_in_file=1)
    page = page_of(ArenaResult(manifest=manifest(models={}), summary=summary, items=(lone,)))
    assert "nothing to compare" in page.text


def test_it_is_written_where_it_is_said(tmp_path: Path) -> None:
    path = write_report(result_with("q"), tmp_path, {})
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


def test_forest_places_zero_in_the_middle() -> None:
    chart = forest(
        {"a": Estimate(n=9, mean=1.0, low=-1.0, high=2.0), "b": Estimate(n=1, mean=-0.5), "c": Estimate(n=0)}
    )
    assert chart.reach == 2
    assert [(row.label, row.mean, row.low, row.width) for row in chart.rows] == [
        ("a", 75, 25, 75),
        ("b", 37.5, 37.5, 0),
    ]


def test_it_says_for_how_many_questions_the_judge_saw_a_reference() -> None:
    points = (
        KeyPointFinding(text="the output", weight=1, verdict="covered", words="354.4 GWh"),
        KeyPointFinding(text="the ships", weight=1, verdict="missing"),
        KeyPointFinding(text="the rest", weight=1),
    )
    claims = (ReferenceClaim(claim="354.4 <GWh>", passage_ids=(WIND.id,)), ReferenceClaim(claim="ships"))
    context = ContextUse(reference_claims=claims, useful=(WIND.id,), precision=1, recall=0.5)
    seen = evaluation(shown=(WIND,), answered="partly", key_points=points, context=context)
    seen = seen.model_copy(update={"reference_seen": True})
    for verdict, said in ((seen, "the judge, not to the contestants"), (evaluation(), "neither contestants")):
        case = Case(id="1", question="q", gold_answer="g")
        question = CaseResult(case=case, items=(item("A", "1", verdict), item("B", "1", verdict)))
        summary = summarise([question], BootstrapSettings(resamples=200), questions_in_file=1)
        text = page_of(ArenaResult(manifest=manifest(), summary=summary, items=(question,))).text
        assert f"the judge saw a reference answer for {int(verdict is seen)} of 1 question" in text
        assert f"Gold answer (shown to {said}" in text
        assert ("Key points: 1 of 2 covered, 1 missing" in text) is (verdict is seen)
        assert ("answers in part" in text) is (verdict is seen)
        context_said = "Context: precision 1.00 (1 of 1 passage), recall 0.50 (1 of 2 statements)"
        assert (context_said in text) is (verdict is seen)
        assert ("precision 1.00 (1 answer), recall 0.50 (1 answer)" in text) is (verdict is seen)
        assert ("354.4 <GWh>" in text) is (verdict is seen)


def test_tokens_from_prompt_caches_are_told_of_a_research_and_in_its_row() -> None:
    usage = TokenUsage(input_tokens=1_900, cached_input_tokens=1_200, output_tokens=100, calls=3)
    research = research_result("q", "The ships came.").model_copy(update={"usage": usage})
    one = item("A", "1", evaluation()).model_copy(update={"research": research})
    question = CaseResult(case=Case(id="1", question="q"), items=(one, item("B", "1", evaluation())))
    summary = summarise([question], BootstrapSettings(resamples=200), questions_in_file=1)
    text = page_of(ArenaResult(manifest=manifest(), summary=summary, items=(question,))).text
    assert "2,000 tokens, 1,200 read from prompt caches" in text
    row = item_row(one)
    assert (row["tokens"], row["cached_input_tokens"]) == (2_000, 1_200)


@over("said, shown", [(None, "abstains"), ("no", "abstains"), ("partly", "answers in part"), ("yes", "")])
def test_what_the_judge_says_of_a_draft_goes_before_its_words(said: Any, shown: str) -> None:
    research = research_result("q", "The ships came. [port.md#1]")
    first, second = research.attempts
    judged = first.model_copy(update={"evaluation": evaluation(4, 3, 8, answered=said)})
    research = research.model_copy(update={"attempts": (judged, second)})
    sides = (
        item("A", "1", evaluation()),
        item("B", "1", evaluation()).model_copy(update={"research": research}),
    )
    question = CaseResult(case=Case(id="1", question="q"), items=sides)
    summary = summarise([question], BootstrapSettings(resamples=200), questions_in_file=1)
    text = page_of(ArenaResult(manifest=manifest(), summary=summary, items=(question,))).text
    assert [word for word in ("abstains", "answers in part") if word in text] == [shown] * bool(shown)
