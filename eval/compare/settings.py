"""What a gate allows: how far a candidate may fall behind its baseline."""

from enum import StrEnum

from pydantic import Field

from data_base.schemas.frozen import Frozen
from eval.stats.paired import BootstrapSettings

LOWER_IS_BETTER = frozenset({"mae", "numeric_error", "answered_no", "dead_sources"})
"""Figures that are better when they are lower."""


class Difference(StrEnum):
    """What two runs must agree in, unless the user says that the difference is meant."""

    TASK = "task"
    DATA_HASHES = "data_hashes"
    SCORER_VERSION = "scorer_version"
    PDF_SHA256 = "pdf_sha256"
    QUESTIONS_SHA256 = "questions_sha256"


class SubScoreGate(Frozen):
    """A sub-score that is gated too."""

    name: str = Field(min_length=1)
    """Its key in the score cards."""
    tolerance: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """By how much its mean may be worse, on its own scale."""
    lower_is_better: bool = Field(default_factory=lambda given: given.get("name") in LOWER_IS_BETTER)
    """Whether it measures an error; as its name says where it is not given."""


class GroupGate(Frozen):
    """The least that the candidate has to cover of a group of key points."""

    name: str = Field(min_length=1)
    """The group, as the key points name it."""
    least: float = Field(ge=0, le=1, allow_inf_nan=False)
    """Its mean share, 0 to 1, that is enough."""


class GateSettings(Frozen):
    """What the gate allows."""

    min_delta: float = Field(default=0.0, allow_inf_nan=False)
    """The candidate's weighted score minus the baseline's must be at least this."""
    max_regressions: int = Field(default=0, ge=0)
    """How many items may get worse."""
    sub_scores: tuple[SubScoreGate, ...] = ()
    """Sub-scores that are gated by their means, each with its own tolerance."""
    min_groups: tuple[GroupGate, ...] = ()
    """Groups of key points of which the candidate has to cover so much, whatever the baseline does."""
    max_must_failed: int = Field(default=0, ge=0)
    """In how many of the candidate's answers a key point may fail that must hold."""
    min_citation_precision: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    """The candidate's mean citation precision (0 to 1) that is enough, whatever the baseline's is; null for
    any."""
    max_dead_sources: int | None = Field(default=None, ge=0)
    """How many sources of the candidate's answers may be dead; null for any number."""
    min_scored: float = Field(default=0.9, ge=0, le=1, allow_inf_nan=False)
    """Share (0 to 1) of the items answered in both runs that must be scored in both.

    With fewer there is no verdict.
    """
    allowed: frozenset[Difference] = frozenset()
    """Differences that are meant."""
    same_model: bool = False
    """Whether both runs must have been served by the same models under every name they share."""
    top: int = Field(default=10, ge=0)
    """How many failing items a report shows."""
    bootstrap: BootstrapSettings = BootstrapSettings()
    """Seed and size of the interval, which informs and decides nothing."""
