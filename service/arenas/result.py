"""What came of an arena so far, from its run and its questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from data_base.cancellation import go_on
from data_base.errors import InputError
from data_base.schemas_deep_research import Weighing
from data_base.store.database import NotStoredError
from eval.arena.contest import found_by
from eval.arena.pair_judging import in_order_of
from eval.arena.pair_sampling import limit_reached
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.run import arena_figures
from service.arenas.arena_page import ArenaPage
from service.arenas.arena_terms import ArenaQuestion, ArenaTerms, arena_job
from service.arenas.kept_figures import KeptFigures
from service.collections.passage_lookup import PassageLookup

_READ_AT_ONCE = 4
"""Questions with their recorded answers that are read together."""
_PAGE_BYTES = 10_000_000
"""A page with more has no further question."""

if TYPE_CHECKING:
    from data_base.schemas.pair_verdict import PairVerdict
    from data_base.schemas.passage import Passage
    from data_base.schemas.run import RunItem
    from data_base.store.run_store import RunStore
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore


def arena_result(
    jobs: JobStore, runs: RunStore, run_id: str, project: str, kept: KeptFigures | None = None
) -> ArenaResult:
    """The questions that every contestant has an item for, and the figures over them.

    Args:
        jobs: the jobs.
        runs: the runs.
        run_id: the arena's run.
        project: whose it is.
        kept: figures that need not be computed again.

    Raises:
        NotStoredError: the project has no such arena, or it has not begun.
    """
    job = _job(jobs, run_id, project)
    runs.require(run_id, project)
    asked, version = ArenaTerms.model_validate_json(job.request), _version(runs, job)
    results = list(settled(jobs, runs, job, asked))
    found = (kept or KeptFigures()).of(run_id, version, lambda: _figures(runs, job, asked, results))
    verdicts = in_order_of(results, runs.pairs(run_id))
    return found.model_copy(update={"items": tuple(results), "pairs": tuple(verdicts)})


def arena_page(  # noqa: PLR0913  (each says something else)
    jobs: JobStore,
    runs: RunStore,
    run_id: str,
    project: str,
    kept: KeptFigures,
    *,
    after: str | None,
    limit: int,
) -> ArenaResult:
    """As :func:`arena_result`, with some of the questions; an :class:`ArenaPage` if there are more.

    Args:
        jobs: the jobs.
        runs: the runs.
        run_id: the arena's run.
        project: whose it is.
        kept: figures that need not be computed again.
        after: :attr:`ArenaPage.after` of the page before, None for the first.
        limit: questions at most; fewer where they are long.

    Raises:
        NotStoredError: as :func:`arena_result`.
    """
    job = _job(jobs, run_id, project)
    runs.require(run_id, project)
    asked, version = ArenaTerms.model_validate_json(job.request), _version(runs, job)
    found = kept.of(
        run_id, version, lambda: _figures(runs, job, asked, list(settled(jobs, runs, job, asked)))
    )
    results: list[CaseResult] = []
    size, last, following = 0, None, None
    for number, result in _numbered(jobs, runs, job, asked, 0 if after is None else int(after) + 1):
        if len(results) == limit or size > _PAGE_BYTES:
            following = last
            break
        results.append(result)
        size, last = size + len(result.model_dump_json().encode()), str(number)
    ids = {result.case.id for result in results}
    verdicts = in_order_of(results, (each for each in runs.pairs(run_id) if each.case_id in ids))
    page = ArenaResult(
        manifest=found.manifest, summary=found.summary, items=tuple(results), pairs=tuple(verdicts)
    )
    # The last page, as which most arenas come, is what earlier clients read.
    return page if following is None else ArenaPage(**dict(page), after=following)


def _version(runs: RunStore, job: Job) -> tuple[object, ...]:
    run_id = str(job.run_id)
    return (*runs.written(run_id), job.state, runs.manifest(run_id).title)


def _figures(runs: RunStore, job: Job, asked: ArenaTerms, results: Sequence[CaseResult]) -> ArenaResult:
    run_id = str(job.run_id)
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
    return (result for _, result in _numbered(jobs, runs, job, asked, 0))


def _numbered(
    jobs: JobStore, runs: RunStore, job: Job, asked: ArenaTerms, first: int
) -> Iterator[tuple[int, CaseResult]]:
    """As :func:`settled`, with their numbers, from one on; no more is read than is taken."""
    named = PassageLookup(jobs, job.project)
    once: dict[Passage, Passage] = {}
    for begin in range(first, job.total, _READ_AT_ONCE):
        go_on()
        inputs = jobs.inputs(job.id, begin, min(begin + _READ_AT_ONCE, job.total) - 1)
        cases = [(number, ArenaQuestion.model_validate_json(payload).case) for number, payload in inputs]
        read = runs.items_of(str(job.run_id), *(case.id for _, case in cases))
        found = {(item.case_id, item.system): item for item in read}
        for number, case in cases:
            places = [(case.id, each.name) for each in asked.contestants]
            if found.keys() >= {*places}:
                items = tuple(_sharing(found[place], once) for place in places)
                shared = _shared(items, asked.collection, named)
                yield number, CaseResult(case=case, shared_passages=shared, items=items)


def _sharing(item: RunItem, once: dict[Passage, Passage]) -> RunItem:
    """The item with passages that other answers have, too, in memory once."""
    if item.answer is None or not item.answer.passages:
        return item
    passages = tuple(once.setdefault(each, each) for each in item.answer.passages)
    return item.model_copy(update={"answer": item.answer.model_copy(update={"passages": passages})})


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
