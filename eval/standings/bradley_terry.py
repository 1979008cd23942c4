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

from data_base.cancellation import go_on
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
_CHORDS = 12
_CELLS_AT_ONCE = 200_000
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
    """The model of some comparisons."""

    design: Numbers
    """Comparisons x parameters: strengths of the systems, then effects of further terms."""

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
            go_on()
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

    def refit(
        self, wins: Numbers, trials: Numbers, groups: Indices, weights: Numbers, start: Numbers
    ) -> Numbers:
        """The fits of resamples, in which groups of comparisons (questions) count differently often.

        From the fit of the whole data the first step of Newton's method is a sum over groups. Later ones keep
        its curvature and only look at the slope again (the chord method: C. Kelley, "Iterative Methods for
        Linear and Nonlinear Equations", 1995, section 5.4.1), since the resamples' fits are not far; any that
        does not settle is fitted by :meth:`fit`.

        Args:
            wins: of each comparison.
            trials: likewise.
            groups: of each comparison, an index.
            weights: resamples x groups, how often each group counts.
            start: the fit in which every group counts once.

        Returns:
            Resamples x parameters.
        """
        parameters = self.design.shape[1]
        rows, columns = np.triu_indices(parameters)
        chance = probability(self.design @ start)
        slopes = _sums((wins - trials * chance)[:, None] * self.design, groups, weights.shape[1])
        spread = (trials * chance * (1 - chance))[:, None]
        # Parameter by parameter: all products of a large arena's columns at once are many megabytes.
        curvatures = np.hstack(
            [
                _sums(spread * self.design[:, [i]] * self.design[:, i:], groups, weights.shape[1])
                for i in range(parameters)
            ]
        )
        curvature = np.empty((len(weights), parameters, parameters))
        curvature[:, rows, columns] = weights @ curvatures
        curvature[:, columns, rows] = curvature[:, rows, columns]
        inverse: Numbers = np.linalg.inv(curvature + RIDGE * np.eye(parameters)).astype(float)
        found: Numbers = np.add(start, _times(inverse, weights @ slopes - RIDGE * start))
        size = max(1, _CELLS_AT_ONCE // len(self.design))
        for begin in range(0, len(weights), size):
            go_on()
            part = slice(begin, begin + size)
            counted = weights[part][:, groups]
            part_wins, part_trials = counted * wins, counted * trials
            for _ in range(_CHORDS):
                expected = part_trials * probability(found[part] @ self.design.T)
                slope = (part_wins - expected) @ self.design - RIDGE * found[part]
                step = _times(inverse[part], slope)
                found[part] += step
                if np.abs(step @ self.design.T).max() < _CLOSE:
                    break
            else:
                found[part] = self.fit(part_wins, part_trials, start)
        return found

    @cached_property
    def _products(self) -> Numbers:
        parameters = self.design.shape[1]
        products = np.empty((len(self.design), parameters * (parameters + 1) // 2))
        done = 0
        for i in range(parameters):
            products[:, done : done + parameters - i] = self.design[:, [i]] * self.design[:, i:]
            done += parameters - i
        return products


def _times(matrices: Numbers, vectors: Numbers) -> Numbers:
    """Each matrix times its vector."""
    product: Numbers = (matrices @ vectors[..., None])[..., 0]
    return product


def _sums(rows: Numbers, groups: Indices, count: int) -> Numbers:
    """The sum of the rows of each group."""
    order = np.argsort(groups, kind="stable")
    begins = np.searchsorted(groups[order], np.arange(count))
    sums: Numbers = np.add.reduceat(rows[order], begins, axis=0)
    return sums


def probability(log_odds: Numbers) -> Numbers:
    """The probability that has these log odds."""
    half: Numbers = 0.5 * (1 + np.tanh(0.5 * log_odds))
    return half
