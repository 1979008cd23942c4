"""Judging an answer while somebody waits for it; what comes of it is kept as of a job."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from agents.calls.call_recording import recording
from agents.calls.concurrency import all_of
from agents.models.server_errors import said_to_clients
from data_base.computing import computing_in
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.runs.runner import Runner
from service.fair_threads import FairThreads
from service.jobs.judging import Evaluators, JudgingTerms
from service.jobs.limits.admission import admitted
from service.jobs.limits.budgets import item_name
from service.jobs.loop_thread import LoopThread

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from agents.calls.estimate import CallEstimate
    from agents.judges.pairs.pair_request import PairRequest
    from data_base.schemas.model_call import ModelCall
    from data_base.schemas.pair_verdict import PairVerdict
    from data_base.schemas.run import RunItem
    from data_base.store.run_store import RunStore
    from service.jobs.judge_request import JudgeSettingsRequest
    from service.jobs.limits.budgets import Budgets

_RUNS = 64
"""Runs whose runner is kept; the terms of a further one are read from the store again."""


class TransactionHook(Protocol):
    """Writes more in the transaction that keeps an item."""

    def __call__(self, connection: Connection, *, run_id: str, item: RunItem) -> None: ...  # noqa: D102


class PairTransactionHook(Protocol):
    """Writes more in the transaction that keeps the verdicts on a pair."""

    def __call__(  # noqa: D102
        self, connection: Connection, *, run_id: str, verdicts: tuple[PairVerdict, ...]
    ) -> None: ...


class SyncJudged(NamedTuple):
    """What came of an answer."""

    run_id: str
    """The run in which the item is stored."""
    item: RunItem
    """The answer with its evaluation."""


class SyncJudging:
    """Judges single answers; those of a project, a judge and a day (UTC) are a run.

    They are judged and kept in a thread of their own, so that neither blocks the caller's loop.
    """

    def __init__(self, runs: RunStore, evaluators: Evaluators, budgets: Budgets) -> None:
        """Keep what comes in a run store."""
        self._runs, self._evaluators, self._budgets = runs, evaluators, budgets
        self._runners: dict[tuple[str, str, str], tuple[str, Runner]] = {}
        self._thread = LoopThread("judge-at-once")
        self._turns = FairThreads("judging")

    def close(self) -> None:
        """Give up what is under way."""
        self._thread.stop()
        self._turns.close()

    async def judge(
        self,
        project: str,
        answer: RecordedAnswer,
        judge: str,
        settings: JudgeSettingsRequest,
        *,
        also: TransactionHook | None = None,
    ) -> SyncJudged:
        """Judge an answer; a judge that fails gives an evaluation that says so.

        Args:
            project: whose answer it is.
            answer: with an id that no other answer has.
            judge: the judge's name.
            settings: how it judges.
            also: writes more in the transaction that keeps the item; called in that thread.

        Raises:
            InputError: the judge's name or a setting cannot be used.
            WaitError: a limit of one of its models is reached.
        """
        return await self._thread.run(lambda: self._judge(project, answer, judge, settings, also))

    async def _judge(
        self,
        project: str,
        answer: RecordedAnswer,
        judge: str,
        settings: JudgeSettingsRequest,
        also: TransactionHook | None,
    ) -> SyncJudged:
        evaluator = await self._evaluators.soon(judge, settings)
        run_id, runner = self._runner(project, JudgingTerms(judge=judge, settings=settings))
        name, models = item_name(run_id, answer.id), evaluator.spec.models
        with recording(), computing_in(partial(self._turns.submit, project)), said_to_clients():
            async with admitted(self._budgets, models, name, partial(evaluator.estimate, [answer])):
                item = item_of(answer, await evaluator.evaluate(answer))
            more = None if also is None else partial(also, run_id=run_id, item=item)
            return SyncJudged(run_id, await runner.keep(item, also=more, refused=True))

    async def judge_pair(
        self,
        project: str,
        orders: tuple[PairRequest, ...],
        terms: JudgingTerms,
        *,
        also: PairTransactionHook,
    ) -> None:
        """Judge a pair of answers; a judge that fails gives a verdict that says so.

        Args:
            project: whose answers they are.
            orders: the pair, with an id that no other has, in each order in which it is to be judged.
            terms: who judges, and how.
            also: writes more in the transaction that keeps the verdicts: those of each judge in the first
                order, then those in the second; called in that thread.

        Raises:
            InputError: the judge's name or a setting cannot be used.
            WaitError: a limit of one of its models is reached.
        """
        await self._thread.run(lambda: self._judge_pair(project, orders, terms, also))

    async def _judge_pair(
        self, project: str, orders: tuple[PairRequest, ...], terms: JudgingTerms, also: PairTransactionHook
    ) -> None:
        evaluator = await self._evaluators.soon(terms.judge, terms.settings)
        run_id, runner = self._runner(project, terms)
        name, models = item_name(run_id, orders[0].case_id), evaluator.spec.models * len(orders)

        async def estimate() -> CallEstimate:
            return await evaluator.estimate_pairs(orders)

        with recording(), computing_in(partial(self._turns.submit, project)), said_to_clients():
            async with admitted(self._budgets, models, name, estimate):
                found = await all_of(evaluator.judge_pair(request) for request in orders)
            verdicts = tuple(verdict for each in found for verdict in each)

            def more(connection: Connection) -> None:
                self._budgets.settle(connection, name)
                also(connection, run_id=run_id, verdicts=verdicts)

            await runner.keep_pairs(verdicts, also=more, refused=True)

    def _spend(
        self, run_id: str, connection: Connection, items: list[RunItem], calls: list[ModelCall]
    ) -> None:
        self._budgets.spend(connection, run_id, items, calls)

    def _runner(self, project: str, terms: JudgingTerms) -> tuple[str, Runner]:
        day = f"{datetime.now(UTC):%Y%m%d}"
        key = project, day, hashlib.sha256(terms.model_dump_json().encode()).hexdigest()
        if key in self._runners and not self._runs.contains(self._runners[key][0]):
            # Somebody deleted the run; it begins again.
            del self._runners[key]
        if key not in self._runners:
            manifest = terms.manifest(self._evaluators.of(terms.judge, terms.settings))
            run_id = f"{manifest.run_id}-{project}-{day}"
            self._runs.create(manifest.model_copy(update={"run_id": run_id}), project=project)
            if len(self._runners) >= _RUNS:
                self._runners.clear()
            self._runners[key] = (
                run_id,
                Runner(self._runs, run_id, free=True, also=partial(self._spend, run_id)),
            )
        return self._runners[key]
