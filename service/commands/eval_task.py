"""``judge eval``: score what was said on a data file, by a task."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.models import JudgeOptionsOption, ModelOptionsOption
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.options.systems import (
    AnswersOption,
    CallableOption,
    ConcurrencyOption,
    DryRunOption,
    HttpOption,
    JudgeOption,
    LimitOption,
    ModelOption,
    SystemOption,
    TimeoutOption,
    system_choice,
)
from service.commands.terminal.ending import end_with_scored
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle
from service.commands.terminal.watched import watched

if TYPE_CHECKING:
    from eval.runs.run_file import RunSummary
    from eval.tasks.setup import Evaluation


def eval_task(
    *,
    task: Annotated[Path, typer.Option(help="The task: a YAML file, see docs/tasks.md.")],
    out: Annotated[Path, typer.Option(help="The run file to write.")],
    data: Annotated[
        Path | None, typer.Option(help="The data, one JSON object a line; the task's own by default.")
    ] = None,
    documents: Annotated[
        list[Path] | None, typer.Option(help="A folder or files that deep_research reads.")
    ] = None,
    model_id: Annotated[
        str | None, typer.Option(help="Who gave the answers that are recorded in the data.")
    ] = None,
    system: SystemOption = None,
    model: ModelOption = None,
    model_option: ModelOptionsOption = None,
    judge: JudgeOption = None,
    judge_option: JudgeOptionsOption = None,
    answers: AnswersOption = None,
    http: HttpOption = None,
    callable_: CallableOption = None,
    timeout: TimeoutOption = 120.0,
    concurrency: ConcurrencyOption = 4,
    store: StoreOption = None,
    fresh: FreshOption = False,
    limit: LimitOption = None,
    dry_run: DryRunOption = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Score answers against the right ones, by the metrics of a task, and write a run file.

    The answers are those recorded in the data, unless a system is named. The same command resumes where an
    interrupted one stopped.
    """
    with stops_with("What was answered is kept; the same command goes on from there."):
        from eval.tasks.setup import EvalRequest, prepare

        choice = system_choice(
            system=system,
            model=model,
            model_option=model_option,
            judge=judge,
            judge_option=judge_option,
            answers=answers,
            http=http,
            callable_=callable_,
            timeout=timeout,
            dry_run=dry_run,
        )
        request = EvalRequest(
            task=task,
            data=data,
            out=out,
            system=choice,
            model_id=model_id,
            documents=tuple(documents or ()),
            store=store,
            fresh=fresh,
            limit=limit,
            concurrency=concurrency,
        )
        prepared = prepare(request)
        if dry_run:
            from eval.tasks.run import plan

            typer.echo(asyncio.run(plan(prepared)))
            return
        summary = asyncio.run(_run(prepared, progress))
    _show(prepared, summary)
    end_with_scored(summary.n_scored, summary.n_total)


async def _run(prepared: "Evaluation", style: ProgressStyle) -> "RunSummary":
    from eval.tasks.run import evaluate

    models = prepared.system.models if prepared.system else ()
    with watched("eval", total=prepared.count, style=style, models=models) as watch:
        return await evaluate(prepared, watch)


def _show(prepared: "Evaluation", summary: "RunSummary") -> None:
    mean = "none" if summary.weighted_score is None else f"{summary.weighted_score:.1%}"
    passed = "" if summary.pass_rate is None else f", {summary.pass_rate:.1%} passed"
    typer.echo(
        f"{prepared.task.task}: {summary.n_scored} of {summary.n_total} scored, mean {mean}{passed}\n"
        f"Run {prepared.manifest.run_id}: {prepared.request.out}"
    )
