"""A judge of pairs: what all of them can do."""

from typing import Protocol

from agents.calls.estimate import CallEstimate
from agents.judges.pairs.pair_request import PairRequest
from data_base.schemas.pair_verdict import PairVerdict


class PairJudge(Protocol):
    """Judges two answers against each other; a model, a cascade and a program all are one."""

    async def compare(self, request: PairRequest) -> PairVerdict:
        """Judge one pair in the order of the request; a judge that fails says so and does not raise."""
        ...

    async def estimate(self, request: PairRequest) -> CallEstimate:
        """What judging this pair will cost; no language model is asked."""
        ...
