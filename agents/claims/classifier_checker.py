"""A classifier as a checker of claims: a probability for each, and the nearest words of the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.calls.settings import CallSettings
from agents.claims.best_passages import best_passages
from agents.claims.claim_checker import ClaimFinding, ClaimFindings
from agents.judges.checkers.checker import Checker, CheckerError
from agents.judges.checkers.decision import decision, statement
from data_base.computing import computed
from data_base.logs import module_logger
from data_base.schemas.usage import TokenUsage
from scoring.grounding import check_claim

_SHORT = 6_000
"""Estimated tokens of a source that is read whole."""
_log = module_logger(__name__)


@dataclass(frozen=True, slots=True)
class ClassifierChecker:
    """Asks a classifier about each claim by itself; implements :class:`.ClaimChecker`.

    It says how likely passages support a claim and not what else they say: nothing is contradicted.
    """

    checker: Checker
    """Says how likely passages support a claim."""
    settings: CallSettings
    """How calls are made."""
    prompt = None

    @property
    def name(self) -> str:
        """``checker:NAME``."""
        return self.checker.model_id

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        """What passages say of claims; of long sources the best six passages are read.

        Raises:
            InputError: the user must fix something before the classifier can be asked.
        """
        ranked = await computed(partial(best_passages, claims, passages, tokens=_SHORT))
        found = await all_of(
            self._checked(claim, passages, sorted(best), question)
            for claim, best in zip(claims, ranked, strict=True)
        )
        usage = sum((spent for _, spent in found), TokenUsage())
        return ClaimFindings([finding for finding, _ in found], usage)

    async def estimate(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> CallEstimate:
        """A call for each claim and window; none of a classifier in this process.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        ranked = await computed(partial(best_passages, claims, passages, tokens=_SHORT))
        total = CallEstimate()
        for claim, best in zip(claims, ranked, strict=True):
            texts = [passages[at] for at in sorted(best)]
            asked = statement(claim, question)
            total += await self.checker.estimate(texts, asked, settings=self.settings)
        return total

    async def _checked(
        self, claim: str, passages: Sequence[str], best: Sequence[int], question: str
    ) -> tuple[ClaimFinding, TokenUsage]:
        texts = [passages[at] for at in best]
        try:
            support = await self.checker.support(texts, statement(claim, question), settings=self.settings)
        except CheckerError as error:
            _log.error("no verdict on a claim: %s", error)
            return ClaimFinding(None, error=str(error)), error.usage
        verdict = decision(support.probability)
        words, place = "", None
        if verdict == "supported":
            near = await computed(partial(check_claim, claim, texts, question=question))
            words, place = near.evidence, near.passage_index
        finding = ClaimFinding(
            verdict, words, passage=None if place is None else best[place], score=support.probability
        )
        return finding, support.usage
