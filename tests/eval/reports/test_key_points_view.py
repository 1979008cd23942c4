"""What is shown of key points: groups as bars and radar, completeness in two ways, contestants' means."""

from typing import Any

import pytest

from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPointFinding
from data_base.text import quotes
from eval.arena.result import ArenaResult, CaseResult, SideSummary
from eval.arena.score_aggregation import summarise
from eval.reports.arena_parts import arena_part
from eval.reports.arena_report import render
from eval.reports.key_points_view import KeyPointsView, key_points_view
from eval.reports.question_view import question_view
from eval.reports.radar import radar_of
from eval.reports.sections.key_points import group_table
from eval.stats.paired import BootstrapSettings, Estimate
from tests.support.arena import evaluation, item, manifest

GROUPS = ("recall", "analysis", "<b>style</b>")


def points(*verdicts: Any, **fields: Any) -> tuple[KeyPointFinding, ...]:
    return tuple(
        KeyPointFinding(text=f"point {number}", group=GROUPS[number % 3], verdict=verdict, **fields)
        for number, verdict in enumerate(verdicts)
    )


def view(*found: KeyPointFinding, **fields: Any) -> KeyPointsView:
    made = key_points_view(evaluation(key_points=found, **fields))
    assert made is not None
    return made


def test_a_radar_leads_up_and_on_clockwise_and_leaves_out_what_one_has_no_share_of() -> None:
    drawn = radar_of(
        {0: {"a": 1.0, "b": 0.5, "c": 0.0, "d": 0.0, "e": None}, 2: {}, 3: dict.fromkeys("abcde", 1.0)}
    )
    assert drawn is not None
    assert [axis.label for axis in drawn.axes] == ["a", "b", "c", "d"]
    assert [axis.text_anchor for axis in drawn.axes] == ["middle", "start", "middle", "end"]
    assert [(shape.order, shape.points) for shape in drawn.shapes] == [
        (0, "170,32 210,112 170,112 170,112"),
        (3, "170,32 250,112 170,192 90,112"),
    ]
    assert drawn.rings[-1] == drawn.shapes[1].points


@pytest.mark.parametrize(("groups", "there"), [(2, False), (3, True), (12, True), (13, False)])
def test_a_radar_has_three_groups_to_twelve(groups: int, there: bool) -> None:
    assert (radar_of({0: {str(n): 0.5 for n in range(groups)}}) is not None) == there


def test_both_figures_of_completeness_are_there_with_the_one_that_counts() -> None:
    computed = view(*points("covered", "missing"), completeness=5.5, judged_completeness=8)
    assert (computed.computed, computed.own, computed.counts, computed.range) == (5.5, 8, "key_points", None)
    too_few = view(*points("covered", None), completeness=8)
    assert (too_few.computed, too_few.own, too_few.counts, too_few.range) == (None, 8, "judge", (5.5, 10))
    assert too_few.applies
    assert not view(*points("covered", weight=-1)).applies
    assert key_points_view(evaluation()) is None


def contest(*found: tuple[KeyPointFinding, ...]) -> ArenaResult:
    judged = [evaluation(key_points=each) for each in found]
    items = tuple(item(name, "1", each) for name, each in zip("AB", judged, strict=False))
    results = [CaseResult(case=Case(id="1", question="q"), items=items)]
    summary = summarise(results, BootstrapSettings(resamples=100), questions_in_file=1)
    return ArenaResult(manifest=manifest(), summary=summary, items=tuple(results))


def test_a_report_shows_every_contestants_share_of_every_group_and_its_points() -> None:
    told = points("covered", "partial", "missing", must=True), points("blocked", "covered", "covered")
    page = render(contest(*told), {})
    assert "Answers in which a required point fails" in arena_part(contest(*told), "points")
    section = page.partition('<section id="points">')[2].partition("</section>")[0]
    assert section.count("<strong>") == 6
    assert "<strong>50%</strong>" in section
    assert section.count('class="shape side-') == 2
    assert "Answers in which a required point fails" in section
    assert "&lt;b&gt;style&lt;/b&gt;" in section
    assert "<b>style" not in page
    assert "only from a blocked source" in page
    assert page.count("Completeness as the judge sees it") == 2


