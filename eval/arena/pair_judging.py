"""Pairs of answers, judged with both in view: each by every judge in both orders, on the shared passages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from agents.calls.call_recording import recording
from agents.calls.concurrency import in_order
from agents.calls.estimate import CallEstimate
from agents.judges.pairs.pair_request import PairRequest
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.passage import Passage
from eval.runs.blind_judging import reference_answer_of
from eval.runs.runner import Runner

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from data_base.store.run_store import RunStore
    from eval.arena.contest import CaseGate
    from eval.arena.result import CaseResult
    from eval.runs.runner import TransactionHook

Order = tuple[str, str, str, str]
"""Case, judge, and the systems in the order in which their answers are shown."""
SettledCheck: TypeAlias = "Callable[[RAGEvaluator, PairRequest, AnswerPair], bool]"
"""Whether a judge need not be asked about a pair in the order of a request."""


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """Two answers to a question, and what they are judged on."""

    case: Case
    """The case that both answers belong to."""
    first: str
    """The first answer's system."""
    second: str
    """The second answer's system."""
    answers: tuple[Answer, Answer]
    """The two systems' answers."""
    shared_passages: tuple[Passage, ...]
    """The passages that all answers to the question are judged on."""

    def requests(self, *, blind: bool) -> tuple[PairRequest, PairRequest]:
        """What a judge is asked, in both orders.

        Args:
            blind: the judge sees no gold answer and no key points.
        """
        request = PairRequest(
            case_id=self.case.id,
            question=self.case.question,
            first=self.first,
            second=self.second,
            first_answer=self.answers[0].text,
            second_answer=self.answers[1].text,
            passages=self.shared_passages or None,
            reference_answer=reference_answer_of(self.case, blind=blind),
            key_points=() if blind else self.case.key_points,
            blocked=() if blind else self.case.blocked,
        )
        return request, request.turned()


def pairs_of(result: CaseResult) -> Iterator[AnswerPair]:
    """Every two answers to a question; a contestant that gave none is in no pair."""
    answered = [(item.system, item.answer) for item in result.items if item.answer is not None]
    for (first, one), (second, other) in combinations(answered, 2):
        yield AnswerPair(result.case, first, second, (one, other), result.shared_passages)


def named_pairs(results: Iterable[CaseResult], names: Iterable[tuple[str, str, str]]) -> Iterator[AnswerPair]:
    """The pairs with these names (case, system, system), in their order; unknown ones are left out."""
    known = {
        (pair.case.id, frozenset((pair.first, pair.second))): pair
        for result in results
        for pair in pairs_of(result)
    }
    for case_id, first, second in names:
        pair = known.get((case_id, frozenset((first, second))))
        if pair is not None:
            yield pair


