"""Styles of answers, and families of models."""

import math

import pytest

from data_base.schemas.answer import Answer
from eval.arena.answer_style import style_difference, style_of
from eval.arena.families import family_of
from tests.support.rows import over, table

REPORT = """# Findings

**Background**

- One [1] and two [2, 3].
- Three [port.md#1], see [the site](https://example.org/a).

## Wind

1. Four.
2) Five.

The vector is [0.5] * 3.
"""


def test_headings_entries_and_citations_are_counted() -> None:
    counts = {name: round(math.expm1(value)) for name, value in style_of(Answer(text=REPORT)).items()}
    assert (counts["headings"], counts["lists"], counts["citations"]) == (3, 4, 3)


@over("text", ["", "中文的答案。", "Ответ."])
def test_plain_answers_have_no_format(text: str) -> None:
    style = style_of(Answer(text=text))
    assert (style["headings"], style["lists"], style["citations"]) == (0, 0, 0)
    assert style["length"] >= 0


def test_a_difference_turns_with_the_answers() -> None:
    one, other = style_of(Answer(text=REPORT)), style_of(Answer(text="Short."))
    turned = {name: -value for name, value in style_difference(other, one).items()}
    assert style_difference(one, other) == pytest.approx(turned)


@over(
    "model, family",
    table(__file__, "test_a_model_s_family_is_its_first_word_whoever_serves_it"),
)
def test_a_model_s_family_is_its_first_word_whoever_serves_it(model: str, family: str | None) -> None:
    assert family_of(model) == family
