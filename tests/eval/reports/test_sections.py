"""What a report says besides its questions: the verdict, standings, leanings, pairs, people, spending."""

import math
from typing import Any

import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.rating import Rating
from data_base.schemas.run import RunItem
from data_base.schemas.usage import TokenUsage
from eval.arena.rating_corrections import people
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.score_aggregation import summarise
from eval.arena.standings import arena_standings
from eval.reports.arena_parts import PARTS, arena_part
from eval.reports.arena_report import render
from eval.reports.sections.judge_biases import judge_biases, unidentifiable
from eval.reports.sections.pair_rows import pair_table
from eval.reports.sections.pareto import amount_text, pareto
from eval.reports.sections.rubric import rubric
from eval.reports.sections.standings import standings_tables
from eval.standings.standing import PairStandings, TermEffect
from eval.standings.standing import UnidentifiableEffect as Effect
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings
from tests.eval.reports.test_arena_report import Page
from tests.support.arena import PORT, WIND, evaluation, failed_evaluation, manifest, pair_verdict
from tests.support.rows import over, table

DRAWS = ClusterSettings(resamples=100)
SYSTEMS = ("A", "B", "C")


def answered(system: str, case_id: str, score: float | None, tokens: int) -> RunItem:
    """An answer with one score in all dimensions."""
    text = f"{system} says much of {case_id}. " * (3 if system == "A" else 1 + int(case_id) % 3)
    usage = TokenUsage(input_tokens=tokens, calls=1, cost_usd=None)
    judged = failed_evaluation() if score is None else evaluation(score, score, score, shown=(WIND, PORT))
    answer = Answer(text=text, usage=usage)
    return RunItem(case_id=case_id, system=system, answer=answer, evaluation=judged)


def verdicts(number: int) -> list[PairVerdict]:
    """A beats B in both orders; A against C turns with the order."""
    case = {"case_id": str(number)}
    return [
        pair_verdict("first_better", **case, first="A", second="B"),
        pair_verdict("second_better", **case, first="B", second="A"),
        pair_verdict("first_better", **case, first="A", second="C"),
        pair_verdict("first_better", **case, first="C", second="A"),
    ]


def arena(*, scored: bool = True, rated: int = 0, settings: Any = None) -> ArenaResult:
    """Three contestants on eight questions: A is best and dear, C is bad and cheap."""
    results = [
        CaseResult(
            case=Case(id=str(n), question=f"What of {n}?", language="en" if n % 2 else "ru", tags=("table",)),
            shared_passages=(WIND, PORT),
            items=tuple(
                answered(system, str(n), level + n % 2 if scored else None, tokens)
                for system, level, tokens in zip(SYSTEMS, (8, 6, 2), (900, 500, 100), strict=True)
            ),
        )
        for n in range(1, 9)
    ]
    compared = [verdict for n in range(1, 9) for verdict in verdicts(n)] if scored else []
    ratings = [
        Rating(
            case_id=str(n),
            system=system,
            rater="Ann",
            scores={"accuracy": 5 + n % 3, "completeness": 6, "clarity": 7},
            created_at="",
        )
        for n in range(1, rated + 1)
        for system in SYSTEMS
    ]
    summary = summarise(
        results,
        BootstrapSettings(resamples=200),
        questions_in_file=8,
        standings=arena_standings(results, compared, by_pairs=scored, settings=DRAWS),
        people=people(results, ratings),
        warnings=["Beware."],
    )
    terms = manifest(settings={} if settings is None else {"judge": settings})
    return ArenaResult(manifest=terms, summary=summary, items=tuple(results), pairs=tuple(compared))


@pytest.fixture(scope="module")
def result() -> ArenaResult:
    return arena()


def text_of(result: ArenaResult) -> str:
    return " ".join(Page(render(result, {})).text.split())


def test_the_verdict_comes_first_and_warnings_are_folded_beneath_it(result: ArenaResult) -> None:
    html = render(result, {})
    assert "<h1>A " in html or "<h1>No winner" in html
    assert html.index("<h1>") < html.index("Beware.")
    assert '<details class="notice" id="notices">' in html
    assert "<strong>1 warning</strong> to read with this" in html


def test_standings_by_pairs_and_by_scores_are_side_by_side(result: ArenaResult) -> None:
    by_pairs, by_scores = standings_tables(result.summary)
    assert (by_pairs.title, by_scores.title) == ("By pairs", "By scores")
    assert [row.system for row in by_scores.rows] == ["A", "B", "C"]
    assert [row.place for row in by_scores.rows] == [1, 2, 3]
    for shown in (by_pairs, by_scores):
        for row in shown.rows:
            assert 0 <= row.raw.low <= row.raw.mean <= row.raw.low + row.raw.width + 0.02 <= 100.04
    assert {row.order for row in by_pairs.rows} == {0, 1, 2}


