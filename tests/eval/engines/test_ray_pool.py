"""The pool that hands cases to workers, with workers that are plain objects."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.engines.case_execution import EngineError
from eval.engines.ray_pool import CasesInFlight, WorkerPool
from eval.engines.ray_worker import EncodedOutcome

_ONE = CasesInFlight(parcels=1, cases=1)


class DiedError(Exception):
    """What stands for an actor's death."""


class UnstartableError(Exception):
    """What stands for Ray's having given up starting an actor."""


def _let_go(_worker: object) -> None:
    """Nothing is left of an object."""


class _Remote:
    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        self.remote = call


class FakeWorker:
    """A worker that dies as it is told."""

    def __init__(self, dies: Callable[[Sequence[Case]], bool], seen: list[list[str]]) -> None:
        self._dies, self._seen, self._dead = dies, seen, False
        self.prepare, self.work = _Remote(self._prepare), _Remote(self._work)

    async def _prepare(self) -> None:
        await asyncio.sleep(0)

    async def _work(self, cases: list[tuple[Case, RunItem | None]]) -> list[EncodedOutcome]:
        await asyncio.sleep(0)
        asked = [case for case, _ in cases]
        self._seen.append([case.id for case in asked])
        if self._dead or self._dies(asked):
            self._dead = True
            raise DiedError("killed")
        return [
            EncodedOutcome(RunItem(case_id=case.id, system="s").model_dump_json().encode(), ())
            for case in asked
        ]


def pool_of(
    new_worker: Callable[[], Any], size: int = 1, in_flight: CasesInFlight = _ONE
) -> WorkerPool[Case]:
    return WorkerPool(new_worker, size, in_flight, DiedError, UnstartableError, _let_go)


async def outcomes(pool: WorkerPool[Case], count: int) -> list[Any]:
    pool.begin()
    cases = (Case(id=str(number), question="?") for number in range(count))
    try:
        return await asyncio.gather(*(pool.outcome(case, None) for case in cases), return_exceptions=True)
    finally:
        await pool.end()


@given(
    deaths=st.sets(st.integers(0, 11), max_size=4),
    size=st.integers(1, 3),
    in_flight=st.builds(CasesInFlight, st.integers(1, 3), st.integers(1, 5)),
)
@settings(max_examples=30)
def test_every_case_has_its_outcome_whichever_parcels_kill_their_workers(
    deaths: set[int], size: int, in_flight: CasesInFlight
) -> None:
    parcels = itertools.count()
    pool = pool_of(lambda: FakeWorker(lambda _cases: next(parcels) in deaths, []), size, in_flight)
    found = asyncio.run(outcomes(pool, 20))

    blamed = [each for each in found if isinstance(each, Exception)]
    assert all("workers of Ray died over" in str(each) for each in blamed)
    got = [each.item.case_id for each in found if not isinstance(each, Exception)]
    assert got == [str(number) for number, each in enumerate(found) if not isinstance(each, Exception)]
    if len(deaths) < 3:
        assert len(got) == 20


async def test_the_answer_that_kills_is_named_and_the_others_have_outcomes() -> None:
    seen: list[list[str]] = []
    pool = pool_of(
        lambda: FakeWorker(lambda cases: any(case.id == "7" for case in cases), seen),
        in_flight=CasesInFlight(1, 4),
    )
    found = await outcomes(pool, 12)
    assert [number for number, each in enumerate(found) if isinstance(each, InputError)] == [7]
    assert "3 workers of Ray died over 7, the last of them so: killed" in str(found[7])
    assert seen.count(["7"]) == 2


async def test_workers_that_never_start_end_the_run() -> None:
    def stillborn() -> Any:
        async def prepare() -> None:
            raise DiedError("no such image")

        worker = FakeWorker(lambda _: False, [])
        worker.prepare = _Remote(prepare)
        return worker

    found = await outcomes(pool_of(stillborn, 2), 3)
    assert all("workers of Ray die before they can work: no such image" in str(each) for each in found)


def _starts(*which: bool) -> Callable[[], FakeWorker]:
    """Workers of which some are never started."""
    left = iter(which)

    def new_worker() -> FakeWorker:
        async def prepare() -> None:
            raise UnstartableError("worker startup repeatedly failed")

        worker = FakeWorker(lambda _: False, [])
        if not next(left):
            worker.prepare = _Remote(prepare)
        return worker

    return new_worker


async def test_workers_that_ray_gave_up_starting_end_the_run() -> None:
    found = await outcomes(pool_of(_starts(False, False), 2), 3)
    said = "workers of Ray cannot be started: worker startup repeatedly failed"
    assert [str(each) for each in found] == [said] * 3
    assert {type(each) for each in found} == {EngineError}


async def test_where_one_worker_cannot_be_started_the_others_do_the_work() -> None:
    found = await outcomes(pool_of(_starts(False, True), 2), 3)
    assert [each.item.case_id for each in found] == ["0", "1", "2"]


async def test_what_the_user_must_fix_ends_the_run() -> None:
    def wrong() -> Any:
        async def prepare() -> InputError:
            return InputError("no key")

        worker = FakeWorker(lambda _: False, [])
        worker.prepare = _Remote(prepare)
        return worker

    found = await outcomes(pool_of(wrong), 2)
    assert [str(each) for each in found] == ["no key", "no key"]


async def test_a_bug_in_the_work_is_raised_as_it_is() -> None:
    def broken(_cases: Sequence[Case]) -> bool:
        raise KeyError("bug")

    pool = pool_of(lambda: FakeWorker(broken, []), in_flight=CasesInFlight(1, 2))
    assert isinstance((await outcomes(pool, 2))[1], KeyError)
