"""The arena: from a prepared contest to its results and the files that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.judges.cascade import sent_on
from agents.research.checkpoints import open_checkpoints
from data_base.errors import InputError
from eval.arena.contest import Contest
from eval.arena.exports import write_csv, write_json
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.summary import summarise
from eval.reports.arena_report import write_report
from eval.reports.chart_data import chart_data
from eval.reports.still_charts import draw_charts, write_charts
from eval.runs.folder_lock import sole_use
from eval.runs.open_run import finish as finish_run
from eval.runs.open_run import open_run
from eval.runs.preflight import require_answers, unheard
from eval.runs.served_models import changes, with_served
from eval.stats.paired import BootstrapSettings

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from data_base.schemas.run import RunItem, RunManifest
    from data_base.store.run_store import RunStore
    from eval.arena.setup import Arena
    from eval.runs.runner import Watch


async def hold(arena: Arena, watch: Watch | None = None) -> ArenaResult:
    """Hold the contest, or what an earlier run of the same terms left of it.

    Args:
        arena: a prepared contest.
        watch: told of every item once its question is settled.

    Raises:
        InputError: something the user has to mend, another run in the same folder among it; whatever was
            answered before is kept.
    """
    with sole_use(arena.request.out):
        return await _held(arena, watch)


def finish(arena: Arena, result: ArenaResult) -> None:
    """Say that the run is complete, once its files are written; the same request then makes a new one.

    Where an answer has no score it is left open, and the same request tries that one again.
    """
    items = [item for case in result.items for item in case.items]
    if _is_complete(arena, items):
        finish_run(result.manifest.run_id, arena.request.store)


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


async def _held(arena: Arena, watch: Watch | None) -> ArenaResult:
    with open_run(arena.manifest, arena.request.store, fresh=arena.request.fresh) as (store, manifest):
        return await _played(arena, store, manifest, watch)


async def _played(arena: Arena, store: RunStore, manifest: RunManifest, watch: Watch | None) -> ArenaResult:
    contest = Contest(
        run_id=manifest.run_id,
        contestants=tuple(player.for_run(manifest.run_id) for player in arena.contestants),
        evaluator=arena.evaluator,
        store=store,
        lend=arena.lend,
        concurrency=arena.request.concurrency,
    )
    if not _is_complete(arena, store.items(manifest.run_id)):
        # Made once before many open it at once, and found unusable before anything is paid for.
        async with open_checkpoints(arena.request.checkpoints):
            await require_answers(unheard(arena.models, store.items(manifest.run_id)))
    results = [result async for result in contest.results(arena.cases, watch)]
    _require_an_answer(results)
    manifest = with_served(manifest, (item for result in results for item in result.items))
    summary = summarise(
        results,
        BootstrapSettings(seed=arena.request.seed),
        questions_in_file=arena.questions_in_file,
        warnings=(*arena.warnings, *_sent_on(arena, results), *changes(manifest.models_served)),
    )
    return ArenaResult(manifest=manifest, summary=summary, items=tuple(results))


def _sent_on(arena: Arena, results: list[CaseResult]) -> tuple[str, ...]:
    """How much the scoring judge sent on, where it is a cascade."""
    evaluations = (item.evaluation for result in results for item in result.items)
    told = sent_on(
        arena.manifest.models["judge"], (each.model_id for each in evaluations if each is not None)
    )
    return () if told is None else (told,)


def _is_complete(arena: Arena, items: Iterable[RunItem]) -> bool:
    """Whether there is nothing left to ask a model."""
    scored = {
        (item.case_id, item.system)
        for item in items
        if item.score_card is not None and item.score_card.scored
    }
    return all((case.id, player.name) in scored for case in arena.cases for player in arena.contestants)


def _require_an_answer(results: list[CaseResult]) -> None:
    errors = [item.error for result in results for item in result.items if item.answer is None]
    if len(errors) == sum(len(result.items) for result in results):
        raise InputError(
            f"No question could be answered ({errors[0]}); mend that and give the same command again."
        )
