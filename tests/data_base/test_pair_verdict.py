"""Verdicts on pairs: what can be, and what both orders say together."""

from itertools import permutations, product
from typing import get_args

import pytest
from pydantic import ValidationError

from data_base.schemas.pair_verdict import PairChoice, PairOutcome, PairVerdict, pair_outcomes
from tests.support.arena import pair_verdict
from tests.support.rows import over, table

STEPS = get_args(PairChoice)


@over(
    "changes, complaint",
    table(__file__, "test_a_verdict_that_cannot_be_is_refused"),
)
def test_a_verdict_that_cannot_be_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        PairVerdict.model_validate({**pair_verdict().model_dump(), **changes})


def outcome(first: str | None, turned: str | None) -> tuple[float | None, bool | None]:
    other = pair_verdict(turned, first="B", second="A")
    found = PairOutcome.of(pair_verdict(first), other)
    assert found == PairOutcome.of(other, pair_verdict(first))
    return found.value, found.consistent


@over(
    "first, turned, expected",
    table(__file__, "test_both_orders_make_one_outcome"),
)
def test_both_orders_make_one_outcome(
    first: str | None, turned: str | None, expected: tuple[float | None, bool | None]
) -> None:
    assert outcome(first, turned) == expected


def test_the_two_systems_gain_what_the_other_loses() -> None:
    for first, turned in product(STEPS, STEPS):
        value, consistent = outcome(first, turned)
        # The same verdicts with the systems' names exchanged.
        exchanged = PairOutcome.of(pair_verdict(turned), pair_verdict(first, first="B", second="A"))
        assert (1 - (exchanged.value or 0), exchanged.consistent) == (value, consistent)


def test_orders_find_each_other_among_judges_cases_and_systems() -> None:
    names = [{"first": a, "second": b} for a, b in permutations("ABC", 2)]
    verdicts = [
        pair_verdict("first_better" if place["first"] == "A" else "second_better", case_id=case, **place)
        for case in ("1", "2")
        for place in names
    ]
    lonely = [pair_verdict(judge="n"), pair_verdict(None, judge="o")]
    found = list(pair_outcomes([lonely[0], *verdicts, lonely[1]]))
    assert [(each.case_id, each.system_a, each.system_b, each.value) for each in found[:6]] == [
        (case, a, b, value)
        for case in ("1", "2")
        for a, b, value in (("A", "B", 0.75), ("A", "C", 0.75), ("B", "C", 0.5))
    ]
    assert [(each.judge, each.value) for each in found[6:]] == [("n", None), ("o", None)]


def test_verdicts_of_different_pairs_make_no_outcome() -> None:
    for other in ({}, {"first": "B", "second": "C"}, {"first": "B", "second": "A", "case_id": "2"}):
        with pytest.raises(ValueError, match="one pair in both orders"):
            PairOutcome.of(pair_verdict(), pair_verdict(**other))
