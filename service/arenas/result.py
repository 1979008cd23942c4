"""What came of an arena so far, from its run and its questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from agents.judges.cascade import escalation
from agents.models.registry import PANEL
from data_base.cancellation import go_on
from data_base.schemas_deep_research import Weighing
from data_base.store.database import NotStoredError
from eval.arena.contest import found_by
from eval.arena.people import people
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.standings import arena_standings
from eval.arena.summary import summarise
from eval.runs.served_models import changes, with_served
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings
from service.arenas.arena_job import arena_job
from service.arenas.terms import ArenaQuestion, ArenaTerms, ResearchingTerms

if TYPE_CHECKING:
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
    kept: dict[str, dict[str, RunItem]] = {}
    for item in runs.stream(run_id):
        kept.setdefault(item.case_id, {})[item.system] = item
    results = list(_settled(jobs, job, asked, kept))
    items = [item for result in results for item in result.items]
    manifest = with_served(runs.manifest(run_id), items)
    summary = summarise(
        results,
        BootstrapSettings(seed=asked.seed),
        questions_in_file=job.total,
        standings=arena_standings(results, settings=ClusterSettings(seed=asked.seed)),
        people=people(
            results,
            runs.ratings(run_id),
            Weighing.stated(manifest.settings),
        ),
        warnings=tuple(_warnings(asked, items, left=job.total - len(results)))
        + tuple(changes(manifest.models_served)),
    )
    return ArenaResult(manifest=manifest, summary=summary, items=tuple(results))


def _job(jobs: JobStore, run_id: str, project: str) -> Job:
    job = arena_job(jobs, run_id, project)
    if job is None:
        raise NotStoredError(f"There is no arena {run_id!r}; `GET /v1/jobs?kind=arena` lists the project's.")
    return job


def _settled(
    jobs: JobStore, job: Job, asked: ArenaTerms, kept: Mapping[str, Mapping[str, RunItem]]
) -> Iterator[CaseResult]:
    for _, payload in jobs.inputs(job.id, 0, job.total - 1):
        go_on()
        case = ArenaQuestion.model_validate_json(payload).case
        found = kept.get(case.id, {})
        items = tuple(found[each.name] for each in asked.contestants if each.name in found)
        if len(items) == len(asked.contestants):
            yield CaseResult(case=case, shared_passages=_shared(items), items=items)


def _shared(items: Iterable[RunItem]) -> tuple[Passage, ...]:
    """What the answers were judged on, as the judge saw it."""
    items = list(items)
    judged = next((item.evaluation for item in items if item.evaluation is not None), None)
    if judged is None:
        return ()
    found = {passage.id: passage for passage in found_by(items)}
    seen = (*judged.passages_shown, *judged.passages_left_out)
    return tuple(found[each] for each in seen if each in found)


def _warnings(asked: ArenaTerms, items: Iterable[RunItem], *, left: int) -> Iterator[str]:
    if left:
        yield f"Not all contestants have answered everything yet; questions left: {left}."
    for each in asked.contestants:
        if isinstance(each, ResearchingTerms) and each.researcher.judge in {
            asked.judge,
            *asked.judge.split(PANEL),
        }:
            yield (
                f"{each.name} went on until the judge that also scores it here was content, which favours "
                "it; let another model judge inside its loop (models.judge)."
            )
    decided = (item.evaluation.model_id for item in items if item.evaluation is not None)
    if (sentence := escalation(asked.judge, decided)) is not None:
        yield sentence
