"""Statistics of paired scores: means and differences with bootstrap intervals over questions.

Wherever the interval of a mean is shown, :func:`estimate` makes it, so that one mean has one interval. It
is the expanded percentile bootstrap (T. Hesterberg, "What Teachers Should Know About the Bootstrap", The
American Statistician 69, 2015, section 5.2): the plain percentile interval is too narrow for the small
numbers of questions that arenas have; the expanded one takes wider percentiles, so that its width follows
Student's t. Of more than :data:`MOST_RESAMPLED` questions it is Student's t itself, which says the same then.
"""

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist, fmean, stdev

from pydantic import Field

from data_base.cancellation import go_on
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE

CONFIDENCE = 0.95
RESAMPLES = 10_000
FEWEST_QUESTIONS = 6
"""With fewer, not even a win on every question is rare enough by chance: a sign test over five questions
that all point one way gives 2 * 0.5**5 = 0.0625."""
TIE_BELOW = 0.05
"""Two scores closer than this look alike at one decimal and count as a tie."""
_CELLS_AT_ONCE = 2_000_000
MOST_RESAMPLED = 300
"""Questions up to which an interval is drawn from resamples."""
_FAR = 1e9
_HALVINGS = 200


class BootstrapSettings(Frozen):
    """How intervals are drawn."""

    seed: int = Field(default=0, ge=0)
    """The seed of the random resamples; the same seed gives the same interval."""
    resamples: int = Field(default=RESAMPLES, ge=100)
    """How many resamples are drawn."""
    confidence: float = Field(default=CONFIDENCE, gt=0, lt=1)
    """The share of such intervals that contain the true mean, in the long run."""


class Estimate(Frozen):
    """A mean over questions with its interval."""

    n: int = Field(ge=0)
    """Questions that went in."""
    mean: float | None = None
    """None where there are none."""
    low: float | None = None
    """Lower end of the interval, None with fewer than two questions."""
    high: float | None = None
    """Upper end."""

    @property
    def sign(self) -> int:
        """1 or -1 where the whole interval lies above or below 0, else 0."""
        if self.low is None or self.high is None:
            return 0
        return int(self.low > 0) - int(self.high < 0)


class Outcomes(Frozen):
    """Wins, ties and losses of a side, a question each."""

    wins: int = Field(default=0, ge=0)
    ties: int = Field(default=0, ge=0)
    losses: int = Field(default=0, ge=0)


class Bounds(Frozen):
    """Where a mean would lie if all that could not be scored were as bad, or as good, as can be."""

    low: float
    high: float


def estimate(values: Sequence[float], settings: BootstrapSettings | None = None) -> Estimate:
    """The mean of the values and its bootstrap interval.

    Args:
        values: one for each question that was scored; those that were not are left out by the caller.
        settings: seed, resamples, confidence.
    """
    settings = settings or BootstrapSettings()
    if not values:
        return Estimate(n=0)
    # Resamples are drawn by place: the same scores in another order would have another interval.
    values = sorted(values)
    mean = fmean(values)
    if len(values) == 1:
        return Estimate(n=1, mean=mean)
    if len(values) > MOST_RESAMPLED:
        reach = reach_of_many(len(values), stdev(values), settings.confidence)
        low, high = max(min(values), mean - reach), min(max(values), mean + reach)
    else:
        low, high = _expanded_percentiles(values, settings)
    # Rounding of the resampled means must not push the interval off values that are all the same.
    return Estimate(n=len(values), mean=mean, low=min(low, mean), high=max(high, mean))


def reach_of_many(n: int, deviation: float, confidence: float = CONFIDENCE) -> float:
    """How far the interval of a mean over many questions reaches to either side.

    Args:
        n: questions; of few the interval is drawn from resamples instead.
        deviation: standard deviation of their values in a sample.
        confidence: between 0 and 1, both excluded.
    """
    return _t_of_many(confidence, n - 1) * deviation / math.sqrt(n)


def outcomes(differences: Sequence[float]) -> Outcomes:
    """Count wins, ties (closer than :data:`TIE_BELOW`) and losses over paired differences."""
    wins = sum(value >= TIE_BELOW for value in differences)
    losses = sum(value <= -TIE_BELOW for value in differences)
    return Outcomes(wins=wins, ties=len(differences) - wins - losses, losses=losses)


def worst_case(scores: Sequence[float | None]) -> Bounds | None:
    """Bounds of a side's mean over all questions, with each missing score once as 1 and once as 10."""
    if not scores:
        return None
    return Bounds(low=_mean_filled(scores, LOWEST_SCORE), high=_mean_filled(scores, HIGHEST_SCORE))


def worst_case_difference(
    baseline: Sequence[float | None], challenger: Sequence[float | None]
) -> Bounds | None:
    """Bounds of the mean difference (challenger minus baseline) over all questions.

    Args:
        baseline: a score or None for each question.
        challenger: the same questions in the same order.
    """
    if not baseline:
        return None
    if len(baseline) != len(challenger):
        raise ValueError("paired scores need the same questions on both sides")
    return Bounds(
        low=_mean_filled(challenger, LOWEST_SCORE) - _mean_filled(baseline, HIGHEST_SCORE),
        high=_mean_filled(challenger, HIGHEST_SCORE) - _mean_filled(baseline, LOWEST_SCORE),
    )


def _mean_filled(scores: Sequence[float | None], filler: float) -> float:
    return fmean(filler if score is None else score for score in scores)


def expanded_tail(n: int, confidence: float) -> float:
    """The share cut off at either end of the resampled values, in (0, 0.5).

    Args:
        n: what was resampled: questions, or clusters of items; at least 2.
        confidence: between 0 and 1, both excluded.
    """
    return NormalDist().cdf(-math.sqrt(n / (n - 1)) * t_quantile(confidence, n - 1))


def _expanded_percentiles(values: Sequence[float], settings: BootstrapSettings) -> tuple[float, float]:
    import numpy as np  # noqa: PLC0415  (many read what is said here of intervals and draw none)

    n = len(values)
    tail = expanded_tail(n, settings.confidence)
    # Sorted, so that the order in which answers came changes nothing.
    data = np.sort(np.asarray(values, dtype=float))
    rng = np.random.default_rng(settings.seed)
    rows = max(1, _CELLS_AT_ONCE // n)
    means = []
    for done in range(0, settings.resamples, rows):
        go_on()
        size = min(rows, settings.resamples - done)
        means.append(data[rng.integers(0, n, size=(size, n))].mean(axis=1))
    low, high = np.quantile(np.concatenate(means), [tail, 1 - tail])
    return float(low), float(high)


def central_probability(t: float, degrees: int) -> float:
    """The probability that a t-distributed value lies between ``-t`` and ``t``.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4 (exact for whole degrees).

    Args:
        t: at least 0.
        degrees: degrees of freedom, at least 1.
    """
    theta = math.atan(t / math.sqrt(degrees))
    sine, cosine = math.sin(theta), math.cos(theta)
    odd = degrees % 2 == 1
    term = cosine if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for step in range(3 if odd else 2, degrees - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 2 / math.pi * (theta + sine * total) if odd else sine * total


@cache
def _t_of_many(confidence: float, degrees: int) -> float:
    return t_quantile(confidence, degrees)


def t_quantile(confidence: float, degrees: int) -> float:
    """The t below which in absolute value a share ``confidence`` lies (0.95 and 10 degrees: 2.228).

    Args:
        confidence: between 0 and 1, both excluded.
        degrees: degrees of freedom, at least 1.
    """
    low, high = 0.0, 1.0
    while central_probability(high, degrees) < confidence and high < _FAR:
        high *= 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if central_probability(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return high
