"""``judge harness``: answers on PDFs, scored by keywords, compared, summed up over documents."""

import asyncio
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.compare import NO_VERDICT, compare
from service.commands.options.models import JudgeOptionsOption, ModelOptionsOption, with_given
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle
from service.commands.terminal.stdout import NO_ROOM, drop_stdout, show_every_letter
from service.commands.terminal.watched import watched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eval.harness.benchmark_result import BenchmarkResult
    from eval.harness.request import SystemChoice
    from eval.harness.setup import HarnessRun
    from eval.runs.run_file import RunFile

UNANSWERED = 1
_KEPT = "What was answered is kept; the same command goes on from there."

ModelOption = Annotated[
    str,
    typer.Option(help="Deep Research's model, if no other system is named: embedded, openai:…, google:…."),
]
JudgeOption = Annotated[str | None, typer.Option(help="Judges inside the research loop; --model by default.")]
AnswersOption = Annotated[
    Path | None, typer.Option(help='Recorded answers instead: {"id": …, "answer": …} a line.')
]
HttpOption = Annotated[str | None, typer.Option(metavar="URL", help="An HTTP endpoint instead.")]
CallableOption = Annotated[
    str | None, typer.Option("--callable", metavar="MODULE:NAME", help="A Python callable instead.")
]
TimeoutOption = Annotated[
    float, typer.Option(min=0.001, help="Seconds that an endpoint's or a callable's answer may take.")
]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Answers under way at once.")]
CacheOption = Annotated[
    Path | None,
    typer.Option(help="Folder that indexes are kept in; JUDGE_INDEX_CACHE, else .judge/index, by default."),
]


