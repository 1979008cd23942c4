"""The one runner: cases are worked through, several at once, and what comes of each is kept as it comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING

from agents.calls.call_recording import RecordedCall, recording, take_calls
from agents.calls.concurrency import in_order
from agents.errors import ModelCallError, account_refused, is_refused, to_fix
from agents.research.events import one_line
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.case import Case
from data_base.schemas.model_call import ModelCall, text_sha256
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunItem, RunManifest
from eval.engines.case_execution import CaseHandler, CaseT
from eval.files.lone_surrogates import without_lone_surrogates
from eval.runs.resumed_items import reading_back

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data_base.store.run_store import RunStore

logger = module_logger(__name__)
# What our own errors say is a sentence for users; the name of their class says nothing to them.
_OURS = frozenset({"agents", "data_base", "deep_research_judge", "eval"})

ItemListener = Callable[[RunItem], None]
"""Called with every item once it is kept, those that an earlier process kept among them."""
TransactionHook = Callable[["Connection", list[RunItem], list[ModelCall]], None]
"""Writes more in the transaction that keeps items and the calls made for them."""
_TOGETHER_S = 0.01
"""How long results that cost nothing wait for others to share a transaction, which is a flush, with."""

_RESTORED_TOGETHER = 500


def no_listener(_item: RunItem) -> None:
    """Ignore the item."""


def is_scored(item: RunItem) -> bool:
    """Whether there is an answer with a score; one that could not be scored is tried again."""
    return item.answer is not None and item.score_card is not None and item.score_card.scored


async def nothing_first() -> None:
    """Nothing has to be made sure of before the first case."""


class Runner:
    """Works through cases and keeps an item of each.

    What an earlier process kept of the same run is not done again. An item is in the store before anybody
    sees it, so that a crash loses nothing that was paid for.
    """

    def __init__(  # noqa: PLR0913  (each says something else)
        self,
        store: RunStore,
        run: str | RunManifest,
        *,
        concurrency: int = 4,
        watch: ItemListener = no_listener,
        first: Callable[[], Awaitable[None]] = nothing_first,
        free: bool = False,
        also: TransactionHook | None = None,
    ) -> None:
        """Take a run up.

        Args:
            store: where the run is kept.
            run: the id of a run in the store; or a manifest, which is entered after ``first``, so that a
                command that is refused there leaves no empty run.
            concurrency: cases under way at once.
            watch: called with every item.
            first: awaited once before the first case that has to be worked on: are the models there?
            free: whether results cost nothing to make again, so that some may share a transaction.
            also: called with each transaction that keeps items, these and their calls, to write more in it.
        """
        self._store = store
        self._enter = run if isinstance(run, RunManifest) else None
        self._run_id = run.run_id if isinstance(run, RunManifest) else run
        self._concurrency, self._watch, self._free, self._also = concurrency, watch, free, also
        self._first = first
        self._made_sure: asyncio.Future[None] | None = None
        with closing(store.stream(self._run_id)) as items:
            self._resumed = next(items, None) is not None
        self._unsettled = 0
        self._waiting: list[RunItem] = []
        self._calls: list[ModelCall] = []
        self._pairs: list[PairVerdict] = []
        self._more: list[Callable[[Connection], None]] = []
        self._flushed: asyncio.Future[None] | None = None

    def kept(self, case_id: str, system: str) -> RunItem | None:
        """What an earlier process kept of a case and system."""
        if not self._resumed:
            return None
        items = self._store.items_of(self._run_id, case_id)
        return next((item for item in items if item.system == system), None)

    def restore(self, items: Iterable[RunItem]) -> None:
        """Keep items that were kept elsewhere, where there is none with a score; no model is asked."""
        coming = iter(items)
        while some := list(islice(coming, _RESTORED_TOGETHER)):
            kept = (self.kept(item.case_id, item.system) for item in some)
            lacking = [
                item for item, there in zip(some, kept, strict=True) if not (there and is_scored(there))
            ]
            if lacking:
                self._enter_run()
                self._store.extend(self._run_id, lacking)
                self._resumed = True

    async def run(
        self,
        cases: Iterable[CaseT] | AsyncIterable[CaseT],
        system: str,
        work: CaseHandler[CaseT],
        *,
        settled: Callable[[RunItem], bool] = is_scored,
    ) -> AsyncIterator[RunItem]:
        """Bring every case to its end, yielding the items in the cases' order.

        Args:
            cases: drawn as they are taken, so that a stream of any length can be worked through.
            system: that the items belong to.
            work: makes the item of a case.
            settled: whether nothing is left to do for a kept item.

        Raises:
            InputError: something that only the user can fix (a refused key); what came before is kept.
        """

        async def one(case: CaseT) -> tuple[RunItem, bool]:
            kept = self.kept(case.id, system)
            if kept is not None and settled(kept):
                return kept, True
            await self.preflight()
            with recording():
                item = await self.keep(await work(case, kept))
            self._unsettled += not settled(item)
            return item, False

        async for item, was_kept in in_order(cases, one, concurrency=self._concurrency):
            with reading_back(kept=was_kept):
                self._watch(item)
            yield item

    def finish(self) -> None:
        """Say that the run is complete, unless something is left to try again."""
        if not self._unsettled:
            self._enter_run()
            self._store.finish(self._run_id)

    async def preflight(self) -> None:
        """Await what has to be made sure of before the first case; once, however many ask."""
        if self._made_sure is None:
            self._made_sure = asyncio.ensure_future(self._begin())
        await self._made_sure

    async def _begin(self) -> None:
        await self._first()
        self._enter_run()

    def _enter_run(self) -> None:
        if self._enter is not None:
            self._store.create(self._enter)

    async def keep(
        self,
        item: RunItem,
        *,
        also: Callable[[Connection], None] | None = None,
        refused: bool = False,
    ) -> RunItem:
        """Write an item with the model calls made for it; when this returns it is on the disk.

        Args:
            item: the item.
            also: writes more in the same transaction.
            refused: whether it is kept where the key of a model was refused, too.

        Raises:
            InputError: the key of a model was refused. The item is not kept, and is worked on again when the
                run is resumed.
        """
        item = without_lone_surrogates(item)
        calls = _calls_made(item.case_id, item.system, refused=refused)
        more = [] if also is None else [also]
        if not self._free:
            self._extend([item], calls, (), more)
            return item
        self._waiting.append(item)
        self._more += more
        self._calls += calls
        await self._together()
        return item

    async def keep_pairs(
        self,
        verdicts: Sequence[PairVerdict],
        *,
        also: Callable[[Connection], None] | None = None,
        refused: bool = False,
    ) -> None:
        """Write verdicts on one pair and the calls made for them; when this returns they are on the disk.

        A verdict is one of very many: those that come within a hundredth of a second share a transaction.

        Args:
            verdicts: of one pair.
            also: writes more in the same transaction.
            refused: whether they are kept where the key of a model was refused, too.

        Raises:
            InputError: the key of a model was refused; the verdicts are not kept.
        """
        first = verdicts[0]
        self._calls += _calls_made(first.case_id, f"{first.first} / {first.second}", refused=refused)
        self._more += [] if also is None else [also]
        self._pairs += [without_lone_surrogates(verdict) for verdict in verdicts]
        await self._together()

    async def _together(self) -> None:
        """Wait until what waits is written."""
        if self._flushed is None:
            loop = asyncio.get_running_loop()
            self._flushed = loop.create_future()
            loop.call_later(_TOGETHER_S, self._flush)
        try:
            await asyncio.shield(self._flushed)
        except asyncio.CancelledError:
            self._flush()
            raise

    def _flush(self) -> None:
        flushed, self._flushed = self._flushed, None
        items, self._waiting = self._waiting, []
        calls, self._calls = self._calls, []
        pairs, self._pairs = self._pairs, []
        more, self._more = self._more, []
        if flushed is None:
            return
        try:
            self._extend(items, calls, pairs, more)
        except Exception as error:  # noqa: BLE001  (whoever waits must hear of it, whatever it is)
            flushed.set_exception(error)
        else:
            flushed.set_result(None)

    def _extend(
        self,
        items: list[RunItem],
        calls: list[ModelCall],
        pairs: Sequence[PairVerdict],
        more: list[Callable[[Connection], None]],
    ) -> None:
        def write(connection: Connection) -> None:
            if self._also is not None:
                self._also(connection, items, calls)
            for each in more:
                each(connection)

        self._store.extend(self._run_id, items, calls, pairs=pairs, also=write)


def _calls_made(case_id: str, system: str, *, refused: bool = False) -> list[ModelCall]:
    """The calls since they were last taken, as they are kept.

    Raises:
        InputError: a model refused its key or its account, and calls are not to be kept then.
    """
    made = take_calls()
    refusal = next((call.error for call in made if account_refused(call.error)), None)
    if refusal is not None and not refused:
        raise to_fix(refusal, midway=True)
    return [kept_call(call, case_id, system) for call in made]


def kept_call(call: RecordedCall, case_id: str, system: str) -> ModelCall:
    """A call as it is kept, of an item's case and system."""
    prompt = call.prompt
    return ModelCall(
        case_id=case_id,
        system=system,
        role=call.role,
        model=call.model,
        model_served=call.model_served,
        prompt_sha256=text_sha256(prompt),
        prompt=prompt,
        reply=call.reply,
        rung=call.rung,
        input_tokens=call.usage.input_tokens,
        cached_input_tokens=call.usage.cached_input_tokens,
        cache_written_input_tokens=call.usage.cache_written_input_tokens,
        output_tokens=call.usage.output_tokens,
        cost_usd=call.usage.cost_usd,
        latency_ms=call.latency_ms,
        cached=call.usage.cached > 0,
        batch=call.batch,
        created_at=datetime.fromtimestamp(call.made_at, UTC),
    )


async def answered(answer: Callable[[], Awaitable[RunItem]], case: Case, system: str) -> RunItem:
    """An item with the answer, or with why there is none: whatever a system does, the other cases go on.

    Raises:
        InputError: something that only the user can fix (a refused key).
    """
    try:
        return await answer()
    except InputError:
        raise
    except ModelCallError as error:
        if is_refused(error):
            raise to_fix(error, midway=True) from error
        said = str(error)
    except Exception as error:  # noqa: BLE001  (whatever a system does, the others go on)
        said = describe(error)
    # Half of a character, as an error may quote it, would fit into no log and no report.
    said = said.encode("utf-8", "replace").decode()
    logger.warning("%s failed to answer %s (%s): %s", system, case.id, one_line(case.question), said)
    return RunItem(case_id=case.id, system=system, error=said)


def describe(error: BaseException) -> str:
    """An error in one line for a report: its kind and what it says; of one of ours only what it says."""
    said = " ".join(str(error).split())
    if said and type(error).__module__.partition(".")[0] in _OURS:
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
