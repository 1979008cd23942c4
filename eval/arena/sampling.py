"""Which pairs of an arena are judged: all, or as many as the precision takes, and those that clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from agents.calls.unpriced import first_unpriced
from data_base.errors import InputError
from data_base.schemas.pair_verdict import pair_outcomes
from eval.arena.consistency import inconsistencies
from eval.arena.pairing import Pair, PairContest, named_pairs, pairs_of
from eval.arena.standings import compared
from eval.standings.next_pairs import PlannedPair, next_pairs, widest
from eval.stats.measure import ClusterSettings

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from eval.arena.config import ArenaConfig
    from eval.arena.result import CaseResult


_TWO = 2


async def judge_pairs(
    contest: PairContest, results: Sequence[CaseResult], config: ArenaConfig
) -> tuple[str, ...]:
    """Judge the pairs that the arena's file asks for, and those whose judgements do not go together.

    Args:
        contest: judges and keeps them.
        results: question by question, judged.
        config: which pairs.

    Returns:
        Sentences that a reader of the standings must see.

    Raises:
        InputError: something that only the user can fix; what came before is kept.
    """
    contest.recall()
    limit = None
    if config.pairs == "all":
        await contest.judge(pair for result in results for pair in pairs_of(result))
    elif config.pairs == "sampled":
        limit = await _judge_sampled(contest, results, config)
    clashes = (found for result in results for found in inconsistencies(result.items))
    names = ((each.case_id, each.borne_out, each.other) for each in clashes)
    await contest.judge(named_pairs(results, names), second_look=True)
    return () if limit is None else (limit,)


async def _judge_sampled(
    contest: PairContest, results: Sequence[CaseResult], config: ArenaConfig
) -> str | None:
    """Judge pairs until every interval is narrow enough, or a limit is reached.

    Args:
        contest: judges and keeps them.
        results: question by question.
        config: the precision wanted, and the limits.

    Returns:
        A sentence for a reader where a limit was reached, or all pairs are judged, before; else None.

    Raises:
        InputError: a limit of cost is set, and a judge's price is not known; a model's key is refused.
    """
    systems = [name for name in (each.name for each in config.contestants) if _answers(name, results)]
    missing = set(_unanswered(results, systems))
    # What failed in an earlier process is tried again, in this one once.
    await contest.judge(named_pairs(results, _failed(contest)))
    settings = ClusterSettings(seed=config.seed)
    while True:
        sample = (each for each in contest.verdicts if not each.second_look)
        judged = list(compared(results, pair_outcomes(sample), {}))
        left = config.max_pairs - len({(each.question, each.first, each.second) for each in judged})
        failed = {_planned(case_id, pair, systems) for case_id, *pair in _failed(contest)}
        planned = next_pairs(
            judged,
            systems,
            [result.case.id for result in results],
            precision=config.precision,
            limit=max(0, left),
            without=missing | failed,
            settings=settings,
        )
        if not planned:
            wide = widest(judged, systems, settings)
            if len(systems) < _TWO or wide <= config.precision:
                return None
            return (
                _reached(f"max_pairs ({config.max_pairs})", config)
                if left <= 0
                else _all_judged(wide, config)
            )
        chosen = list(named_pairs(results, ((each.question, each.first, each.second) for each in planned)))
        affordable = await _affordable(contest, chosen, config)
        await contest.judge(affordable)
        if len(affordable) < len(chosen):
            return _reached(f"max_cost ({config.max_cost:g} US dollars)", config)


async def _affordable(contest: PairContest, pairs: Sequence[Pair], config: ArenaConfig) -> list[Pair]:
    """The first of these pairs, as many as the limit of cost allows.

    Raises:
        InputError: a judge's price is not known.
    """
    if config.max_cost is None:
        return list(pairs)
    spent = sum(verdict.usage.cost_usd or 0.0 for verdict in contest.verdicts)
    chosen = []
    for pair in pairs:
        cost = (await contest.estimate([pair])).cost_usd
        if cost is None:
            raise InputError(
                "max_cost cannot be kept to: the price of a judge is not known; name it in the file of "
                "JUDGE_PRICES, or leave max_cost out."
            )
        spent += cost
        if spent > config.max_cost:
            break
        chosen.append(pair)
    return chosen


def require_prices_of_pairs(judges: Iterable[RAGEvaluator]) -> None:
    """Check that a limit of cost can be kept to.

    Raises:
        InputError: a judge's price is not known.
    """
    unpriced = first_unpriced(model for judge in judges for model in judge.spec.models)
    if unpriced is not None:
        raise InputError(
            f"max_cost cannot be kept to: the price of {unpriced} is not known; name it in the file of "
            "JUDGE_PRICES, or leave max_cost out."
        )


def _all_judged(wide: float, config: ArenaConfig) -> str:
    return (
        f"All pairs that can be are judged, and the widest interval of the standings is {wide:.0f} points "
        f"wide where {config.precision:g} were wanted; more questions would make it narrower."
    )


def _reached(limit: str, config: ArenaConfig) -> str:
    return (
        f"{limit} was reached before every interval of the standings was known to be {config.precision:g} "
        "points wide or less."
    )


def _answers(system: str, results: Iterable[CaseResult]) -> bool:
    return any(item.system == system and item.answer for result in results for item in result.items)


def _failed(contest: PairContest) -> list[tuple[str, str, str]]:
    """Case and systems of the pairs that lack a judge's verdict."""
    return [(each.case_id, *each.systems) for each in pair_outcomes(contest.verdicts) if each.value is None]


def _unanswered(results: Iterable[CaseResult], systems: Sequence[str]) -> Iterator[PlannedPair]:
    """The pairs that cannot be judged, since a contestant gave no answer."""
    for result in results:
        there = {item.system for item in result.items if item.answer is not None}
        for first, second in combinations(systems, 2):
            if not {first, second} <= there:
                yield PlannedPair(question=result.case.id, first=first, second=second)


def _planned(case_id: str, pair: Iterable[str], systems: Sequence[str]) -> PlannedPair:
    first, second = sorted(pair, key=systems.index)
    return PlannedPair(question=case_id, first=first, second=second)
