"""Which pairs of an arena are judged: all, or as many as the precision takes, and those that clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from agents.calls.unpriced import first_unpriced
from data_base.computing import computed
from data_base.errors import InputError
from data_base.schemas.pair_verdict import PairVerdict, pair_outcomes
from eval.arena.contradictory_verdicts import inconsistencies
from eval.arena.pair_judging import AnswerPair, PairContest, named_pairs, pairs_of
from eval.arena.standings import compared
from eval.standings.next_pairs import PlannedPair, next_pairs, widest
from eval.stats.measure import ClusterSettings

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from eval.arena.config import ArenaRules
    from eval.arena.result import CaseResult


_TWO = 2


async def judge_pairs(
    contest: PairContest, results: Sequence[CaseResult], rules: ArenaRules
) -> tuple[str, ...]:
    """Judge the pairs that the arena asks for, and those whose judgements do not go together.

    Args:
        contest: judges and keeps them.
        results: question by question, judged.
        rules: which pairs.

    Returns:
        Sentences that a reader of the standings must see.

    Raises:
        InputError: something that only the user can fix; what came before is kept.
    """
    contest.recall()
    limit = None
    if rules.pairs == "all":
        await contest.judge(pair for result in results for pair in pairs_of(result))
    elif rules.pairs == "sampled":
        limit = await _judge_sampled(contest, results, rules)
    clashes = (found for result in results for found in inconsistencies(result.items))
    names = ((each.case_id, each.borne_out, each.other) for each in clashes)
    await contest.judge(named_pairs(results, names), second_look=True)
    return () if limit is None else (limit,)


async def _judge_sampled(
    contest: PairContest, results: Sequence[CaseResult], rules: ArenaRules
) -> str | None:
    """Judge pairs until every interval is narrow enough, or a limit is reached.

    Args:
        contest: judges and keeps them.
        results: question by question.
        rules: the precision wanted, and the limits.

    Returns:
        As :func:`limit_reached`.

    Raises:
        InputError: a limit of cost is set, and a judge's price is not known; a model's key is refused.
    """
    # What failed in an earlier process is tried again, in this one once.
    await contest.judge(named_pairs(results, _failed(contest.verdicts)))
    while True:
        sample = _Sample(results, contest.verdicts, rules)
        planned = await computed(sample.planned)
        chosen = list(named_pairs(results, ((each.question, each.first, each.second) for each in planned)))
        affordable = await _affordable(contest, chosen, rules)
        await contest.judge(affordable)
        if len(affordable) < len(chosen) or not chosen:
            return await computed(partial(sample.limit, planned))


def limit_reached(
    results: Sequence[CaseResult], verdicts: Sequence[PairVerdict], rules: ArenaRules
) -> str | None:
    """Why no more pairs of a sampled arena are judged, where its intervals are wider than wanted.

    Returns:
        A sentence for a reader; None where they are narrow enough.
    """
    sample = _Sample(results, verdicts, rules)
    return sample.limit(sample.planned())


class _Sample:
    """What is judged of a sampled arena, and what is left."""

    def __init__(
        self, results: Sequence[CaseResult], verdicts: Sequence[PairVerdict], rules: ArenaRules
    ) -> None:
        self._results, self._rules = results, rules
        # A reference that has no place in the standings makes none of their intervals narrower.
        placed = (each.name for each in rules.contestants if each.name != rules.unranked)
        self._systems = [name for name in placed if _answers(name, results)]
        self._verdicts = [each for each in verdicts if rules.unranked not in {each.first, each.second}]
        self._settings = ClusterSettings(seed=rules.seed)
        first_looks = (each for each in self._verdicts if not each.second_look)
        self._judged = list(compared(results, pair_outcomes(first_looks), {}))
        there = {(each.question, each.first, each.second) for each in self._judged}
        self._left = max(0, rules.max_pairs - len(there))

    def planned(self) -> tuple[PlannedPair, ...]:
        """The pairs to judge next."""
        failed = {_planned(case_id, pair, self._systems) for case_id, *pair in _failed(self._verdicts)}
        return next_pairs(
            self._judged,
            self._systems,
            [result.case.id for result in self._results],
            precision=self._rules.precision,
            limit=self._left,
            without={*_unanswered(self._results, self._systems), *failed},
            settings=self._settings,
        )

    def limit(self, planned: Sequence[PlannedPair]) -> str | None:
        """Why these are not judged any more, or there are none; None where no more are wanted."""
        rules = self._rules
        if planned:
            # Without a limit of cost they are only not judged yet.
            cost = rules.max_cost
            return None if cost is None else _reached(f"max_cost ({cost:g} US dollars)", rules)
        if len(self._systems) < _TWO:
            return None
        wide = widest(self._judged, self._systems, self._settings)
        if wide <= rules.precision:
            return None
        if not self._left:
            return _reached(f"max_pairs ({rules.max_pairs})", rules)
        return _all_judged(wide, rules)


async def _affordable(
    contest: PairContest, pairs: Sequence[AnswerPair], rules: ArenaRules
) -> list[AnswerPair]:
    """The first of these pairs, as many as the limit of cost allows.

    Raises:
        InputError: a judge's price is not known.
    """
    if rules.max_cost is None:
        return list(pairs)
    spent = sum(verdict.usage.cost_usd or 0.0 for verdict in contest.verdicts)
    chosen = []
    for pair in pairs:
        cost = (await contest.estimate([pair])).cost_usd
        if cost is None:
            raise _unpriced("a judge")
        spent += cost
        if spent > rules.max_cost:
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
        raise _unpriced(unpriced)


def _unpriced(name: str) -> InputError:
    return InputError(
        f"max_cost cannot be kept to: the price of {name} is not known; name it in the file of JUDGE_PRICES, "
        "or leave max_cost out."
    )


def _all_judged(wide: float, rules: ArenaRules) -> str:
    return (
        f"All pairs that can be are judged, and the widest interval of the standings is {wide:.0f} points "
        f"wide where {rules.precision:g} were wanted; more questions would make it narrower."
    )


def _reached(limit: str, rules: ArenaRules) -> str:
    return (
        f"{limit} was reached before every interval of the standings was known to be {rules.precision:g} "
        "points wide or less."
    )


def _answers(system: str, results: Iterable[CaseResult]) -> bool:
    return any(item.system == system and item.answer for result in results for item in result.items)


def _failed(verdicts: Iterable[PairVerdict]) -> list[tuple[str, str, str]]:
    """Case and systems of the pairs that lack a judge's verdict."""
    return [(each.case_id, *each.systems) for each in pair_outcomes(verdicts) if each.value is None]


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
