"""Which pairs of an arena are judged: all, or as many as the precision takes, and those that clash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eval.arena.consistency import inconsistencies
from eval.arena.pairing import PairContest, named_pairs, pairs_of
from eval.arena.sampling import judge_sampled

if TYPE_CHECKING:
    from eval.arena.config import ArenaConfig
    from eval.arena.result import CaseResult


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
        limit = await judge_sampled(contest, results, config)
    clashes = (found for result in results for found in inconsistencies(result.items))
    names = ((each.case_id, each.borne_out, each.other) for each in clashes)
    await contest.judge(named_pairs(results, names), second_look=True)
    return () if limit is None else (limit,)
