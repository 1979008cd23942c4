"""Working on a job that holds an arena: all contestants answer, and all answers are judged alike."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from agents.judges.as_of import in_run_begun
from service.arenas.arena_terms import ArenaQuestion, ArenaTerms
from service.jobs import statements
from service.jobs.judging import EnteredRuns
from service.jobs.limits.admission import admitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.net.addresses import AddressCheck
    from eval.arena.pair_judging import PairContest
    from eval.arena.result import CaseResult
    from service.collections.index import CollectionIndexes
    from service.jobs.job_store import JobStore
    from service.jobs.judging import Evaluators
    from service.jobs.worker import SliceContext

_SAMPLED = "pairs_sampled"
"""The event of an arena whose pairs one slice has begun to draw."""


class ContestWork:
    """Holds an arena on the questions of a slice; answers and judgements that are kept are not asked for."""

    def __init__(self, evaluators: Evaluators, indexes: CollectionIndexes, endpoints: AddressCheck) -> None:
        """Use these judges and indexes, and ask contestants at the addresses that may be asked."""
        self._evaluators, self._indexes, self._endpoints = evaluators, indexes, endpoints
        self._entered = EnteredRuns()

    async def __call__(self, context: SliceContext) -> None:
        """Have them answer and be judged, and their answers compared.

        Raises:
            WaitError: a limit of a model is reached.
            InputError: a model cannot be asked, or a document was changed or deleted since.
        """
        from agents.research.saver_errors import CheckpointsError  # noqa: PLC0415  (as below)
        from eval.arena.contest import Contest  # noqa: PLC0415  (heavy: loaded with the first arena)
        from eval.arena.pair_judging import PairContest  # noqa: PLC0415  (as above)
        from service.arenas.prepared_arena import PreparedArena  # noqa: PLC0415  (as above)
        from service.research.researcher import forget, stored_elsewhere  # noqa: PLC0415  (as above)

        job = context.leased.job
        run_id, asked = str(job.run_id), ArenaTerms.model_validate_json(job.request)
        questions = [ArenaQuestion.model_validate_json(payload) for _, payload in context.inputs()]
        prepared = PreparedArena.of(
            asked,
            context,
            questions,
            indexes={
                collection: await self._indexes.index(job.project, collection, documents)
                for collection, documents in asked.searched.items()
            },
            evaluators=self._evaluators,
            endpoints=self._endpoints,
        )
        begun = self._entered.enter(
            context, lambda: prepared.manifest().model_copy(update={"run_id": run_id})
        )
        kept = {"run_id": run_id, "store": context.runs, "also": context.record_items}
        asking = {"concurrency": len(questions), "blind": asked.blind, "gate": context.place}
        both: dict[str, Any] = {**kept, **asking}
        contest = Contest(
            contestants=tuple(each.contestant for each in prepared.entrants),
            evaluator=prepared.judges.evaluator,
            choose_shared=prepared.choose_shared,
            look_up=prepared.look_up,
            claims=prepared.judges.evaluator.checks_claims,
            **both,
        )
        pairs = PairContest(judges=prepared.judges.pairs, **both)
        # What a slice will cost is not known beforehand: it begins as long as anything is left.
        admission = admitted(context.budgets, prepared.models, f"{run_id} from {context.leased.first}")
        with in_run_begun(begun):
            async with admission:
                cases = (each.case for each in questions)
                try:
                    results = [result async for result in contest.results(cases)]
                except CheckpointsError as error:
                    raise stored_elsewhere(error) from error
                await _compared(context, asked, pairs, results)
        await forget(context.jobs, prepared.kept_research(questions))


async def _compared(
    context: SliceContext, asked: ArenaTerms, pairs: PairContest, results: Sequence[CaseResult]
) -> None:
    """Judge the pairs of a slice; a sample is drawn from all questions, by one slice once all are there."""
    from eval.arena.pair_sampling import judge_pairs  # noqa: PLC0415  (heavy: loaded with the first arena)
    from service.arenas.result import settled  # noqa: PLC0415  (as above)

    job, first = context.leased.job, context.leased.first
    if asked.pairs == "sampled":
        results = await asyncio.to_thread(lambda: list(settled(context.jobs, context.runs, job, asked)))
        is_whole = len(results) == job.total
        if not (is_whole and await asyncio.to_thread(_draws, context.jobs, job.id, first)):
            return
    await judge_pairs(pairs, results, asked)


def _draws(jobs: JobStore, job_id: str, first: int) -> bool:
    """Whether the slice that begins there draws the sample: it is the first to ask, or was."""
    with jobs.transaction() as connection:
        jobs.lock(connection, job_id)
        kept = connection.execute(statements.FIRST_EVENT, {"job": job_id, "event": _SAMPLED}).scalar()
        if kept is None:
            jobs.add_events(connection, job_id, [(_SAMPLED, {"first": first})])
    return kept is None or bool(json.loads(kept)["first"] == first)
