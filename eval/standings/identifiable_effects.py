"""Which effects of style, position and kinship the data can tell from the contestants themselves.

Where a term goes with a contestant, as kinship with a lone judge does, no data distinguish what the term
does from what the contestant is worth: the columns are collinear, and what an estimate says of either is
the prior's alone (D. Belsley, E. Kuh and R. Welsch, "Regression Diagnostics", 1980, chapter 3). So terms
are added one by one, always the one with the largest part that contestants and earlier terms do not explain
(QR with column pivoting: G. Golub and C. Van Loan, "Matrix Computations", section 5.4), and only where that
part

- is at least 1 % of the term, which makes its variance a hundred times as large as without contestants;
- weighs so much that the prior decides at most 1 % of the effect;
- lies in enough questions for a bootstrap over questions to mean something: four that count equally are all
  missing from fewer than 2.5 % of resamples (e^-4). Each earlier term takes one question more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eval.standings.bradley_terry import RIDGE, Indices
from eval.standings.standing import UnidentifiableEffect
from eval.stats.agreement import Numbers
from eval.stats.paired import FEWEST_QUESTIONS

_LEAST_SHARE = 0.01
_LEAST_INFORMATION = 100 * RIDGE
_LEAST_QUESTIONS = 4
_MATTERS = 0.1
_ZERO = 1e-9


@dataclass(frozen=True)
class EffectTerms:
    """Terms of a model in addition to its contestants."""

    names: Sequence[str]
    """The names of the terms."""
    columns: Numbers
    """Rows x terms."""
    contestants: Numbers
    """Rows x contestants."""
    systems: Sequence[str]
    """The contestants' names."""
    weight: Numbers
    """The weight of each row: how much it says of the log odds, or of the score, that it is about."""
    question: Indices
    """The question of each row, an index."""

    def identified(self) -> tuple[list[int], tuple[UnidentifiableEffect, ...]]:
        """The terms whose effects can be told, as indices, and the others with what they go with."""
        root = np.sqrt(self.weight)[:, None]
        columns, contestants = self.columns * root, self.contestants * root
        whole = np.maximum((columns**2).sum(axis=0), _ZERO)
        coefficients: Numbers = np.linalg.lstsq(contestants, columns, rcond=None)[0].astype(float)
        beyond_contestants = columns - contestants @ coefficients
        left, kept = beyond_contestants.copy(), list[int]()
        waiting = list(range(len(self.names)))
        while waiting:
            shares = (left**2).sum(axis=0) / whole
            best = max(waiting, key=lambda each: float(shares[each]))
            waiting.remove(best)
            if shares[best] >= _LEAST_SHARE and self._enough(left[:, best], len(kept)):
                kept.append(best)
                direction = left[:, best] / np.linalg.norm(left[:, best])
                left -= np.outer(direction, direction @ left)
        explained = (beyond_contestants**2).sum(axis=0) / whole < _LEAST_SHARE
        by_terms = (left**2).sum(axis=0) / whole < _LEAST_SHARE
        untold = tuple(
            UnidentifiableEffect(
                name=self.names[each],
                contestants=self._named(coefficients[:, each]) if explained[each] else (),
                terms=tuple(self.names[i] for i in sorted(kept))
                if by_terms[each] and not explained[each]
                else (),
            )
            for each in range(len(self.names))
            if each not in kept
        )
        return sorted(kept), untold

    def _enough(self, part: Numbers, earlier: int) -> bool:
        squares = np.bincount(self.question, part**2)
        counting = float(squares.sum() ** 2 / (squares**2).sum())
        return (
            len(squares) >= FEWEST_QUESTIONS
            and counting >= _LEAST_QUESTIONS + earlier
            and squares.sum() >= _LEAST_INFORMATION
        )

    def _named(self, coefficients: Numbers) -> tuple[str, ...]:
        """The contestants that a term goes with: those whose part of it is not that of most."""
        apart = np.abs(coefficients - np.median(coefficients))
        least = max(_ZERO, _MATTERS * apart.max())
        # Scores and pairs have contestants in orders of their own, and one sentence serves both.
        return tuple(sorted(name for name, own in zip(self.systems, apart, strict=True) if own > least))
