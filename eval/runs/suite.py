"""The one suite: a run is opened or resumed, an engine works on its cases, and what comes of them is kept.

What runs cases gives a :class:`Suite` what differs: the terms, how a case is worked on here and in another
process, what must be checked first. How a run is opened, resumed, planned, kept and finished is the same for
all.
"""

from __future__ import annotations

from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, NamedTuple, Protocol

from pydantic import JsonValue

from agents.calls.estimate import CallEstimate
from agents.judges.as_of import in_run_begun
from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.engines.case_execution import CaseHandler, CaseT, in_run_there
from eval.engines.engine import CaseWork, Engine, InProcess
from eval.runs.kept_run import kept_items
from eval.runs.preflight import ModelCheck, ready
from eval.runs.runner import ItemListener, Runner, is_scored, no_listener
from eval.runs.served_models import with_served


class SuiteRequest(Protocol):
    """What every request says of how its run is made."""

    @property
    def store(self) -> str | None:
        """The run store, None for the one that all commands share."""
        ...

    @property
    def fresh(self) -> bool:
        """Whether a new run begins, whatever was left unfinished."""
        ...

    @property
    def concurrency(self) -> int:
        """Cases under way at once, in each process."""
        ...

    @property
    def engine(self) -> Engine:
        """Where cases are worked on."""
        ...


class Plan(NamedTuple):
    """What a run would ask."""

    total: int
    """Questions of the run."""
    kept: int
    """Those that an unfinished run of the same terms has settled already."""
    system: str
    """Who would be asked the others."""
    estimate: CallEstimate | None = None
    """What that would cost, None where it cannot be known."""

    def __str__(self) -> str:
        left = self.total - self.kept
        said = f"{left} of {counted(self.total, 'question')} would be asked of {self.system}"
        if self.kept:
            said += f", {self.kept} {'is' if self.kept == 1 else 'are'} kept"
        return f"{said}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite(Generic[CaseT]):
    """A run that can begin."""

    request: SuiteRequest
    """How it is made."""
    manifest: RunManifest
    """Its terms."""
    system: str
    """The system that its items belong to."""
    here: Callable[[str], CaseHandler[CaseT]]
    """Makes what works on a case in this process, given the run's id."""
    there: Callable[[str], CaseHandler[CaseT]]
    """Makes the same in another process, on another machine; it is sent there, with what is bound to it."""
    require: ModelCheck = ready
    """Checks, given the kept items, that cases can be worked on; awaited before the first that has to be."""
    settled: Callable[[RunItem], bool] = is_scored
    """Whether nothing is left to do for a kept item."""
    lock: Callable[[], AbstractContextManager[object]] = nullcontext
    """Keeps other runs from writing the same files."""
    one_process: bool = False
    """Whether Deep Research takes part, whose checkpoints one process writes."""
    quick: bool = False
    """Whether a case takes milliseconds of this machine, see :class:`eval.engines.engine.CaseWork`."""
    free: bool = False
    """Whether results cost nothing to make again, so that some may share a transaction."""
    requests_per_minute: int | None = None
    """To each model, where the engine has no such limit."""

    @asynccontextmanager
    async def opened(
        self, watch: ItemListener = no_listener, *, shared: CaseHandler[CaseT] | None = None
    ) -> AsyncIterator[SuiteRun[CaseT]]:
        """The run: what an earlier process left of it, or a new one, which is entered with its first item.

        Args:
            watch: called with every item.
            shared: works on cases in the place of the suite's own, see :func:`at_work`.

        Raises:
            InputError: the engine or the store cannot be used, or another command is at work on the run or
                writes the same files.
        """
        self.require_engine()
        request = self.request
        with (
            self.lock(),
            open_run(self.manifest, request.store, fresh=request.fresh) as (store, manifest),
            in_run_begun(manifest.created_at),
        ):
            run_id = manifest.run_id
            own = at_work(
                request,
                run_id,
                here=self.here(run_id),
                there=partial(in_run_there, manifest.created_at, self.there, run_id),
                quick=self.quick,
                requests_per_minute=self.requests_per_minute,
            )
            async with own if shared is None else nullcontext(shared) as step:
                yield SuiteRun(self, store, manifest, self.runner(store, manifest, watch), step)

    def require_engine(self) -> None:
        """Make sure that the engine can work on the cases.

        Raises:
            InputError: it cannot.
        """
        if self.one_process and not isinstance(self.request.engine, InProcess):
            raise InputError(
                "Deep Research keeps its checkpoints in one process; leave out --engine ray, or research "
                "first and evaluate the recorded answers with it."
            )

    async def plan(
        self,
        cases: Iterable[CaseT],
        shown_system: str,
        cost: Callable[[CaseT], Awaitable[CallEstimate]] | None = None,
    ) -> Plan:
        """What the run would ask; no one is asked and nothing is written.

        Args:
            cases: of the run.
            shown_system: who would be asked.
            cost: what one case will cost; None where that cannot be known.
        """
        kept = kept_items(self.manifest, self.request.store, fresh=self.request.fresh)
        done = {item.case_id for item in kept if self.settled(item)}
        total, left = 0, []
        for case in cases:
            total += 1
            if case.id not in done:
                left.append(case)
        costs = None if cost is None else sum([await cost(case) for case in left], CallEstimate())
        return Plan(total, total - len(left), shown_system, costs)

    def runner(self, store: RunStore, manifest: RunManifest, watch: ItemListener) -> Runner:
        """What keeps the items of the run, which goes on with what the store has of it by now."""
        return Runner(
            store,
            manifest,
            concurrency=self.request.engine.cases_at_once(self.request.concurrency, quick=self.quick),
            watch=watch,
            first=lambda: self.require(store.stream(manifest.run_id)),
            free=self.free,
        )


