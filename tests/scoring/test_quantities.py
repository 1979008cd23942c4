"""When a claimed value agrees with one of the passages."""

from __future__ import annotations

import pytest

from scoring.mentions import mentions
from scoring.quantities import agrees


@pytest.mark.parametrize(
    ("claim", "source", "agreement"),
    [
        ("It cost 12.4 euros per kilogram.", "12.4 euros", "exact"),
        ("It cost 12.9 euros per kilogram.", "12.4 euros", ""),
        ("6,8 мг нитратов на литр", "6,8 мг/л", "exact"),
        ("6,3 мг нитратов на литр", "6,8 мг/л", ""),
        ("It cost 12.4 dollars per kilogram.", "12.4 euros", ""),
        ("It cost 12.4 euros per kilogram.", "12.4 euros per tonne", ""),
    ],
)
def test_what_a_value_is_reckoned_by_may_stand_elsewhere(claim: str, source: str, agreement: str) -> None:
    assert agrees(mentions(claim)[0], mentions(source)[0]) == agreement


def test_the_end_of_a_range_begins_no_other() -> None:
    (_, first, second, share) = mentions("It fell from 88% in days 1-140 to 76%.")
    assert [each.figure and each.figure.unit for each in (first, second, share)] == [None, None, "%"]
