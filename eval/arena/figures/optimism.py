"""By how much a contestant's own judge scores its answers above one that did not steer."""

from __future__ import annotations

from collections.abc import Sequence

from data_base.schemas.run import RunItem
from eval.arena.figures.values import Optimism
from eval.stats.paired import BootstrapSettings, estimates


def optimism_of(items: Sequence[RunItem], bootstrap: BootstrapSettings) -> Optimism | None:
    """Means over the answers that both judges scored; None if no answer was judged once more.

    Args:
        items: of one contestant.
        bootstrap: how intervals are drawn.
    """
    judged = [(each.research, each.research.final) for each in items if each.research]
    finals = [(research, final) for research, final in judged if final is not None]
    if not finals:
        return None
    both = [(research, final) for research, final in finals if final.optimism is not None]
    fresh = [final.returned.metrics.weighted_score for _, final in both]
    gaps = [final.optimism or 0.0 for _, final in both]
    firsts = [
        final.returned.metrics.weighted_score - final.first.metrics.weighted_score
        for _, final in finals
        if final.first.scored and final.returned.scored
    ]
    steering, fresh_mean, gap, gain = estimates(
        [[score + gap for score, gap in zip(fresh, gaps, strict=True)], fresh, gaps, firsts], bootstrap
    )
    return Optimism(
        judges=tuple(dict.fromkeys(final.judge for _, final in finals)),
        steering=steering,
        fresh=fresh_mean,
        optimism=gap,
        gain=gain,
        missing=len(finals) - len(both),
    )
