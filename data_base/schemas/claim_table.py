"""A report's claims, the sources that they cite, and what these say of them."""

from collections.abc import Mapping
from datetime import date
from typing import Literal, get_args

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.prompt_ref import PromptRef
from data_base.schemas.usage import TokenUsage

SourceState = Literal["read", "unreadable", "dead", "never_opened", "missing"]
"""``read``: its text is known. ``unreadable``: it was fetched and has no text. ``dead``: it was asked for and
is not there. ``never_opened``: nobody asked for it, or nobody may. ``missing``: the mark leads to nothing."""

SourceVerdict = Literal["supported", "partly", "unsupported", "contradicted", "undecidable"]
"""What the text of a source says of a claim. ``partly``: it says a part of it, or less than the claim does;
wherever supported claims are counted, it is not one. ``undecidable``: words and figures cannot tell, or it is
a matter of opinion."""

CitedVerdict = Literal[SourceVerdict, "source_unreadable", "source_missing", "never_opened"]
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
    reason: str | None = None
    """Why its text is not known, where a fetch has found that out: ``404 Not Found``, ``robots.txt…``."""
    cited: int = Field(default=0, ge=0)
    """Claims that cite it."""
    listed: bool = False
    """Whether the report's list of sources has it."""
    given: bool = False
    """Whether it is a passage that was handed in with the report."""
    newer: bool = False
    """Whether it was published after the date that the report is judged as of."""


class _Said(Frozen):
    """What a text says of a claim."""

    words: str = ""
    """The words of the source that decide, as they are there; empty where none do."""
    words_found: bool | None = None
    """Whether the source has the words that a model gave; False: it has not, so they are not shown, and the
    verdict is to be doubted. None where the judge gave none."""
    score: float | None = Field(default=None, ge=0, le=1)
    """How likely it supports the claim, 0 to 1; None where its text is not known, or the judge gives none."""
    error: str | None = None
    """Why there is no verdict: the judge failed. That says nothing of the claim."""


class CitedSource(_Said):
    """What one source says of one claim that cites it."""

    source: int = Field(ge=0)
    """Index of the source in the table."""
    verdict: CitedVerdict | None
    """What it says; None where the judge failed."""


class GivenSources(_Said):
    """What all sources together that could be read say of a claim that has none of its own among them."""

    source: int | None = Field(default=None, ge=0)
    """Index of the source with the words; None where there are none."""
    verdict: SourceVerdict | None
    """What they say; None where the judge failed."""


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

    None where it has no mark, or where the judge failed and might have said something better.
    """
    citations: tuple[CitedSource, ...] = ()
    """What each source says that it cites."""
    given: GivenSources | None = None
    """What everything that could be read says of it where none of that is its own source, be it that it has
    no mark or that its sources could not be read; None where it has one, or nothing could be read."""

    @property
    def judge_failed(self) -> bool:
        """Whether it has no verdict since the judge failed."""
        if self.given is not None:
            return self.given.verdict is None
        return self.verdict is None and bool(self.citations)

    @property
    def is_supported(self) -> bool:
        """Whether its own source supports it, or, where none of its own was read, any other."""
        return self.verdict == "supported" or (self.given is not None and self.given.verdict == "supported")


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
    support: float | None = Field(default=None, ge=0, le=1)
    """Share of all claims that are supported: by their own source, or, where none of their own was read, by
    anything that was. None where nothing was read."""
    judge_failed: int = Field(default=0, ge=0)
    """Claims without a verdict since the judge failed; they are in neither of the two shares above."""
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
    newer_sources: int = Field(default=0, ge=0)
    """Sources that were published after the date that the report is judged as of."""

    @property
    def citation_precision_at_most(self) -> float | None:
        """What the precision could be if every claim that is undecidable were supported."""
        read = sum(self.verdicts.get(name, 0) for name in get_args(SourceVerdict))
        known = self.verdicts.get("supported", 0) + self.verdicts.get("undecidable", 0)
        return known / read if read else None

    @property
    def dead_sources(self) -> int:
        """Sources that are not there."""
        return self.sources.get("dead", 0)


class ClaimTable(Frozen):
    """The claims of a report and its sources."""

    judge: str
    """Who judged the claims."""
    as_of: date | None = None
    """The date that the report is judged as of; None where none was given."""
    claims: tuple[TableClaim, ...]
    """In the order of the report."""
    sources: tuple[ClaimSource, ...]
    """Cited ones in the order of their first mark, then those that are only listed, then what was handed in
    with the report and is neither."""
    shares: ClaimShares
    """What they come to."""
    prompt: PromptRef | None = None
    """The prompt of the judge's calls; None where no model was to be asked."""
    usage: TokenUsage = TokenUsage()
    """Tokens, calls and cost of the verdicts."""
