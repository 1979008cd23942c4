"""The embedded judge on all sets of answers that rules were tuned on: what was learnt from them stays learnt.

The floors lie a little below what was measured. They show no skill on new documents: that is measured by
``benchmark/performance/yardstick.py`` on the sets that no rule was tuned on.
"""

from collections import Counter
from pathlib import Path

import pytest

from benchmark.performance.own_answers import judged_answers, own_answers

HERE = Path(__file__).parent
TUNED_ON = (
    HERE,
    *(
        HERE / name
        for name in (
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "nineteenth",
            "twentieth",
            "twentyfirst",
            "twentysecond",
            "twentythird",
            "twentyfourth",
            "twentysixth",
        )
    ),
)
FLOORS = {
    "gold": 0.97,
    "paraphrase": 0.92,
    "invented": 0.97,
    "swapped": 0.83,
    "abstain_right": 0.95,
    "made_up": 0.95,
}


@pytest.mark.slow
def test_what_was_learnt_from_the_sets_stays_learnt() -> None:
    judged = [each for folder in TUNED_ON for each in judged_answers(own_answers(folder))]
    total = Counter(each.answer.kind for each in judged)
    fair = Counter(each.answer.kind for each in judged if each.fair)
    assert {
        kind: fair[kind] / total[kind] for kind in FLOORS if fair[kind] < FLOORS[kind] * total[kind]
    } == {}
