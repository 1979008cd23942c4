"""The embedded judge on the own set that rules may be tuned on: a rate for each kind of answer, with a floor.

On sets that no rule was tuned on, ``tools/yardstick.py`` measures the same.
"""

from collections import defaultdict

from tools.own_sets import FOLDER, judged_answers, own_answers

# A little below what was measured.
FLOORS = {
    "gold": 0.85,
    "paraphrase": 0.8,
    "invented": 0.9,
    "swapped": 0.8,
    "abstain_right": 0.75,
    "abstain_wrong": 0.6,
    "made_up": 0.7,
}


def test_answers_lie_in_the_band_of_their_kind_and_true_ones_outrank_wrong_ones() -> None:
    fair, accuracy = defaultdict(list), defaultdict(list)
    for each in judged_answers(own_answers(FOLDER / "tuned")):
        fair[each.answer.kind].append(each.fair)
        accuracy[each.answer.language, each.answer.kind].append(each.accuracy)
    rates = {kind: sum(fair[kind]) / len(fair[kind]) for kind in FLOORS}
    assert {kind: rate for kind, rate in rates.items() if rate < FLOORS[kind]} == {}
    means = {key: sum(numbers) / len(numbers) for key, numbers in accuracy.items()}
    for language in {language for language, _ in means}:
        true = min(means[language, kind] for kind in ("gold", "paraphrase"))
        wrong = max(means[language, kind] for kind in ("invented", "swapped"))
        assert true > wrong + 1, language
