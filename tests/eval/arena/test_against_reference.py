"""Contestants against one whose answers are the reference."""

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from rich.console import Console

from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPointFinding, KeyPointVerdict
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.arena.config import ArenaRules, ContestantConfig
from eval.arena.figures.against_reference import share_of
from eval.arena.figures.values import ReferenceFigures
from eval.arena.result import ArenaResult, ArenaSummary, CaseResult
from eval.arena.result_files import REFERENCE_COLUMNS, write_csv
from eval.arena.score_aggregation import summarise
from eval.arena.standings import arena_standings
from eval.arena.verdict_sentence import headline
from eval.reports.arena_parts import arena_part
from eval.reports.arena_report import render
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings
from service.commands.terminal.arena_table import reference_table, scores_table
from tests.support.arena import evaluation, item, manifest, pair_verdict

NAMES = ("Ours", "Theirs", "Expert")
Verdict = FineGrainedEvaluationResult | None


def questions(*rows: Sequence[Verdict]) -> list[CaseResult]:
    return [
        CaseResult(
            case=Case(id=str(number), question="q"),
            items=tuple(item(name, str(number), each) for name, each in zip(NAMES, row, strict=False)),
        )
        for number, row in enumerate(rows)
    ]


def summary(results: list[CaseResult], unranked: str | None = "Expert") -> ArenaSummary:
    standings = arena_standings(results, unranked=unranked, settings=ClusterSettings(resamples=200))
    quick = BootstrapSettings(resamples=500)
    return summarise(results, quick, questions_in_file=len(results), standings=standings, reference="Expert")


def figures(*rows: Sequence[Verdict]) -> ReferenceFigures:
    found = summary(questions(*rows)).against_reference
    assert found is not None
    return found


def points(*verdicts: KeyPointVerdict | None) -> FineGrainedEvaluationResult:
    """An answer with key points of weights 3, 1 and 1, the last in a group of its own."""
    terms = ((3, "insight"), (1, "insight"), (1, "style"))
    found = tuple(
        KeyPointFinding(text=f"p{number}", weight=weight, group=group, verdict=verdict)
        for number, ((weight, group), verdict) in enumerate(zip(terms, verdicts, strict=True))
    )
    return evaluation(key_points=found)


def test_the_share_of_both_scores_is_worked_out_for_each_question_and_dimension() -> None:
    found = figures(
        (evaluation(9, 6, 4), evaluation(5, 5, 5), evaluation(6, 6, 4)),
        (evaluation(3, 6, 8), evaluation(5, 5, 5), evaluation(6, 6, 8)),
    )
    ours, theirs = found.sides
    assert (found.reference, ours.system, theirs.system) == ("Expert", "Ours", "Theirs")
    assert (ours.compared, ours.left_out) == (2, 0)
    means = {name: each.mean for name, each in ours.scores.items()}
    # Weighted: 7.1 next to 5.6, and 4.9 next to 6.4; of accuracy 9 next to 6, and 3 next to 6.
    assert means == {
        "accuracy": pytest.approx((9 / 15 + 3 / 9) / 2),
        "completeness": 0.5,
        "clarity": 0.5,
        "weighted_score": pytest.approx((7.1 / 12.7 + 4.9 / 11.3) / 2),
    }
    assert ours.scores["accuracy"].low is not None
    assert ours.key_points.n == 0
    assert ours.groups == {}


def test_a_question_without_both_scores_is_left_out_and_counted() -> None:
    good = evaluation(8, 8, 8)
    ours, theirs = figures((good, good, good), (None, good, good), (good, None, None)).sides
    assert (ours.compared, ours.left_out, ours.scores["accuracy"].n) == (1, 2, 1)
    assert (theirs.compared, theirs.left_out) == (2, 1)


DONE: tuple[KeyPointVerdict, ...] = ("covered", "covered", "partial")
NOTHING: tuple[KeyPointVerdict, ...] = ("missing", "missing", "missing")