@dataclass
class PairContest:
    """Judges pairs, keeps every verdict as it comes, and asks for none twice."""

    run_id: str
    """The run in the store; it must have been created."""
    judges: Sequence[RAGEvaluator]
    """Who compares the answers, each on its own."""
    store: RunStore
    """Where every verdict is written."""
    concurrency: int = 4
    """Pairs in progress at the same time."""
    blind: bool = False
    """The judges see no reference answers and no key points."""
    rejudge: bool = True
    """Pairs that were judged on other passages than those shared now are judged again."""
    gate: CaseGate = nullcontext
    """Where each pair waits for its place."""
    also: TransactionHook | None = None
    """Called with each transaction that stores verdicts, and their calls, to write more in it."""
    kept: dict[Order, PairVerdict] = field(default_factory=dict, repr=False)
    """The verdicts so far."""

    def recall(self) -> None:
        """Read the verdicts that an earlier process kept."""
        self.kept = by_order(self.store.pairs(self.run_id))

    @property
    def verdicts(self) -> tuple[PairVerdict, ...]:
        """All verdicts so far."""
        return tuple(self.kept.values())

    async def judge(self, pairs: Iterable[AnswerPair], *, second_look: bool = False) -> None:
        """Judge these pairs in both orders, unless they have been judged on the same passages.

        A judge that fails leaves a verdict with an ``error``; it is asked again another time.

        Args:
            pairs: which.
            second_look: whether they are judged because single judgements do not go together.

        Raises:
            InputError: something that only the user can fix (a refused key); what came before is kept.
        """
        runner = Runner(self.store, self.run_id, also=self.also)

        async def one(pair: AnswerPair) -> None:
            async with self.gate():
                await self._both(runner, pair, second_look=second_look)

        async for _ in in_order(pairs, one, concurrency=self.concurrency):
            pass

    async def estimate(self, pairs: Iterable[AnswerPair]) -> CallEstimate:
        """What :meth:`judge` would ask; see :func:`pairs_estimate`."""
        return await pairs_estimate(self.judges, pairs, blind=self.blind, settled=self._settled)

    @property
    def _settled(self) -> SettledCheck:
        return settled_by(self.kept, rejudge=self.rejudge)

    async def _both(self, runner: Runner, pair: AnswerPair, *, second_look: bool) -> None:
        for request in pair.requests(blind=self.blind):
            for judge in self.judges:
                with recording():
                    found = await self._verdicts(judge, request, pair)
                    await self._keep(runner, found, second_look=second_look)

    async def _verdicts(
        self, judge: RAGEvaluator, request: PairRequest, pair: AnswerPair
    ) -> list[PairVerdict]:
        if self._settled(judge, request, pair):
            return [self.kept[request.case_id, judge.model_id, request.first, request.second]]
        return await judge.judge_pair(request)

    async def _keep(self, runner: Runner, verdicts: list[PairVerdict], *, second_look: bool) -> None:
        for verdict in verdicts:
            known = self.kept.get(_order(verdict))
            # What was judged for the standings stays there.
            first_look = not second_look or (known is not None and not known.second_look)
            now = verdict.model_copy(update={"second_look": not first_look})
            if now is not known and now != known:
                await runner.keep_pairs([now])
                self.kept[_order(now)] = now


def settled_by(kept: Mapping[Order, PairVerdict], *, rejudge: bool) -> SettledCheck:
    """Whether what was judged before settles a pair in one order.

    Args:
        kept: the verdicts so far.
        rejudge: those on other passages than are shared now do not.
    """

    def settled(judge: RAGEvaluator, request: PairRequest, pair: AnswerPair) -> bool:
        known = kept.get((request.case_id, judge.model_id, request.first, request.second))
        if known is None or known.verdict is None:
            return False
        return not rejudge or _seen(known) == _ids(pair)

    return settled


def by_order(verdicts: Iterable[PairVerdict]) -> dict[Order, PairVerdict]:
    """Verdicts by case, judge and order."""
    return {_order(verdict): verdict for verdict in verdicts}


def in_order_of(results: Sequence[CaseResult], verdicts: Iterable[PairVerdict]) -> list[PairVerdict]:
    """Verdicts in the order of the questions and contestants, whatever order they came in."""
    cases = {result.case.id: number for number, result in enumerate(results)}
    systems = {item.system: number for result in results[:1] for number, item in enumerate(result.items)}

    def place(verdict: PairVerdict) -> tuple[int, int, int, str]:
        first, second = systems.get(verdict.first, 0), systems.get(verdict.second, 0)
        return cases.get(verdict.case_id, len(cases)), first, second, verdict.judge

    return sorted(verdicts, key=place)


async def pairs_estimate(
    judges: Iterable[RAGEvaluator],
    pairs: Iterable[AnswerPair],
    *,
    blind: bool,
    settled: SettledCheck,
) -> CallEstimate:
    """Calls, tokens and cost of comparing pairs in both orders; no model is asked.

    Args:
        judges: each compares every pair.
        pairs: which.
        blind: the judges see no gold answers and no key points.
        settled: whether a judge need not be asked.

    Raises:
        InputError: the cache or the price file cannot be used.
    """
    judges, total = list(judges), CallEstimate()
    for pair in pairs:
        for judge in judges:
            asked = (each for each in pair.requests(blind=blind) if not settled(judge, each, pair))
            total += await judge.estimate_pairs(asked)
    return total


def _order(verdict: PairVerdict) -> Order:
    return verdict.case_id, verdict.judge, verdict.first, verdict.second


def _seen(verdict: PairVerdict) -> set[str]:
    return {*verdict.passages_shown, *verdict.passages_left_out}


def _ids(pair: AnswerPair) -> set[str]:
    return {passage.id for passage in pair.shared_passages}
