"""The embedded judge as a checker of claims."""

from collections.abc import Sequence
from functools import partial

from agents.calls.estimate import CallEstimate
from agents.claims.claim_checker import ClaimFinding, ClaimFindings
from agents.models.registry import EMBEDDED
from data_base.cancellation import go_on
from data_base.computing import computed
from data_base.text_cache import reading
from scoring.grounding import check_claim


class EmbeddedChecker:
    """Checks claims by words, figures and names; implements :class:`.ClaimChecker`."""

    name = EMBEDDED
    prompt = None

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        """What passages say of claims."""
        return ClaimFindings(await computed(partial(_checked, claims, passages, question)))

    async def estimate(
        self,
        claims: Sequence[str],  # noqa: ARG002  (nothing that is asked costs anything)
        passages: Sequence[str],  # noqa: ARG002  (as above)
        *,
        question: str = "",  # noqa: ARG002  (as above)
    ) -> CallEstimate:
        """No calls."""
        return CallEstimate()


@reading()
def _checked(claims: Sequence[str], passages: Sequence[str], question: str) -> list[ClaimFinding]:
    found = []
    for claim in claims:
        go_on()
        checked = check_claim(claim, passages, question=question)
        decides = checked.verdict != "unsupported"
        found.append(
            ClaimFinding(
                checked.verdict,
                words=checked.evidence if decides else "",
                passage=checked.passage_index if decides else None,
                score=checked.score,
            )
        )
    return found
