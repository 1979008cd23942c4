"""The scores of an evaluation, how they are weighed, and from where an answer passes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import Score, ScoredJudgement
from data_base.schemas.score_card import ROUNDING

ACCURACY_WEIGHT, COMPLETENESS_WEIGHT, CLARITY_WEIGHT = 0.5, 0.3, 0.2
PASSING_ACCURACY = 7.0
CompletenessFrom = Literal["key_points", "judge"]
"""``key_points``: the share of them that the answer covers. ``judge``: its own reading of the answer."""


class Weights(Frozen):
    """How much each dimension counts; the three sum to 1."""

    accuracy: float = Field(default=ACCURACY_WEIGHT, ge=0, le=1)
    """The weight of accuracy."""
    completeness: float = Field(default=COMPLETENESS_WEIGHT, ge=0, le=1)
    """The weight of completeness."""
    clarity: float = Field(default=CLARITY_WEIGHT, ge=0, le=1)
    """The weight of clarity."""

    @model_validator(mode="after")
    def _sum_to_one(self) -> Self:
        total = self.accuracy + self.completeness + self.clarity
        if abs(total - 1) > ROUNDING:
            summed = f"{self.accuracy:g} + {self.completeness:g} + {self.clarity:g} = {total:g}"
            raise ValueError(
                f"the weights must sum to 1, not {summed}; one that is left out is the default's"
            )
        return self


class EvaluationMetrics(Frozen):
    """The three scores, those of the user's own dimensions, and the weighted mean, each in [1, 10].

    Build it with :meth:`weigh`: the weighted score is the program's own sum, never a model's figure. One
    that is given has to lie between the lowest and the highest score, as any weighted mean does.
    """

    accuracy: Score
    """Whether what the answer says is right."""
    completeness: Score
    """Whether the answer says all that was asked."""
    clarity: Score
    """Whether the answer is easy to understand."""
    weighted_score: Score
    """The weighted mean of the scores."""
    dimensions: Mapping[str, Score] = Field(default_factory=dict)
    """Scores of the user's own dimensions by name."""

    @model_validator(mode="after")
    def _a_weighted_mean(self) -> Self:
        scores = (self.accuracy, self.completeness, self.clarity, *self.dimensions.values())
        low, high = min(scores), max(scores)
        if not low - ROUNDING <= self.weighted_score <= high + ROUNDING:
            raise ValueError(
                f"weighted_score {self.weighted_score:g} is no mean of scores from {low:g} to {high:g}; "
                "use EvaluationMetrics.weigh, which computes it"
            )
        return self

    @classmethod
    def weigh(
        cls,
        accuracy: float,
        completeness: float,
        clarity: float,
        weights: Weights | None = None,
        *,
        dimensions: Mapping[str, float] | None = None,
        shares: Mapping[str, float] | None = None,
    ) -> EvaluationMetrics:
        """Weigh scores of 1-10: ``0.5*accuracy + 0.3*completeness + 0.2*clarity`` by default.

        Args:
            accuracy: 1-10, as the other two.
            completeness: how much of what is asked is answered.
            clarity: of the writing.
            weights: of these three.
            dimensions: scores of the user's own dimensions by name.
            shares: what each of those is of the weighted score; the three share the rest.
        """
        w, own, shares = weights or Weights(), dimensions or {}, shares or {}
        three = w.accuracy * accuracy + w.completeness * completeness + w.clarity * clarity
        given = {name: shares.get(name, 0.0) for name in own}
        total = (1 - sum(given.values())) * three + sum(share * own[name] for name, share in given.items())
        return cls(
            accuracy=accuracy,
            completeness=completeness,
            clarity=clarity,
            weighted_score=min(10.0, max(1.0, round(total, 9))),
            dimensions=own,
        )

    def scores(self) -> dict[str, float]:
        """Every score by the dimension's name; the weighted one comes last."""
        three = {name: getattr(self, name) for name in ("accuracy", "completeness", "clarity")}
        return {**three, **self.dimensions, "weighted_score": self.weighted_score}


class Share(BaseModel):
    """What a dimension of the user's own is of the weighted score; :class:`.Dimension` says all of it."""

    model_config = ConfigDict(frozen=True, from_attributes=True)

    name: str
    weight: float = Field(default=0, ge=0, lt=1)


class Weighing(BaseModel):
    """How scores become a weighted score, and from where an answer passes; all that do either ask it.

    Of a judge's settings, whether the evaluator's, a client's or a manifest's, it reads its own.
    """

    model_config = ConfigDict(frozen=True, from_attributes=True)

    weights: Weights = Weights()
    """The weights of accuracy, completeness and clarity."""
    dimensions: tuple[Share, ...] = ()
    """The user's own, each with its share of the weighted score; the three share the rest."""
    passing_accuracy: Score = PASSING_ACCURACY
    """Accuracy from which an answer passes."""
    completeness_from: CompletenessFrom = "key_points"
    """Which of the two figures of completeness counts where an answer has both."""

    @classmethod
    def stated(cls, settings: Mapping[str, object]) -> Self:
        """What a run's manifest states of its judge; the defaults where it states nothing."""
        return cls.model_validate(settings.get("judge") or {})

    @property
    def shares(self) -> dict[str, float]:
        """What each dimension is of the weighted score, where there is a score in all; the sum is 1."""
        own = {each.name: each.weight for each in self.dimensions}
        rest = 1 - sum(own.values())
        return {name: weight * rest for name, weight in self.weights.model_dump().items()} | own

    def counting(self, judgement: ScoredJudgement) -> dict[str, float]:
        """The scores of a judgement, of two figures of completeness the one that counts."""
        scores, own = judgement.scores, judgement.judged_completeness
        return (
            scores
            if own is None or self.completeness_from == "key_points"
            else {**scores, "completeness": own}
        )

    def metrics(self, scores: Mapping[str, float]) -> EvaluationMetrics:
        """The scores, weighed.

        Args:
            scores: 1-10 by dimension, the three and the user's own; what of these has no share is kept alone.
        """
        own = {name: score for name, score in scores.items() if name not in Weights.model_fields}
        return EvaluationMetrics.weigh(
            scores["accuracy"],
            scores["completeness"],
            scores["clarity"],
            self.weights,
            dimensions=own,
            shares={each.name: each.weight for each in self.dimensions},
        )

    def passes(self, accuracy: float) -> bool:
        """Whether an answer of this accuracy passes."""
        return accuracy >= self.passing_accuracy
