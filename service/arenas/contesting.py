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
    from service.jobs.worker import Bench
    from service.research.terms import ResearcherTerms


class ContestWork:
    """Holds an arena on the questions of a slice; answers and judgements that are kept are not asked for."""

    def __init__(self, evaluators: Evaluators, indexes: CollectionIndexes) -> None:
        """Use these judges and indexes."""
        self._evaluators, self._indexes = evaluators, indexes
        self._entered = EnteredRuns()

    async def __call__(self, bench: Bench) -> None:
        """Have them answer and be judged.

        Raises:
            WaitError: a limit of a model is reached.
            InputError: a model cannot be asked, or a document was changed or deleted since.
        """
        from eval.arena.contest import Contest  # noqa: PLC0415  (heavy: loaded with the first arena)
        from service.arenas.stage import Stage  # noqa: PLC0415  (as above)
        from service.research.researcher import forget  # noqa: PLC0415  (as above)

        job = bench.leased.job
        run_id, asked = str(job.run_id), ArenaTerms.model_validate_json(job.request)

        made: dict[tuple[str, tuple[IndexedDocument, ...]], PassageIndex] = {}
        for each in asked.contestants:
            if each.kind == "deep_research":
                terms = each.researcher
                found = await self._indexes.index(job.project, terms.collection, terms.documents)
                made[terms.collection, terms.documents] = found

        def index_of(terms: ResearcherTerms) -> PassageIndex:
            return made[terms.collection, terms.documents]

        stage = Stage.of(asked, run_id, index_of=index_of, evaluators=self._evaluators, jobs=bench.jobs)
        self._entered.enter(bench, stage.manifest)
        questions = [ArenaQuestion.model_validate_json(payload) for _, payload in bench.inputs()]
        contest = Contest(
            run_id=run_id,
            contestants=stage.contestants(questions),
            evaluator=stage.evaluator,
            store=bench.runs,
            choose_shared=stage.choose_shared,
            concurrency=len(questions),
            blind=asked.blind,
            gate=bench.places.place,
            also=bench.record_items,
        )
        # What a slice will cost is not known beforehand: it begins as long as anything is left.
        async with admitted(bench.budgets, stage.models, f"{run_id} from {bench.leased.first}"):
            async for _ in contest.results(each.case for each in questions):
                pass
        if stage.researchers:
            cases = [each.case for each in questions]
            names = [one.kept_as(case) for one in stage.researchers.values() for case in cases]
            await forget(bench.jobs, names)
