"""How far people agree with each other on a run's answers, and the judge with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from data_base.schemas.frozen import Frozen
from data_base.schemas.rating import DIMENSIONS, by_people
from eval.stats.agreement import krippendorff_alpha, mean_absolute_error, mean_shift, spearman

if TYPE_CHECKING:
    from data_base.schemas.rating import Rating
    from eval.rating.blind_order import Place


class DimensionAgreement(Frozen):
    """Agreement on one dimension."""

    dimension: str
    """Which."""
    answers: int
    """That at least one person rated."""
    shared: int
    """That at least two people rated."""
    alpha: float | None
    """Krippendorff's alpha of the people, interval metric.

    None where fewer than two rated the same answers, or all gave the same score.
    """
    people: float | None
    """Mean of the people's means, 1 to 10."""
    judge: float | None
    """Mean of the judge's scores of the same answers; None where it scored none."""
    judged: int
    """Answers that people rated and the judge scored; the next three are over them."""
    distance: float | None
    """Mean distance between the judge and the people's mean, in points."""
    shift: float | None
    """Judge minus people, in points; above 0 the judge is milder."""
    correlation: float | None
    """Spearman's rank correlation of both."""


class RatingAgreement(Frozen):
    """Agreement over a run."""

    raters: Mapping[str, int]
    """Who rated, and how many answers."""
    dimensions: tuple[DimensionAgreement, ...]
    """One each that was rated."""


def rating_agreement(
    ratings: Sequence[Rating], judged: Mapping[Place, Mapping[str, float]]
) -> RatingAgreement:
    """Compare people with each other and with the judge.

    Args:
        ratings: the last word of each person on each answer; a language model's are left out.
        judged: the judge's scores of the answers that it scored.
    """
    ratings = by_people(ratings)
    raters: dict[str, int] = defaultdict(int)
    for rating in ratings:
        raters[rating.rater] += 1
    rated = [name for name in DIMENSIONS if any(name in rating.scores for rating in ratings)]
    return RatingAgreement(
        raters=dict(sorted(raters.items())),
        dimensions=tuple(_agreement(name, ratings, judged) for name in rated),
    )


def _agreement(
    name: str, ratings: Sequence[Rating], judged: Mapping[Place, Mapping[str, float]]
) -> DimensionAgreement:
    given: dict[Place, list[float]] = defaultdict(list)
    for rating in ratings:
        if name in rating.scores:
            given[rating.case_id, rating.system].append(rating.scores[name])
    both = [place for place in given if name in judged.get(place, {})]
    people = np.array([fmean(given[place]) for place in both])
    judge = np.array([judged[place][name] for place in both])
    return DimensionAgreement(
        dimension=name,
        answers=len(given),
        shared=sum(len(scores) > 1 for scores in given.values()),
        alpha=krippendorff_alpha(list(given.values())),
        people=fmean(map(fmean, given.values())) if given else None,
        judge=float(judge.mean()) if both else None,
        judged=len(both),
        distance=mean_absolute_error(judge, people),
        shift=mean_shift(judge, people) if both else None,
        correlation=spearman(judge, people),
    )
