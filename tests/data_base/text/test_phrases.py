"""Phrases of several languages."""

from __future__ import annotations

import re

import pytest

from data_base.text.phrases import Phrases

OPENING = r"(?:^|[.,]\s*)"
FAREWELLS = Phrases(
    english=(rf"{OPENING}farewell\b", r"\bso long\b", "good ?bye"),
    chinese=("再見|再见", "後會有期"),
    russian=(rf"{OPENING}прощай\w*", r"\bдо свидания\b"),
    flags=re.IGNORECASE,
    openings=(OPENING, r"\b"),
)
ONE_EXPRESSION = re.compile(
    "|".join((*FAREWELLS.english, *FAREWELLS.chinese, *FAREWELLS.russian)), re.IGNORECASE
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12, 34.",
        "Farewell, he said",
        "a farewell",
        "And so longing grew",
        "Well, so long",
        "он сказал: Goodbye",
        "Прощайте",
        "не прощай, до Свидания",
        "她說再見",
        "再见 and so long",
        "до свидания, farewell",
        "後會",
    ],
)
def test_phrases_are_found_as_by_one_expression_of_all(text: str) -> None:
    match = ONE_EXPRESSION.search(text)
    first = FAREWELLS.first_in(text)
    assert FAREWELLS.found_in(text) == (match is not None)
    assert (first and first.span()) == (match and match.span())


def test_a_language_without_phrases_is_none() -> None:
    only = Phrases(english=(), chinese=("再見",), russian=())
    assert only.found_in("再見, so long")
    assert not only.found_in("so long")
    assert only.first_in("so long") is None
