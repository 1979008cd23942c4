"""How far a judge's scores agree with people's: measures of two rows of numbers.

Every measure takes the judge's and the people's numbers of the same items in the same order, and is None
where it is not defined (no items, or no spread).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from data_base.schemas.score_card import ROUNDING

Numbers: TypeAlias = NDArray[np.float64]
NumericMeasure = Callable[[Numbers, Numbers], float | None]

HIGH_SCORE = 8.0
"""From here on a score counts as high; a judge that gives many more of these than people is inflated."""
_TOLERANCE = 1.0


def within_one(judge: Numbers, people: Numbers) -> float | None:
    """Share of items on which the two are at most 1 apart, in [0, 1]."""
    # Scores are read with one decimal: 7.3 and 8.3 are one apart, whatever floats make of it.
    return float((abs(judge - people) <= _TOLERANCE + ROUNDING).mean()) if judge.size else None


def mean_absolute_error(judge: Numbers, people: Numbers) -> float | None:
    """Mean distance, in the scale's own units."""
    return float(abs(judge - people).mean()) if judge.size else None


def mean_shift(judge: Numbers, people: Numbers) -> float | None:
    """Mean of judge minus people: above 0 the judge is milder."""
    return float((judge - people).mean()) if judge.size else None


def share_high(judge: Numbers, people: Numbers) -> float | None:  # noqa: ARG001  (measures are alike)
    """Share of the judge's scores that are at least :data:`HIGH_SCORE`."""
    return float((judge >= HIGH_SCORE).mean()) if judge.size else None


def people_share_high(judge: Numbers, people: Numbers) -> float | None:
    """Share of the people's scores that are at least :data:`HIGH_SCORE`."""
    return share_high(people, judge)


def pearson(judge: Numbers, people: Numbers) -> float | None:
    """Pearson's correlation, in [-1, 1]."""
    if not judge.size:
        return None
    one, other = judge - judge.mean(), people - people.mean()
    spread = math.sqrt(float((one @ one) * (other @ other)))
    # What is left of a row of equal numbers after rounding is no spread.
    if spread <= ROUNDING * ROUNDING:
        return None
    return min(1.0, max(-1.0, float(one @ other) / spread))


def spearman(judge: Numbers, people: Numbers) -> float | None:
    """Spearman's rank correlation, in [-1, 1]; equal values share the mean of their ranks."""
    return pearson(average_ranks(judge), average_ranks(people))


def average_ranks(values: Numbers) -> Numbers:
    """Ranks from 1; equal values share the mean of their ranks."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: Numbers = (2 * last - counts + 1) / 2
    return means[group]


def quadratic_kappa(judge: Numbers, people: Numbers) -> float | None:
    """Cohen's kappa with quadratic weights over whole grades, at most 1; halves are rounded up.

    J. Cohen, "Weighted kappa", Psychological Bulletin 70, 1968. With weights (i - j)^2 the disagreement by
    chance is the mean over all pairs of a judge's and a person's grade, which is
    ``var(judge) + var(people) + (mean(judge) - mean(people))^2``.
    """
    if not judge.size:
        return None
    one, other = np.floor(judge + 0.5), np.floor(people + 0.5)
    by_chance = float(one.var() + other.var() + (one.mean() - other.mean()) ** 2)
    return None if by_chance <= ROUNDING else 1 - float(((one - other) ** 2).mean()) / by_chance


def alpha(judge: Numbers, people: Numbers) -> float | None:
    """Krippendorff's alpha of judge and people as two raters, interval metric, at most 1.

    With two raters and nothing missing, :func:`krippendorff_alpha` comes down to one minus the mean squared
    difference over twice the variance of all values together.
    """
    if not judge.size:
        return None
    expected = 2 * float(np.concatenate([judge, people]).var(ddof=1))
    return None if expected <= ROUNDING else 1 - float(((judge - people) ** 2).mean()) / expected


def same_order(judge: Numbers, people: Numbers) -> float | None:
    """Of two leads, the share with the same sign among the items where people see one, in [0, 1]."""
    decided = people != 0
    return float((np.sign(judge) == np.sign(people))[decided].mean()) if decided.any() else None


def krippendorff_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Krippendorff's alpha with the interval metric, for any number of raters and with gaps; at most 1.

    K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", University of Pennsylvania, 2011: one minus
    observed over expected disagreement, both mean squared differences of pairs; a unit with m ratings gives
    m (m - 1) ordered pairs, each weighted by 1 / (m - 1).

    Args:
        units: for each item the ratings it got; those with fewer than two say nothing and are left out.
    """
    pairable = [list(unit) for unit in units if len(unit) > 1]
    values = [value for unit in pairable for value in unit]
    if not values:
        return None
    observed = sum(_squared_differences(unit) / (len(unit) - 1) for unit in pairable) / len(values)
    expected = _squared_differences(values) / (len(values) * (len(values) - 1))
    return None if expected <= ROUNDING else 1 - observed / expected


def _squared_differences(values: Sequence[float]) -> float:
    """Sum of (a - b)^2 over all ordered pairs: ``2 (n sum(v^2) - sum(v)^2)``, taken about the mean."""
    mean = sum(values) / len(values)
    return 2 * len(values) * sum((value - mean) ** 2 for value in values)


SCORE_MEASURES: Mapping[str, NumericMeasure] = MappingProxyType(
    {
        "within_one": within_one,
        "mae": mean_absolute_error,
        "spearman": spearman,
        "pearson": pearson,
        "quadratic_kappa": quadratic_kappa,
        "alpha": alpha,
        "mean_shift": mean_shift,
        "share_high": share_high,
        "people_share_high": people_share_high,
    }
)
"""For scores on one scale."""
RELATION_MEASURES: Mapping[str, NumericMeasure] = MappingProxyType({"spearman": spearman, "pearson": pearson})
"""For numbers on different scales."""
