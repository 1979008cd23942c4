"""Whether a judge agrees with people as they agree among themselves.

The test of S. Han, G. Titericz Junior, T. Balough and W. Zhou, "Judge's Verdict" (arXiv 2510.09738, 2025).
Correlation with people is needed and not enough: a judge that is too strict throughout correlates well. So
the judge joins the people as one more rater, everyone's Cohen's kappa with each of the others is averaged,
and the judge's mean is compared with the people's as a z score. Within 1 of 0 the judge is human-like; above,
it agrees with people more than they do with each other; below, it differs from them.

The paper's raters give three grades. For scores from 1 to 10 kappa has quadratic weights, so that 8 for 9 is
not as great a disagreement as 1 for 9. The standard deviation is that of a sample (n - 1).
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from data_base.schemas.frozen import Frozen
from eval.stats.agreement import Numbers, pearson, quadratic_kappa

LEAST_PEOPLE = 3
"""People whose kappas have a spread that a judge can be compared with."""
LEAST_PEARSON = 0.8
"""The paper's first step: correlation with people's mean from which a judge takes part in the second."""
LEAST_Z = -1.0
"""The paper's second step: below this z score a judge differs from other people."""
_NO_SPREAD = 1e-9


class AmongPeople(Frozen):
    """A judge among the people who scored the same answers."""

    people: tuple[str, ...]
    """Who they are."""
    items: int
    """Answers that all of them and the judge scored; everything is over these."""
    pearson: float | None = None
    """The judge's correlation with people's mean."""
    judge_kappa: float | None = None
    """Mean of the judge's kappas with each of the people."""
    people_kappa: float | None = None
    """Mean kappa over pairs of people."""
    z: float | None = None
    """By how many standard deviations of people's mean kappas (with each other and the judge) the judge's is
    above their mean; None for fewer than three people, or where these do not differ.
    """

    @property
    def human_like_or_better(self) -> bool | None:
        """Whether the judge passes both steps of the test; None where a figure is missing."""
        if self.z is None or self.pearson is None:
            return None
        return self.pearson >= LEAST_PEARSON and self.z >= LEAST_Z


def judge_among_people(judge: Numbers, people: Mapping[str, Numbers]) -> AmongPeople:
    """Compare a judge's agreement with people with theirs among themselves.

    Args:
        judge: the judge's scores.
        people: each person's scores of the same items, in the same order; two people or more.
    """
    found = AmongPeople(
        people=tuple(people), items=len(judge), pearson=pearson(judge, np.mean([*people.values()], axis=0))
    )
    kappas = np.zeros((len(people) + 1, len(people) + 1))
    for (i, one), (j, other) in combinations(enumerate([judge, *people.values()]), 2):
        value = quadratic_kappa(one, other)
        if value is None:
            return found
        kappas[i, j] = kappas[j, i] = value
    means = kappas.sum(axis=1) / len(people)
    pairs = len(people) * (len(people) - 1)
    spread = float(means[1:].std(ddof=1))
    comparable = len(people) >= LEAST_PEOPLE and spread > _NO_SPREAD
    return found.model_copy(
        update={
            "judge_kappa": float(means[0]),
            "people_kappa": float(kappas[1:, 1:].sum()) / pairs,
            "z": float(means[0] - means[1:].mean()) / spread if comparable else None,
        }
    )
