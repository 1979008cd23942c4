"""What a checker says of claims, kept as it comes, so that none of it is paid for twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from agents.claims.claim_checker import ClaimChecker, ClaimFinding, ClaimFindings
from data_base.schemas.usage import TokenUsage

if TYPE_CHECKING:
    from data_base.schemas.judgement import PromptRef


class KeptParts(Protocol):
    """Where parts of something unfinished are kept as plain JSON data."""

    def part(self, name: str) -> Any | None:  # noqa: ANN401  (JSON data)
        """What was kept under a name before; None where nothing was."""
        ...

    async def keep(self, name: str, part: Any) -> None:  # noqa: ANN401  (as above)
        """Keep it, whatever happens to this process afterwards.

        Raises:
            InputError: it cannot be kept.
        """
        ...


async def check_kept(
    checker: ClaimChecker, parts: KeptParts, claims: Sequence[str], passages: Sequence[str], *, question: str
) -> ClaimFindings:
    """What passages say of claims, as :meth:`.ClaimChecker.check` has it, asked once alone.

    Claims of which the checker failed are asked about again.

    Args:
        checker: who is asked.
        parts: where what was said is kept.
        claims: as of the checker, and so the others.
        passages: that the claims are checked against.
        question: that they answer.

    Raises:
        InputError: the user must fix something before the checker can be asked; or it cannot be kept.
    """
    name = _named(checker.name, checker.prompt, question, claims, passages)
    if (kept := parts.part(name)) is None:
        found = await checker.check(claims, passages, question=question)
        if any(each.error is None for each in found.findings):
            said = [asdict(each) for each in found.findings]
            await parts.keep(name, {"findings": said, "usage": found.usage.model_dump(mode="json")})
        return found
    findings = [ClaimFinding(**each) for each in kept["findings"]]
    known = ClaimFindings(findings, TokenUsage.model_validate(kept["usage"]))
    failed = [n for n, each in enumerate(findings) if each.error is not None]
    if not failed:
        return known
    again = await check_kept(checker, parts, [claims[n] for n in failed], passages, question=question)
    return known.with_further(failed, again)


def _named(
    checker: str, prompt: PromptRef | None, question: str, claims: Sequence[str], passages: Sequence[str]
) -> str:
    """By all that a checker is asked with."""
    by = None if prompt is None else prompt.model_dump(mode="json")
    asked = json.dumps([checker, by, question, list(claims), list(passages)])
    return hashlib.sha256(asked.encode()).hexdigest()
