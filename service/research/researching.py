"""Working on a job that researches a question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from agents.calls.call_recording import take_calls
from agents.errors import ModelCallError, SearchError, account_refused, search_to_fix, to_fix
from agents.judges.as_of import in_run_begun
from data_base.schemas.case import Case
from eval.runs.runner import Runner, kept_call
from service.jobs.limits.admission import admitted
from service.jobs.limits.budgets import item_name
from service.research.terms import ResearchTerms

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from agents.research.events import ResearchEvent
    from data_base.schemas.run import RunItem
    from service.collections.index import CollectionIndexes
    from service.jobs.judging import Evaluators
    from service.jobs.worker import SliceContext

CASE, SYSTEM = "1", "deep_research"
"""What the item of a research is called, as ``judge research`` calls it."""


class ResearchWork:
    """Researches the question of a job, and goes on with what an earlier worker left of it."""

    def __init__(self, evaluators: Evaluators, indexes: CollectionIndexes) -> None:
        """Use these judges and indexes."""
        self._evaluators, self._indexes = evaluators, indexes

    async def __call__(self, context: SliceContext) -> None:
        """Research.

        Raises:
            WaitError: a limit of a model is reached.
            InputError: a model cannot be asked, or a document was changed or deleted since.
        """
        from eval.runs.research_run import item_of  # noqa: PLC0415  (heavy: loaded with the first question)
        from service.research.researcher import Researcher, forget  # noqa: PLC0415  (as above)

        job = context.leased.job
        run_id = str(job.run_id)
        asked = ResearchTerms.model_validate_json(job.request)
        index = await self._indexes.index(job.project, asked.collection, asked.documents)
        researcher = Researcher.of(asked, index, self._evaluators, context.jobs)
        manifest = researcher.manifest(asked.question)
        named = {"run_id": run_id, "name": asked.name}
        run = context.runs.create(manifest.model_copy(update=named), project=job.project)

        async def work(case: Case, _kept: RunItem | None) -> RunItem:
            # What a loop will cost is not known beforehand: it begins as long as anything is left.
            limits = admitted(context.budgets, researcher.models, item_name(run_id, CASE))
            async with context.place(), limits:
                try:
                    found = await researcher.research(case.question, run_id, partial(_record, context))
                except ModelCallError as error:
                    raise to_fix(error, midway=True) from error
                except SearchError as error:
                    raise search_to_fix(error) from error
                return item_of(found)

        runner = Runner(context.runs, run_id, also=context.record_items)
        with in_run_begun(run.created_at):
            async for _ in runner.run([Case(id=CASE, question=asked.question)], SYSTEM, work):
                pass
        await forget(context.jobs, [run_id])


def _record(context: SliceContext, event: ResearchEvent) -> None:
    """Write an event of the loop down, with the model calls made for it: a crash loses none of them.

    Raises:
        RefusedError: a model refused its key or its account, which no further attempt would change.
    """
    made = take_calls()
    refusal = next((call.error for call in made if account_refused(call.error)), None)
    if refusal is not None:
        raise to_fix(refusal, midway=True)
    news = [(event.kind, event.model_dump(mode="json"))]
    if not made:
        context.record(*news[0])
        return
    calls, run_id = [kept_call(call, CASE, SYSTEM) for call in made], str(context.leased.job.run_id)

    def write(connection: Connection) -> None:
        context.record_in(connection, news)
        context.budgets.spend(connection, run_id, (), calls)

    context.runs.extend(run_id, (), calls, also=write)
