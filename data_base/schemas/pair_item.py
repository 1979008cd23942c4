"""A pair item: which of two answers to a question a judge prefers."""

from typing import Literal, Self

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage


class PairItem(Frozen):
    """One judge's verdict on one case's two answers, shown in one order; a later one takes its place.

    Attributes:
        case_id: the case.
        system_a: a contestant.
        system_b: the contestant that it is compared with.
        judge: the judge's model as asked.
        order: ``ab`` where A's answer was shown first.
        score: from A's point of view, whatever the order: 1 A is much better, 0.5 a tie, 0 B is much better;
            None where the judge failed.
        reason: the verdict in short.
        error: why there is no verdict; set exactly where there is no score.
        usage: tokens and calls.
    """

    case_id: str = Field(min_length=1)
    system_a: str = Field(min_length=1)
    system_b: str = Field(min_length=1)
    judge: str = Field(min_length=1)
    order: Literal["ab", "ba"]
    score: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    reason: str = ""
    error: str | None = None
    usage: TokenUsage = TokenUsage()

    @model_validator(mode="after")
    def _two_and_one_verdict(self) -> Self:
        if self.system_a == self.system_b:
            raise ValueError("a pair is of two systems")
        if (self.score is None) != bool(self.error):
            raise ValueError("a pair has either a score or an error")
        return self
