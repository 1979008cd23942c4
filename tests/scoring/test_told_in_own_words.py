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
