"""The contest: all contestants answer, then all answers to a question are judged on the same passages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from agents.calls.call_recording import recording
from agents.calls.concurrency import in_order
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.answer import Answer
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.arena.result import CaseResult
from eval.runs.blind_judging import reference_answer_of
from eval.runs.runner import ItemListener, Runner, TransactionHook, answered, describe, is_scored, no_listener
from eval.systems.contestant_adapters import Contestant
from scoring.evaluation_score_card import score_card_of

if TYPE_CHECKING:
    from data_base.store.run_store import RunStore

logger = module_logger(__name__)

SharedPassageChoice = Callable[[str, Sequence[Passage]], Sequence[Passage]]
"""Chooses the shared passages from the question and everything that was found for it."""
SharedPassageSearch = Callable[[Case], Awaitable[Sequence[Passage]]]
"""Finds passages about a question, whoever answers it."""
CaseGate = Callable[[], AbstractAsyncContextManager[object]]
"""A place among those under way, kept as long as it is entered."""


class FineGrainedEvaluator(Protocol):
    """What the contest needs of :class:`agents.evaluator.RAGEvaluator`."""

    async def evaluate_fine_grained(  # noqa: PLR0913  (as the evaluator's)
        self,
        question: str,
        answer: str,
        documents: None = None,
        *,
        reference_documents: Sequence[Passage] | None = None,
        reference_answer: str | None = None,
        key_points: Sequence[KeyPoint] = (),
        blocked: Sequence[BlockedSource] = (),
        as_given: Answer | None = None,
    ) -> FineGrainedEvaluationResult:
        """Judge an answer on the shared passages, and on what is known of the question."""
        ...


@dataclass(frozen=True, slots=True)
class Contest:
    """Who answers, who judges, and where it is kept."""

    run_id: str
    """The run in the store; it must have been created."""
    contestants: tuple[Contestant, ...]
    """Who answers; their names differ."""
    evaluator: FineGrainedEvaluator
    """Who judges."""
    store: RunStore
    """Where every item is written as it comes."""
    choose_shared: SharedPassageChoice
    """Chooses the passages to judge on."""
    look_up: SharedPassageSearch | None = None
    """Finds passages to share in addition to those of the contestants; None for no others."""
    may_find: bool = True
    """Whether a contestant that failed may find passages another time."""
    concurrency: int = 4
    """How many answers and judgements may be in progress at the same time."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""
    claims: bool = False
    """Whether the judge checks claims, by what each answer was given with."""
    rejudge: bool = True
    """Answers that were judged on other passages than those shared now are judged again."""
    gate: CaseGate | None = None
    """Where each answer and each judgement waits for its place; ``concurrency`` places of its own if None."""
    also: TransactionHook | None = None
    """Called with each transaction that stores items, and these items, to write more in it."""

    async def results(
        self, cases: Iterable[Case], watch: ItemListener | None = None
    ) -> AsyncIterator[CaseResult]:
        """Run the contest, yielding each question's result in order.

        An answer in the store is not asked for again, a judgement in it is not made again unless it failed
        or was made on other passages than those shared now. An answer that fails (a model that is not
        reachable) is kept as failed and the contest goes on.

        Args:
            cases: the questions.
            watch: called with every item, those that were settled before included.

        Raises:
            InputError: something only the user can fix (a refused key); all that came before is kept.
        """
        runner = Runner(self.store, self.run_id, also=self.also)
        places = asyncio.Semaphore(self.concurrency)
        queue = _CaseQueue(self, self.gate or (lambda: places), runner, watch or no_listener)
        async for result in in_order(cases, queue.settle, concurrency=2 * self.concurrency):
            yield result


