"""What a run will take, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.counted import counted

if TYPE_CHECKING:
    from agents.calls.estimate import CallEstimate


def estimate_line(estimate: CallEstimate) -> str:
    """Calls, replies in the cache, tokens and dollars."""
    cost = "cost unknown" if estimate.cost_usd is None else f"about ${estimate.cost_usd:.4f}"
    cached = f" ({counted(estimate.cached, 'reply', 'replies')} in the cache)" if estimate.cached else ""
    return (
        f"{counted(estimate.calls, 'call')}{cached}: about {estimate.input_tokens:,} tokens sent, "
        f"{estimate.output_tokens:,} received, {cost}."
    )
