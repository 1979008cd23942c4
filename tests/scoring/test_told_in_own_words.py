"""Reasons, descriptions and rules said again in quite other words, and made-up ones in their place.

``told_in_own_words.jsonl`` holds made-up passages, each with a true answer and a made-up one.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.judging import judge_answer

CASES: dict[str, dict[str, Any]] = {
    case["language"]: case
    for line in Path(__file__).with_name("told_in_own_words.jsonl").read_text(encoding="utf-8").splitlines()
    for case in [json.loads(line)]
}


@pytest.mark.parametrize("language", CASES)
def test_the_same_in_other_words_is_borne_out(language: str) -> None:
    case = CASES[language]
    assert judge_answer(case["question"], case["true"], case["passages"]).accuracy > 8


@pytest.mark.parametrize("language", CASES)
def test_what_is_made_up_in_its_place_is_not(language: str) -> None:
    case = CASES[language]
    assert judge_answer(case["question"], case["made_up"], case["passages"]).accuracy < 3


def test_a_condition_in_which_something_is_missing_denies_nothing() -> None:
    case = CASES["ru"]
    answer = "Он докладывает старшему врачу смены, и тот вправе снять бригаду с неотложного вызова."
    assert judge_answer(case["question"], answer, case["passages"]).accuracy > 8


def test_a_restated_reason_is_a_whole_answer() -> None:
    passage = "The hedge at Mill Bank was not cut because wrens were nesting in it until the end of August."
    rents = (
        "| Site | Plots |\n|---|---|\n| Brook Lane | 88 |\n| Hill Top | 54 |\n\nDogs must be kept on a lead."
    )
    question = "Why was the hedge at Mill Bank left uncut?"
    verdict = judge_answer(question, "Since wrens had their nests there until late August.", [rents, passage])
    assert min(verdict.accuracy, verdict.completeness, verdict.clarity) > 8


def test_months_are_no_invented_name() -> None:
    passage = "Plans for 2026: replace the water tank at Hill Top in the second quarter, at a cost of £3,150."
    question = "When will the tank at Hill Top be replaced and what does it cost?"
    right = "Between April and June 2026, for £3,150."
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert (
        judge_answer(question, right.replace("April and June", "July and September"), [passage]).accuracy < 5
    )
