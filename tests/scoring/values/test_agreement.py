"""When a claimed value agrees with one of the passages."""

from __future__ import annotations

from scoring.values.agreement import agrees
from scoring.values.arithmetic import is_derived
from scoring.values.mentions import mentions
from tests.support.rows import over


@over(
    "claim, source, agreement",
    [
        ("It cost 12.4 euros per kilogram.", "12.4 euros", "exact"),
        ("It cost 12.9 euros per kilogram.", "12.4 euros", ""),
        ("6,8 мг нитратов на литр", "6,8 мг/л", "exact"),
        ("6,3 мг нитратов на литр", "6,8 мг/л", ""),
        ("平時是1.2立方公尺", "每秒1.2立方公尺", "exact"),
        ("平時是1.4立方公尺", "每秒1.2立方公尺", ""),
        ("一千四百二十萬度", "每年發電1,420萬度", "exact"),
        ("14,200,000度", "每年發電1,420萬度", "exact"),
        ("It took an hour and forty minutes.", "100 minutes", "exact"),
        ("It took an hour and fifty minutes.", "100 minutes", ""),
        ("It cost 12.4 dollars per kilogram.", "12.4 euros", ""),
        ("It cost 12.4 euros per kilogram.", "12.4 euros per tonne", ""),
    ],
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
    [
        ("35 minutes", "08:20 and 08:55", True),
        ("40 minutes", "08:20 and 08:55", False),
        ("1 小時 40 分鐘", "23:30 and 01:10", True),
        ("5 %", "95 %", True),
        ("6 %", "95 %", False),
    ],
)
def test_what_lies_between_two_times_and_what_is_left_of_a_whole(
    result: str, operands: str, follows: bool
) -> None:
    assert is_derived(mentions(result)[0], mentions(operands)) is follows


def test_the_end_of_a_range_begins_no_other() -> None:
    (_, first, second, share) = mentions("It fell from 88% in days 1-140 to 76%.")
    assert [each.figure and each.figure.unit for each in (first, second, share)] == [None, None, "%"]
