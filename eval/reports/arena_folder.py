"""The files that show an arena, in its folder."""

from collections.abc import Mapping
from pathlib import Path

from data_base.extras import extra_named
from eval.arena.result import ArenaResult
from eval.arena.result_files import write_csv, write_json
from eval.arena.run import is_complete
from eval.arena.setup import Arena
from eval.reports.arena_report import write_report
from eval.reports.chart_data import chart_data
from eval.runs.kept_run import finish


def save_arena(arena: Arena, result: ArenaResult) -> Path:
    """Write the arena's files, then mark the run as finished; the same request then makes a new run.

    Where an answer has no score, or a pair no verdict, the run stays open, and the same request tries again.

    Returns:
        The report's path.

    Raises:
        InputError: a file cannot be written; no file is left half-written.
    """
    report = write_all(result, arena.request.out)
    all_paired = all(verdict.verdict is not None for verdict in result.pairs)
    if all_paired and is_complete(arena, (item for case in result.items for item in case.items)):
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
    return write_report(result, folder, _drawn(result, folder))


def _drawn(result: ArenaResult, folder: Path) -> Mapping[str, bytes]:
    """The pictures, which are written to the folder."""
    with extra_named("an arena's report"):
        from eval.reports.still_charts import draw_charts, write_charts  # noqa: PLC0415  (loads matplotlib)

    stills = draw_charts(chart_data(result))
    write_charts(stills, folder)
    return stills
