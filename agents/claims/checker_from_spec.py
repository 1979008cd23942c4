"""The checker of claims that a judge's spec names."""

from agents.claims.claim_checker import ClaimChecker
from agents.claims.embedded_checker import EmbeddedChecker
from agents.judges.judge_spec import JudgeSpec
from agents.models.registry import EMBEDDED, model_id
from data_base.errors import InputError


def claim_checker(spec: JudgeSpec) -> ClaimChecker:
    """The checker that a spec names; of a panel it is the first member's.

    Args:
        spec: which judge is meant.

    Raises:
        InputError: it is Python code, which judges answers and no claims.
    """
    turns = spec.members[0].turns
    if [model_id(turn) for turn in turns] == [EMBEDDED]:
        return EmbeddedChecker()
    raise InputError(f"{spec.model_id} checks no claims; name {EMBEDDED}.")
