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
    from data_base.schemas.blocked_source import BlockedSource
    from data_base.schemas.key_point import KeyPoint
    from data_base.schemas.passage import Passage

Kind = Literal["scores", "claims", "coverage", "pairs", "verdicts"]
"""scores: of an answer, on the judge's 1-10 scale. claims: whether passages support a claim, 1 or 0.
coverage: how much of given points an answer says, 0 to 1. pairs: which of two answers is better, as the
second's lead. verdicts: correct, incorrect or refused (:mod:`eval.stats.verdict_agreement`)."""


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One thing that people judged."""

    id: str
    """The item's id, unique in its file."""
    question: str
    """The question; items with the same one are one cluster."""
    answers: tuple[str, ...]
    """The judged answer; two for a pair."""
    passages: tuple[Passage, ...] | None
    """What the answer is judged by; None for nothing."""
    people: Mapping[str, float]
    """Dimension to the mean of what people gave."""
    ratings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Dimension to what each of them gave, by name."""
    points: tuple[KeyPoint, ...] = ()
    """What the answer should say."""
    blocked: tuple[BlockedSource, ...] = ()
    """Sources that it may not use."""
    reference: str | None = None
    """A reference answer, None if none is known."""
    cluster: str | None = None
    """Items of one cluster belong together; the question if None."""
    language: str | None = None
    """The question's language, None if the file does not say."""
    tags: tuple[str, ...] = ()
    """The question's labels."""

    @property
    def group(self) -> str:
        """What is resampled as a whole."""
        return self.cluster or self.question


@dataclass(frozen=True, slots=True)
class GoldFile:
    """All items of a file."""

    kind: Kind
    """What people judged."""
    items: tuple[GoldItem, ...]
    """The items, in the file's order."""
    judged_as: Mapping[str, str]
    """The people's dimension to the judge's dimension that it is compared with."""
    notes: tuple[str, ...] = ()
    """What a reader of the figures must know."""


@dataclass(frozen=True, slots=True)
class KindOfMeasures:
    """How agreement on a kind of judgement is measured."""

    measures: Mapping[str, NumericMeasure]
    """Measures by name."""
    risk: str
    """The name of what is lost on the items that remain; smaller is better."""
    risk_of: NumericMeasure
    """How the risk is calculated."""


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
