"""What model calls cost in tokens."""

from __future__ import annotations

from pydantic import Field

from data_base.frozen import Frozen


class TokenUsage(Frozen):
    """Tokens and calls of one or more model calls; sums with ``+``.

    Attributes:
        input_tokens: tokens sent, as the provider counts them (0 where it does not say).
        output_tokens: tokens received.
        calls: requests made to models; tries that failed and hedges count.
        cached: replies read from the cache instead; they cost nothing.
    """

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    calls: int = Field(default=0, ge=0)
    cached: int = Field(default=0, ge=0)

    @property
    def total_tokens(self) -> int:
        """Tokens sent and received."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            calls=self.calls + other.calls,
            cached=self.cached + other.cached,
        )
