"""What people said of answers: the items of a gold file, and how agreement with them is measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from eval.stats.agreement import (
    RELATION_MEASURES,
    SCORE_MEASURES,
    Numbers,
    NumericMeasure,
    mean_absolute_error,
    same_order,
)
from eval.stats.verdict_agreement import BINARY_MEASURES, CLASS_MEASURES, agreement_share

if TYPE_CHECKING:
    from data_base.schemas.key_point import KeyPoint
    from data_base.schemas.passage import Passage

Kind = Literal["scores", "claims", "coverage", "pairs", "verdicts"]
"""scores: of an answer, on the judge's 1-10 scale. claims: whether passages support a claim, 1 or 0.
coverage: how much of given points an answer says, 0 to 1. pairs: which of two answers is better, as the
second's lead. verdicts: correct, incorrect or refused (:mod:`eval.stats.verdict_agreement`)."""


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One thing that people judged.

    Attributes:
        id: unique in its file.
        question: the question; items with the same one are one cluster.
        answers: the answer judged; two for a pair.
        passages: what it is judged by; None for nothing.
        people: dimension to the mean of what people gave.
        ratings: dimension to what each of them gave, by name.
        points: what should be said.
        reference: an answer that is right, None where none is known.
        cluster: items of one cluster belong together; the question where None.
        language: the question's language, None where the file does not say.
        tags: the question's labels.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...] | None
    people: Mapping[str, float]
    ratings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    points: tuple[KeyPoint, ...] = ()
    reference: str | None = None
    cluster: str | None = None
    language: str | None = None
    tags: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """What is resampled as a whole."""
        return self.cluster or self.question


@dataclass(frozen=True, slots=True)
class GoldFile:
    """All items of a file.

    Attributes:
        kind: what people judged.
        items: in the file's order.
        judged_as: the people's dimension to the judge's that it is compared with.
        notes: what a reader of the figures must know.
    """

    kind: Kind
    items: tuple[GoldItem, ...]
    judged_as: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KindOfMeasures:
    """How agreement on a kind of judgement is measured.

    Attributes:
        measures: name to measure.
        risk: name of what is lost on the items kept; the smaller the better.
        risk_of: how it is calculated.
    """

    measures: Mapping[str, NumericMeasure]
    risk: str
    risk_of: NumericMeasure


def _share_without(measure: NumericMeasure) -> NumericMeasure:
    def risk(judge: Numbers, people: Numbers) -> float | None:
        share = measure(judge, people)
        return None if share is None else 1 - share

    return risk


KINDS: Mapping[Kind, KindOfMeasures] = MappingProxyType(
    {
        "scores": KindOfMeasures(SCORE_MEASURES, "mae", mean_absolute_error),
        "claims": KindOfMeasures(BINARY_MEASURES, "error", _share_without(agreement_share)),
        "coverage": KindOfMeasures(
            {"mae": mean_absolute_error, **RELATION_MEASURES}, "mae", mean_absolute_error
        ),
        "pairs": KindOfMeasures(
            {**RELATION_MEASURES, "same_order": same_order}, "wrong order", _share_without(same_order)
        ),
        "verdicts": KindOfMeasures(CLASS_MEASURES, "error", _share_without(agreement_share)),
    }
)
