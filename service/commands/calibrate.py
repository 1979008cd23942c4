"""``judge calibrate``: how far a judge agrees with people."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.judging import STOPPED, JudgingOptions, ScoreMapOption
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.running import SeedOption
from service.commands.options.shared import takes_options
from service.commands.terminal.estimate_line import show_estimate
from service.commands.terminal.exit_status import end_with_scored, show_run
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.commands.terminal.progress import ProgressStyle, at_work

if TYPE_CHECKING:
    from eval.calibration.run import Calibration, CalibrationResult


@dataclass(frozen=True, slots=True)
class CalibrationOptions(JudgingOptions):
    """The shared options, with one judge more."""

    judge: Annotated[
        str,
        typer.Option(
            help="Judge: embedded, openai:…, google:…, embedded+openai:…, or several separated by "
            "commas; scoring for the functions behind the embedded judge.",
            metavar="NAME",
        ),
    ] = "embedded"


@takes_options
def calibrate(
    *,
    gold: Annotated[Path, typer.Argument(help="File of answers with human scores.", metavar="FILE")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="Format of GOLD: own, claims, summhay_coverage, ragchecker_pairs, "
            "financebench_answers or llmeval2_zh.",
            metavar="TEXT",
        ),
    ] = "own",
    panel: PanelOption = Panel.OFF,
    score_map: ScoreMapOption = None,
    save_map: Annotated[
        Path | None,
        typer.Option(
            help="Fit a monotone map from judge scores to human scores and save it to this file.",
            metavar="FILE",
        ),
    ] = None,
    seed: SeedOption = 0,
    resamples: Annotated[
        int, typer.Option(min=100, help="Number of bootstrap resamples.", metavar="N")
    ] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
    options: CalibrationOptions,
) -> None:
    """Measure how well a judge agrees with human ratings.

    The report has the agreement by dimension with intervals, baselines, and risk against coverage.

    If at least three people scored the same 30 or more answers, the report says whether the judge is
    calibrated: it compares the judge's agreement with people to their agreement among themselves.

    Judge replies are cached in .judge/replies.sqlite, so repeating a command never pays twice. Set
    JUDGE_CACHE to use another file, or to an empty string to disable the cache.

    Exit codes: 0 judged, calibrated or not; 1 no answer could be scored; 2 the input, an option or the
    environment needs fixing.
    """
    with stops_with(STOPPED):
        from eval.calibration.run import CalibrationRequest, prepare
        from eval.stats.measure import ClusterSettings

        with at_work("reading the answers", options.progress):
            request = CalibrationRequest(
                answers=gold,
                format=form,
                score_map=score_map,
                save_map=save_map,
                bootstrap=ClusterSettings(seed=seed, resamples=resamples),
                **options.request(panel),
            )
            calibration = prepare(request)
        if options.dry_run:
            _print_estimate(calibration, as_json=as_json)
            return
        calibrated = asyncio.run(_calibrated(calibration, options.progress))
    _show(calibrated, options.store, as_json=as_json)
    found = calibrated.report
    end_with_scored(
        found.items - found.failed, found.items, "item", calibrated.first_unscored, judge=calibration.name
    )


def _print_estimate(calibration: "Calibration", *, as_json: bool) -> None:
    from data_base.counted import counted

    answers = counted(sum(1 for _ in calibration.answers()), "answer")
    show_estimate(asyncio.run(calibration.estimate()), answers, calibration.name, as_json=as_json)


def _show(calibrated: "CalibrationResult", store: str | None, *, as_json: bool) -> None:
    if as_json:
        typer.echo(calibrated.report.model_dump_json(indent=2))
    else:
        from service.commands.terminal.calibrate_table import show

        show(calibrated.report)
    show_run(calibrated.run_id, store, as_json=as_json)


async def _calibrated(calibration: "Calibration", style: ProgressStyle) -> "CalibrationResult":
    from eval.calibration.run import calibrate as calibrated

    if calibration.judge is None:
        with at_work("calibrate", style):
            return await calibrated(calibration)
    count = sum(1 for _ in calibration.answers())
    with watched("calibrate", total=count, style=style, models=[calibration.judge.spec]) as watch:
        return await calibrated(calibration, watch)