def harness_run(
    *,
    pdf: Annotated[Path, typer.Option(help="The document.")],
    questions: Annotated[Path, typer.Option(help="One JSON object a line; see docs/harness.md.")],
    out: Annotated[Path, typer.Option(help="The run file to write.")],
    model: ModelOption = "embedded",
    model_option: ModelOptionsOption = None,
    judge: JudgeOption = None,
    judge_option: JudgeOptionsOption = None,
    answers: AnswersOption = None,
    http: HttpOption = None,
    callable_: CallableOption = None,
    timeout: TimeoutOption = 120.0,
    concurrency: ConcurrencyOption = 4,
    cache_dir: CacheOption = None,
    store: StoreOption = None,
    fresh: FreshOption = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Index a PDF, let a system answer the questions on it, score the answers, write a run file.

    Exit code 0: all questions were answered. 1: some were not, and the run file says which. 2: the input
    cannot be used. The same command goes on where an interrupted one stopped.
    """
    with stops_with(_KEPT), _verdicts_meant():
        from eval.harness.pdf_index import index_cache
        from eval.harness.request import HarnessRequest
        from eval.harness.setup import prepare
        from service.commands.terminal.progress import at_work

        models = _models(model, model_option, judge, judge_option)
        request = HarnessRequest(
            pdf=pdf,
            questions=questions,
            out=out,
            system=_choice(*models, answers, http, callable_, timeout),
            concurrency=concurrency,
            cache=index_cache(cache_dir),
            store=store,
            fresh=fresh,
        )
        with at_work("reading the document", progress):
            prepared = prepare(request)
        result = asyncio.run(_run(prepared, progress))
        _show_run(result, out)
    if result.summary.n_unscored:
        raise typer.Exit(UNANSWERED)


def harness_benchmark(
    *,
    config: Annotated[Path, typer.Option(help="The datasets: JSON, see docs/harness.md.")],
    out: Annotated[Path, typer.Option(help="The run file to write; the single runs go to OUT.runs/.")],
    runs: Annotated[int, typer.Option(min=1, help="Run each dataset so often.")] = 1,
    max_std: Annotated[
        float | None, typer.Option(min=0, help="The standard deviation over the runs may be at most this.")
    ] = None,
    baseline: Annotated[Path | None, typer.Option(help="The benchmark's run file to compare with.")] = None,
    max_drop: Annotated[
        float | None,
        typer.Option(min=0, help="The score may lie so much below the baseline's; 0 by default."),
    ] = None,
    fail_fast: Annotated[
        bool,
        typer.Option("--fail-fast/--best-effort", help="Whether a dataset that fails ends the benchmark."),
    ] = False,
    model: ModelOption = "embedded",
    model_option: ModelOptionsOption = None,
    judge: JudgeOption = None,
    judge_option: JudgeOptionsOption = None,
    answers: AnswersOption = None,
    http: HttpOption = None,
    callable_: CallableOption = None,
    timeout: TimeoutOption = 120.0,
    concurrency: ConcurrencyOption = 4,
    cache_dir: CacheOption = None,
    store: StoreOption = None,
) -> None:
    """Run the harness on many documents and sum up by weight.

    Exit code 0: passed. 1: a limit does not hold, or a dataset failed. 2: the input cannot be used, or the
    baseline is of other data.
    """
    with stops_with(_KEPT), _verdicts_meant():
        from eval.harness.benchmark_result import Limits
        from eval.harness.benchmark_run import BenchmarkRequest, benchmark
        from eval.harness.pdf_index import index_cache

        allowed = 0.0 if baseline is not None and max_drop is None else max_drop
        models = _models(model, model_option, judge, judge_option)
        request = BenchmarkRequest(
            config=config,
            out=out,
            system=_choice(*models, answers, http, callable_, timeout),
            cache=index_cache(cache_dir),
            runs=runs,
            limits=Limits(max_std=max_std, max_drop=allowed),
            baseline=baseline,
            fail_fast=fail_fast,
            concurrency=concurrency,
            store=store,
        )
        result = asyncio.run(benchmark(request, lambda line: typer.echo(line, err=True)))
        _show_benchmark(result, out)
    raise typer.Exit(result.exit_code)


harness_app = typer.Typer(
    help="Answers on PDFs: scored by keywords, compared with a baseline, summed up over documents.",
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


def _models(
    model: str, model_option: list[str] | None, judge: str | None, judge_option: list[str] | None
) -> tuple[str, str | None]:
    model = with_given(model, model_option)
    return model, with_given(judge or model, judge_option) if judge or judge_option else None


def _choice(
    model: str,
    judge: str | None,
    answers: Path | None,
    http: str | None,
    callable_: str | None,
    timeout: float,
) -> "SystemChoice":
    from eval.harness.request import SystemChoice

    return SystemChoice(
        model=model, judge=judge, answers=answers, http=http, callable=callable_, timeout=timeout
    ).checked()


async def _run(prepared: "HarnessRun", style: ProgressStyle) -> "RunFile":
    from eval.harness.run import hold

    with watched("harness", total=len(prepared.questions), style=style, models=prepared.models) as watch:
        return await hold(prepared, watch)


def _show_run(run: "RunFile", out: Path) -> None:
    for result in run.results:
        if result.score_card is None:
            _say(f"{result.id}: no answer: {result.error}")
        elif not result.passed:
            _say(f"{result.id}: {result.score:.4f}: {result.score_card.explain}")
        missing = result.metrics.get("cited_pages_missing")
        if isinstance(missing, list) and missing:
            pages = ", ".join(map(str, missing))
            _say(f"{result.id}: cites pages that the document does not have: {pages}")
    summary = run.summary
    score = "none" if summary.weighted_score is None else f"{summary.weighted_score:.4f}"
    _say(f"weighted_score {score}, {summary.n_scored} of {summary.n_total} questions scored: {out}")


def _show_benchmark(result: "BenchmarkResult", out: Path) -> None:
    for dataset in result.run.results:
        score = "failed" if dataset.score is None else f"{dataset.score:.4f}"
        _say(f"{dataset.id}: {score}, weight {dataset.weight:g}{_spread(dataset.metrics.get('spread'))}")
    facts, mean = result.run.summary.facts, result.run.summary.weighted_score
    shown = "none" if mean is None else f"{mean:.4f}"
    _say(f"weighted_score {shown}{_spread(facts.get('spread'))}: {out}")
    for broken in result.broken:
        _say(f"FAILED {broken.what}: {broken.reason}")


def _spread(spread: object) -> str:
    if not isinstance(spread, dict) or spread["std"] is None:
        return ""
    parts = ", ".join(f"{name} {spread[name]:.4f}" for name in ("mean", "std", "min", "max"))
    return f" ({spread['n']} runs: {parts})"


def _say(line: str) -> None:
    from service.commands.terminal.plain_text import plain

    typer.echo(plain(line).plain)


@contextmanager
def _verdicts_meant() -> "Iterator[None]":
    """An exit code of 1 says something of the answers, so that whatever goes wrong must end with another."""
    show_every_letter()
    try:
        yield
    except (InputError, typer.Exit, typer.Abort):
        raise
    except BrokenPipeError as error:
        # Typer would end the program with 1 where nobody reads its output.
        drop_stdout()
        with suppress(OSError):
            typer.echo("error: nobody read the outcome to its end; it stands in the run file.", err=True)
        raise typer.Exit(NO_VERDICT) from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        import traceback

        traceback.print_exc()
        typer.echo(f"error: no outcome was reached ({type(error).__name__}).", err=True)
        raise typer.Exit(NO_VERDICT) from error
