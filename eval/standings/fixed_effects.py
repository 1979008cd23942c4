"""Scores as the sum of what contestants, questions and styles make of them, by least squares.

Only answers to the same question are compared, so that nobody gains by answering the easy questions alone. A
contestant's adjusted mean is what it would have over all questions (S. Searle, F. Speed and G. Milliken,
"Population Marginal Means in the Linear Model", The American Statistician 34, 1980); where every score is
there it is the plain mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from data_base.errors import InputError
from eval.standings.bradley_terry import RIDGE
from eval.standings.ranks import RankingData
from eval.stats.agreement import Numbers

_SINGULAR = 1e-9


def score_table(scores: Mapping[str, Mapping[str, float]]) -> Numbers:
    """Scores as systems x questions, NaN where there is none; columns are in the order of first occurrence.

    Raises:
        InputError: where a system has no score.
    """
    for system, own in scores.items():
        if not own:
            raise InputError(f"{system} has no score, and so no place in the standings; leave it out.")
    questions = score_questions(scores)
    return np.asarray([[own.get(question, np.nan) for question in questions] for own in scores.values()])


def score_questions(scores: Mapping[str, Mapping[str, float]]) -> Sequence[str]:
    """The ids of all questions that any system has a score for."""
    return list(dict.fromkeys(question for own in scores.values() for question in own))


@dataclass(frozen=True)
class FixedEffects:
    """The model of some scores."""

    table: Numbers
    """Systems x questions, NaN where there is no score."""
    styles: Numbers
    """Styles x systems x questions."""

    @classmethod
    def of(cls, table: Numbers) -> "FixedEffects":
        """The model without styles."""
        return cls(table, np.empty((0, *table.shape)))

    @cached_property
    def there(self) -> Numbers:
        """1 where there is a score, else 0."""
        return np.isfinite(self.table).astype(float)

    @cached_property
    def design(self) -> Numbers:
        """Columns (systems, then styles) x systems x questions, about each question's mean."""
        systems, questions = self.table.shape
        own: Numbers = np.tile(np.eye(systems)[:, :, None], questions)
        return demeaned(np.concatenate([own, self.styles]), self.there)

    def fit(self, weights: Numbers) -> tuple[Numbers, Numbers]:
        """Adjusted means (draws x systems) and effects of styles (draws x styles).

        Args:
            weights: draws x questions, how often each question counts. A system that has no score in a draw
                has NaN there.
        """
        systems = len(self.table)
        filled = np.where(self.there > 0, self.table, 0.0)
        outcome = demeaned(filled[None], self.there)[0]
        gram = np.einsum("isq,jsq->qij", self.design, self.design)
        moments = np.einsum("isq,sq->qi", self.design, outcome)
        prior = np.diag(np.where(np.arange(len(self.design)) < systems, _SINGULAR, RIDGE))
        # The systems' effects have mean 0: the sum of all is nothing that scores tell.
        prior[:systems, :systems] += 1 / systems
        curvature = np.tensordot(weights, gram, axes=1) + prior
        found = np.linalg.solve(curvature, (weights @ moments)[..., None])[..., 0]
        strengths, effects = found[:, :systems], found[:, systems:]
        scored = self.there.sum(axis=0)
        hardness = filled.sum(axis=0) / scored - strengths @ (self.there / scored)
        level = (weights * hardness).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
        means: Numbers = np.where(weights @ self.there.T > 0, level + strengths, np.nan)
        return means, effects

    def evidence(
        self, weights: Numbers, effects: Numbers | None = None, drawn: Numbers | None = None
    ) -> RankingData:
        """By how much each system is ahead of each other one on the questions that both have.

        Args:
            weights: draws x questions, how often each question counts.
            effects: of styles, which are taken out of scores.
            drawn: the same in each draw, draws x styles.
        """
        there = self.there
        whole = np.ones((1, there.shape[1]))
        filled = np.where(there > 0, self.table, 0.0)
        leads, drawn_leads = self._leads(filled, whole), self._leads(filled, weights)
        if effects is not None and drawn is not None:
            for style, effect, effect_drawn in zip(self.styles * there, effects, drawn.T, strict=True):
                leads -= effect * self._leads(style, whole)
                drawn_leads -= effect_drawn[:, None, None] * self._leads(style, weights)
        counts, shared = there.sum(axis=1).astype(int), (there @ there.T).astype(int)
        return RankingData(there.shape[1], counts, shared, leads[0], drawn_leads)

    def _leads(self, values: Numbers, weights: Numbers) -> Numbers:
        """Mean paired differences (draws x systems x systems); NaN where two share no question drawn."""
        systems, questions = values.shape
        both = (self.there[:, None] * self.there).reshape(-1, questions)
        own = (values[:, None] * self.there).reshape(-1, questions)
        shape = len(weights), systems, systems
        sums, counts = (weights @ own.T).reshape(shape), (weights @ both.T).reshape(shape)
        gaps = sums - sums.transpose(0, 2, 1)
        found: Numbers = np.where(counts > 0, gaps / np.maximum(counts, 1), np.nan)
        return found

    def influence(self, kept: Numbers, means: Numbers) -> Numbers:
        """By how much each question raises each adjusted mean (questions x systems), to first order."""
        systems = len(self.table)
        own = self.design[:systems]
        gram = np.einsum("isq,jsq,q->ij", own, own, kept) + 1 / systems + _SINGULAR * np.eye(systems)
        filled = np.where(self.there > 0, self.table - np.nan_to_num(means)[:, None], 0.0)
        left = demeaned(filled[None], self.there)[0]
        influence: Numbers = np.linalg.solve(gram, np.einsum("isq,sq->iq", own, left)).T
        return influence


def demeaned(columns: Numbers, there: Numbers) -> Numbers:
    """Columns x systems x questions about their mean over the systems that are there, 0 for the others."""
    means = (columns * there).sum(axis=1) / np.maximum(there.sum(axis=0), 1)
    centred: Numbers = np.asarray((columns - means[:, None, :]) * there, dtype=float)
    return centred
