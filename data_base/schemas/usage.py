"""What model calls cost in tokens and dollars."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen


class TokenUsage(Frozen):
    """Tokens, calls and cost of one or more model calls; sums with ``+``."""

    input_tokens: int = Field(default=0, ge=0)
    """Tokens sent, as the provider counts them (0 where it does not say)."""
    cached_input_tokens: int = Field(default=0, ge=0)
    """Those of them that the provider read from its own prompt cache."""
    cache_written_input_tokens: int = Field(default=0, ge=0)
    """Those of them that the provider wrote to its prompt cache, which some charge more for."""
    output_tokens: int = Field(default=0, ge=0)
    """Tokens received, reasoning included."""
    reasoning_tokens: int = Field(default=0, ge=0)
    """Those of them that the model spent on reasoning, as far as the provider says."""
    calls: int = Field(default=0, ge=0)
    """Requests made to models; tries that failed, hedges and refused parameters count."""
    cached: int = Field(default=0, ge=0)
    """Replies read from the reply cache instead; they cost nothing."""
    cost_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars at the price of each call.

    None where a price is not known. A usage without any token costs nothing.
    """

    @model_validator(mode="before")
    @classmethod
    def _nothing_costs_nothing(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(data, dict) or "cost_usd" in data:
            return data
        return data if data.get("input_tokens") or data.get("output_tokens") else {**data, "cost_usd": 0.0}

    @property
    def total_tokens(self) -> int:
        """Tokens sent and received."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: TokenUsage) -> TokenUsage:
        costs = (self.cost_usd, other.cost_usd)
        return TokenUsage(
            input_tokens=self.input_tokens + other.input_tokens,
            cached_input_tokens=self.cached_input_tokens + other.cached_input_tokens,
            cache_written_input_tokens=self.cache_written_input_tokens + other.cache_written_input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
            calls=self.calls + other.calls,
            cached=self.cached + other.cached,
            cost_usd=None if costs[0] is None or costs[1] is None else costs[0] + costs[1],
        )
