"""When a claimed value agrees with one of the passages."""

from __future__ import annotations

from scoring.values.agreement import agrees
from scoring.values.arithmetic import is_derived
from scoring.values.mentions import mentions
from tests.support.rows import over, table


@over(
    "claim, source, agreement",
    table(__file__, "test_what_a_value_is_reckoned_by_may_stand_elsewhere"),
)
def test_what_a_value_is_reckoned_by_may_stand_elsewhere(claim: str, source: str, agreement: str) -> None:
    assert agrees(mentions(claim)[0], mentions(source)[0]) == agreement


def test_a_range_of_times_before_a_colon_is_two_times() -> None:
    assert [m.date and (m.date.hour, m.date.minute) for m in mentions("06:00-06:10: nobody looked.")] == [
        (6, 0),
        (6, 10),
    ]


@over(
    "result, operands, follows",
    table(__file__, "test_what_lies_between_two_times_and_what_is_left_of_a_whole"),
)
def test_what_lies_between_two_times_and_what_is_left_of_a_whole(
    result: str, operands: str, follows: bool
) -> None:
    assert is_derived(mentions(result)[0], mentions(operands)) is follows


def test_the_end_of_a_range_begins_no_other() -> None:
    (_, first, second, share) = mentions("It fell from 88% in days 1-140 to 76%.")
    assert [each.figure and each.figure.unit for each in (first, second, share)] == [None, None, "%"]
