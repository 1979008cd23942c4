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
    task: Annotated[Path, typer.Option(help="Task file (YAML; see docs/suites.md).", metavar="FILE")],
    out: Annotated[
        Path,
        typer.Option(
            help="Run file to write. As .csv, .tsv, .xlsx, .jsonl or .parquet, it has one row per item.",
            metavar="FILE",
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            help="Data file (.jsonl, .csv, .xlsx …), one sample per row. [default: the task's own]",
            metavar="FILE",
        ),
    ] = None,
    documents: Annotated[
        list[Path] | None,
        typer.Option(help="Folder or files for deep_research to read. Repeatable.", metavar="PATH"),
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE:NAME",
            help="Python function that scores in addition to the task's metrics. Repeatable.",
        ),
    ] = None,
    model_id: Annotated[
        str | None, typer.Option(help="Name of the system that gave the recorded answers.", metavar="TEXT")
    ] = None,
    options: SuiteOptions,
) -> None:
    """Score answers against reference answers, by task.

    Scores the answers recorded in the data unless you choose a system, and writes a run file. Run the same
    command again to resume an interrupted run.

    Exit codes: 0 success; 1 no answer could be scored; 2 the input, an option or the environment needs
    fixing.
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
            **options.request_fields(),
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
