"""Working on a job that holds an arena: all contestants answer, and all answers are judged alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.arenas.terms import ArenaQuestion, ArenaTerms
from service.jobs.judging import EnteredRuns
from service.jobs.limits.admission import admitted

if TYPE_CHECKING:
    from data_base.passage_index import PassageIndex
    from service.collections.index import CollectionIndexes, IndexedDocument
    from service.jobs.judging import Evaluators
    from service.jobs.worker import SliceContext
    from service.research.terms import ResearcherTerms


class ContestWork:
    """Holds an arena on the questions of a slice; answers and judgements that are kept are not asked for."""

    def __init__(self, evaluators: Evaluators, indexes: CollectionIndexes) -> None:
        """Use these judges and indexes."""
        self._evaluators, self._indexes = evaluators, indexes
        self._entered = EnteredRuns()

    async def __call__(self, context: SliceContext) -> None:
        """Have them answer and be judged.

        Raises:
            WaitError: a limit of a model is reached.
            InputError: a model cannot be asked, or a document was changed or deleted since.
        """
        from eval.arena.contest import Contest  # noqa: PLC0415  (heavy: loaded with the first arena)
        from service.arenas.prepared_arena import PreparedArena  # noqa: PLC0415  (as above)
        from service.research.researcher import forget  # noqa: PLC0415  (as above)

        job = context.leased.job
        run_id, asked = str(job.run_id), ArenaTerms.model_validate_json(job.request)

        made: dict[tuple[str, tuple[IndexedDocument, ...]], PassageIndex] = {}
        for each in asked.contestants:
            if each.kind == "deep_research":
                terms = each.researcher
                found = await self._indexes.index(job.project, terms.collection, terms.documents)
                made[terms.collection, terms.documents] = found

        def index_of(terms: ResearcherTerms) -> PassageIndex:
            return made[terms.collection, terms.documents]

        prepared = PreparedArena.of(
            asked, run_id, index_of=index_of, evaluators=self._evaluators, jobs=context.jobs
        )
        self._entered.enter(context, prepared.manifest)
        questions = [ArenaQuestion.model_validate_json(payload) for _, payload in context.inputs()]
        contest = Contest(
            run_id=run_id,
            contestants=prepared.contestants(questions),
            evaluator=prepared.evaluator,
            store=context.runs,
            choose_shared=prepared.choose_shared,
            concurrency=len(questions),
            blind=asked.blind,
            gate=context.places.place,
            also=context.record_items,
        )
        # What a slice will cost is not known beforehand: it begins as long as anything is left.
        async with admitted(context.budgets, prepared.models, f"{run_id} from {context.leased.first}"):
            async for _ in contest.results(each.case for each in questions):
                pass
        if prepared.researchers:
            cases = [each.case for each in questions]
            names = [one.kept_as(case) for one in prepared.researchers.values() for case in cases]
            await forget(context.jobs, names)
