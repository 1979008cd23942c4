"""Settings of the evaluator and its judge."""

from __future__ import annotations

from pydantic import Field

from agents.model_call import CallSettings
from agents.passage_choice import DEFAULT_LIMIT
from data_base.frozen import Frozen
from data_base.schemas_deep_research import PASSING_ACCURACY, Weights
from data_base.text.language import Language


class EvaluatorSettings(Frozen):
    """How answers are judged.

    Attributes:
        language: language of the prompt, the question's own if None.
        passage_limit: passages shown to the judge at most.
        token_budget: estimated tokens of those passages, None to follow the model's window.
        passing_accuracy: accuracy from which a result passes (1-10).
        weights: how much each dimension counts.
        timeout: seconds that one try of a model call may take.
        attempts: tries of a model call before it is given up.
    """

    language: Language | None = None
    passage_limit: int = Field(default=DEFAULT_LIMIT, ge=1)
    token_budget: int | None = Field(default=None, ge=1)
    passing_accuracy: float = Field(default=PASSING_ACCURACY, ge=1, le=10)
    weights: Weights = Weights()
    timeout: float = Field(default=60.0, gt=0)
    attempts: int = Field(default=4, ge=1)

    @property
    def call(self) -> CallSettings:
        """How a model call is made."""
        return CallSettings(timeout=self.timeout, attempts=self.attempts)