def test_every_interval_is_titled_judge_only_until_somebody_rates(result: ArenaResult) -> None:
    alone = text_of(result)
    assert alone.count("95 % interval, judge only") >= 3
    assert "This arena has no human ratings" in alone
    rated = text_of(arena(rated=5))
    assert "95 % interval, judge only" not in rated
    assert "1 person has rated answers of this arena: 15 ratings." in rated
    assert "Few ratings. A, B, C: fewer than 30 answers were rated" in rated


def test_pairs_say_who_is_better_and_what_turned_with_the_order(result: ArenaResult) -> None:
    rows = {(row.pair.baseline, row.pair.challenger): row for row in pair_table(result).rows}
    assert rows["A", "B"].pair.winner == "A"
    compared = rows["A", "B"].compared
    assert compared is not None
    assert (compared.wins, compared.ties, compared.losses, compared.inconsistent) == (0, 0, 8, 0)
    turned = rows["A", "C"].compared
    assert turned is not None
    assert (turned.wins, turned.ties, turned.losses, turned.inconsistent) == (0, 8, 0, 8)
    assert rows["B", "C"].compared is None


@pytest.mark.parametrize(
    ("name", "low", "says", "proven"),
    [
        ("position", 0.2, "The answer that is shown first wins 62% of comparisons", True),
        ("kin", -0.2, "An answer by a model of the judge’s own family wins 62%", False),
        ("length", 0.2, "An answer 2.0 times as long wins 62%", True),
        ("headings", -math.inf, "cannot tell this from who wrote the answer", False),
    ],
)
def test_what_sways_the_judge_is_said_in_plain_words(
    result: ArenaResult, name: str, low: float, says: str, proven: bool
) -> None:
    term = TermEffect(name=name, effect=0.5, low=low, high=0.9, unit=math.log(2), wins=0.62)
    pairs = PairStandings(questions=8, verdicts=8, inconsistent=0, raw=(), terms=(term,), bootstrap=DRAWS)
    assert result.summary.standings is not None
    found = judge_biases(
        result.summary.standings.model_copy(update={"pairs": pairs, "controlled_scores": None})
    )
    assert [(says in each.says, each.proven) for each in found] == [(True, proven)]


def test_what_cannot_be_told_from_a_contestant_is_said_and_given_no_figure(result: ArenaResult) -> None:
    terms = (
        Effect(name="kin", contestants=("Deep Research",)),
        Effect(name="headings"),
    )
    assert result.summary.standings is not None
    assert unidentifiable(result.summary.standings.model_copy(update={"untold": terms})) == (
        (
            "Same model family: the data cannot tell it from what Deep Research is worth, and it is not "
            "taken out."
        ),
        "Headings: so few questions cannot tell, and it is not taken out.",
    )


def test_scores_against_what_they_take(result: ArenaResult) -> None:
    chart = pareto(result.summary.spending)
    assert chart is not None
    assert chart.title == "tokens an answer"
    assert [point.frontier for point in chart.points] == [True, True, True]
    assert [point.x for point in chart.points] == sorted((point.x for point in chart.points), reverse=True)
    assert len(chart.line.split()) == 3


@over(
    "amount, by, shown",
    table(__file__, "test_amounts_are_short"),
)
def test_amounts_are_short(amount: float | None, by: str, shown: str) -> None:
    assert amount_text(amount, by) == shown


def test_the_rubric_is_the_judges_own(result: ArenaResult) -> None:
    shipped = rubric(result)
    assert shipped.passing == 7
    assert list(shipped.bands) == ["accuracy", "completeness", "clarity"]
    stated = {
        "passing_accuracy": 8,
        "rubric": {"en": "As you please."},
        "dimensions": [{"name": "tone", "weight": 0.2}],
    }
    own = rubric(arena(settings=stated))
    assert (own.passing, own.text, own.own) == (8, "As you please.", True)
    assert own.weights == pytest.approx({"accuracy": 0.4, "completeness": 0.24, "clarity": 0.16, "tone": 0.2})


def test_nothing_scored_is_said_in_red() -> None:
    html = render(arena(scored=False), {})
    assert '<p class="alarm" role="alert"><strong>Nothing was scored.</strong>' in html
    assert "Nothing was scored.</strong>" not in render(arena(), {})


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_a_page_by_itself(result: ArenaResult, part: str) -> None:
    page = Page(f"<main>{arena_part(result, part)}</main>")
    assert page.open == []
    ids = {value for _, name, value in page.attributes if name == "id"}
    links = {value[1:] for _, name, value in page.attributes if name == "href"}
    assert links <= ids
    # Nobody cites, no judgements clash and no question has key points here.
    assert bool(page.text.strip()) is (part not in {"citations", "points", "reference"})
