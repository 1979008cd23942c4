"""``judge eval``: score what was said on a data file, by a task."""

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.models import JudgeOptionsOption, ModelOptionsOption, with_given
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle
from service.commands.terminal.watched import watched

if TYPE_CHECKING:
    from eval.runs.run_file import RunSummary
    from eval.tasks.setup import Evaluation


class Answerer(StrEnum):
    """Who answers."""

    RECORDED = "recorded"
    PURE_LLM = "pure_llm"
    DEEP_RESEARCH = "deep_research"


def eval_task(
    *,
    task: Annotated[Path, typer.Option(help="The task: a YAML file, see docs/tasks.md.")],
    out: Annotated[Path, typer.Option(help="The run file to write.")],
    data: Annotated[
        Path | None, typer.Option(help="The data, one JSON object a line; the task's own by default.")
    ] = None,
    system: Annotated[
        Answerer, typer.Option(help="Who answers: what is recorded in the data, or a system that is asked.")
    ] = Answerer.RECORDED,
    model: Annotated[
        str | None,
        typer.Option(help="The model that is asked: embedded, openai:…, google:…; or that answered once."),
    ] = None,
    model_option: ModelOptionsOption = None,
    judge: Annotated[
        str | None, typer.Option(help="Judges inside deep_research; --model by default.")
    ] = None,
    judge_option: JudgeOptionsOption = None,
    documents: Annotated[
        list[Path] | None, typer.Option(help="A folder or files that deep_research reads.")
    ] = None,
    store: StoreOption = None,
    fresh: FreshOption = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many lines.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="Answers under way at once.")] = 4,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Score answers against the right ones, by the metrics of a task, and write a run file.

    The same command goes on where an interrupted one stopped. Exit code 2 says that the input cannot be used.
    """
    with stops_with("What was answered is kept; the same command goes on from there."):
        from data_base.errors import InputError
        from eval.tasks.setup import EvalRequest, prepare

        if model_option or judge_option:
            if system is Answerer.RECORDED:
                raise InputError(
                    "Recorded answers ask no model; leave --model-option and --judge-option out."
                )
            model = with_given(model or "embedded", model_option)
            judge = with_given(judge or model, judge_option)
        request = EvalRequest(
            task=task,
            data=data,
            out=out,
            system=system.value,
            model=model,
            judge=judge,
            documents=tuple(documents or ()),
            store=store,
            fresh=fresh,
            limit=limit,
            concurrency=concurrency,
        )
        prepared = prepare(request)
        summary = asyncio.run(_run(prepared, progress))
    _show(prepared, summary)


async def _run(prepared: "Evaluation", style: ProgressStyle) -> "RunSummary":
    from eval.tasks.run import evaluate

    with watched("eval", total=prepared.count, style=style, models=prepared.models) as watch:
        return await evaluate(prepared, watch)


def _show(prepared: "Evaluation", summary: "RunSummary") -> None:
    mean = "none" if summary.weighted_score is None else f"{summary.weighted_score:.4f}"
    passed = "" if summary.pass_rate is None else f", {summary.pass_rate:.1%} passed"
    typer.echo(
        f"{prepared.task.task}: {summary.n_scored} of {summary.n_total} scored, mean {mean}{passed}\n"
        f"Run {prepared.manifest.run_id}: {prepared.request.out}"
    )
