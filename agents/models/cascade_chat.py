"""A cascade's place among the chat models: it holds two, and is itself asked nothing."""

from __future__ import annotations

from typing import Self

from langchain_core.language_models import BaseChatModel
from pydantic import model_validator

from agents.models.judges_only import JudgesOnly
from agents.models.names import CASCADE, model_id


class CascadeChatModel(JudgesOnly):
    """Two models for one judge: what the first cannot decide goes on to the second.

    It can be named wherever a judge's model can (``embedded+openai:<model>``);
    :func:`agents.judges.cascade.judge_of` makes a judge of it. It writes nothing itself.

    Attributes:
        first: decides what it can.
        second: is asked the rest.
    """

    first: BaseChatModel
    second: BaseChatModel

    @property
    def model_id(self) -> str:
        """Both names: ``embedded+openai:<model>``."""
        return f"{model_id(self.first)}{CASCADE}{model_id(self.second)}"

    @model_validator(mode="after")
    def _window_of_the_second(self) -> Self:
        # What is shown to the judge has to fit the model that has a window.
        self.profile = self.second.profile
        return self

    @property
    def _llm_type(self) -> str:
        return "cascade"

    def refusal(self) -> str:
        """The sentence that says that it writes no text, and what to do."""
        return (
            f"{self.model_id} is a cascade of judges and writes no text; name one model to answer with, such "
            f"as {model_id(self.second)}, and the cascade with --judge."
        )
