"""``judge harness``: answers on PDFs, scored by keywords, compared, summed up over documents."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.counted import counted
from service.commands.compare import compare
from service.commands.options.shared import takes_options
from service.commands.options.systems import SuiteOptions
from service.commands.terminal.exit_status import end_with_scored, show_plan, show_run, verdict_meant
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.commands.terminal.progress import at_work

if TYPE_CHECKING:
    from eval.harness.benchmark_result import BenchmarkResult
    from eval.runs.run_file import RunFile

_KEPT = "What was answered is kept; the same command resumes there."
_KEEPS_INDEX = "Folder that indexes are kept in; JUDGE_INDEX_CACHE, else .judge/index, by default."
CacheOption = Annotated[Path | None, typer.Option(help=_KEEPS_INDEX, metavar="PATH")]


@takes_options
def harness_run(
    *,
    pdf: Annotated[Path, typer.Option(help="PDF to index.", metavar="PATH")],
    questions: Annotated[
        Path,
        typer.Option(help="Questions file, one JSON object per line (see docs/suites.md).", metavar="FILE"),
    ],
    out: Annotated[Path, typer.Option(help="Run file to write.", metavar="FILE")],
    cache_dir: CacheOption = None,
    options: SuiteOptions,
) -> None:
    """Ask a system questions about a PDF and score its answers.

    Deep Research with the embedded model answers unless you choose another system. Run the same command
    again to resume an interrupted run.

    Exit codes: 0 success; 1 no answer could be scored; 2 the input, an option or the environment needs
    fixing.
    """
    with stops_with(_KEPT), verdict_meant():
        from eval.harness.run import plan, run_harness
        from eval.harness.setup import HarnessRequest, prepare
        from eval.runs.document_index import index_cache
        from eval.runs.unscored import Unscored

        request = HarnessRequest(
            pdf=pdf,
            questions=questions,
            out=out,
            cache=index_cache(cache_dir),
            **options.request_fields(),
        )
        if options.dry_run:
            show_plan(asyncio.run(plan(request)))
            return
        with at_work("reading the document", options.progress):
            prepared = prepare(request)
        total, models = len(prepared.questions), prepared.system.models
        with watched("harness", total=total, style=options.progress, models=models) as watch:
            result = asyncio.run(run_harness(prepared, watch))
        _show_run(result, out)
        if result.manifest is not None:
            show_run(result.manifest.run_id, options.store)
        unscored = (Unscored.of(one.to_item()) for one in result.results if one.score is None)
        end_with_scored(result.summary.n_scored, result.summary.n_total, first=next(unscored, None))


@takes_options
def harness_benchmark(
    *,
    config: Annotated[
        Path,
        typer.Option(
            help="Benchmark file that lists the datasets (JSON; see docs/suites.md).", metavar="FILE"
        ),
    ],
    out: Annotated[
        Path, typer.Option(help="Run file to write. Single runs are written to OUT.runs/.", metavar="FILE")
    ],
    runs: Annotated[int, typer.Option(min=1, help="Number of runs per dataset.", metavar="N")] = 1,
    max_std: Annotated[
        float | None,
        typer.Option(min=0, help="Largest allowed standard deviation over the runs.", metavar="NUMBER"),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Benchmark run file to compare with.", metavar="FILE")
    ] = None,
    max_drop: Annotated[
        float | None,
        typer.Option(
            min=0, help="Largest allowed drop below the baseline's score, 0-1. [default: 0]", metavar="NUMBER"
        ),
    ] = None,
    fail_fast: Annotated[
        bool,
        typer.Option("--fail-fast/--best-effort", help="Stop the benchmark when a dataset fails."),
    ] = False,
    cache_dir: CacheOption = None,
    options: SuiteOptions,
) -> None:
    """Run the harness on several PDFs and combine the results by weight.

    Exit codes: 0 passed; 1 a limit is exceeded, or a dataset failed; 2 the input is invalid, or the
    baseline is of other data.
    """
    with stops_with(_KEPT), verdict_meant():
        from eval.harness.benchmark_result import BenchmarkLimits
        from eval.harness.benchmark_run import BenchmarkRequest, benchmark, plans
        from eval.runs.document_index import index_cache

        allowed = 0.0 if baseline is not None and max_drop is None else max_drop
        request = BenchmarkRequest(
            config=config,
            out=out,
            cache=index_cache(cache_dir),
            runs=runs,
            limits=BenchmarkLimits(max_std=max_std, max_drop=allowed),
            baseline=baseline,
            fail_fast=fail_fast,
            **options.request_fields(),
        )
        if options.dry_run:
            for name, planned in asyncio.run(plans(request)).items():
                show_plan(planned, name)
            return
        result = asyncio.run(benchmark(request, lambda line: typer.echo(line, err=True)))
        _show_benchmark(result, out)
        if result.run.manifest is not None:
            show_run(result.run.manifest.run_id, options.store)
    raise typer.Exit(result.exit_code)


harness_app = typer.Typer(
    help="Score answers about PDFs by keyword.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
harness_app.command("run")(harness_run)
harness_app.command("compare")(compare)
harness_app.command("benchmark")(harness_benchmark)

run_eval_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
run_eval_app.command("run_eval.py")(harness_run)

run_benchmark_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
run_benchmark_app.command("run_benchmark.py")(harness_benchmark)


def _show_run(run: "RunFile", out: Path) -> None:
    for result in run.results:
        if result.score_card is None:
            _say(f"{result.id}: no answer: {result.error}")
        elif not result.passed:
            _say(f"{result.id}: {_percent(result.score)}: {result.score_card.explain}")
        missing = result.metrics.get("cited_pages_missing")
        if isinstance(missing, list) and missing:
            pages = ", ".join(map(str, missing))
            _say(f"{result.id}: cites pages that the document does not have: {pages}")
    summary = run.summary
    score = _percent(summary.weighted_score)
    _say(
        f"weighted score {score}, {summary.n_scored} of {counted(summary.n_total, 'question')} scored: {out}"
    )


def _show_benchmark(result: "BenchmarkResult", out: Path) -> None:
    for dataset in result.run.results:
        score = "failed" if dataset.score is None else _percent(dataset.score)
        _say(f"{dataset.id}: {score}, weight {dataset.weight:g}{_spread(dataset.metrics.get('spread'))}")
    facts, mean = result.run.summary.facts, result.run.summary.weighted_score
    _say(f"weighted score {_percent(mean)}{_spread(facts.get('spread'))}: {out}")
    for broken in result.broken:
        _say(f"FAILED {broken.what}: {broken.reason}")


def _spread(spread: object) -> str:
    if not isinstance(spread, dict) or spread["std"] is None:
        return ""
    parts = ", ".join(f"{name} {_percent(spread[name])}" for name in ("mean", "std", "min", "max"))
    return f" ({spread['n']} runs: {parts})"


def _percent(score: float | None) -> str:
    from eval.runs.score_format import shown_score

    return shown_score(score, "percent")


def _say(line: str) -> None:
    from service.commands.terminal.plain_text import plain

    typer.echo(plain(line).plain)
