"""Two checkers of claims in turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.calls.estimate import CallEstimate
from agents.claims.claim_checker import ClaimChecker, ClaimFindings
from data_base.schemas.judgement import PromptRef


@dataclass(frozen=True, slots=True)
class CascadeChecker:
    """Asks the second checker about what the first cannot decide; implements :class:`.ClaimChecker`."""

    first: ClaimChecker
    """Asked about all claims."""
    second: ClaimChecker
    """Asked about the others."""
    name: str
    """The name of the cascade."""

    @property
    def prompt(self) -> PromptRef | None:
        """The prompt of the second checker."""
        return self.second.prompt

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        """What passages say of claims.

        Raises:
            InputError: the user must fix something before a checker can be asked.
        """
        known = await self.first.check(claims, passages, question=question)
        open_ones = _undecided(known)
        if not open_ones:
            return known
        further = await self.second.check([claims[n] for n in open_ones], passages, question=question)
        return known.with_further(open_ones, further)

    async def estimate(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> CallEstimate:
        """What checking claims will cost; the first checker is asked where it costs nothing.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        first = await self.first.estimate(claims, passages, question=question)
        if first.calls:
            return first + await self.second.estimate(claims, passages, question=question)
        left = [claims[n] for n in _undecided(await self.first.check(claims, passages, question=question))]
        return await self.second.estimate(left, passages, question=question) if left else first


def _undecided(known: ClaimFindings) -> list[int]:
    return [n for n, each in enumerate(known.findings) if each.verdict in {None, "undecidable"}]
