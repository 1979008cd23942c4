"""``judge evaluate``: score one answer, or a file of answers."""

import asyncio
import gc
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from service.commands.options.claims import ClaimsOption, SourcesOption, claims_settings
from service.commands.options.engines import EngineOptions
from service.commands.options.judging import STOPPED, AnswersArgument, JudgingOptions, ScoreMapOption
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
class EvaluateOptions(EngineOptions, JudgingOptions):
    """The options of every command that judges, the engine's, and those of claim tables."""

    claims: ClaimsOption = False
    sources: SourcesOption = None

    def request(self, panel: Panel = Panel.OFF) -> dict[str, Any]:
        """As of every command that judges."""
        fields = super().request(panel)
        return {
            **fields,
            "evaluator": fields["evaluator"] | claims_settings(self.sources, claims=self.claims),
        }


@takes_options
def evaluate(
    *,
    file: Annotated[str | None, AnswersArgument] = None,
    question: Annotated[str | None, typer.Option(help="Question.", metavar="TEXT")] = None,
    answer: Annotated[str | None, typer.Option(help="Answer to judge.", metavar="TEXT")] = None,
    documents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder or files that the answer should be based on. Repeatable.",
            readable=False,
            metavar="PATH",
        ),
    ] = None,
    gold_answer: Annotated[
        str | None,
        typer.Option(
            help="A known correct answer. Statements that it does not cover are checked against "
            "the documents.",
            metavar="TEXT",
        ),
    ] = None,
    key_point: Annotated[
        list[str] | None,
        typer.Option(help="A point that a complete answer must make. Repeatable.", metavar="TEXT"),
    ] = None,
    unanswerable: Annotated[
        bool,
        typer.Option(
            "--unanswerable",
            help="The documents do not contain the answer: declining is correct, answering is wrong.",
        ),
    ] = False,
    system: Annotated[
        str | None,
        typer.Option(
            help="System whose answers to judge, if FILE has several (as an arena's answers.csv has).",
            metavar="NAME",
        ),
    ] = None,
    panel: PanelOption = Panel.OFF,
    score_map: ScoreMapOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the evaluations to this file (JSON lines, or .parquet, .csv, .tsv, .xlsx), "
            "with a manifest next to it.",
            metavar="FILE",
        ),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Use the provider's batch API: half the price, slower results."),
    ] = False,
    deadline: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="With --batch: this long (90m, 2h) after the run started, cancel pending requests "
            "and send them directly at full price.",
        ),
    ] = None,
    cancel_batches: Annotated[
        bool,
        typer.Option(
            "--cancel-batches", help="Cancel this judge's pending batches, keep finished results, and exit."
        ),
    ] = False,
    shards: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write evaluations to this folder or s3:// URL as they finish, in Parquet files "
            "of 1,000. URLs require the `ray` extra.",
        ),
    ] = None,
    options: EvaluateOptions,
) -> None:
    """Score answers for accuracy, completeness and clarity.

    Scores are 1-10, with reasons and a suggestion.

    Judge replies are cached in .judge/replies.sqlite, so repeating a command never pays twice. Set
    JUDGE_CACHE to use another file, or to an empty string to disable the cache.

    Exit codes: 0 success; 1 no answer could be scored; 2 the input, an option or the environment needs
    fixing.
    """
    with stops_with(BATCHES_GO_ON if batch else STOPPED):
        from eval.files.remote_paths import path_of
        from eval.judging.judging_request import JudgingRequest
        from eval.judging.run import prepare

        with at_work("reading the answers", options.progress):
            request = JudgingRequest(
                answers=_answers(
                    file, question, answer, documents, _Known(gold_answer, key_point or (), unanswerable)
                ),
                system=system,
                score_map=score_map,
                batch=_batching(deadline, batch=batch or cancel_batches),
                engine=options.chosen_engine(),
                **options.request(panel),
            )
            folder = None if shards is None else path_of(shards)
            judging = prepare(request)
        if options.dry_run:
            _print_estimate(judging, as_json=as_json)
            return
        if cancel_batches:
            _cancel(judging, options.progress)
            return
        found = _judged(judging, out, folder, options.progress, as_json=as_json)
    if not as_json and (judging.count > 1 or out):
        typer.echo("\n".join(map(str, found.summaries)))
    if out and not as_json:
        typer.echo(f"Evaluations: {out}")
    show_run(found.run_id, options.store, as_json=as_json)
    for note in found.notes:
        typer.echo(note, err=True)
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


