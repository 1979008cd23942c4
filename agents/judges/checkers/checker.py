"""What every checker does: passages and a claim in, the probability of support out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from langchain_core.language_models import BaseChatModel
from pydantic import JsonValue

from agents.calls.estimate import CallEstimate
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from data_base.schemas.usage import TokenUsage


class CheckerError(Exception):
    """A claim could not be checked, in one sentence; this says nothing of the claim.

    Attributes:
        usage: what was spent.
    """

    def __init__(self, message: str, usage: TokenUsage | None = None) -> None:
        """Keep what was spent."""
        super().__init__(message)
        self.usage = TokenUsage() if usage is None else usage


@dataclass(frozen=True, slots=True)
class Support:
    """What a checker says of one claim."""

    probability: float
    """How likely the passages support it, 0 to 1: that of the window that supports it most."""
    usage: TokenUsage = field(default_factory=TokenUsage)
    """Tokens and calls; none for a model in this process."""
    by_word: bool = False
    """Whether only the word Yes or No was known, so that the probability is 1 or 0."""
    model_served: str | None = None
    """The model as the server names it."""


class Checker(Protocol):
    """A classifier of claims."""

    @property
    def model_id(self) -> str:
        """Its name as a judge, ``checker:NAME``."""
        ...

    @property
    def options(self) -> Mapping[str, JsonValue]:
        """What distinguishes it from others of that name: the model behind it."""
        ...

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """The chat models that it asks."""
        ...

    async def support(
        self, passages: Sequence[str], claim: str, *, settings: CallSettings = DEFAULT_SETTINGS
    ) -> Support:
        """How likely the passages support a claim.

        Args:
            passages: what it is checked against; without any nothing supports it.
            claim: one statement.
            settings: how calls are made.

        Raises:
            CheckerError: it could not be checked.
            InputError: the user must fix something first.
        """
        ...

    async def estimate(
        self, passages: Sequence[str], claim: str, *, settings: CallSettings = DEFAULT_SETTINGS
    ) -> CallEstimate:
        """What checking a claim will cost; no model is asked."""
        ...
