"""Judging a file of answers by batch, in rounds: ask for what is missing, take in, judge what can be judged.

Every answer is judged with what has come so far. Where a reply is missing the judgement is put off and its
request noted; once the reply is here it is judged again from the start, up to the next reply that is missing.
A verdict takes a few calls at most, so that the rounds end by themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from langchain_core.language_models import BaseChatModel

from agents.batches.batch_calls import BatchScope
from agents.batches.messages import StatusListener, no_status_listener
from agents.batches.submitter import BatchSubmitter
from agents.calls.call_recording import recording
from agents.calls.concurrency import in_order
from agents.calls.deferral import Deferred, deferring
from agents.models.batches.provider import account_of
from data_base.errors import InputError
from eval.judging.answer_file import SYSTEM, RecordedAnswer, item_of
from eval.judging.batch_ledger_file import Batching, open_book
from eval.runs.runner import ItemListener, is_scored

if TYPE_CHECKING:
    from agents.batches.ledger import BatchLedger
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas.run import RunItem
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.judging.judging_request import ChosenJudge
    from eval.runs.suite import Suite, SuiteRun

Sleep = Callable[[float], Awaitable[None]]
# Nobody is waited for within a round but the disk.
_AT_ONCE = 64


@dataclass(slots=True)
class BatchRun:
    """A run that is judged by batch."""

    judge: ChosenJudge
    """The judge."""
    batching: Batching
    """How the batches are sent."""
    book: BatchLedger
    """Where the batches are recorded."""
    desk: BatchSubmitter
    """Where batches are submitted."""
    run: SuiteRun[RecordedAnswer]
    """Stores what is judged."""
    watch: ItemListener
    """Called with every item, once."""
    done: bytearray = field(default_factory=bytearray)
    """Whether the answer in each place has a stored item, judged by this or by an earlier process.

    A byte each: ids would take most of the memory of a large run.
    """
    failed: set[str] = field(default_factory=set)
    """Ids of the answers without a score, judged in this process."""
    _watched: int = 0

    async def rounds(self, read: Callable[[], Iterator[RecordedAnswer]]) -> None:
        """Judge until every answer is done or the deadline is over.

        Raises:
            InputError: the user must fix something; what was judged before is kept, and batches go on.
        """
        self.desk.release()
        run = self.run.manifest.run_id
        await self.desk.take_in()
        while not self._is_late():
            await self._round(read())
            await self.desk.submit(run)
            if not self.desk.under_way(run) and not self.desk.wanted(run):
                return
            while not self._is_late() and not await self.desk.take_in():
                await self.desk.wait(self._left())
                if self.desk.wanted(run):
                    await self.desk.submit(run)
        await self.desk.cancel(run)
        await self._round(read())

    async def cancel(self, read: Callable[[], Iterator[RecordedAnswer]]) -> int:
        """Cancel all batches, and keep what they have brought.

        Returns:
            Batches that were cancelled.
        """
        self.desk.release()
        count = await self.desk.cancel()
        await self._round(read())
        self.book.flush()
        return count

    async def live(self, answer: JudgeRequest) -> FineGrainedEvaluationResult:
        """Judge an answer with what batches have brought; what is missing is asked at once."""
        with deferring(self._sheet(answer.id, live=True)):
            return await self.judge.mapped.evaluate(answer)

    def settled(self, item: RunItem) -> bool:
        """Whether nothing is left to do for an item: what failed in this process is not tried again."""
        return is_scored(item) or item.case_id in self.failed

    def watch_rest(self, item: RunItem) -> None:
        """Watch the next item, in the order of the answers, unless a round has brought it."""
        if not self._is_done(self._watched):
            self.watch(item)
        self._watched += 1

    async def _round(self, answers: Iterator[RecordedAnswer]) -> None:
        runner = self.run.runner
        left = ((place, answer) for place, answer in enumerate(answers) if not self._is_done(place))

        async def one(placed: tuple[int, RecordedAnswer]) -> tuple[int, RunItem | None]:
            place, answer = placed
            return place, await judged(answer)

        async def judged(answer: RecordedAnswer) -> RunItem | None:
            kept = runner.kept(answer.id, SYSTEM)
            if kept is not None and is_scored(kept):
                return kept
            if self.book.waits(self.run.manifest.run_id, answer.id):
                return None
            await runner.preflight()
            with recording(), deferring(self._sheet(answer.id)):
                try:
                    item = item_of(answer, await self.judge.mapped.evaluate(answer))
                except Deferred:
                    return None
                await runner.keep(item)
            self.book.settle(self.run.manifest.run_id, answer.id)
            return item

        items: AsyncIterator[tuple[int, RunItem | None]] = in_order(left, one, concurrency=_AT_ONCE)
        async for place, item in items:
            if item is not None:
                self._note_done(place)
                self.watch(item)
                if not is_scored(item):
                    self.failed.add(item.case_id)
        self.book.flush()

    def _is_done(self, place: int) -> bool:
        return place < len(self.done) and bool(self.done[place])

    def _note_done(self, place: int) -> None:
        self.done.extend(bytes(max(0, place + 1 - len(self.done))))
        self.done[place] = True

    def _sheet(self, case_id: str, *, live: bool = False) -> BatchScope:
        return BatchScope(self.book, self.run.manifest.run_id, case_id, self.desk.provider, live=live)

    def _left(self) -> float | None:
        """Seconds until the deadline."""
        if self.batching.deadline is None:
            return None
        end = self.run.manifest.created_at + self.batching.deadline
        return (end - datetime.now(UTC)).total_seconds()

    def _is_late(self) -> bool:
        left = self._left()
        return left is not None and left <= 0


@asynccontextmanager
async def batch_run(
    judge: ChosenJudge,
    suite: Suite[RecordedAnswer],
    watch: ItemListener,
    *,
    tell: StatusListener = no_status_listener,
    sleep: Sleep = asyncio.sleep,
) -> AsyncIterator[BatchRun]:
    """A run, opened to be judged by batch.

    Args:
        judge: the judge.
        suite: of the judge, see :meth:`.ChosenJudge.suite`.
        watch: called with every item, once.
        tell: told how the batches stand.
        sleep: how waiting is done.

    Raises:
        InputError: the judge cannot be asked by batch, another process does so, or a file cannot be used.
    """
    if not all(isinstance(turn, BaseChatModel) for turn in judge.spec.turns):
        raise InputError(
            f"{judge.name}: a judge that is Python code, or a checker, would be run again in every round of "
            "batches; name models alone, or leave --batch out."
        )
    models = judge.evaluator.asked_models
    if not models:
        raise InputError(f"{judge.name} asks no model, so that there is nothing to batch; leave --batch out.")
    accounts = [account_of(model) for model in models]
    with open_book(judge.request.cache, accounts) as book:
        desk = BatchSubmitter(book, models, tell=tell, sleep=sleep)
        async with suite.opened() as run:
            yield BatchRun(judge, judge.request.batch or Batching(), book, desk, run, watch)
