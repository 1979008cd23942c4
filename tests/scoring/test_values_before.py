"""What a value was before, where a sentence gives it with the difference."""

import pytest

from tests.support.sheets import is_right, is_wrong

_CASES = {
    "en": (
        "The depot keeps 38 trams, nine more than in 2024. It has 12 sheds.",
        "How many trams does the depot keep, and how many were there in 2024?",
        "It has 38 trams; a year earlier there were {}.",
        (29, 47, 31),
    ),
    "en fewer": (
        "The society has 412 members, 26 fewer than in 2023. Fees are due in May.",
        "How many members has the society, and how many had it in 2023?",
        "It has 412 members, down from {} in 2023.",
        (438, 386, 428),
    ),
    "ru": (
        "В парке 38 вагонов, на 11 больше, чем в 2024 году. Депо построено давно.",
        "Сколько вагонов в парке и сколько их было в 2024 году?",
        "Сейчас 38 вагонов, а в 2024 году было {}.",
        (27, 49, 28),
    ),
    "zh-Hant": (
        "車隊現有38輛電車，比2024年增加了11輛。車庫有12間。",
        "車隊現有幾輛電車？2024年有幾輛？",
        "現有38輛，2024年是{}輛。",
        (27, 49, 28),
    ),
    "zh-Hans": (
        "协会现有412名会员，比2023年减少26名。会费五月缴纳。",
        "协会现有多少会员？2023年有多少？",
        "现有412名会员，2023年有{}名。",
        (438, 386, 428),
    ),
}


@pytest.mark.parametrize(("passage", "question", "answer", "values"), _CASES.values(), ids=_CASES.keys())
def test_what_was_before_follows_from_the_difference(
    passage: str, question: str, answer: str, values: tuple[int, int, int]
) -> None:
    true, turned, other = values
    assert is_right(question, answer.format(true), [passage])
    assert is_wrong(question, answer.format(turned), [passage])
    assert is_wrong(question, answer.format(other), [passage])
