"""A bare 1 for a counted one, and the end of a range told as the most."""

import pytest

from tests.support.sheets import is_right, is_wrong

_FAILURES = {
    "en": (
        "Nine of the 160 drives failed. In six cases the fan broke, in two the board, in one a mouse got in.",
        "How many drives failed, and why?",
        "Nine: fan 6, board 2, mouse {}.",
    ),
    "ru": (
        "Отказало девять насосов из 160. В шести случаях сломался вентилятор, в двух — плата, в одном мышь.",
        "Сколько насосов отказало и почему?",
        "Девять: вентилятор — 6, плата — 2, мышь — {}.",
    ),
    "zh": (
        "全年160台水泵中有九台故障：六台风扇损坏，两台主板烧毁，一台进了老鼠。车队有14辆车。",
        "全年有多少台水泵故障，原因是什么？",
        "九台：风扇6，主板2，老鼠{}。",
    ),
}


@pytest.mark.parametrize(("passage", "question", "answer"), _FAILURES.values(), ids=_FAILURES.keys())
def test_a_one_in_words_may_be_told_as_a_digit(passage: str, question: str, answer: str) -> None:
    assert is_right(question, answer.format(1), [passage])
    assert is_wrong(question, answer.format(4), [passage])


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            "夜间噪声超标2.1至8.7分贝，最严重的是荷园小区。白天超标1.4分贝。",
            "哪里超标最严重，超标多少？",
            "荷园小区最严重，夜间超标8.7分贝。",
            "荷园小区最严重，夜间超标6.7分贝。",
        ),
        (
            "At night the limit is exceeded by 2.1 to 8.7 dB, worst at Heron Court. By day it is 1.4 dB.",
            "Where is the limit exceeded most, and by how much?",
            "It is worst at Heron Court, by up to 8.7 dB at night.",
            "It is worst at Heron Court, by up to 6.7 dB at night.",
        ),
    ],
)
def test_the_end_of_a_range_may_be_told_as_the_most(
    passage: str, question: str, true: str, false: str
) -> None:
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])
