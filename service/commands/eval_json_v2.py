"""``judge eval-json-v2``: score the JSON objects that a model wrote for a question set."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.options.models import with_given
from service.commands.options.shared import takes_options
from service.commands.options.systems import SuiteOptions
from service.commands.terminal.exit_status import end_with_scored, show_plan, show_run
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.reply_cache_path import reply_cache_path

if TYPE_CHECKING:
    from eval.eval_json_v2.report import ObjectReport
    from eval.eval_json_v2.request import ObjectRunRequest

FAILED = 1

eval_json_v2_app = typer.Typer(
    help="Score JSON answers with fixed formulas.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
QuestionsOption = Annotated[Path, typer.Option(help="Question set: a JSON array.", metavar="PATH")]


@dataclass(frozen=True)
class RunOptions(SuiteOptions):
    """The options of a suite, with where contexts come from and what recorded outputs are labelled with."""

    contexts: Annotated[
        Path | None,
        typer.Option(
            help='Contexts file, one per line: {"id", "chunks": [{"source_path", "text"}]}.', metavar="PATH"
        ),
    ] = None
    documents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Retrieve contexts from these documents instead of reading --contexts. Repeatable.",
            metavar="PATH",
        ),
    ] = None
    chunks: Annotated[
        int, typer.Option(min=1, help="Number of passages to retrieve per question.", metavar="N")
    ] = 6
    research: Annotated[
        str | None,
        typer.Option(
            help="Let Deep Research with this model find the contexts in --documents.", metavar="TEXT"
        ),
    ] = None
    allow_fence: Annotated[
        bool,
        typer.Option("--allow-fence", help="Accept a code fence around the object. The report records this."),
    ] = False
    model_id: Annotated[
        str | None,
        typer.Option(
            help="Model that wrote the recorded outputs. [default: the file's hash]", metavar="TEXT"
        ),
    ] = None
    adapter_id: Annotated[str, typer.Option(help="Adapter on top of the model.", metavar="TEXT")] = "none"
    index_version: Annotated[
        str | None,
        typer.Option(
            help="Corpus that the recorded contexts were retrieved from. [default: their hash]",
            metavar="TEXT",
        ),
    ] = None
    prompt_version: Annotated[
        str | None,
        typer.Option(
            help="Version of the prompt behind recorded outputs. [default: the bundled prompt's]",
            metavar="TEXT",
        ),
    ] = None
    prompt_sha256: Annotated[
        str | None, typer.Option(help="Hash of that prompt. [default: the bundled prompt's]", metavar="TEXT")
    ] = None

    def request(self, questions: Path, out: Path) -> "ObjectRunRequest":
        """The run that is asked for.

        Raises:
            InputError: an option cannot be used.
        """
        from eval.eval_json_v2.request import ObjectRunRequest, OutputLabels, Retrieval

        if self.model_option and not (self.model or self.research):
            raise InputError("--model-option belongs to a model; name it with --model or --research.")
        research = with_given(self.research, self.model_option) if self.research else None
        documents = tuple(self.documents or ())
        labels = ("model_id", "adapter_id", "index_version", "prompt_version", "prompt_sha256", "allow_fence")
        # Without a writing model, its options are those of the researching one.
        writing = self if self.model else replace(self, model_option=None)
        return ObjectRunRequest(
            questions=questions,
            out=out,
            retrieval=Retrieval(self.contexts, documents, self.chunks, research, self.judging(research)),
            labels=OutputLabels(**{name: getattr(self, name) for name in labels}),
            cache=_replies(dry_run=self.dry_run),
            **writing.request_fields(),
        )


@eval_json_v2_app.command("run")
@takes_options
def run(
    *,
    questions: QuestionsOption,
    out: Annotated[Path, typer.Option(help="Report file to write.", metavar="FILE")],
    options: RunOptions,
) -> None:
    """Score outputs and write a report.

    The same inputs give the same report, except for its time.

    Outputs are saved as they arrive, so running the same command again resumes an interrupted run. The
    outputs and their contexts are written next to the report. A question without an output is unscored.

    Exit codes: 0 success; 1 no output could be scored; 2 the input, an option or the environment needs
    fixing.
    """
    with stops_with("What came is kept; the same command resumes there."):
        from eval.eval_json_v2.run import conduct, plan
        from eval.eval_json_v2.run_preparation import prepare
        from eval.runs.unscored import Unscored

        prepared = prepare(options.request(questions, out))
        if options.dry_run:
            show_plan(asyncio.run(plan(prepared)))
            return
        with watched("eval-json-v2", total=len(prepared.questions), style=options.progress) as watch:
            run_id, report = asyncio.run(conduct(prepared, watch))
    _show(report, out)
    show_run(run_id, options.store)
    unscored = (Unscored(item.id, "", item.explain) for item in report.per_item if item.score is None)
    end_with_scored(report.counts.n_scored, report.counts.n_total, first=next(unscored, None))


@eval_json_v2_app.command("subset")
def subset(
    *,
    questions: QuestionsOption,
    size: Annotated[int, typer.Option(min=1, help="Number of questions.", metavar="N")] = 100,
    seed: Annotated[
        int, typer.Option(help="Random seed. Change it to draw a different subset.", metavar="N")
    ] = 0,
    allow_duplicates: Annotated[
        bool,
        typer.Option(
            "--allow-duplicates", help="Allow chosen questions that also occur in the rest of the set."
        ),
    ] = False,
    out: Annotated[
        Path,
        typer.Option(help="Subset file to write. How it was drawn is written next to it.", metavar="FILE"),
    ],
) -> None:
    """Draw a subset with target audiences and main topics in proportion.

    The same seed draws the same subset on every machine.
    """
    from data_base.whole_file import write_json
    from eval.eval_json_v2.question_set import QuestionSet
    from eval.eval_json_v2.stratified_subset import choose
    from eval.files.output_checks import check_place

    check_place(out, [questions])
    asked = QuestionSet(questions)
    chosen = choose(asked.questions, size, seed=seed, allow_duplicates=allow_duplicates)
    ids = set(chosen.ids)
    write_json(out, [raw for raw in asked.raw if raw["id"] in ids])
    made = {
        "from": asked.version,
        "eval_set_version": QuestionSet(out).version,
        "seed": seed,
        "size": size,
        "n_questions": len(asked.questions),
        "n_distinct": chosen.distinct,
        "duplicates_across": [list(pair) for pair in chosen.crossing],
        "strata": [[*name, count] for name, count in chosen.strata.items()],
    }
    write_json(out.with_name(f"{out.stem}.manifest.json"), made)
    typer.echo(
        f"{len(asked.questions)} questions, {chosen.distinct} of them really distinct; {size} chosen from "
        f"{len(chosen.strata)} strata with seed {seed}: {out}"
    )


@eval_json_v2_app.command("gate")
def gate(
    *,
    report: Annotated[Path, typer.Option(help="Report of a run over the dev subset.", metavar="PATH")],
    questions: Annotated[
        Path | None,
        typer.Option(help="Question set. A report over another version gets no verdict.", metavar="FILE"),
    ] = None,
    min_score: Annotated[
        float, typer.Option(min=0, max=100, help="Smallest mean score that passes.", metavar="NUMBER")
    ] = 95.0,
    min_schema_pass_rate: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Smallest share of outputs that must match the schema.", metavar="NUMBER"
        ),
    ] = 0.98,
) -> None:
    """Decide whether to run the full set.

    Exit codes: 0 passed; 1 the gate failed; 2 no verdict, because the input is invalid, the data has
    changed, or items are unscored.
    """
    from eval.eval_json_v2.gate import gate as judged
    from eval.eval_json_v2.question_set import QuestionSet
    from eval.eval_json_v2.report import read_report

    verdict = judged(
        read_report(report),
        min_score=min_score,
        min_schema_pass_rate=min_schema_pass_rate,
        eval_set_version=None if questions is None else QuestionSet(questions).version,
    )
    typer.echo(f"{'passed' if verdict.passed else 'failed'}: {verdict.reason}")
    if not verdict.passed:
        raise typer.Exit(FAILED)


def _replies(*, dry_run: bool) -> Path | None:
    """Where replies are kept; a dry run does not make the file."""
    kept = reply_cache_path()
    return None if dry_run and kept is not None and not kept.is_file() else kept


def _show(report: "ObjectReport", out: Path) -> None:
    mean, rate = report.metrics.eval_score_avg, report.metrics.schema_pass_rate
    counts = report.counts
    typer.echo(
        f"{counts.n_scored} of {counts.n_total} scored, "
        f"eval_score_avg {'none' if mean is None else f'{mean:.2f}'}, "
        f"schema_pass_rate {'none' if rate is None else f'{rate:.4f}'}: {out}"
    )
