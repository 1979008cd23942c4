"""What contestants' answers took in money, time, calls and tokens, and which of them are worth it."""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from statistics import fmean

from data_base.schemas.run import RunItem
from data_base.schemas.usage import TokenUsage
from eval.arena.figures.values import Amount, ArenaSpending, CostPerPoint, Spending

Score = Callable[[RunItem], float | None]


def spendings(columns: Sequence[Sequence[RunItem]], score: Score) -> ArenaSpending:
    """What every contestant's answers took.

    Args:
        columns: for each contestant its items.
        score: an item's weighted score, None where it does not count.
    """
    sides = [_spending(items, score) for items in columns]
    by = _basis(sides)
    if by is not None:
        best = [_on_frontier(side, sides, by) for side in sides]
        sides = [each.model_copy(update={"frontier": top}) for each, top in zip(sides, best, strict=True)]
    return ArenaSpending(by=by, sides=tuple(sides))


def usage_of(item: RunItem) -> TokenUsage:
    """Tokens, calls and cost of an item's answer, the loop's own judging included."""
    if item.research is not None:
        return item.research.usage
    return item.answer.usage if item.answer else TokenUsage()


def _seconds(item: RunItem) -> float | None:
    """Wall time of an item's answer, None where it was not measured."""
    if item.research is not None:
        return item.research.elapsed_ms / 1000 or None
    known = None if item.answer is None else item.answer.latency_ms
    return None if known is None else known / 1000


def _spending(items: Sequence[RunItem], score: Score) -> Spending:
    usage = reduce(add, map(usage_of, items), TokenUsage())
    said = bool(usage.calls or usage.cached or usage.total_tokens)
    times = [time for item in items if (time := _seconds(item)) is not None]
    scored = [(item, value) for item in items if (value := score(item)) is not None]
    own = Spending(
        system=items[0].system,
        answers=sum(item.answer is not None for item in items),
        calls=usage.calls if said else None,
        tokens=usage.total_tokens if said else None,
        cached_tokens=usage.cached_input_tokens if said else None,
        cost_usd=usage.cost_usd if said else None,
        timed=len(times),
        seconds=sum(times) if times else None,
        mean=fmean(value for _, value in scored) if scored else None,
    )
    return own.model_copy(update={"per_point": _per_point(scored, said=said)}) if scored else own


def _per_point(scored: Sequence[tuple[RunItem, float]], *, said: bool) -> CostPerPoint:
    points = sum(value for _, value in scored)
    usage = reduce(add, (usage_of(item) for item, _ in scored), TokenUsage())
    timed = [(time, value) for item, value in scored if (time := _seconds(item)) is not None]
    return CostPerPoint(
        cost_usd=None if not said or usage.cost_usd is None else usage.cost_usd / points,
        seconds=sum(time for time, _ in timed) / sum(value for _, value in timed) if timed else None,
        calls=usage.calls / points if said else None,
        tokens=usage.total_tokens / points if said else None,
    )


def _basis(sides: Sequence[Spending]) -> Amount | None:
    said = [side for side in sides if side.tokens is not None]
    if said and all(side.cost_usd is not None for side in said) and any(side.cost_usd for side in said):
        return "cost_usd"
    if any(side.tokens for side in said):
        return "tokens"
    return "seconds" if any(side.timed for side in sides) else None


def _on_frontier(side: Spending, sides: Sequence[Spending], by: Amount) -> bool:
    mean, amount = side.mean, side.per_answer(by)
    if mean is None or amount is None:
        return False
    others = ((other.mean, other.per_answer(by)) for other in sides if other is not side)
    return not any(
        their_mean is not None
        and theirs is not None
        and their_mean >= mean
        and theirs <= amount
        and (their_mean, theirs) != (mean, amount)
        for their_mean, theirs in others
    )
