"""Bradley-Terry by maximum likelihood, many fits at once.

R. Bradley and M. Terry, "Rank Analysis of Incomplete Block Designs: I", Biometrika 39, 1952: the log odds
that A beats B are the difference of their strengths. A tie is half a win for either, and a verdict between a
tie and a clear win is a fraction of one. Further terms (style, position) are added to the difference.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from eval.stats.agreement import Numbers

Indices = NDArray[np.intp]

ELO = 400 / math.log(10)
"""Points of the scale for one unit of log odds."""
MEAN_SCORE = 1000.0
RIDGE = 0.01
"""Precision of the normal prior on every strength and term (a standard deviation of 10 in log odds, 1737 Elo
points): so weak that it is not felt, except where a clean sweep would have an infinite strength."""
_SHORT = 0.5
_STEPS = 100
_CLOSE = 1e-4
"""In log odds. Newton's steps shrink quadratically: after one as short as this, what is left is a hundred
millionth."""


def contests(first: Indices, second: Indices, systems: int) -> Numbers:
    """The design of comparisons: a row each, with 1 in the column of the first and -1 in the second's."""
    design = np.zeros((len(first), systems))
    rows = np.arange(len(first))
    design[rows, first], design[rows, second] = 1.0, -1.0
    return design


@dataclass(frozen=True)
class BradleyTerry:
    """The model of some comparisons.

    Attributes:
        design: comparisons x parameters: strengths of the systems, then effects of further terms.
    """

    design: Numbers

    def fit(self, wins: Numbers, trials: Numbers, start: Numbers | None = None) -> Numbers:
        """The parameters that make the verdicts most likely, by Newton's method.

        Steps that change some log odds by much are damped, so that any start leads there (T. Sun and
        Q. Tran-Dinh, "Generalized Self-Concordant Functions: A Recipe for Newton-Type Methods", Mathematical
        Programming 178, 2019).

        Args:
            wins: fits x comparisons; the first's wins, fractions included.
            trials: fits x comparisons; how many verdicts there are, at least as many as wins.
            start: where to begin, by parameter; the nearer the faster.

        Returns:
            Fits x parameters, in log odds. Strengths have mean 0.
        """
        parameters = self.design.shape[1]
        rows, columns = np.triu_indices(parameters)
        found = np.tile(np.zeros(parameters) if start is None else start, (len(wins), 1))
        curvature = np.empty((len(wins), parameters, parameters))
        odds = found @ self.design.T
        for _ in range(_STEPS):
            chance = probability(odds)
            expected = trials * chance
            slope = (wins - expected) @ self.design - RIDGE * found
            curvature[:, rows, columns] = (expected * (1 - chance)) @ self._products
            curvature[:, columns, rows] = curvature[:, rows, columns]
            step = np.linalg.solve(curvature + RIDGE * np.eye(parameters), slope[..., None])[..., 0]
            change = step @ self.design.T
            longest = np.abs(change).max(axis=1, keepdims=True)
            damping = np.where(longest > _SHORT, np.log1p(longest) / np.maximum(longest, _SHORT), 1.0)
            found += damping * step
            odds += damping * change
            if longest.max() < _CLOSE:
                break
        return found

    @cached_property
    def _products(self) -> Numbers:
        rows, columns = np.triu_indices(self.design.shape[1])
        return self.design[:, rows] * self.design[:, columns]


def probability(log_odds: Numbers) -> Numbers:
    """The probability that has these log odds."""
    half: Numbers = 0.5 * (1 + np.tanh(0.5 * log_odds))
    return half
