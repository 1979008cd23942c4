"""Slices, spending and citations of an arena."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from data_base.schemas.answer import Answer, Citation
from data_base.schemas.case import Case
from data_base.schemas.judgement import Issue
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas.usage import TokenUsage
from eval.arena.figures.citations import cited_claims
from eval.arena.figures.slices import slices
from eval.arena.figures.spending import spendings
from eval.arena.result import CaseResult
from eval.arena.score_aggregation import WEIGHTED, score_of, summarise
from eval.stats.paired import BootstrapSettings
from tests.support.arena import WIND, evaluation, failed_evaluation, item

weighted = partial(score_of, dimension=WEIGHTED)


def question(case_id: str, scores: Sequence[float | None], **case: Any) -> CaseResult:
    """A question that A and B answered, with their scores in all dimensions."""
    items = (
        item(system, case_id, failed_evaluation() if score is None else evaluation(score, score, score))
        for system, score in zip("AB", scores, strict=True)
    )
    return CaseResult(case=Case(id=case_id, question="When?", **case), items=tuple(items))


def answered(system: str, score: float, usage: TokenUsage, latency_ms: float | None = None) -> RunItem:
    answer = Answer(text="x", usage=usage, latency_ms=latency_ms)
    return RunItem(case_id="1", system=system, answer=answer, evaluation=evaluation(score, score, score))


def cited(answer: Answer, *, shared: Sequence[Passage] = (), issues: tuple[Issue, ...] = ()) -> Any:
    own = RunItem(case_id="1", system="A", answer=answer, evaluation=evaluation(issues=issues))
    case = Case(id="1", question="How much did the farm make?")
    return cited_claims([CaseResult(case=case, shared_passages=tuple(shared), items=(own,))])[0]


def test_slices_are_by_language_kind_tag_and_answerability() -> None:
    results = [
        question("1", (4, 8), language="ru", answerable=True, tags=("table", "spring")),
        question("2", (6, None), language="ru", answerable=False, tags=("Two-Hop",)),
        question("3", (2, 3), language="en", answerable=True, tags=("table",)),
    ]
    found = {(each.by, each.value): each for each in slices(results, weighted)}
    assert list(found) == [
        ("language", "ru"),
        ("language", "en"),
        ("answerable", "yes"),
        ("answerable", "no"),
        ("kind", "table"),
        ("kind", "Two-Hop"),
        ("tag", "spring"),
    ]
    ru = found["language", "ru"]
    assert ru.questions == 2
    assert [(each.system, each.scored, each.mean) for each in ru.scores] == [("A", 2, 5), ("B", 1, 8)]
    assert found["answerable", "no"].scores[1].mean is None


def test_what_all_questions_share_is_no_slice() -> None:
    assert slices([question(name, (4, 8), language="ru") for name in "12"], weighted) == ()


def test_spending_is_per_point_of_score_and_by_money_where_all_costs_are_known() -> None:
    dear = answered("A", 8, TokenUsage(input_tokens=90, output_tokens=10, calls=2, cost_usd=0.4), 3000)
    cheap = answered("B", 5, TokenUsage(input_tokens=40, output_tokens=10, calls=1, cost_usd=0.1))
    worse = answered("C", 4, TokenUsage(input_tokens=50, calls=1, cost_usd=0.2))
    silent = answered("D", 9, TokenUsage())
    found = spendings([[dear], [cheap], [worse], [silent]], weighted)
    assert found.by == "cost_usd"
    assert [side.frontier for side in found.sides] == [True, True, False, False]
    first, second, _, last = found.sides
    assert first.per_point.cost_usd == pytest.approx(0.05)
    assert first.per_point.tokens == pytest.approx(12.5)
    assert first.seconds == 3
    assert first.per_point.seconds == pytest.approx(0.375)
    assert (second.seconds, second.timed) == (None, 0)
    assert (last.calls, last.tokens, last.cost_usd, last.per_point.calls) == (None, None, None, None)


def test_without_prices_tokens_count_and_without_tokens_time() -> None:
    unpriced = TokenUsage(input_tokens=10, calls=1, cost_usd=None)
    assert spendings([[answered("A", 8, unpriced)]], weighted).by == "tokens"
    assert spendings([[answered("A", 8, TokenUsage(), 10)]], weighted).by == "seconds"
    assert spendings([[answered("A", 8, TokenUsage())]], weighted).by is None


def test_citations_of_recorded_answers_are_checked_against_what_they_brought() -> None:
    text = f"The farm made 354.4 GWh in 2023 [{WIND.id}]. It made 999 GWh in 2022 [1]. It has 47 turbines."
    found = cited(Answer(text=text, passages=(WIND,)))
    assert (found.claims, found.citing, found.cited) == (3, 2, 2)
    assert found.verdicts == {"supported": 1, "unsupported": 1}


def test_nothing_is_said_of_citations_of_what_nobody_brought() -> None:
    text = "It made 999 GWh in 2022 [1]. It has 47 turbines ([the firm](https://example.org/a)). It is old."
    found = cited(Answer(text=text))
    assert (found.citing, found.verdicts) == (2, {"undecidable": 2})
    shared = cited(Answer(text=f"The farm made 354.4 GWh in 2023 [{WIND.id}]."), shared=[WIND])
    assert shared.verdicts == {"supported": 1}


def test_where_the_check_cannot_tell_the_judge_decides() -> None:
    said = "It has 47 turbines."
    answer = Answer(text=f"{said} [1]", citations=(Citation(sentence=said, passage_id="1"),))
    assert cited(answer).verdicts == {"undecidable": 1}
    assert cited(answer, issues=(Issue(claim=said, verdict="contradicted"),)).verdicts == {"unsupported": 1}


def test_they_are_in_the_summary() -> None:
    results = [question("1", (4, 8), language="ru"), question("2", (4, 8), language="en")]
    summary = summarise(results, BootstrapSettings(resamples=200), questions_in_file=2)
    assert [each.value for each in summary.slices] == ["en", "ru"]
    assert summary.spending is not None
    assert [side.mean for side in summary.spending.sides] == [4, 8]
    assert [each.system for each in summary.citations] == ["A", "B"]