@dataclass(frozen=True, slots=True)
class SuiteRun(Generic[CaseT]):
    """A run of a suite that is under way."""

    suite: Suite[CaseT]
    """Whose run it is."""
    store: RunStore
    """Where it is kept."""
    manifest: RunManifest
    """Its terms, as they were kept when it was begun."""
    runner: Runner
    """Keeps the items."""
    step: CaseHandler[CaseT]
    """A step of a case: most have one."""

    def items(
        self,
        cases: Iterable[CaseT] | AsyncIterable[CaseT],
        *,
        system: str | None = None,
        work: CaseHandler[CaseT] | None = None,
        settled: Callable[[RunItem], bool] | None = None,
    ) -> AsyncIterator[RunItem]:
        """Bring every case to its end, yielding the items in the cases' order.

        Args:
            cases: drawn as they are taken.
            system: that the items belong to, the suite's if None.
            work: how a case is worked on, as the suite says if None.
            settled: whether nothing is left to do for a kept item, as the suite says if None.

        Raises:
            InputError: something that only the user can fix (a refused key); what came before is kept.
        """
        suite = self.suite
        return self.runner.run(
            cases, system or suite.system, work or self.work, settled=settled or suite.settled
        )

    async def work(self, case: CaseT, kept: RunItem | None) -> RunItem:
        """Work on a case; what has neither a score nor an error yet is kept, and has a second step."""
        item = await self.step(case, kept)
        if item.score_card is None and item.error is None:
            # What came of the first step is paid for.
            item = await self.step(case, await self.runner.keep(item))
        return item

    def resumed(self, watch: ItemListener) -> SuiteRun[CaseT]:
        """The same run, which goes on with what is kept of it by now.

        Args:
            watch: called with every item.
        """
        return replace(self, runner=self.suite.runner(self.store, self.manifest, watch))

    @property
    def served(self) -> RunManifest:
        """The manifest with the models that served the run."""
        return with_served(self.manifest, self.store.stream(self.manifest.run_id))

    def kept(self) -> Iterator[RunItem]:
        """The items in the store."""
        return self.store.stream(self.manifest.run_id)

    def finish(self) -> None:
        """Say that the run is complete, unless something is left to try again."""
        self.runner.finish()


def at_work(
    request: SuiteRequest,
    name: str,
    *,
    here: CaseHandler[CaseT],
    there: Callable[[], CaseHandler[CaseT]],
    quick: bool = False,
    requests_per_minute: int | None = None,
) -> AbstractAsyncContextManager[CaseHandler[CaseT]]:
    """The engine of a request, at work on the cases of a run, or of several, which share its limits.

    Args:
        request: names the engine.
        name: of the run, or of what the runs belong to.
        here: works on a case in this process.
        there: makes the same in another process.
        quick: whether a case takes milliseconds.
        requests_per_minute: to each model, where the engine has no such limit.
    """
    return request.engine.at_work(
        CaseWork(name, here, there, requests_per_minute, quick=quick, concurrency=request.concurrency)
    )


@contextmanager
def open_run(
    manifest: RunManifest, store: str | None = None, *, fresh: bool = False
) -> Iterator[tuple[RunStore, RunManifest]]:
    """The run of these terms: what an earlier process left of it, or a new one that can be entered.

    A finished run is never reopened: the same terms then give a new run, with a number behind its id. A run
    that is resumed under another name is renamed.

    Yields:
        Where it is kept, and its terms as they were kept when it was begun. A new run is not in the store
        yet: :meth:`RunStore.create` enters it, once all checks have passed.

    Args:
        manifest: the terms.
        store: an SQLite file or a database's URL; ``JUDGE_STORE``, else ``.judge/runs.sqlite``, if None.
        fresh: begin a new run, whatever was left unfinished.

    Raises:
        InputError: the store cannot be used, or another command is at work on the run.
    """
    with RunStore(chosen_store(store)) as opened, ExitStack() as held:
        run_id = opened.next_run_id(manifest.run_id, fresh=fresh)
        held.enter_context(opened.sole_worker(run_id))
        named = manifest.model_copy(update={"run_id": run_id})
        yield opened, _resumed(opened, named) if opened.contains(run_id) else named


def keep_whole(
    manifest: RunManifest, items: Sequence[RunItem], store: str | None, *, facts: Mapping[str, JsonValue]
) -> RunManifest:
    """Keep a run whose items are all there as a new one.

    Args:
        manifest: its terms.
        items: its items.
        store: the run store, None for the one that all commands share.
        facts: what the store is to know of it.

    Returns:
        The manifest, with the name that the run has in the store.
    """
    with open_run(manifest, store, fresh=True) as (opened, named):
        opened.create(named.model_copy(update={"facts": facts}))
        opened.extend(named.run_id, items)
        opened.finish(named.run_id)
    return named


def _resumed(store: RunStore, manifest: RunManifest) -> RunManifest:
    """The manifest of a run that is resumed, as it was begun, but under the name that it is given now."""
    kept = store.create(manifest)
    if manifest.name in {None, kept.title}:
        return kept
    store.rename(manifest.run_id, str(manifest.name))
    return kept.model_copy(update={"name": manifest.name})
