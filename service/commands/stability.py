"""``judge stability``: how much a judge's scores of the same answer vary."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.judging import STOPPED, AnswersArgument, JudgingOptions
from service.commands.options.shared import takes_options
from service.commands.terminal.estimate_line import show_estimate
from service.commands.terminal.exit_status import end_with_scored, show_run
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.commands.terminal.progress import ProgressStyle, at_work, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas.protocols import JudgeRequest
    from eval.judging.stability import Stability, StabilityResult, StabilityRun


@takes_options
def stability(
    *,
    file: Annotated[Path, AnswersArgument],
    repeats: Annotated[int, typer.Option(min=2, help="Number of judgements per answer.", metavar="N")] = 5,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=1,
            max=10,
            help="Accuracy threshold for verdict flips. [default: the judge's own]",
            metavar="NUMBER",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False,
    options: JudgingOptions,
) -> None:
    """Judge the same answers repeatedly; report the spread.

    The report includes verdicts that flip.

    Every repeat is a separate call and is saved. To resume after an interruption, run the same command
    again; finished calls are not paid for twice.

    Exit codes: 0 success; 1 no judgement has a score; 2 the input, an option or the environment needs
    fixing.
    """
    with stops_with(STOPPED):
        from data_base.counted import counted
        from eval.judging.stability import StabilityRequest, prepare
        from eval.runs.unscored import Unscored

        with at_work("reading the answers", options.progress):
            repeating = prepare(
                StabilityRequest(answers=file, repeats=repeats, threshold=threshold, **options.request())
            )
        if options.dry_run:
            what = f"{counted(len(repeating.answers), 'answer')}, {repeats} times each,"
            show_estimate(asyncio.run(repeating.estimate()), what, repeating.judge.name, as_json=as_json)
            return
        run_id, found = asyncio.run(_measured(repeating, options.progress, as_json=as_json))
    if not as_json:
        typer.echo(_summary(found, repeating.threshold))
    show_run(run_id, options.store, as_json=as_json)
    failed = (
        Unscored(answer.id, answer.question, one.failure)
        for answer, one in zip(repeating.answers, found, strict=True)
        if one.failure is not None
    )
    total = sum(one.repeats for one in found)
    scored = total - sum(one.failed for one in found)
    end_with_scored(scored, total, "judgement", next(failed, None), judge=repeating.judge.name)


async def _measured(repeating: "StabilityRun", style: ProgressStyle, *, as_json: bool) -> "StabilityResult":
    from eval.judging.stability import measure

    def show(answer: "JudgeRequest", one: "Stability") -> None:
        say(_json_line(answer, one) if as_json else _text(answer, one))

    total = len(repeating.answers) * repeating.repeats
    with watched("stability", total=total, style=style, models=[repeating.judge.spec]) as watch:
        return await measure(repeating, show=show, watch=watch)


def _json_line(answer: "JudgeRequest", found: "Stability") -> str:
    return json.dumps(
        {"id": answer.id, "flips": found.flips, **found.model_dump(mode="json")}, ensure_ascii=False
    )


def _text(answer: "JudgeRequest", found: "Stability") -> str:
    from agents.research.events import one_line

    heading = f"[{answer.id}] {one_line(answer.question)}"
    spreads = [
        f"  {name}: median {each.median:.2f}, {each.least:.2f} to {each.greatest:.2f}, "
        f"standard deviation {each.deviation:.2f}"
        for name, each in found.spreads.items()
    ]
    failed = [f"  failed: {found.failed} of {found.repeats}"] if found.failed else []
    if len(found.models_served) > 1:
        spreads.append(f"  served by different models: {', '.join(found.models_served)}")
    flips = f"  passes at {found.threshold:g}: {found.passed} of {found.repeats - found.failed}"
    return "\n".join([heading, *spreads, *failed, *([flips] if found.spreads else [])]) + "\n"


def _summary(found: "Sequence[Stability]", threshold: float) -> str:
    from data_base.counted import counted

    spreads = [one.spreads["accuracy"] for one in found if one.spreads]
    if not spreads:
        return "No answer has two scored judgements, so that there is no spread to report."
    mean = sum(each.deviation for each in spreads) / len(spreads)
    widest = max(each.greatest - each.least for each in spreads)
    flipping = sum(one.flips > 0 for one in found)
    return (
        f"{counted(len(spreads), 'answer')}: mean standard deviation of accuracy {mean:.2f}, widest range "
        f"{widest:.2f}; the verdict flips on {flipping} at {threshold:g}."
    )
