"""A score card: what a scorer says of an answer, in the one form that runs and gates read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from data_base.schemas.claim_table import ClaimShares
from data_base.schemas.frozen import Frozen

ROUNDING = 1e-9
"""What floating point may do to two equal figures; scores must differ by more to count as different."""


class ErrorTag(StrEnum):
    """The closed vocabulary of what can be wrong with an answer."""

    WRONG_CHOICE = "wrong_choice"
    WRONG_UNIT = "wrong_unit"
    OUT_OF_TOLERANCE = "out_of_tolerance"
    MISSING_ITEM = "missing_item"
    EXTRA_ITEM = "extra_item"
    WRONG_ORDER = "wrong_order"
    NO_ANSWER = "no_answer"
    UNPARSABLE = "unparsable"
    UNSUPPORTED_CLAIM = "unsupported_claim"
    MISSING_CITATION = "missing_citation"
    WRONG_CITATION = "wrong_citation"
    HALLUCINATION = "hallucination"
    WRONG_ABSTENTION = "wrong_abstention"
    MISSING_ABSTENTION = "missing_abstention"
    MISSING_QUOTE = "missing_quote"
    FORBIDDEN_TEXT = "forbidden_text"
    SCHEMA_INVALID = "schema_invalid"
    LOW_ACCURACY = "low_accuracy"
    LOW_COMPLETENESS = "low_completeness"
    LOW_CLARITY = "low_clarity"
    MUST_FAILED = "must_failed"
    SELF_CONTRADICTION = "self_contradiction"
    EVALUATION_FAILED = "evaluation_failed"


class ScoreCard(Frozen):
    """What a scorer says of one answer."""

    primary_score: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    """0 (worst) to 1 (best); None where the item could not be scored."""
    passed: bool = Field(default=False, alias="pass")
    """Whether it reached the task's threshold (``pass`` in files); never True without a score."""
    sub_scores: Mapping[str, float] = Field(default_factory=dict)
    """Named parts of the score, each on the scale its scorer documents."""
    error_tags: tuple[ErrorTag, ...] = ()
    """What is wrong with the answer."""
    explain: str = ""
    """Why, for a person."""
    unscored_reason: str | None = None
    """Why there is no score; set exactly where ``primary_score`` is None."""
    claims: ClaimShares | None = Field(default=None, exclude_if=lambda shares: shares is None)
    """Counts of the answer's claims and sources, where these were checked; no part of its score."""

    @model_validator(mode="after")
    def _scored_or_explained(self) -> Self:
        if (self.primary_score is None) != bool(self.unscored_reason):
            raise ValueError("a card has either a primary_score or an unscored_reason")
        if self.passed and self.primary_score is None:
            raise ValueError("a card without a score cannot pass")
        return self

    @property
    def scored(self) -> bool:
        """Whether there is a score at all."""
        return self.primary_score is not None

    @classmethod
    def unscored(
        cls, reason: str, *, tags: tuple[ErrorTag, ...] = (), claims: ClaimShares | None = None
    ) -> ScoreCard:
        """A card for an item that could not be scored; it is never a zero."""
        return cls(unscored_reason=reason, error_tags=tags, claims=claims)
