"""Sentences of a passage with one value changed to one that stands elsewhere or could be reckoned."""

import pytest

from tests.support.sheets import is_right, is_wrong

_STOCK = (  # What the answers change the values to stands here, too.
    "Average stock fell from 94 to 57 days, because the second line started in May. The warehouse employs 31 "
    "people. Orders are shipped within 47 hours. Each of the 14 lorries carries 9 tonnes."
)
_MEDALS = "На первенстве сборная завоевала 14 медалей: 5 золотых, 3 серебряные и 6 бронзовых."
_FUNDS = "纵向经费2.93亿元，横向经费1.93亿元。学校另有捐赠0.41亿元。"
_SITES = (
    "| 廠區 | 取水量（千立方公尺） | 廢棄物（公噸） | 員工（人） |\n|---|---|---|---|\n"
    "| 青汐廠 | 268 | 1,145 | 412 |\n| 霧嶺廠 | 305 | 1,420 | 388 |"
)


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            _STOCK,
            "How did the average stock change?",
            "It fell from 94 to 57 days.",
            "It fell from 94 to 47 days.",
        ),
        (
            _MEDALS,
            "Сколько медалей и каких завоевала сборная?",
            "Сборная завоевала 14 медалей: 5 золотых, 3 серебряные и 6 бронзовых.",
            "Сборная завоевала 14 медалей: 6 золотых, 3 серебряные и 6 бронзовых.",
        ),
        (
            _FUNDS,
            "纵向经费和横向经费各是多少？",
            "纵向经费为2.93亿元，横向经费为1.93亿元。",
            "纵向经费为2.93亿元，横向经费为2.93亿元。",
        ),
        (
            _SITES,
            "青汐廠的取水量、廢棄物與員工數各是多少？",
            "青汐廠取水量268千立方公尺，廢棄物1,145公噸，員工412人。",
            "青汐廠取水量268千立方公尺，廢棄物1,145公噸，員工388人。",
        ),
    ],
)
def test_the_sentence_of_a_passage_with_another_value_is_wrong(
    passage: str, question: str, true: str, false: str
) -> None:
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])


@pytest.mark.parametrize(
    ("passage", "question", "true"),
    [
        # What is reckoned stands in no sentence, and the words say that it was reckoned.
        (_STOCK, "By how much did the average stock fall?", "The average stock fell by 37 days."),
        # One value for two things, as the passage has it.
        (
            "Sites A and B scored 8 points each, site C scored 6.",
            "What did sites A and B score?",
            "Site A scored 8 points, and site B scored 8 as well.",
        ),
        (
            _SITES,
            "兩個廠區的員工各有多少人？",
            "青汐廠412人，霧嶺廠388人。",
        ),
    ],
)
def test_values_that_a_sentence_bears_in_another_order_hold(passage: str, question: str, true: str) -> None:
    assert is_right(question, true, [passage])
