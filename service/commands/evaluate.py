"""``judge evaluate``: score one answer, or a file of answers."""

import asyncio
import gc
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.options.claims import ClaimsOption, SourcesOption, claims_settings
from service.commands.options.engines import EngineOptions
from service.commands.options.judging import STOPPED, AnswersArgument, JudgingOptions, ScoreMapOption
from service.commands.options.one_answer import OneAnswerOptions
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.shared import takes_options
from service.commands.terminal.estimate_line import show_estimate
from service.commands.terminal.evaluate_lines import text
from service.commands.terminal.exit_status import end_with_scored, show_run
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.commands.terminal.progress import ProgressStyle, at_work, say

if TYPE_CHECKING:
    from agents.batches.messages import StatusListener
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.judging.answer_file import RecordedAnswer
    from eval.judging.batch_ledger_file import Batching
    from eval.judging.run import Judging
    from eval.judging.summary import JudgingSummary

_COLLECT = 50_000, 20, 20
BATCHES_GO_ON = (
    "What was judged is kept. The batches that were sent go on at the provider: the same command takes them "
    "up, and with --cancel-batches cancels them."
)
"""What is said where a command that asks by batch is interrupted."""


@dataclass(frozen=True)
class EvaluateOptions(OneAnswerOptions, EngineOptions, JudgingOptions):
    """What the options say, those that other commands have among them."""

    system: Annotated[
        str | None,
        typer.Option(
            help="System whose answers to judge, if FILE has several (as an arena's answers.csv has).",
            metavar="NAME",
        ),
    ] = None
    panel: PanelOption = Panel.OFF
    score_map: ScoreMapOption = None
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the evaluations to this file (JSON lines, or .parquet, .csv, .tsv, .xlsx), "
            "with a manifest next to it.",
            metavar="FILE",
        ),
    ] = None
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Use the provider's batch API: half the price, slower results."),
    ] = False
    deadline: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="With --batch: this long (90m, 2h) after the run started, cancel pending requests "
            "and send them directly at full price.",
        ),
    ] = None
    cancel_batches: Annotated[
        bool,
        typer.Option(
            "--cancel-batches", help="Cancel this judge's pending batches, keep finished results, and exit."
        ),
    ] = False
    shards: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write evaluations to this folder or s3:// URL as they finish, in Parquet files "
            "of 1,000. URLs require the `ray` extra.",
        ),
    ] = None
    claims: ClaimsOption = False
    sources: SourcesOption = None

    def judging(self, file: str | None) -> "Judging":
        """What is to be judged, read and ready.

        Raises:
            InputError: the answers or an option cannot be used.
        """
        from eval.judging.judging_request import JudgingRequest
        from eval.judging.run import prepare

        fields = self.request(self.panel)
        fields["evaluator"] |= claims_settings(self.sources, claims=self.claims)
        request = JudgingRequest(
            answers=self.answers(file),
            system=self.system,
            score_map=self.score_map,
            batch=_batching(self.deadline, batch=self.batch or self.cancel_batches),
            engine=self.chosen_engine(),
            **fields,
        )
        return prepare(request)


@takes_options
def evaluate(*, file: Annotated[str | None, AnswersArgument] = None, options: EvaluateOptions) -> None:
    """Score answers for accuracy, completeness and clarity.

    Scores are 1-10, with reasons and a suggestion.

    Judge replies are cached in .judge/replies.sqlite, so repeating a command never pays twice. Set
    JUDGE_CACHE to use another file, or to an empty string to disable the cache.

    Exit codes: 0 success; 1 no answer could be scored; 2 the input, an option or the environment needs
    fixing.
    """
    from eval.files.remote_paths import path_of

    with stops_with(BATCHES_GO_ON if options.batch else STOPPED):
        with at_work("reading the answers", options.progress):
            shards = None if options.shards is None else path_of(options.shards)
            judging = options.judging(file)
        if options.dry_run:
            _print_estimate(judging, as_json=options.as_json)
            return
        if options.cancel_batches:
            _cancel(judging, options.progress)
            return
        found = _judged(judging, shards, options)
    _show_summary(judging, found, options)
    end_with_scored(found.scored, judging.count, "answer", found.first_unscored, judge=judging.judge.name)


def _print_estimate(judging: "Judging", *, as_json: bool) -> None:
    from data_base.counted import counted

    more = judging.judge.evaluator.further_judgements
    show_estimate(
        asyncio.run(judging.estimate()),
        counted(judging.count, "answer"),
        judging.judge.name if judging.judge.request.batch is None else f"{judging.judge.name} by batch",
        as_json=as_json,
        more=f"{more} more judgements of a close verdict" if more else "",
    )


def _judged(judging: "Judging", shards: Path | None, options: EvaluateOptions) -> "JudgingSummary":
    """Judge all answers; each evaluation is printed as it comes, unless it is written to files."""
    from eval.judging.results_writer import json_line
    from eval.judging.run import judge_all

    def show(answer: "RecordedAnswer", result: "FineGrainedEvaluationResult") -> None:
        say((json_line if options.as_json else text)(answer, result))

    # Judging makes many small objects and hardly a cycle: looking for those less often saves a seventh.
    gc.set_threshold(*_COLLECT)
    style, shown = options.progress, None if options.out or shards else show
    with watched("evaluate", total=judging.count, style=style, models=[judging.judge.spec]) as watch:
        tell = _line_printer(style)
        work = judge_all(judging, out=options.out, shards=shards, show=shown, watch=watch, tell=tell)
        return asyncio.run(work)


def _show_summary(judging: "Judging", found: "JudgingSummary", options: EvaluateOptions) -> None:
    """Say what came of it, and where it is."""
    if not options.as_json and (judging.count > 1 or options.out):
        typer.echo("\n".join(map(str, found.summaries)))
    if options.out and not options.as_json:
        typer.echo(f"Evaluations: {options.out}")
    show_run(found.run_id, options.store, as_json=options.as_json)
    for note in found.notes:
        typer.echo(note, err=True)


def _line_printer(style: ProgressStyle) -> "StatusListener":
    """Says how batches stand in the style of the progress."""
    is_plain = style is ProgressStyle.LINES or (style is ProgressStyle.AUTO and sys.stderr.isatty())

    def show_line(line: str) -> None:
        if style is not ProgressStyle.OFF:
            said = line if is_plain else json.dumps({"kind": "batches", "said": line})
            say(said, err=True)

    return show_line


def _batching(deadline: str | None, *, batch: bool) -> "Batching | None":
    from eval.judging.batch_ledger_file import Batching, read_deadline

    if batch:
        return Batching(None if deadline is None else read_deadline(deadline))
    if deadline is not None:
        raise InputError("--deadline requires --batch.")
    return None


def _cancel(judging: "Judging", style: ProgressStyle) -> None:
    from data_base.counted import counted
    from eval.judging.run import cancel_batches

    count = asyncio.run(cancel_batches(judging, tell=_line_printer(style)))
    typer.echo(f"{counted(count, 'batch', 'batches')} cancelled; what they had brought by then is kept.")
