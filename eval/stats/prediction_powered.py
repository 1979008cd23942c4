"""A judge's mean score corrected by people's ratings of some items: PPI++.

A. Angelopoulos, J. Duchi and T. Zrnic, "PPI++: Efficient Prediction-Powered Inference", arXiv 2311.01453,
2023. With the judge's scores f, people's y, n rated and N unrated items, the estimate is
``lam * mean_N(f) + mean_n(y - lam * f)``: a judge who agrees with people narrows the interval, one who does
not gets no weight, and a judge's bias cancels.

The paper's interval is one for many labels: with the seven of an arena's contestant it contains the truth in
85 to 91 % of simulated arenas instead of 95 %. Here the variance is that of the jackknife, which chooses
``lam`` again without each label, and the quantile Student's with n - 1 degrees (B. Efron, "The Jackknife, the
Bootstrap and Other Resampling Plans", 1982, section 3).
"""

import math
from collections.abc import Mapping

import numpy as np

from eval.stats.agreement import Numbers
from eval.stats.corrected_estimate import Corrected, rated_first, worth
from eval.stats.paired import CONFIDENCE, t_quantile

_NO_SPREAD = 1e-12


def corrected_mean(
    judge: Mapping[str, float], people: Mapping[str, float], confidence: float = CONFIDENCE
) -> Corrected | None:
    """The mean that people would give, over items of which they rated a random part.

    Args:
        judge: score by item; items are independent of each other (a system's answers to different questions).
        people: score by item, on any scale that means the same to both; others than the judge's are left out.
        confidence: of the interval.

    Returns:
        None with fewer than three rated items.
    """
    values = rated_first(judge, people)
    if values is None:
        return None
    scores, ratings = np.asarray(values[0], dtype=float), np.asarray(values[1], dtype=float)
    rated, rest = scores[: len(ratings)], scores[len(ratings) :]
    n, quantile = len(ratings), t_quantile(confidence, len(ratings) - 1)
    value, lam = tuned(ratings, rated, rest)
    variance = _jackknife(ratings, rated, rest)
    if rest.size:
        variance += lam**2 * float(scores.var(ddof=1)) / rest.size
    half = quantile * math.sqrt(variance)
    alone = quantile * math.sqrt(float(ratings.var(ddof=1)) / n)
    return Corrected(
        value=value,
        low=value - half,
        high=value + half,
        labels=n,
        judged=len(scores),
        judge_only=float(scores.mean()),
        labels_only=float(ratings.mean()),
        labels_worth=worth(n, len(scores), alone, half),
    )


def corrected_mean_difference(
    judge: tuple[Mapping[str, float], Mapping[str, float]],
    people: tuple[Mapping[str, float], Mapping[str, float]],
    confidence: float = CONFIDENCE,
) -> Corrected | None:
    """The second's mean minus the first's, over questions that both have a score for.

    Args:
        judge: scores of the first and the second system, by question.
        people: people's; questions on which both were rated count.
        confidence: of the interval.

    Returns:
        None with fewer than three such questions.
    """
    return corrected_mean(_differences(*judge), _differences(*people), confidence)


def tuned(ratings: Numbers, rated: Numbers, rest: Numbers) -> tuple[float, float]:
    """The estimate, and the weight of the judge in it, from 0 to 1.

    Args:
        ratings: people's, of the rated items.
        rated: the judge's scores of these.
        rest: the judge's scores of the other items.
    """
    spread = float(np.concatenate([rated, rest]).var(ddof=1))
    if not rest.size or spread < _NO_SPREAD:
        return float(ratings.mean()), 0.0
    slope = float((ratings - ratings.mean()) @ (rated - rated.mean())) / (len(rated) - 1) / spread
    lam = min(1.0, max(0.0, slope / (1 + len(rated) / len(rest))))
    return lam * float(rest.mean()) + float((ratings - lam * rated).mean()), lam


def _jackknife(ratings: Numbers, rated: Numbers, rest: Numbers) -> float:
    """The variance that comes from which items were rated."""
    n = len(ratings)
    without = np.asarray([tuned(np.delete(ratings, i), np.delete(rated, i), rest)[0] for i in range(n)])
    return (n - 1) * float(without.var())


def _differences(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, float]:
    return {item: second[item] - value for item, value in first.items() if item in second}
