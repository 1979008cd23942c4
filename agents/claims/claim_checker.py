"""Whoever says what passages say of claims: the embedded judge, a model, a classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from data_base.schemas.usage import TokenUsage

if TYPE_CHECKING:
    from agents.calls.estimate import CallEstimate
    from data_base.schemas.claim_table import SourceVerdict
    from data_base.schemas.judgement import PromptRef


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What passages say of a claim."""

    verdict: SourceVerdict | None
    """What they say; None where the checker failed."""
    words: str = ""
    """The words that decide, as they are in the passages; empty where none do."""
    words_found: bool | None = None
    """Whether the words that a model gave are in the passages; None where it gave none."""
    passage: int | None = None
    """Index of the passage with these words, None where there are none."""
    score: float | None = None
    """How likely the passages support the claim, 0 to 1; None where the checker gives no figure."""
    error: str | None = None
    """Why there is no verdict, in one sentence."""


@dataclass(frozen=True, slots=True)
class ClaimFindings:
    """What passages say of each of some claims, and what it took to know."""

    findings: Sequence[ClaimFinding]
    """One for each claim, in order."""
    usage: TokenUsage = field(default_factory=TokenUsage)
    """Tokens, calls and cost."""

    def with_further(self, numbers: Sequence[int], further: ClaimFindings) -> ClaimFindings:
        """The findings, those at some indexes replaced by what was found of these claims afterwards."""
        findings = list(self.findings)
        for n, finding in zip(numbers, further.findings, strict=True):
            findings[n] = finding
        return ClaimFindings(findings, self.usage + further.usage)


class ClaimChecker(Protocol):
    """Checks claims against passages."""

    @property
    def name(self) -> str:
        """Its name, for tables and reports."""
        ...

    @property
    def prompt(self) -> PromptRef | None:
        """The prompt that it asks a model by, None where it asks none."""
        ...

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        """What passages say of claims; a failure is a finding without a verdict, and is not raised.

        Args:
            claims: at least one, each in one sentence or a few.
            passages: all that they are checked against; at least one.
            question: what the report with the claims answers; helps to read short ones.

        Raises:
            InputError: the user must fix something before it can be asked.
        """
        ...

    async def estimate(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> CallEstimate:
        """What checking claims as :meth:`check` does will cost; no language model is asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        ...


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """A claim that cites several sources together."""

    text: str
    """The claim."""
    sources: Sequence[Sequence[str]]
    """The passages of each source."""
    alone: Sequence[ClaimFinding]
    """What each source says by itself."""


@runtime_checkable
class JointChecker(ClaimChecker, Protocol):
    """A checker that can read several sources of a claim together, since it costs nothing."""

    async def check_together(
        self, claims: Sequence[CitedClaim], *, question: str = ""
    ) -> Sequence[Sequence[ClaimFinding]]:
        """What each source says that a claim cites; it may support a part that the others do not.

        Args:
            claims: each with two sources or more.
            question: as of :meth:`check`.
        """
        ...
