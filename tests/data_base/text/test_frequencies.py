"""How often something happens, as it is written in four languages."""

import pytest

from data_base.text.frequencies import frequencies


@pytest.mark.parametrize(
    ("text", "times", "unit", "length"),
    [
        ("At most once a day.", 1, "day", 1),
        ("twice daily", 2, "day", 1),
        ("three times every two weeks", 3, "day", 14),
        ("не чаще одного раза в сутки", 1, "day", 1),
        ("дважды в месяц", 2, "month", 1),
        ("раз в две недели", 1, "day", 14),
        ("每日以一次為限", 1, "day", 1),
        ("每两周一次", 1, "day", 14),
        ("一年最多三次", 3, "month", 12),
        ("每季二次", 2, "month", 3),
    ],
)
def test_times_in_a_time_are_read(text: str, times: int, unit: str, length: float) -> None:
    (found,) = frequencies(text)
    assert (found.times, found.unit, found.length) == (times, unit, length)


@pytest.mark.parametrize(
    "text", ["the third time this year", "не более трёх раз", "第一年第三次", "every two weeks"]
)
def test_what_counts_no_times_in_a_time_is_none(text: str) -> None:
    assert frequencies(text) == ()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("once a month", "three times a quarter", True),
        ("twice a day", "2 раза в сутки", True),
        ("每週一次", "once every fortnight", False),
        ("раз в год", "一年兩次", False),
    ],
)
def test_frequencies_are_compared_over_languages(one: str, other: str, *, same: bool) -> None:
    assert frequencies(one)[0].same(frequencies(other)[0]) is same
