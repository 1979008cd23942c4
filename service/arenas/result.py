"""What came of an arena so far, from its run and its questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from data_base.cancellation import go_on
from data_base.errors import InputError
from data_base.schemas_deep_research import Weighing
from data_base.store.database import NotStoredError
from eval.arena.contest import found_by
from eval.arena.pair_sampling import limit_reached
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.run import arena_figures
from service.arenas.arena_terms import ArenaQuestion, ArenaTerms, arena_job
from service.collections.passage_lookup import PassageLookup

if TYPE_CHECKING:
    from data_base.schemas.pair_verdict import PairVerdict
    from data_base.schemas.passage import Passage
    from data_base.schemas.run import RunItem
    from data_base.store.run_store import RunStore
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore


def arena_result(jobs: JobStore, runs: RunStore, run_id: str, project: str) -> ArenaResult:
    """The questions that every contestant has an item for, and the figures over them.

    Args:
        jobs: the jobs.
        runs: the runs.
        run_id: the arena's run.
        project: whose it is.

    Raises:
        NotStoredError: the project has no such arena, or it has not begun.
    """
    job = _job(jobs, run_id, project)
    runs.require(run_id, project)
    asked = ArenaTerms.model_validate_json(job.request)
    results = list(settled(jobs, runs, job, asked))
    manifest, verdicts = runs.manifest(run_id), list(runs.pairs(run_id))
    return arena_figures(
        asked,
        manifest,
        results,
        verdicts,
        questions_in_file=job.total,
        ratings=runs.ratings(run_id),
        weighing=Weighing.stated(manifest.settings),
        warnings=_warnings(job, asked, results, verdicts),
    )


def _job(jobs: JobStore, run_id: str, project: str) -> Job:
    job = arena_job(jobs, run_id, project)
    if job is None:
        raise NotStoredError(f"There is no arena {run_id!r}; `GET /v1/jobs?kind=arena` lists the project's.")
    return job


def settled(jobs: JobStore, runs: RunStore, job: Job, asked: ArenaTerms) -> Iterator[CaseResult]:
    """The questions of a job that every contestant has an item for, in their order."""
    kept: dict[str, dict[str, RunItem]] = {}
    for item in runs.stream(str(job.run_id)):
        kept.setdefault(item.case_id, {})[item.system] = item
    named = PassageLookup(jobs, job.project)
    for _, payload in jobs.inputs(job.id, 0, job.total - 1):
        go_on()
        case = ArenaQuestion.model_validate_json(payload).case
        found = kept.get(case.id, {})
        items = tuple(found[each.name] for each in asked.contestants if each.name in found)
        if len(items) == len(asked.contestants):
            shared = _shared(items, asked.collection, named)
            yield CaseResult(case=case, shared_passages=shared, items=items)


def _shared(items: Sequence[RunItem], collection: str | None, named: PassageLookup) -> tuple[Passage, ...]:
    """What the answers were judged on, as the judge saw it."""
    judged = next((item.evaluation for item in items if item.evaluation is not None), None)
    if judged is None:
        return ()
    found = {passage.id: passage for passage in found_by(items)}
    seen = (*judged.passages_shown, *judged.passages_left_out)
    for each in seen if collection is not None else ():
        try:
            # What a search found, and no contestant.
            found[each] = found.get(each) or named.of(str(collection), [each])[0]
        except (InputError, NotStoredError):
            # Deleted since.
            continue
    return tuple(found[each] for each in seen if each in found)


def _warnings(
    job: Job, asked: ArenaTerms, results: Sequence[CaseResult], verdicts: Sequence[PairVerdict]
) -> Iterator[str]:
    if left := job.total - len(results):
        yield f"Not all contestants have answered everything yet; questions left: {left}."
    elif asked.pairs == "sampled" and job.state == "done":
        said = limit_reached(results, verdicts, asked)
        yield from () if said is None else (said,)
