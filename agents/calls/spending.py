"""A limit on what a run may spend; once it is reached, no new model call starts."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from agents.calls.prices import has_price
from agents.errors import BudgetSpentError
from data_base.errors import InputError
from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from collections.abc import Iterator


class Spending:
    """What has been spent within a limit.

    Attributes:
        tokens: tokens that may be spent, None for no limit.
        usd: dollars that may be spent, None for no limit.
        spent: tokens and calls so far.
        spent_usd: dollars so far; calls of models without a known price are not in it.
    """

    def __init__(self, tokens: int | None, usd: float | None) -> None:
        """Begin with nothing spent."""
        self.tokens = tokens
        self.usd = usd
        self.spent = TokenUsage()
        self.spent_usd = 0.0

    def check(self, model: str, server: str | None) -> None:
        """Let a call begin, or not.

        Raises:
            BudgetSpentError: the limit is reached.
            InputError: the limit is in dollars, and the model's price is not known.
        """
        if self.tokens is not None and self.spent.total_tokens >= self.tokens:
            raise BudgetSpentError(
                f"{model} was not asked: the budget of {self.tokens:,} tokens is spent", model_id=model
            )
        if self.usd is None:
            return
        if not has_price(model, server=server):
            raise InputError(
                f"a budget in USD needs the price of {model}: name it in a file given by JUDGE_PRICES, "
                "or set the budget in tokens"
            )
        if self.spent_usd >= self.usd:
            raise BudgetSpentError(
                f"{model} was not asked: the budget of {self.usd:g} USD is spent", model_id=model
            )

    def note(self, usage: TokenUsage) -> None:
        """Count a call."""
        self.spent += usage
        self.spent_usd += usage.cost_usd or 0.0


_LIMITS: ContextVar[tuple[Spending, ...]] = ContextVar("spending_limits", default=())


@contextmanager
def spending_limit(*, tokens: int | None = None, usd: float | None = None) -> Iterator[Spending]:
    """Limit what the model calls made inside may spend, in all tasks and threads begun there.

    Calls already under way when the limit is reached are finished and counted. Limits may be nested; each
    holds.

    Args:
        tokens: tokens sent and received.
        usd: dollars by the known prices (see :mod:`agents.calls.prices`).
    """
    spending = Spending(tokens, usd)
    token = _LIMITS.set((*_LIMITS.get(), spending))
    try:
        yield spending
    finally:
        _LIMITS.reset(token)


def check_spending(model: str, *, server: str | None = None) -> None:
    """Let a call begin, or not.

    Args:
        model: the model's name.
        server: the server's address where it is not the provider's own.

    Raises:
        BudgetSpentError: a limit around this call is reached.
        InputError: a limit in dollars cannot be kept.
    """
    for limit in _LIMITS.get():
        limit.check(model, server)


def note_spending(usage: TokenUsage) -> None:
    """Count a call towards every limit around it."""
    for limit in _LIMITS.get():
        limit.note(usage)
