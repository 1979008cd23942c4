"""The embedded judge on answers written without sight of the code: no error slips through.

How many true answers it recognises is measured by ``benchmark/performance/independent_answers.py``; what it
must never do is held here.
"""

import pytest

from benchmark.performance.independent_answers import LANGUAGES, Judged, judged_answers


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    return list(judged_answers())


@pytest.mark.parametrize("kind", ["invented", "swapped", "made_up"])
def test_nearly_no_wrong_answer_passes(judged: list[Judged], kind: str) -> None:
    fair = [each.fair for each in judged if each.kind == kind]
    assert sum(fair) / len(fair) >= 0.85


def test_honest_abstentions_are_told_from_wrong_ones(judged: list[Judged]) -> None:
    shares = [
        sum(fair) / len(fair)
        for kind in ("abstain_right", "abstain_wrong")
        if (fair := [each.fair for each in judged if each.kind == kind])
    ]
    assert sum(shares) / len(shares) >= 0.85


def test_most_perfect_answers_are_seen_as_such(judged: list[Judged]) -> None:
    fair = [each.fair for each in judged if each.kind == "gold"]
    assert sum(fair) / len(fair) >= 0.9


@pytest.mark.parametrize("language", LANGUAGES)
def test_true_answers_outrank_wrong_ones(judged: list[Judged], language: str) -> None:
    own = [each for each in judged if each.language == language]
    means: dict[str, float] = {}
    for kind in ("gold", "paraphrase", "invented", "swapped"):
        scores = [each.accuracy for each in own if each.kind == kind]
        means[kind] = sum(scores) / len(scores)
    assert min(means["gold"], means["paraphrase"]) > max(means["invented"], means["swapped"]) + 3
