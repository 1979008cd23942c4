"""The embedded judge on answers written without sight of the code: no error slips through.

How many true answers it recognises is measured by ``benchmark/performance/yardstick.py``; what it must never
do is held here.
"""

import pytest

from benchmark.performance.own_answers import LANGUAGES, JudgedAnswer, judged_answers, own_answers


@pytest.fixture(scope="module")
def judged() -> list[JudgedAnswer]:
    return list(judged_answers(own_answers()))


@pytest.mark.parametrize("kind", ["invented", "swapped", "made_up"])
def test_nearly_no_wrong_answer_passes(judged: list[JudgedAnswer], kind: str) -> None:
    fair = [each.fair for each in judged if each.answer.kind == kind]
    assert sum(fair) / len(fair) >= 0.85


def test_honest_abstentions_are_told_from_wrong_ones(judged: list[JudgedAnswer]) -> None:
    shares = [
        sum(fair) / len(fair)
        for kind in ("abstain_right", "abstain_wrong")
        if (fair := [each.fair for each in judged if each.answer.kind == kind])
    ]
    assert sum(shares) / len(shares) >= 0.85


def test_most_perfect_answers_are_seen_as_such(judged: list[JudgedAnswer]) -> None:
    fair = [each.fair for each in judged if each.answer.kind == "gold"]
    assert sum(fair) / len(fair) >= 0.9


@pytest.mark.parametrize("language", LANGUAGES)
def test_true_answers_outrank_wrong_ones(judged: list[JudgedAnswer], language: str) -> None:
    own = [each for each in judged if each.answer.language == language]
    means: dict[str, float] = {}
    for kind in ("gold", "paraphrase", "invented", "swapped"):
        scores = [each.accuracy for each in own if each.answer.kind == kind]
        means[kind] = sum(scores) / len(scores)
    assert min(means["gold"], means["paraphrase"]) > max(means["invented"], means["swapped"]) + 3
