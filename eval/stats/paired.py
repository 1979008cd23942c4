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
from typing import TYPE_CHECKING

from pydantic import Field

from data_base.cancellation import go_on
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.schemas.score_card import ROUNDING

if TYPE_CHECKING:
    from eval.stats.agreement import Numbers

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
_DECIMALS = 12
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
        return int(self.low > ROUNDING) - int(self.high < -ROUNDING)


class Outcomes(Frozen):
    """Wins, ties and losses of a side, a question each."""

    wins: int = Field(default=0, ge=0)
    """Questions that the side won."""
    ties: int = Field(default=0, ge=0)
    """Questions without a winner."""
    losses: int = Field(default=0, ge=0)
    """Questions that the side lost."""


class Bounds(Frozen):
    """Where a mean would lie if all that could not be scored were as bad, or as good, as can be."""

    low: float
    """The mean if everything unscored were as bad as possible."""
    high: float
    """The mean if everything unscored were as good as possible."""


def estimate(values: Sequence[float], settings: BootstrapSettings | None = None) -> Estimate:
    """The mean of the values and its bootstrap interval.

    Args:
        values: one for each question that was scored; those that were not are left out by the caller.
        settings: seed, resamples, confidence.
    """
    return estimates([values], settings)[0]


def estimates(
    columns: Sequence[Sequence[float]], settings: BootstrapSettings | None = None
) -> list[Estimate]:
    """As :func:`estimate`, of many columns of values; those of one length share their resamples."""
    settings = settings or BootstrapSettings()
    # Resamples are drawn by place: the same scores in another order would have another interval.
    columns = [sorted(values) for values in columns]
    ends: dict[int, tuple[float, float]] = {}
    lengths: dict[int, list[int]] = {}
    for place, values in enumerate(columns):
        if len(values) > MOST_RESAMPLED:
            ends[place] = _ends_of_many(values, settings.confidence)
        elif len(values) > 1:
            lengths.setdefault(len(values), []).append(place)
    for places in lengths.values():
        found = _expanded_percentiles([columns[place] for place in places], settings)
        ends.update(zip(places, found, strict=True))
    return [_estimate(values, ends.get(place)) for place, values in enumerate(columns)]


def _estimate(values: Sequence[float], ends: tuple[float, float] | None) -> Estimate:
    mean = fmean(values) if values else None
    if mean is None or ends is None:
        return Estimate(n=len(values), mean=mean)
    # Rounding of the resampled means must not push the interval off values that are all the same.
    return Estimate(n=len(values), mean=mean, low=min(ends[0], mean), high=max(ends[1], mean))


def _ends_of_many(values: Sequence[float], confidence: float) -> tuple[float, float]:
    mean, reach = fmean(values), reach_of_many(len(values), stdev(values), confidence)
    return max(min(values), mean - reach), min(max(values), mean + reach)


def reach_of_many(n: int, deviation: float, confidence: float = CONFIDENCE) -> float:
    """How far the interval of a mean over many questions reaches to either side.

    Args:
        n: questions; of few the interval is drawn from resamples instead.
        deviation: standard deviation of their values in a sample.
        confidence: between 0 and 1, both excluded.
    """
    return t_quantile(confidence, n - 1) * deviation / math.sqrt(n)


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


def _expanded_percentiles(
    columns: Sequence[Sequence[float]], settings: BootstrapSettings
) -> list[tuple[float, float]]:
    """The ends of the intervals of sorted columns of one length."""
    import numpy as np  # noqa: PLC0415  (many read what is said here of intervals and draw none)

    tail, drawn = expanded_tail(len(columns[0]), settings.confidence), _drawn(len(columns[0]), settings)
    # As numpy.quantile, which sorts more than the two places that are read.
    last = settings.resamples - 1
    places = [share * last for share in (tail, 1 - tail)]
    beside = [min(int(place) + step, last) for place in places for step in (0, 1)]
    rows = max(1, _CELLS_AT_ONCE // settings.resamples)
    found: list[tuple[float, float]] = []
    for done in range(0, len(columns), rows):
        go_on()
        means = np.asarray(columns[done : done + rows]) @ drawn.T / len(columns[0])
        means.partition(beside, axis=1)
        ends = [
            means[:, below] + (means[:, above] - means[:, below]) * (place - below)
            for place, below, above in zip(places, beside[::2], beside[1::2], strict=True)
        ]
        # What a matrix product rounds depends on its size, and must not decide whether an end is 0.
        found += zip(*np.round(ends, _DECIMALS).tolist(), strict=True)
    return found


def _drawn(n: int, settings: BootstrapSettings) -> "Numbers":
    """How often each of n questions is in each resample (resamples x questions)."""
    import numpy as np  # noqa: PLC0415  (the same)

    rng = np.random.default_rng(settings.seed)
    rows = max(1, _CELLS_AT_ONCE // n)
    drawn = np.empty((settings.resamples, n))
    for done in range(0, settings.resamples, rows):
        go_on()
        size = min(rows, settings.resamples - done)
        cells = rng.integers(0, n, size=(size, n)) + n * np.arange(size)[:, None]
        drawn[done : done + size] = np.bincount(cells.ravel(), minlength=size * n).reshape(size, n)
    return drawn


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
