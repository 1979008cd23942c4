"""What a run will cost, before anything is paid for."""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from pydantic import Field

from agents.calls.complete import runtime_of
from agents.calls.prices import cost_usd
from agents.calls.reply_key import identity_of, identity_with, reply_key
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.registry import EMBEDDED, model_id
from agents.models.request import OutputSchema
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from data_base.text.tokens import estimate_tokens

REPLY_TOKENS = 350
"""Tokens of a usual judgement: an analysis of some sentences, three scores, two or three issues."""


class CallEstimate(Frozen):
    """Model calls to come; sums with ``+``.

    Retries, hedges and repairs come on top. Tokens are estimated from the text, not counted by the model.
    """

    calls: int = Field(default=0, ge=0)
    """Calls to be paid for."""
    cached: int = Field(default=0, ge=0)
    """Replies that are already in the cache."""
    input_tokens: int = Field(default=0, ge=0)
    """Estimated tokens to be sent."""
    output_tokens: int = Field(default=0, ge=0)
    """Estimated tokens to be received."""
    cost_usd: float | None = Field(default=0.0, ge=0)
    """Estimated US dollars; None where the model's price is not known."""

    def __add__(self, other: CallEstimate) -> CallEstimate:
        costs = (self.cost_usd, other.cost_usd)
        return CallEstimate(
            calls=self.calls + other.calls,
            cached=self.cached + other.cached,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=None if costs[0] is None or costs[1] is None else costs[0] + costs[1],
        )

    def times(self, factor: float) -> CallEstimate:
        """As much of everything, rounded to whole calls and tokens."""
        return CallEstimate(
            calls=round(self.calls * factor),
            cached=round(self.cached * factor),
            input_tokens=round(self.input_tokens * factor),
            output_tokens=round(self.output_tokens * factor),
            cost_usd=None if self.cost_usd is None else self.cost_usd * factor,
        )


async def estimate_call(
    llm: BaseChatModel,
    messages: list[BaseMessage],
    *,
    settings: CallSettings = DEFAULT_SETTINGS,
    schema: OutputSchema | None = None,
    reply_tokens: int = REPLY_TOKENS,
) -> CallEstimate:
    """Estimate one call; the model is not asked.

    Args:
        llm: the model.
        messages: the prompt.
        settings: names the cache; a reply that is already there costs nothing.
        schema: the shape that will be asked for, where the model offers it.
        reply_tokens: tokens that the reply will take.

    Raises:
        InputError: the cache or the price file cannot be used.
    """
    name, asked = model_id(llm), asked_model(llm)
    if settings.cache is not None and name != EMBEDDED:
        key = reply_key(identity_with(identity_of(llm), schema, asked), messages)
        if await runtime_of(llm, settings).cache(settings.cache).get(key) is not None:
            return CallEstimate(cached=1)
    usage = TokenUsage(
        input_tokens=sum(estimate_tokens(str(message.text)) for message in messages),
        output_tokens=reply_tokens,
        calls=1,
    )
    return CallEstimate(
        calls=1,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=cost_usd(name, usage, server=asked.server),
    )