def _judged(
    judging: "Judging", out: Path | None, shards: Path | None, style: ProgressStyle, *, as_json: bool
) -> "JudgingSummary":
    """Judge all answers; each evaluation is printed as it comes, unless it is written to files."""
    from eval.judging.results_writer import json_line
    from eval.judging.run import judge_all

    def show(answer: "RecordedAnswer", result: "FineGrainedEvaluationResult") -> None:
        say((json_line if as_json else text)(answer, result))

    # Judging makes many small objects and hardly a cycle: looking for those less often saves a seventh.
    gc.set_threshold(*_COLLECT)
    with watched("evaluate", total=judging.count, style=style, models=[judging.judge.spec]) as watch:
        shown = None if out or shards else show
        work = judge_all(judging, out=out, shards=shards, show=shown, watch=watch, tell=_line_printer(style))
        return asyncio.run(work)


def _line_printer(style: ProgressStyle) -> "StatusListener":
    """Says how batches stand in the style of the progress."""
    is_plain = style is ProgressStyle.LINES or (style is ProgressStyle.AUTO and sys.stderr.isatty())

    def show_line(line: str) -> None:
        if style is not ProgressStyle.OFF:
            said = line if is_plain else json.dumps({"kind": "batches", "said": line})
            say(said, err=True)

    return show_line


def _batching(deadline: str | None, *, batch: bool) -> "Batching | None":
    from data_base.errors import InputError
    from eval.judging.batch_ledger_file import Batching, read_deadline

    if not batch:
        if deadline is not None:
            raise InputError("--deadline requires --batch.")
        return None
    return Batching(None if deadline is None else read_deadline(deadline))


def _cancel(judging: "Judging", style: ProgressStyle) -> None:
    from data_base.counted import counted
    from eval.judging.run import cancel_batches

    count = asyncio.run(cancel_batches(judging, tell=_line_printer(style)))
    typer.echo(f"{counted(count, 'batch', 'batches')} cancelled; what they had brought by then is kept.")


class _Known(NamedTuple):
    """What is known of the one question that is given in options."""

    gold_answer: str | None
    key_points: Sequence[str]
    unanswerable: bool


def _answers(
    file: str | None,
    question: str | None,
    answer: str | None,
    documents: list[Path] | None,
    known: _Known,
) -> "Path | RecordedAnswer":
    from data_base.documents.reader import read_documents
    from data_base.errors import InputError
    from data_base.schemas.key_point import KeyPoint
    from eval.files.remote_paths import path_of
    from eval.judging.answer_file import RecordedAnswer
    from scoring.unanswerable_reference import known_answer

    if file is not None:
        if question or answer or documents or any(known):
            if question is not None and documents:
                raise InputError(f"--documents takes one path; repeat it: --documents … --documents {file}.")
            raise InputError(
                f"{file} is read as a file of answers, each with its question and its `documents`; leave out "
                "--question, --answer, --documents, --gold-answer, --key-point and --unanswerable."
            )
        return path_of(file)
    if question is None or answer is None or not question.strip():
        given = {"--question": (question or "").strip(), "--answer": answer is not None}
        missing = " and ".join(option for option, value in given.items() if not value)
        raise InputError(f"Missing: {missing}. Give --question and --answer, or a FILE.jsonl.")
    passages = tuple(read_documents(documents)) if documents else None
    if not all(point.strip() for point in known.key_points):
        raise InputError("--key-point is empty; write the point there, or leave it out.")
    if known.gold_answer is not None and not known.gold_answer.strip():
        raise InputError("--gold-answer is empty; write the answer there, or leave it out.")
    answerable = False if known.unanswerable else None
    return RecordedAnswer(
        question=question,
        answer=answer,
        documents=passages,
        reference_answer=known_answer(question, known.gold_answer, answerable),
        key_points=tuple(KeyPoint(text=point) for point in known.key_points),
        answerable=answerable,
    )