@dataclass(frozen=True, slots=True)
class _CaseQueue:
    """The cases of a contest in progress: where items are stored, and how many cases run at a time."""

    contest: Contest
    gate: CaseGate
    runner: Runner
    watch: ItemListener
    errors: list[Exception] = field(default_factory=list)

    async def settle(self, case: Case) -> CaseResult:
        """Bring one question to its end."""
        items = await _all(self._answered(contestant, case) for contestant in self.contest.contestants)
        found = found_by(items, () if self.contest.look_up is None else await self.contest.look_up(case))
        shared = tuple(self.contest.choose_shared(case.question, found))
        if not shared and self.contest.may_find and any(item.answer is None for item in items):
            # A judgement on no passages would be wasted.
            judged = [_put_off(item) for item in items]
        else:
            judged = await _all(self._judged(case, item, shared) for item in items)
        for item in judged:
            self.watch(item)
        return CaseResult(case=case, shared_passages=shared, items=tuple(judged))

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """A place among those under way.

        An error ends the contest: what waits for a place then raises that error, and nothing more begins.
        """
        async with self.gate():
            if self.errors:
                raise self.errors[0]
            try:
                with recording():
                    yield
            except Exception as error:
                self.errors.append(error)
                raise

    async def _answered(self, contestant: Contestant, case: Case) -> RunItem:
        kept = self.runner.kept(case.id, contestant.name)
        if kept is not None and kept.answer is not None:
            return kept
        async with self._place():
            item = _unanswered_if_empty(await answered(lambda: contestant.play(case), case, contestant.name))
            known = {"question": case.question, "reference_answer": case.gold_answer}
            item = item.model_copy(
                update={
                    "language": case.language,
                    "tags": case.tags,
                    "documents": case.documents,
                    "answerable": case.answerable,
                    "metrics": {**item.metrics, **{name: text for name, text in known.items() if text}},
                }
            )
            return await self.runner.keep(item)

    async def _judged(self, case: Case, item: RunItem, shared: tuple[Passage, ...]) -> RunItem:
        if item.answer is None or _is_settled(item, shared):
            return item
        if not self.contest.rejudge and is_scored(item):
            return item
        async with self._place():
            return await self.runner.keep(await self._judge(case, item, item.answer, shared))

    async def _judge(self, case: Case, item: RunItem, answer: Answer, shared: tuple[Passage, ...]) -> RunItem:
        evaluate = self.contest.evaluator.evaluate_fine_grained
        try:
            evaluation = await evaluate(
                case.question,
                answer.text,
                None,
                reference_documents=shared,
                reference_answer=reference_answer_of(case, blind=self.contest.blind),
                key_points=() if self.contest.blind else case.key_points,
                blocked=() if self.contest.blind else case.blocked,
                as_given=answer if self.contest.claims else None,
            )
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001  (whatever a judge does, the other questions go on)
            logger.warning("judging %s on %s failed: %s", item.system, case.id, describe(error))
            card = ScoreCard.unscored(describe(error), tags=(ErrorTag.EVALUATION_FAILED,))
            return item.model_copy(update={"evaluation": None, "score_card": card})
        card = score_card_of(evaluation)
        return item.model_copy(update={"evaluation": evaluation, "score_card": card})


def _unanswered_if_empty(item: RunItem) -> RunItem:
    """An item whose answer says nothing has none: there is nothing to judge."""
    if item.answer is None or item.answer.text.strip():
        return item
    return item.model_copy(update={"answer": None, "error": "the answer is empty"})


def found_by(items: Iterable[RunItem], further: Iterable[Passage] = ()) -> list[Passage]:
    """The union of what all contestants found, in the contestants' order, and more; each passage once."""
    union: dict[str, Passage] = {}
    for item in items:
        _unite(union, item.research.passages if item.research else ())
        _unite(union, item.answer.passages if item.answer else ())
    _unite(union, further)
    return list(union.values())


def _unite(union: dict[str, Passage], passages: Iterable[Passage]) -> None:
    for passage in passages:
        plain = Passage(id=passage.id, doc_id=passage.doc_id, page=passage.page, text=passage.text)
        union.setdefault(plain.id, plain)


def _put_off(item: RunItem) -> RunItem:
    if item.answer is None:
        return item
    card = ScoreCard.unscored("not judged yet: there are no shared passages, since another contestant failed")
    return item.model_copy(update={"evaluation": None, "score_card": card})


def _is_settled(item: RunItem, shared: Sequence[Passage]) -> bool:
    # A contestant that failed before and answers now widens the union: the shared passages are others then,
    # and a judgement on the old ones no longer compares.
    if item.evaluation is None or item.evaluation.evaluation_failed:
        return False
    seen = {*item.evaluation.passages_shown, *item.evaluation.passages_left_out}
    return seen == {passage.id for passage in shared}


async def _all(plays: Iterable[Coroutine[Any, Any, RunItem]]) -> list[RunItem]:
    tasks = [asyncio.ensure_future(play) for play in plays]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        # Where one of them ends the contest, the others must not go on and be paid for.
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
