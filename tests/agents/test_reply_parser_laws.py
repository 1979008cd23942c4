"""Laws of the parser that hold for any text."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from agents.judges.judge_reply import JudgeReply
from agents.reply_parser import parse_reply

PIECES = [
    *(
        '{"accuracy": ',
        '"completeness": ',
        "clarity: ",
        "accuracy",
        "8",
        "7.5",
        "11",
        '"9"',
        "8/10",
        "8/20",
        "true",
        "NaN",
    ),
    *(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "'",
        "\\",
        "\n",
        "```json\n",
        "```",
        "<think>",
        "</think>",
        "null",
        "//",
        "/*",
    ),
    *(
        "“",
        "”",
        "：",
        "，",
        "準確性",
        "完整性",
        "清晰度",
        "Точность",
        "из 10",
        "分",
        '"issues": [',
        '"reason": "',
        "\\u4e",
        "\ud800",
    ),
]
SALAD = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40).map("".join)
SCORE = st.floats(1, 10).map(lambda number: round(number, 1))
REPLIES = st.builds(
    JudgeReply,
    analysis=st.text(max_size=60) | SALAD,
    accuracy=SCORE,
    completeness=SCORE,
    clarity=SCORE,
    reason=st.text(max_size=30) | SALAD,
    suggestion=st.text(max_size=30),
)


class Plain(BaseModel):
    """A schema whose author declared no reading of figures."""

    name: str = ""
    level: int = Field(ge=1, le=5)
    share: float = Field(ge=0, le=1)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300) | SALAD)
def test_it_never_raises_and_never_leaves_the_range(text: str) -> None:
    value = parse_reply(text, JudgeReply).value
    if value is not None:
        assert all(1 <= score <= 10 for score in (value.accuracy, value.completeness, value.clarity))
    plain = parse_reply(text, Plain).value
    if plain is not None:
        assert 1 <= plain.level <= 5
        assert 0 <= plain.share <= 1


@settings(max_examples=100, deadline=None)
@given(SALAD)
def test_it_is_idempotent_on_its_own_output(text: str) -> None:
    first = parse_reply(text, JudgeReply).value
    if first is not None:
        again = parse_reply(first.model_dump_json(), JudgeReply)
        assert (again.value, again.rung) == (first, "strict")


@settings(max_examples=100, deadline=None)
@given(
    REPLIES, st.sampled_from(["{}", "```json\n{}\n```", "Here: {}\nThat is all.", "<think>so {{</think>\n{}"])
)
def test_well_formed_replies_are_read_in_any_wrapping(reply: JudgeReply, wrapping: str) -> None:
    parsed = parse_reply(wrapping.replace("{}", reply.model_dump_json(), 1), JudgeReply)
    assert parsed.value == reply
    assert parsed.rung in {"strict", "extracted"}


@settings(max_examples=100, deadline=None)
@given(REPLIES, st.integers(0, 400))
def test_a_cut_reply_gives_its_own_scores_or_none(reply: JudgeReply, cut: int) -> None:
    value = parse_reply(reply.model_dump_json()[:cut], JudgeReply).value
    if value is not None:
        assert (value.accuracy, value.completeness, value.clarity) == (
            reply.accuracy,
            reply.completeness,
            reply.clarity,
        )


WORDS = st.text("abc «»„“'\n()[]\\αβ,.:;—中文Жж-", max_size=40)


@settings(max_examples=100, deadline=None)
@given(WORDS, WORDS, st.lists(SCORE, min_size=3, max_size=3), st.sampled_from([",}", "}\n", ",\n}"]))
def test_strings_left_as_they_are_do_not_change_the_scores(
    analysis: str, reason: str, given_scores: list[float], end: str
) -> None:
    a, b, c = given_scores
    figures = f'"accuracy": {a}, "completeness": {b}, "clarity": {c}'
    text = f'{{"analysis": "{analysis}", {figures}, "reason": "{reason}"{end}'
    value = parse_reply(text, JudgeReply).value
    assert value is not None
    assert (value.accuracy, value.completeness, value.clarity) == (a, b, c)


HEAVY = {
    "braces": "{" * 100_000,
    "brackets": "[" * 100_000,
    "nested": '{"a":' * 20_000,
    "nested lists": '{"accuracy": ' + "[" * 100_000,
    "open strings": '{"accuracy": "x\n' * 6_000,
    "quotation marks": '{"accuracy": "' + '"' * 100_000,
    "line breaks": '{"accuracy":' + "\n" * 100_000 + "x",
    "spaces": '{"accuracy": "a"' + " " * 100_000 + "accuracy" + " " * 100_000 + "x",
    "objects": '{"accuracy": 8, ' * 8_000,
    "comments": '{"accuracy": /*' * 6_000,
    "labels": "accuracy: 8 " * 10_000,
    "thinking": "<think>" * 20_000 + "</think>" * 20_000,
    "fences": "```\n" * 30_000,
    "digits": '{"accuracy": ' + "9" * 100_000 + "}",
    "backslashes": '{"analysis": "' + "\\" * 100_000,
    "digits in prose": "9" * 100_000,
    "stated scales": "scale of 1 to " * 8_000,
    "pipes": "|" * 100_000,
    "table lines": "| accuracy | 8\n|---|---|\n" * 4_000,
    "open brackets": "accuracy (8" * 9_000,
    "white space behind a label": "accuracy" + " *_" * 30_000,
    "the same key": '{"accuracy": 8, ' + '"accuracy": 9, ' * 8_000 + '"clarity": 9}',
    "list items": '{"issues": [' + '{"claim": "' * 8_000,
}


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY)
def test_no_text_hangs_it(text: str) -> None:
    assert parse_reply(text, JudgeReply).value is None


WHOLE = '\n{"accuracy": 3, "completeness": 3, "clarity": 3}\n'


def test_many_openings_before_a_whole_reply_take_no_copy_of_the_text_each() -> None:
    text = " " * 6_000_000 + "{a:" * 15_000 + WHOLE
    began = time.process_time()
    value = parse_reply(text, JudgeReply).value
    assert time.process_time() - began < 4
    assert value is not None
    assert value.accuracy == 3


def test_a_draft_that_says_more_is_read_after_many_other_openings() -> None:
    """Looking for it took from the budget of reading it."""
    draft = '{"accuracy": 8, "completeness": 7, "clarity": 9, "reason": "it is so", "suggestion": "look" \n'
    value = parse_reply('{"remark": [ }; x\n' * 20 + draft + WHOLE, JudgeReply).value
    assert value is not None
    assert value.accuracy == 8


def test_a_long_reply_is_read() -> None:
    reply = {"analysis": "слово 字 " * 40_000, "accuracy": 8, "completeness": 7, "clarity": 9}
    text = json.dumps(reply, ensure_ascii=False)
    assert parse_reply(text, JudgeReply).rung == "strict"
    assert parse_reply(f"So:\n```json\n{text}\n```", JudgeReply).rung == "extracted"
