"""A suite of a few lines: opened, planned, resumed and finished as every other."""

import asyncio
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import Context
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from agents.judges.as_of import judged_as_of
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.store.run_store import RunStore
from eval.engines.case_execution import CaseHandler, CaseT
from eval.engines.engine import IN_PROCESS, CaseWork, Engine, InProcess
from eval.engines.ray_engine import RayEngine
from eval.runs.suite import Suite
from tests.support.arena import manifest
from tests.support.rows import over

CASES = [Case(id=name, question=f"What of {name}?") for name in "abc"]


@dataclass
class Request:
    store: str
    fresh: bool = False
    concurrency: int = 2
    engine: Engine = IN_PROCESS


@dataclass
class Shouting:
    """Answers a question and then scores what is kept of the answer."""

    failing: str = ""
    asked: list[str] = field(default_factory=list)
    kept_before: list[int] = field(default_factory=list)

    def suite(self, request: Request, *, one_process: bool = False) -> Suite[Case]:
        return Suite(
            request=request,
            manifest=manifest("shouting"),
            system="shout",
            here=self.steps,
            there=self.steps,
            require=self.require,
            one_process=one_process,
        )

    async def require(self, kept: Iterable[RunItem]) -> None:
        self.kept_before.append(len(list(kept)))

    def steps(self, run_id: str) -> CaseHandler[Case]:
        async def step(case: Case, kept: RunItem | None) -> RunItem:
            if kept is None or kept.answer is None:
                self.asked.append(case.id)
                if case.id == self.failing:
                    return RunItem(case_id=case.id, system="shout", error=f"{run_id}: no voice")
                return RunItem(case_id=case.id, system="shout", answer=Answer(text=case.question.upper()))
            return kept.model_copy(update={"score_card": ScoreCard(primary_score=1.0, passed=True)})

        return step

    async def run(self, request: Request) -> tuple[str, list[RunItem]]:
        async with self.suite(request).opened() as run:
            items = [item async for item in run.items(CASES)]
            run.finish()
        return run.manifest.run_id, items


async def test_a_suite_keeps_each_step_and_resumes_what_failed(tmp_path: Path) -> None:
    request = Request(str(tmp_path / "runs.sqlite"))
    first = Shouting(failing="b")
    run_id, items = await first.run(request)
    assert [item.error for item in items] == [None, f"{run_id}: no voice", None]
    assert str(await first.suite(request).plan(CASES, "shout")) == (
        "1 of 3 questions would be asked of shout, 2 are kept."
    )
    again = Shouting()
    assert (await again.run(request))[0] == run_id
    assert again.asked == ["b"]
    assert (first.kept_before, again.kept_before) == ([0], [3])
    with RunStore(request.store) as store:
        kept = store.items(run_id)
    assert sorted(item.case_id for item in kept) == ["a", "b", "c"]
    assert all(item.answer and item.score_card for item in kept)


async def test_a_finished_run_is_not_reopened(tmp_path: Path) -> None:
    request = Request(str(tmp_path / "runs.sqlite"))
    first, second = [(await Shouting().run(request))[0] for _ in range(2)]
    assert second == f"{first}-2"


async def test_an_answer_whose_score_never_came_is_not_asked_for_again(tmp_path: Path) -> None:
    request, shouting = Request(str(tmp_path / "runs.sqlite")), Shouting()
    async with shouting.suite(request).opened() as run:
        await run.runner.preflight()
        await run.runner.keep(await run.step(CASES[0], None))
    again = Shouting()
    await again.run(request)
    assert again.asked == ["b", "c"]


async def test_what_one_process_must_do_is_refused_to_another(tmp_path: Path) -> None:
    request = Request(str(tmp_path / "runs.sqlite"), engine=RayEngine())
    with pytest.raises(InputError, match="leave out --engine ray"):
        async with Shouting().suite(request, one_process=True).opened():
            pass
    assert not (tmp_path / "runs.sqlite").exists()


class ElsewhereEngine(InProcess):
    """Works on cases as another process does, which knows nothing of this one."""

    def at_work(self, job: CaseWork[CaseT]) -> AbstractAsyncContextManager[CaseHandler[CaseT]]:
        context = Context()
        step = context.run(job.there)

        async def elsewhere(case: CaseT, kept: RunItem | None) -> RunItem:
            return await asyncio.create_task(step(case, kept), context=context)  # type: ignore[arg-type]

        return nullcontext(elsewhere)


@over("engine", [IN_PROCESS, ElsewhereEngine()])
async def test_cases_know_the_day_on_which_their_run_began_wherever_they_are_worked_on(
    tmp_path: Path, engine: Engine
) -> None:
    request, days = Request(str(tmp_path / "runs.sqlite"), engine=engine), list[date | None]()

    def steps(_run_id: str) -> CaseHandler[Case]:
        async def step(case: Case, _kept: RunItem | None) -> RunItem:
            days.append(judged_as_of("today"))
            return RunItem(
                case_id=case.id, system="shout", score_card=ScoreCard(primary_score=1.0, passed=True)
            )

        return step

    begun = manifest("shouting").model_copy(update={"created_at": datetime(2026, 3, 4, tzinfo=UTC)})
    suite = replace(Shouting().suite(request), manifest=begun, here=steps, there=steps)
    with RunStore(request.store) as store:
        store.create(begun)
    resumed = replace(suite, manifest=manifest("shouting"))
    async with resumed.opened() as run:
        assert len([item async for item in run.items(CASES)]) == len(CASES)
    assert days == [date(2026, 3, 4)] * len(CASES)
    assert judged_as_of("today") != date(2026, 3, 4)
