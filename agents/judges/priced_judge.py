"""A judge that can say what it will cost."""

from typing import Protocol

from agents.calls.estimate import CallEstimate
from data_base.schemas.protocols import Judge, JudgeRequest


class PricedJudge(Judge, Protocol):
    """A judge that can say beforehand what a judgement will cost."""

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What judging this request will cost; no language model is asked."""
        ...
