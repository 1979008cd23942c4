"""``judge calibrate``: how far a judge agrees with people."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.models import ModelOptionsOption, with_given
from service.commands.options.replies import kept_replies
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle

if TYPE_CHECKING:
    from eval.calibration.raters import Rating
    from eval.calibration.report import CalibrationReport
    from eval.calibration.run import Calibration


def calibrate(
    *,
    gold: Annotated[Path, typer.Argument(help="GOLD.jsonl: answers and the scores people gave them.")],
    judge: Annotated[
        str,
        typer.Option(
            help="The judge: embedded, openai:…, google:…, embedded+openai:…; scoring: the functions "
            "that the embedded judge is made of."
        ),
    ] = "embedded",
    model_option: ModelOptionsOption = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="How GOLD is read: own, claims, summhay_coverage, ragchecker_pairs, financebench_answers, "
            "llmeval2_zh.",
        ),
    ] = "own",
    as_json: Annotated[bool, typer.Option("--json", help="The whole report as one JSON object.")] = False,
    save_map: Annotated[
        Path | None,
        typer.Option(help="Fit a monotone map from the judge's scores to people's, keep it here."),
    ] = None,
    score_map: Annotated[
        Path | None, typer.Option(help="Map the judge's scores by such a file before comparing.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the bootstrap.")] = 0,
    resamples: Annotated[int, typer.Option(min=100, help="Of the bootstrap.")] = 1000,
    concurrency: Annotated[int, typer.Option(min=1, help="Judgements under way at once.")] = 4,
    store: StoreOption = None,
    fresh: FreshOption = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Compare a judge with people: agreement by dimension with intervals, baselines, risk against coverage.

    The judge's replies are kept in the file that JUDGE_CACHE names (.judge/replies.sqlite unless told
    otherwise, none if empty): the same command after an interruption pays for nothing twice.
    """
    with stops_with("The judge's replies are kept; the same command pays only for the rest."):
        from eval.calibration.run import CalibrationRequest, prepare
        from eval.stats.agreement_intervals import ClusterSettings

        request = CalibrationRequest(
            file=gold,
            format=form,
            judge=with_given(judge, model_option),
            concurrency=concurrency,
            cache=kept_replies(),
            store=store,
            fresh=fresh,
            bootstrap=ClusterSettings(seed=seed, resamples=resamples),
            save_map=save_map,
            score_map=score_map,
        )
        found = asyncio.run(_watched(prepare(request), progress))
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
    else:
        from service.commands.terminal.calibrate_table import show

        show(found)


async def _watched(calibration: "Calibration", style: ProgressStyle) -> "CalibrationReport":
    from eval.calibration.run import calibrate as calibrated
    from service.commands.terminal.progress import progress
    from service.commands.terminal.tally import Tally

    tally = Tally.of([] if calibration.llm is None else [calibration.llm])
    with progress("calibrate", total=len(calibration.gold.items), style=style, begun=tally) as tell:

        def watch(rating: "Rating") -> None:
            nonlocal tally
            tally = tally.with_judged(rating.usage, failed=rating.error is not None)
            tell(tally)

        return await calibrated(calibration, watch)
