"""A report's claims, the sources that they cite, and what these say of them."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen

SourceState = Literal["read", "unreadable", "dead", "never_opened", "missing"]
"""``read``: its text is known. ``unreadable``: it was fetched and has no text. ``dead``: it was asked for and
is not there. ``never_opened``: nobody asked for it. ``missing``: the mark leads to nothing."""

CitedVerdict = Literal[
    "supported",
    "unsupported",
    "contradicted",
    "undecidable",
    "source_unreadable",
    "source_missing",
    "never_opened",
]
"""What a cited source says of a claim, or why it says nothing; a dead source is missing."""


class ClaimSource(Frozen):
    """One source that a report cites or lists."""

    name: str
    """Its number or footnote in the report; its address where it has none."""
    url: str | None = None
    """Its address; None where the report gives none."""
    title: str | None = None
    """Its title, where it is known."""
    published: str | None = None
    """When it was published, where it is known."""
    state: SourceState
    """Whether its text could be read."""
    status: int | None = None
    """The HTTP status of its last fetch; None where it was never asked for."""
    cited: int = Field(default=0, ge=0)
    """Claims that cite it."""
    listed: bool = False
    """Whether the report's list of sources has it."""


class CitedSource(Frozen):
    """What one source says of one claim that cites it."""

    source: int = Field(ge=0)
    """Index of the source in the table."""
    verdict: CitedVerdict
    """What it says."""
    words: str = ""
    """The words of the source that decide; empty where none do."""
    score: float | None = Field(default=None, ge=0, le=1)
    """How likely it supports the claim, 0 to 1; None where its text is not known."""


class TableClaim(Frozen):
    """One claim of a report."""

    start: int = Field(ge=0)
    """Where it begins in the report, in characters."""
    end: int = Field(ge=0)
    """Where it ends, its marks included."""
    text: str
    """Its words, without marks and Markdown."""
    verdict: CitedVerdict | None = None
    """The best that a source it cites says of it; a contradiction counts before silence.

    None where it has no mark.
    """
    citations: tuple[CitedSource, ...] = ()
    """What each source says that it cites."""


class ClaimShares(Frozen):
    """Counts of a claim table, and the shares that they make; no score."""

    claims: int = Field(ge=0)
    """Claims, each once."""
    cited: int = Field(ge=0)
    """Claims with a mark."""
    cited_share: float | None = Field(default=None, ge=0, le=1)
    """Share of the claims that have a mark; None without claims."""
    citation_precision: float | None = Field(default=None, ge=0, le=1)
    """Share of the claims with a source that was read which such a source supports; None without any."""
    effective_citations: int = Field(ge=0)
    """Different pairs of a claim and a source that supports it."""
    verdicts: Mapping[CitedVerdict, int] = Field(default_factory=dict)
    """Verdict to the number of claims."""
    sources: Mapping[SourceState, int] = Field(default_factory=dict)
    """State to the number of sources."""
    listed_not_cited: int = Field(ge=0)
    """Sources in the report's list that no claim cites."""
    cited_not_listed: int = Field(ge=0)
    """Sources that are cited and not in the list, where the report has a list."""


class ClaimTable(Frozen):
    """The claims of a report and its sources."""

    judge: str
    """Who judged the claims."""
    claims: tuple[TableClaim, ...]
    """In the order of the report."""
    sources: tuple[ClaimSource, ...]
    """Cited ones in the order of their first mark, then those that are only listed."""
    shares: ClaimShares
    """What they come to."""