@pytest.mark.parametrize(
    ("own", "reference", "share", "insight", "left_out"),
    [
        (("covered", "missing", "covered"), DONE, 0.8 / (0.8 + 0.9), 0.75 / 1.75, 0),
        # A point without a verdict on either side counts for neither.
        (("covered", None, "covered"), DONE, 1 / (1 + 3.5 / 4), 0.5, 1),
        (("covered", "not_applicable", "covered"), DONE, 1 / (1 + 3.5 / 4), 0.5, 1),
        # Two that cover nothing are as good as each other.
        (NOTHING, NOTHING, 0.5, 0.5, 0),
        # Verdicts on less than 80 % of the weight are no share.
        ((None, "covered", "covered"), DONE, None, None, 0),
    ],
)
def test_key_points_are_compared_that_both_have_a_verdict_on(
    own: Sequence[KeyPointVerdict | None],
    reference: Sequence[KeyPointVerdict],
    share: float | None,
    insight: float | None,
    left_out: int,
) -> None:
    side = figures((points(*own), None, points(*reference))).sides[0]
    group = side.groups["insight"].mean if side.groups else None
    assert (side.compared, side.points_left_out) == (1, left_out)
    assert side.key_points.mean == pytest.approx(share)
    assert group == pytest.approx(insight)


@given(st.floats(0, 10), st.floats(0, 10))
def test_the_shares_of_two_make_one_and_the_better_has_no_less(own: float, reference: float) -> None:
    share, other = share_of(own, reference), share_of(reference, own)
    assert share is not None
    assert other is not None
    assert share + other == pytest.approx(1)
    assert share >= 0.5 if own >= reference else share <= 0.5


def test_the_reference_has_no_place_among_two_others_and_is_not_named_first() -> None:
    found = summary(questions(*[(evaluation(5, 5, 5), evaluation(3, 3, 3), evaluation(9, 9, 9))] * 8))
    assert found.standings is not None
    assert [(each.system, each.rank_low) for each in found.standings.scores] == [("Ours", 1), ("Theirs", 2)]
    assert headline(found).startswith("Ours is first by mean score.")
    assert "Expert" in headline(found)
    assert [side.system for side in found.sides] == list(NAMES)


def test_pairs_with_a_reference_without_a_place_make_no_standings() -> None:
    results = questions((evaluation(), evaluation(), evaluation()))
    verdicts = [
        pair_verdict(case_id="0", first=first, second=second)
        for one, other in (("Ours", "Theirs"), ("Expert", "Ours"))
        for first, second in ((one, other), (other, one))
    ]
    quick = ClusterSettings(resamples=200)
    found = arena_standings(results, verdicts, by_pairs=True, unranked="Expert", settings=quick)
    assert found.pairs is not None
    assert {each.system for each in found.pairs.raw} == {"Ours", "Theirs"}


def test_terminal_report_and_sheet_show_the_shares_and_mark_the_reference(tmp_path: Path) -> None:
    rows = [
        (points("covered", "missing", "covered"), None, points("covered", "covered", "partial")),
        (evaluation(3, 3, 3), evaluation(9, 9, 9), evaluation(6, 6, 6)),
    ]
    results = questions(*rows)
    result = ArenaResult(manifest=manifest(), summary=summary(results), items=tuple(results))
    against = result.summary.against_reference
    assert against is not None
    console = Console(width=120, file=StringIO(), record=True)
    console.print(scores_table(result.summary))
    console.print(reference_table(against, "95% intervals"))
    shown = console.export_text()
    assert "(reference)" in shown
    assert "1 compared of 2" in shown
    assert "0.471" in shown  # key points: 0.8 next to 0.9
    section = arena_part(result, "reference")
    assert "<strong>0.471</strong>" in section
    assert "<strong>0.600</strong>" in section
    page = render(result, {})
    assert page.count("the reference, not ranked") == 2
    assert '<span class="chip">reference</span>' in page
    # Of each question, too: the share of accuracy there, and of key points.
    assert "Accuracy <strong>0.333</strong>" in page
    assert "Key points <strong>0.471</strong>" in page
    write_csv(result, tmp_path)
    with (tmp_path / "answers.csv").open(encoding="utf-8-sig", newline="") as file:
        found = [[row[name] for name in REFERENCE_COLUMNS] for row in csv.DictReader(file)]
    shares = [[round(float(cell), 3) if cell else None for cell in row] for row in found]
    assert shares == [[0.5, 0.471], [None, None], [None, None], [0.333, None], [0.6, None], [None, None]]


def test_one_contestant_at_most_is_the_reference_and_a_single_rival_is_placed_next_to_it() -> None:
    def rules(*references: bool) -> ArenaRules:
        return ArenaRules(
            contestants=tuple(
                ContestantConfig(name=f"c{number}", model="embedded", reference=reference)
                for number, reference in enumerate(references)
            )
        )

    with pytest.raises(ValidationError, match="at most is the reference; here 'c0' and 'c2' are"):
        rules(True, False, True)
    assert (rules(False, False).reference, rules(True, False).reference) == (None, "c0")
    assert (rules(True, False).unranked, rules(True, False, False).unranked) == (None, "c0")
