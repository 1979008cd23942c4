"""What the scores of a run look like: spread, distribution, slices, and why some are missing."""

from pydantic import Field

from data_base.schemas.claim_table import ClaimShares
from data_base.schemas.frozen import Frozen


class ScoreSpread(Frozen):
    """Primary scores of some items, 0 to 1."""

    items: int = Field(ge=0)
    """How many items there are."""
    scored: int = Field(ge=0)
    """How many of them have a score."""
    mean: float | None = None
    """Mean score of those, None where there are none."""
    deviation: float | None = Field(default=None, ge=0)
    """Standard deviation of their scores in a sample, None for fewer than two."""
    values: tuple[float, ...] = ()
    """The scores themselves, where they were asked for and are few."""


class SystemSpread(Frozen):
    """How a system did in a run."""

    system: str
    """The contestant."""
    score: ScoreSpread
    """Its primary scores."""
    accuracy: float | None = None
    """The judge's mean score, 1 to 10; None where no judge scored it."""
    completeness: float | None = None
    """Likewise."""
    clarity: float | None = None
    """Likewise."""


class ScoreHistogram(Frozen):
    """How a system's primary scores are distributed."""

    system: str
    """The contestant."""
    counts: tuple[int, ...]
    """Scores in each of as many equal parts of 0 to 1; one on an edge counts in the upper part."""


class Slice(Frozen):
    """The items of a run that have something in common."""

    name: str | None
    """What it is, a language or a tag; None for items without any."""
    system: str
    """The contestant."""
    score: ScoreSpread
    """Their primary scores."""


class GroupMean(Frozen):
    """What a system's answers cover of a group of key points."""

    name: str
    """The group."""
    system: str
    """The contestant."""
    mean: float = Field(ge=0, le=1)
    """The mean share of the answers that have one."""
    answers: int = Field(ge=1)
    """How many these are."""


class SystemClaims(Frozen):
    """What the claim tables of a system's answers come to."""

    system: str
    """The contestant."""
    tables: tuple[ClaimShares, ...]
    """One for each of the answers that have one."""


class MissingScores(Frozen):
    """Why scores are missing."""

    reason: str
    """As it was kept, its beginning."""
    items: int
    """How many of the items that were looked at say so."""


class RunStatistics(Frozen):
    """What the scores of a run look like."""

    histograms: tuple[ScoreHistogram, ...] = ()
    """The histograms of every system."""
    languages: tuple[Slice, ...] = ()
    """Slices by the cases' languages."""
    tags: tuple[Slice, ...] = ()
    """Slices by the cases' tags, those with most items first."""
    documents: tuple[Slice, ...] = ()
    """Slices by the documents that the answers are in, likewise."""
    answerable: tuple[Slice, ...] = ()
    """Slices by whether the documents contain the answer, named ``true`` and ``false``."""
    groups: tuple[GroupMean, ...] = ()
    """Means of groups of key points, in the order in which they come."""
    groups_in: int = Field(default=0, ge=0)
    """The items looked at for them, the first of the run: not all of very many or very long ones."""
    claims: tuple[SystemClaims, ...] = ()
    """Claim tables of the same items, for each system that has any."""
    missing: tuple[MissingScores, ...] = ()
    """Why scores are missing, the commonest first; of the first some hundred that are."""
