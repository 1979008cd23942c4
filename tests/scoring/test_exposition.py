"""Answers to questions that want something set forth, on passages that only outline it."""

from __future__ import annotations

import pytest

from scoring.clarity import clarity
from scoring.exposition import exposition, wants_exposition
from scoring.judging import judge_answer

QUESTION = "Explain why ferries on this route are being electrified."
OUTLINE = "Should name noise, fuel prices and the harbour's emission limit."
THIN = "It is cleaner."
FULL = (
    "Electric ferries replace diesel engines because fuel prices have doubled, so crossings became too dear. "
    "The harbour's emission limit also forbids older hulls from docking after dusk. "
    "Residents near the quay complained of noise, which batteries reduce to a hum."
)


@pytest.mark.parametrize(
    "question", [QUESTION, "说明缓存的作用。", "Почему лёд плавает?", "請分析兩種方法的優缺點。"]
)
def test_requests_to_explain_want_an_exposition(question: str) -> None:
    assert wants_exposition(question)


@pytest.mark.parametrize("question", ["How many ferries are there?", "这座桥有多长", "Which port is older?"])
def test_questions_for_a_fact_do_not(question: str) -> None:
    assert not wants_exposition(question)


def test_a_fuller_answer_to_an_outline_is_more_complete_and_clearer() -> None:
    thin, full = (judge_answer(QUESTION, answer, [OUTLINE]) for answer in (THIN, FULL))
    assert full.completeness > thin.completeness + 2
    assert full.clarity > thin.clarity + 1


def test_substance_grows_with_new_terms_only() -> None:
    once = exposition(QUESTION, FULL, [OUTLINE]).substance
    assert exposition(QUESTION, f"{FULL} {FULL}", [OUTLINE]).substance == once
    assert once > exposition(QUESTION, THIN, [OUTLINE]).substance


def test_saying_more_than_an_outline_is_complete_but_not_borne_out() -> None:
    verdict = judge_answer(QUESTION, FULL, [OUTLINE])
    assert verdict.completeness > 5
    assert verdict.accuracy < 5


def test_a_fact_is_not_judged_by_its_length() -> None:
    judged = judge_answer("Which port is older?", "Port Alder.", ["Port Alder is older than Port Birch."])
    assert judged.completeness == 10


def test_an_answer_that_says_little_over_and_over_is_less_clear() -> None:
    answer = (
        "Noise is important. The harbour limits emissions to 3 g. Noise is important here. "
        "Fuel prices doubled in two years. It should be said that noise is important."
    )
    assert "repetition" in clarity(answer, QUESTION).findings
    assert clarity(answer, QUESTION).score < 7
    assert clarity(FULL, QUESTION).score == 10
