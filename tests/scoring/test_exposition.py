"""Answers to questions that want something set forth, on passages that only outline it."""

from __future__ import annotations

import pytest

from scoring.clarity import clarity
from scoring.exposition import NOT_WANTED, exposition, wants_exposition
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


def test_saying_the_same_in_chinese_has_as_much_substance() -> None:
    chinese = (
        "电动渡轮取代柴油机，是因为燃料价格翻了一倍，渡河太贵。港口的排放限额也不许旧船在傍晚以后停靠。"
        "码头旁的居民抱怨噪音，电池把它降到嗡嗡声。"
    )
    english = exposition(QUESTION, FULL, [OUTLINE]).substance
    assert exposition("请说明这条航线的渡轮为何改用电力。", chinese, ["略谈"]).substance == pytest.approx(
        english, abs=0.05
    )


@pytest.mark.parametrize(
    ("exact", "open_ended"),
    [
        ("Prove that every tidal wheel stalls.", "Discuss that every tidal wheel stalls."),
        ("求证：每个潮汐轮都会停转。", "试论：每个潮汐轮都会停转。"),
        ("Докажите, что каждое приливное колесо встаёт.", "Обсудите, что каждое приливное колесо встаёт."),
    ],
)
def test_a_proof_is_worth_less_for_being_long(exact: str, open_ended: str) -> None:
    assert exposition(exact, FULL, [OUTLINE]).worth < exposition(open_ended, FULL, [OUTLINE]).worth


def test_saying_all_that_the_outline_does_is_complete_however_short() -> None:
    verdict = judge_answer("Give the running time of the merge step.", "It runs in O(n + k).", ["O(n+k)"])
    assert verdict.completeness == 10
    assert verdict.clarity == 10


def test_keeping_to_passages_that_hold_the_answer_is_not_measured_by_amount() -> None:
    passage = "The mill closed because the weir silted up after the flood of 1911."
    kept = judge_answer("Why did the mill close?", "It closed because the weir silted up.", [passage])
    assert kept.completeness > 8
    assert kept.clarity > 9
    told = [
        exposition("Why did the mill close?", answer, [passage], told=True).terse
        for answer in ("The weir silted up.", "Owners quarrelled and workers left for the city.")
    ]
    assert told[0] == 0
    assert told[1] > 0.9


def test_an_outline_of_no_words_leaves_the_answer_to_be_measured_by_itself() -> None:
    assert exposition(QUESTION, FULL, ["/"]).terse == 1
    assert exposition(QUESTION, FULL, []) == NOT_WANTED


def test_an_answer_that_breaks_off_is_worth_less() -> None:
    whole, broken = (
        exposition(QUESTION, text, [OUTLINE]) for text in (FULL, FULL.removesuffix(" to a hum."))
    )
    assert broken.worth < 0.95 * whole.worth
    listed = FULL + "\n- less noise"
    assert exposition(QUESTION, listed, [OUTLINE]).worth >= whole.worth


def test_a_long_answer_with_one_reservation_declines_nothing() -> None:
    answer = f"The documents do not say who asked for it. {FULL}"
    assert judge_answer(QUESTION, answer, [OUTLINE]).completeness < 9


def test_a_translation_is_in_another_language() -> None:
    question = "请把下面的句子翻译成英文：渡轮在黄昏停航。"
    assert clarity("The ferry stops running at dusk.", question).findings == ()


def test_a_question_of_one_term_does_not_make_an_answer_beside_it() -> None:
    answer = "The rise and fall of the sea, caused by the pull of the moon and the sun on the oceans."
    assert "beside_the_question" not in clarity(answer, "What are tides?").findings
