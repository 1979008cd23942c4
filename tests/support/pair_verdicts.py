"""Invented pair verdicts with known strengths and known biases of the judge."""

import numpy as np

from eval.standings.compared_pair import ComparedPair


def pair_verdicts(
    strengths: dict[str, float],
    questions: int,
    seed: int,
    *,
    position: float = 0.0,
    length: float = 0.0,
    kin: tuple[str, float] = ("", 0.0),
) -> list[ComparedPair]:
    """Both orders of every pair on every question, each a win or a loss by the strengths' log odds.

    Args:
        strengths: log odds, by system.
        questions: how many.
        seed: of the verdicts.
        position: log odds added for the answer shown first.
        length: log odds added for an answer that is longer by one unit of log length. Stronger systems write
            longer answers.
        kin: a system that has a model of the judge's family, and the log odds added for it.
    """
    rng = np.random.default_rng(seed)
    names = list(strengths)
    outcomes = []
    for question in range(questions):
        lengths = {name: strengths[name] + rng.normal() for name in names}
        for i, first in enumerate(names):
            for second in names[i + 1 :]:
                longer = lengths[first] - lengths[second]
                family = int(first == kin[0]) - int(second == kin[0])
                odds = strengths[first] - strengths[second] + length * longer + kin[1] * family
                shown_first, shown_second = (
                    float(rng.random() < 1 / (1 + np.exp(-odds - shown))) for shown in (position, -position)
                )
                outcomes.append(
                    ComparedPair(
                        question=f"q{question}",
                        first=first,
                        second=second,
                        judge="invented",
                        value=(shown_first + shown_second) / 2,
                        inconsistent=shown_first != shown_second,
                        shown_first=shown_first,
                        shown_second=shown_second,
                        style={"log length": longer},
                        kin=family,
                    )
                )
    return outcomes


def plain(verdicts: list[ComparedPair]) -> list[ComparedPair]:
    """The same without anything that could be taken out."""
    return [
        each.model_copy(update={"style": {}, "kin": 0, "shown_first": None, "shown_second": None})
        for each in verdicts
    ]
