import pytest

from data_base.schemas.case import Case
from data_base.schemas.context_use import ContextUse
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.run import RunItem
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.arena.result import ArenaSummary, CaseResult
from eval.arena.score_aggregation import summarise
from eval.stats.paired import BootstrapSettings, Outcomes
from service.commands.terminal.arena_table import references, scores_table
from tests.support.arena import WIND, evaluation, failed_evaluation, item, research_result

QUICK = BootstrapSettings(resamples=500)
Verdict = FineGrainedEvaluationResult | None


def contest(*rows: tuple[Verdict, Verdict]) -> ArenaSummary:
    results = [
        CaseResult(
            case=Case(id=str(number), question="q"),
            items=(item("Pure", str(number), pure), item("Research", str(number), research)),
        )
        for number, (pure, research) in enumerate(rows)
    ]
    return summarise(results, QUICK, questions_in_file=len(rows))


def score(value: float) -> FineGrainedEvaluationResult:
    return evaluation(value, value, value)


def test_a_hand_worked_contest() -> None:
    rows = [(2, 8), (4, 9), (3, 3), (5, 4), (2, 9), (1, 10)]
    summary = contest(*((score(pure), score(research)) for pure, research in rows))
    pure, research = summary.sides
    (pair,) = summary.pairs
    assert pure.means["weighted_score"].mean == pytest.approx(17 / 6)
    assert research.means["accuracy"].mean == pytest.approx(43 / 6)
    assert pair.differences["weighted_score"].mean == pytest.approx(26 / 6)
    assert pair.outcomes == Outcomes(wins=4, ties=1, losses=1)
    assert (pair.baseline, pair.challenger, pair.pairs) == ("Pure", "Research", 6)


def test_each_dimension_is_compared_by_itself() -> None:
    summary = contest(*[(evaluation(2, 6, 9), evaluation(8, 6, 7))] * 6)
    differences = summary.pairs[0].differences
    means = {name: value.mean for name, value in differences.items()}
    # 0.5 * 6 + 0.3 * 0 + 0.2 * -2
    assert means == {
        "accuracy": 6,
        "completeness": 0,
        "clarity": -2,
        "weighted_score": pytest.approx(2.6),
    }


def test_a_winner_is_named_only_where_the_interval_leaves_zero_out() -> None:
    clear = contest(*[(score(2), score(8))] * 6 + [(score(3), score(8))] * 2)
    assert clear.pairs[0].winner == "Research"
    assert clear.pairs[0].verdict.startswith("Research scores higher than Pure")
    turned = contest(*[(score(8), score(2))] * 8)
    assert turned.pairs[0].winner == "Pure"
    open_ = contest(*[(score(2), score(8))] * 4 + [(score(8), score(2))] * 4)
    assert open_.pairs[0].winner is None
    assert "contains 0" in open_.pairs[0].verdict


def test_with_fewer_than_six_questions_not_even_a_clean_sweep_wins() -> None:
    (pair,) = contest(*[(score(1), score(10))] * 5).pairs
    assert pair.winner is None
    assert "too few" in pair.verdict
    assert pair.outcomes.wins == 5


def test_failures_enter_no_mean_and_are_counted_apart() -> None:
    rows: list[tuple[Verdict, Verdict]] = [(score(4), score(8))] * 6
    rows += [(failed_evaluation(), score(2)), (score(1), evaluation(10, 10, 10, mode="no_documents"))]
    summary = contest(*rows, (score(4), None))
    pure, research = summary.sides
    (pair,) = summary.pairs
    assert (pure.scored, pure.not_judged, pure.other_mode) == (8, 1, 0)
    assert (research.scored, research.not_judged, research.other_mode) == (7, 1, 1)
    assert research.means["accuracy"].mean == pytest.approx((6 * 8 + 2) / 7)
    assert pair.pairs == 6
    assert pair.differences["weighted_score"].mean == pytest.approx(4)
    assert pair.winner == "Research"
    bounds = research.worst_case["accuracy"]
    assert bounds.low == pytest.approx((50 + 2) / 9)
    assert bounds.high == pytest.approx((50 + 20) / 9)


def test_the_verdict_says_where_the_unscored_could_turn_it() -> None:
    rows: list[tuple[Verdict, Verdict]] = [(score(4), score(6))] * 6
    assert "could reverse this" in contest(*rows, *[(score(5), failed_evaluation())] * 6).pairs[0].verdict
    clear: list[tuple[Verdict, Verdict]] = [(score(1), score(10))] * 12
    assert "would stay the same" in contest(*clear, (score(5), failed_evaluation())).pairs[0].verdict


def test_nothing_scored_names_nobody() -> None:
    summary = contest((failed_evaluation(), failed_evaluation()))
    assert summary.pairs[0].winner is None
    assert summary.pairs[0].verdict == "No winner: no question was scored on both sides."
    assert summary.sides[0].means["accuracy"].mean is None


def test_unanswered_questions_and_the_cost_of_research() -> None:
    research = research_result("q", "t")
    items = (
        RunItem(case_id="1", system="Pure", error="unreachable"),
        RunItem(
            case_id="1", system="Research", answer=research.answer, research=research, evaluation=score(5)
        ),
    )
    result = CaseResult(case=Case(id="1", question="q"), items=items)
    summary = summarise([result], QUICK, questions_in_file=3)
    assert summary.sides[0].unanswered == 1
    assert summary.sides[1].usage == research.usage
    assert (summary.questions, summary.questions_in_file) == (1, 3)


def test_three_contestants_make_three_pairs() -> None:
    items = tuple(item(name, "1", score(5)) for name in ("A", "B", "C"))
    summary = summarise(
        [CaseResult(case=Case(id="1", question="q"), items=items)], QUICK, questions_in_file=1
    )
    assert [(pair.baseline, pair.challenger) for pair in summary.pairs] == [
        ("A", "B"),
        ("A", "C"),
        ("B", "C"),
    ]


def test_it_counts_what_was_answered_and_covered_and_where_a_reference_was_seen() -> None:
    points = (
        KeyPointFinding(text="x", group="facts", verdict="covered"),
        KeyPointFinding(text="y", group="facts", must=True, verdict="missing"),
    )
    context = ContextUse(useful=(WIND.id,), precision=0.5)
    told = evaluation(shown=(WIND,), answered="yes", key_points=points, context=context)
    seen = told.model_copy(update={"reference_seen": True})
    questions = [
        CaseResult(case=Case(id="1", question="q"), items=(item("A", "1", seen), item("B", "1", seen))),
        CaseResult(case=Case(id="2", question="r"), items=(item("A", "2", told), item("B", "2", None))),
    ]
    summary = summarise(questions, BootstrapSettings(resamples=200), questions_in_file=2)
    assert summary.references_seen == 1
    assert [side.answered for side in summary.sides] == [{"yes": 2}, {"yes": 1}]
    assert summary.sides[0].key_points == {"covered": 2, "missing": 2}
    assert [side.groups["facts"].mean for side in summary.sides] == [0.5, 0.5]
    assert [side.must_failed for side in summary.sides] == [2, 1]
    table = scores_table(summary)
    rows = ["Answered", "Key points", "Groups", "Must failed", "Context"]
    assert list(table.columns[0].cells)[-5:] == rows
    assert list(table.columns[1].cells)[-3:-1] == ["facts 50%", "2"]
    assert list(table.columns[1].cells)[-1] == "precision 0.50 (2 answers)"
    assert references(summary) == "The judge saw a reference answer for 1 of 2 questions."
