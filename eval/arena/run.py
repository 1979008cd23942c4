"""The arena: from a prepared contest to its results and the files that show them."""

from collections.abc import Iterable
from pathlib import Path

from agents.judges.cascade import escalation
from agents.research.checkpoints import open_checkpoints
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from eval.arena.contest import Contest
from eval.arena.exports import ARENA_JSON, write_csv, write_json
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.setup import Arena
from eval.arena.summary import summarise
from eval.reports.arena_report import write_report
from eval.reports.chart_data import chart_data
from eval.reports.still_charts import draw_charts, write_charts
from eval.runs.folder_lock import sole_use
from eval.runs.open_run import finish, open_run
from eval.runs.other_run import refuse_other_run
from eval.runs.preflight import require_answers, unheard
from eval.runs.runner import Watch
from eval.runs.served_models import changes, with_served
from eval.stats.paired import BootstrapSettings


async def run_arena(arena: Arena, watch: Watch | None = None) -> ArenaResult:
    """Run an arena, or what an earlier process of the same terms left of it.

    Args:
        arena: a prepared arena.
        watch: called with every item once its question is settled.

    Raises:
        InputError: something that the user has to fix, such as another run or another arena's report in the
            folder; whatever was answered before is kept.
    """
    with sole_use(arena.request.out):
        refuse_other_run(arena.request.out / ARENA_JSON, arena.manifest)
        with open_run(arena.manifest, arena.request.store, fresh=arena.request.fresh) as (store, manifest):
            return await _contest(arena, store, manifest, watch)


def save(arena: Arena, result: ArenaResult) -> Path:
    """Write the arena's files, then mark the run as finished; the same request then makes a new run.

    Where an answer has no score the run stays open, and the same request tries that answer again.

    Returns:
        The report's path.

    Raises:
        InputError: a file cannot be written; no file is left half-written.
    """
    report = write_all(result, arena.request.out)
    if _is_complete(arena, (item for case in result.items for item in case.items)):
        finish(result.manifest.run_id, arena.request.store)
    return report


def write_all(result: ArenaResult, folder: Path) -> Path:
    """Write ``arena.json``, ``answers.csv``, the pictures in ``charts/`` and ``report.html``.

    Returns:
        The report's path.

    Raises:
        InputError: a file cannot be written; no file is left half-written.
    """
    write_json(result, folder)
    write_csv(result, folder)
    stills = draw_charts(chart_data(result))
    write_charts(stills, folder)
    return write_report(result, folder, stills)


async def _contest(arena: Arena, store: RunStore, manifest: RunManifest, watch: Watch | None) -> ArenaResult:
    contest = Contest(
        run_id=manifest.run_id,
        contestants=tuple(each.for_run(manifest.run_id) for each in arena.contestants),
        evaluator=arena.evaluator,
        store=store,
        choose_shared=arena.choose_shared,
        concurrency=arena.request.concurrency,
        blind=arena.request.blind,
    )
    if not _is_complete(arena, store.items(manifest.run_id)):
        await require_answers(unheard(arena.models, store.items(manifest.run_id)))
        # Made before many open it at once, and found unusable before anything large is paid for.
        async with open_checkpoints(arena.request.checkpoints):
            pass
    store.create(manifest)
    results = [result async for result in contest.results(arena.cases, watch)]
    manifest = with_served(manifest, (item for result in results for item in result.items))
    summary = summarise(
        results,
        BootstrapSettings(seed=arena.request.seed),
        questions_in_file=arena.questions_in_file,
        warnings=(*arena.warnings, *_sent_on(arena, results), *changes(manifest.models_served)),
    )
    return ArenaResult(manifest=manifest, summary=summary, items=tuple(results))


def _sent_on(arena: Arena, results: list[CaseResult]) -> tuple[str, ...]:
    """How much the first judge of a cascade passed to the second, where the scoring judge is one."""
    evaluations = (item.evaluation for result in results for item in result.items)
    sentence = escalation(
        arena.manifest.models["judge"], (each.model_id for each in evaluations if each is not None)
    )
    return () if sentence is None else (sentence,)


def _is_complete(arena: Arena, items: Iterable[RunItem]) -> bool:
    """Whether there is nothing left to ask a model."""
    scored = {
        (item.case_id, item.system)
        for item in items
        if item.score_card is not None and item.score_card.scored
    }
    return all((case.id, each.name) in scored for case in arena.cases for each in arena.contestants)
