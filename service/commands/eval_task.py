"""``judge eval``: score what was said on a data file, by a task."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.shared import takes_options
from service.commands.options.systems import SuiteOptions
from service.commands.terminal.exit_status import end_with_scored, show_plan, show_run
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched

if TYPE_CHECKING:
    from eval.runs.run_file import RunSummary
    from eval.tasks.setup import TaskRun


@takes_options
def eval_task(
    *,
    task: Annotated[Path, typer.Option(help="The task: a YAML file, see docs/suites.md.")],
    out: Annotated[
        Path,
        typer.Option(
            help="The run file to write; as .csv, .tsv, .xlsx, .jsonl or .parquet a row for each item."
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            help="The data (.jsonl, .csv, .xlsx …), a sample in each row; the task's own by default."
        ),
    ] = None,
    documents: Annotated[
        list[Path] | None, typer.Option(help="A folder or files that deep_research reads.")
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE:NAME",
            help="A Python function that scores too, next to the task's metrics. May be repeated.",
        ),
    ] = None,
    model_id: Annotated[
        str | None, typer.Option(help="Who gave the answers that are recorded in the data.")
    ] = None,
    options: SuiteOptions,
) -> None:
    """Score answers against the right ones, by the metrics of a task, and write a run file.

    The answers are those recorded in the data, unless a system is named. The same command resumes where an
    interrupted one stopped.

    Exit code 0: done. 1: no answer is scored. 2: something must be fixed first.
    """
    with stops_with("What was answered is kept; the same command resumes there."):
        from eval.tasks.run import evaluate, plan
        from eval.tasks.setup import EvalRequest, prepare

        request = EvalRequest(
            task=task,
            data=data,
            out=out,
            model_id=model_id,
            documents=tuple(documents or ()),
            scorers=tuple(scorer or ()),
            **options.asking(),
        )
        prepared = prepare(request)
        if options.dry_run:
            show_plan(asyncio.run(plan(prepared)))
            return
        models = prepared.system.models if prepared.system else ()
        with watched("eval", total=prepared.count, style=options.progress, models=models) as watch:
            run_id, summary, first = asyncio.run(evaluate(prepared, watch))
    _show(prepared, summary)
    show_run(run_id, options.store)
    end_with_scored(summary.n_scored, summary.n_total, first=first)


def _show(prepared: "TaskRun", summary: "RunSummary") -> None:
    mean = "none" if summary.weighted_score is None else f"{summary.weighted_score:.1%}"
    passed = "" if summary.pass_rate is None else f", {summary.pass_rate:.1%} passed"
    typer.echo(
        f"{prepared.task.task}: {summary.n_scored} of {summary.n_total} scored, mean {mean}{passed}: "
        f"{prepared.request.out}"
    )