@pytest.mark.parametrize("must", [True, False])
def test_what_passes_means_names_required_points_where_there_are_some(must: bool) -> None:
    """An answer of full accuracy that did not pass had contradicted the sentence above it."""
    page = render(contest(points("covered", None, must=must)), {})
    for sentence in (
        "means an accuracy of 7 or more and no required point that fails or has no verdict;",
        "where its accuracy is 7 or more and no required point fails or has no verdict.",
        "A required point has no verdict: the answer does not pass.",
    ):
        assert (sentence in page) == must
    assert ("means an accuracy of 7 or more;" in page) != must


def test_the_report_leads_from_a_point_to_the_words_that_met_it_and_back() -> None:
    found = (
        KeyPointFinding(text="opened", verdict="covered", words="It opened in 1989", words_found=True),
        KeyPointFinding(text="<i>makes</i>", verdict="missing", id="m"),
    )
    judged = evaluation(key_points=found)
    text = "<p>Orle mill stands on the river Tarn, <b>north</b> of the town of Orle, with two weirs.</p>"
    text += "<p>It opened in <b>1989</b> [w] & makes paper of linen, hemp and straw in three large sheds.</p>"
    text += (
        "<p>Its waste water is cleaned in a plant of its own before it goes back into the river below.</p>"
    )
    items = tuple(item(name, "1", judged, text) for name in "AB")
    results = [CaseResult(case=Case(id="1", question="q"), items=items)]
    summary = summarise(results, BootstrapSettings(resamples=100), questions_in_file=1)
    page = render(ArenaResult(manifest=manifest(), summary=summary, items=tuple(results)), {})
    for order in (0, 1):
        marked = (
            f'<a id="q1s{order}w1" class="claim met" href="#q1s{order}k1" title="opened">It opened in 1989'
        )
        assert page.count(marked) == 1
        assert page.count(f'href="#q1s{order}w1"') == page.count(f'id="q1s{order}k1"') == 1
        # Misses come first, and there are no words to lead to.
        assert page.index(f'id="q1s{order}k2"') < page.index(f'id="q1s{order}k1"')
        assert f'id="q1s{order}w2"' not in page
    assert "&lt;i&gt;makes" in page
    assert "<i>makes" not in page


def test_the_report_reads_a_long_answer_once_for_all_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    original = quotes._as_printed

    def noted(text: str) -> str:
        read.append(len(text))
        return original(text)

    monkeypatch.setattr(quotes, "_as_printed", noted)
    text = " ".join(f"Mill {n} stands on the Tarn and makes {n} t of paper a day." for n in range(500))
    words = [f"Mill {n} stands on the Tarn" for n in range(20)]
    found = tuple(KeyPointFinding(text=each, verdict="covered", words=each) for each in words)
    result = CaseResult(
        case=Case(id="1", question="q"), items=(item("A", "1", evaluation(key_points=found), text),)
    )
    assert len(question_view(1, result, {}).sides[0].point_anchors) == 20
    assert sum(length > 20_000 for length in read) <= 2


def side(groups: dict[str, Estimate]) -> SideSummary:
    counts = dict.fromkeys(("questions", "scored", "unanswered", "not_judged", "other_mode"), 0)
    return SideSummary.model_validate(
        {"system": "A", "means": {}, "worst_case": {}, "groups": groups, **counts}
    )


def test_of_very_many_groups_those_of_the_most_answers_are_shown() -> None:
    groups = {f"g{n}": Estimate(n=1 + (n == 20), mean=0.5) for n in range(21)}
    found = group_table([side(groups)])
    assert found is not None
    assert (len(found.rows), found.left_out, found.radar) == (15, 6, None)
    assert "g20" in found.rows
    assert group_table([side({})]) is None


def test_points_of_every_verdict_are_shown() -> None:
    every = points("covered", "partial", "missing", "contradicted", "blocked", "not_applicable", None)
    faults = points("covered", "partial", "missing", "not_applicable", None, weight=-1)
    page = render(contest(every + faults), {})
    for words in ("fault present in part", "fault absent", "fault present<", "not applicable", "no verdict"):
        assert words in page
