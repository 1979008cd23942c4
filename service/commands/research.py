"""``judge research``: answer a question from documents, and show how the research went."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.options.as_of import ResearchAsOfOption
from service.commands.options.judging import JudgeSettingsOption
from service.commands.options.models import (
    AnsweringModel,
    FinalJudgeOption,
    JudgeOption,
    JudgeOptionsOption,
    ModelOptionsOption,
    with_given,
)
from service.commands.options.naming import NameOption
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.resuming import begun_as, require_as_begun, run_id_of, slower
from service.commands.options.running import DryRunOption
from service.commands.options.searching import McpSearchOption, RetrieverOption, SemanticOption
from service.commands.options.shared import MoreDocumentsArgument, takes_options
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.exit_status import NOTHING_SCORED, show_run
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle

if TYPE_CHECKING:
    from agents.research.events import ResearchEvent
    from data_base.schemas_deep_research import Attempt, DeepResearchResult
    from eval.runs.research_run import ResearchRun, ResearchRunRequest
    from service.commands.terminal.tally import Tally


_SHOWN = 3
_USAGE = 'judge research "question" --documents DIR'


@dataclass(frozen=True, slots=True)
class ResearchOptions:
    """What the options say."""

    threshold: Annotated[
        float | None,
        typer.Option(min=1, max=10, help="Accuracy below which the loop searches again.", metavar="NUMBER"),
    ] = None
    max_attempts: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of attempts.", metavar="N")
    ] = None
    resume: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Resume the run with this ID or name (see --list)."),
    ] = None
    list_runs: Annotated[bool, typer.Option("--list", help="List stored runs, newest first.")] = False
    model: Annotated[str, AnsweringModel] = "embedded"
    model_option: ModelOptionsOption = None
    judge: JudgeOption = None
    judge_option: JudgeOptionsOption = None
    final_judge: FinalJudgeOption = None
    settings: JudgeSettingsOption = None
    panel: PanelOption = Panel.OFF
    as_of: ResearchAsOfOption = None
    retriever: RetrieverOption = None
    mcp_search: McpSearchOption = None
    semantic: SemanticOption = False
    dry_run: DryRunOption = False
    store: StoreOption = None
    fresh: FreshOption = False
    name: NameOption = None
    out: Annotated[Path | None, typer.Option(help="Write the result to this JSON file.", metavar="FILE")] = (
        None
    )
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False
    progress: ProgressOption = ProgressStyle.AUTO

    def request(self, question: str | None, documents: list[Path]) -> "ResearchRunRequest":
        """The research that is asked for, new or resumed.

        Raises:
            InputError: the question, the documents or an option cannot be used.
        """
        if self.resume is not None:
            require_as_begun(self, documents)
            run_id = run_id_of(self.resume, self.store)
            begun = slower(begun_as(run_id, question), self.model_option, self.judge_option)
            return replace(begun, store=self.store, out=self.out, name=self.name)
        model = with_given(self.model, self.model_option)
        elsewhere = bool(self.retriever or self.mcp_search)
        judge = with_given(self.judge or model, self.judge_option)
        return replace(
            _asked(question, documents, model, judge, elsewhere=elsewhere),
            retrievers=tuple(self.retriever or ()),
            searches=tuple(self.mcp_search or ()),
            panel=self.panel.kind,
            threshold=self.threshold,
            max_attempts=self.max_attempts,
            final_judge=self.final_judge,
            as_of=self.as_of,
            settings=None if self.settings is None else str(self.settings.absolute()),
            semantic=self.semantic,
            fresh=self.fresh,
            name=self.name,
            store=self.store,
            out=self.out,
        )


@takes_options
def research(
    *,
    question: Annotated[str | None, typer.Argument(help="Question.", metavar="QUESTION")] = None,
    documents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder or files (pdf, md, txt, html). Repeatable.", readable=False, metavar="PATH"
        ),
    ] = None,
    more_documents: MoreDocumentsArgument = None,
    options: ResearchOptions,
) -> None:
    """Answer a question from your documents.

    The loop searches, drafts, judges and searches again; the draft with the best judgement wins.

    To resume after an interruption, run the same command again, or use --resume with the run's ID.

    Exit codes: 0 success; 1 no attempt could be judged; 2 the input, an option or the environment needs
    fixing.
    """
    with stops_with("Finished steps are kept; the same command goes on from there."):
        if options.list_runs:
            _list_runs(as_json=options.as_json)
            return
        request = options.request(question, [*(documents or []), *(more_documents or [])])
        if options.dry_run:
            # To search by meaning takes a vector of every passage, and prompts hardly differ in length.
            _print_estimate(replace(request, semantic=False), options.progress)
            return
        result = _run(request, options.progress)
    if options.as_json:
        typer.echo(result.model_dump_json(indent=2))
    else:
        _show(result)
    show_run(result.thread_id, options.store, as_json=options.as_json)
    if result.best is None:
        typer.echo("The answer is unscored, since no attempt could be judged.", err=True)
        raise typer.Exit(NOTHING_SCORED)


def _asked(
    question: str | None, documents: list[Path], model: str, judge: str, *, elsewhere: bool
) -> "ResearchRunRequest":
    if question is None:
        raise InputError(f"The question is missing: {_USAGE}.")
    if not question.strip():
        raise InputError(f"The question is empty; write what you want to know: {_USAGE}.")
    # Path raises on a long question.
    if os.path.isfile(question):  # noqa: PTH113
        raise InputError(f"{question} is a file; the question comes first: {_USAGE}.")
    if not documents and not elsewhere:
        raise InputError(
            "There is nothing to search; give --documents, --retriever or --mcp-search; see judge research "
            "--help."
        )
    from eval.runs.research_run import ResearchRunRequest

    return ResearchRunRequest(question, tuple(str(path.absolute()) for path in documents), model, judge)


def _list_runs(*, as_json: bool) -> None:
    from agents.research.checkpointed_runs import kept_runs
    from agents.research.settings import default_checkpoints
    from service.commands.terminal.tables import minutes, print_table

    runs = asyncio.run(kept_runs(default_checkpoints()))
    if as_json:
        typer.echo(json.dumps([run.model_dump() for run in runs], ensure_ascii=False, indent=2))
        return
    rows = [
        (run.thread_id, run.question, str(run.attempts), run.stop_reason or "not yet", minutes(written))
        for run in runs
        for written in (datetime.fromisoformat(run.written_at),)
    ]
    print_table(("run", "question", "attempts", "stopped", "last step (UTC)"), rows, title="Runs")


def _prepared(request: "ResearchRunRequest", style: ProgressStyle) -> "ResearchRun":
    from eval.runs.research_run import prepare
    from service.commands.terminal.progress import at_work

    with at_work("reading the documents", style):
        return prepare(request)


def _print_estimate(request: "ResearchRunRequest", style: ProgressStyle) -> None:
    from eval.runs.research_run import estimate
    from service.commands.terminal.estimate_line import cascade_note, estimate_line

    calls = asyncio.run(estimate(_prepared(request, style)))
    note = cascade_note(request.judge, answers_given=False)
    typer.echo(
        f"{estimate_line(calls)}{note} Further attempts, retries and repairs come on top. No model was asked."
    )


def _run(request: "ResearchRunRequest", style: ProgressStyle) -> "DeepResearchResult":
    """Research, with events on stderr: on a terminal and where they are asked for, else attempts only."""
    from eval.runs.research_run import research
    from service.commands.terminal.item_progress import watched
    from service.commands.terminal.progress import say

    prepared = _prepared(request, style)
    attempts = prepared.service.settings.max_attempts
    bar = style if style is ProgressStyle.AUTO else ProgressStyle.OFF
    silent = style is ProgressStyle.OFF or (style is ProgressStyle.AUTO and not sys.stderr.isatty())
    with watched("research", total=attempts, style=bar, models=prepared.models, count=_counted) as update:

        def watch(event: "ResearchEvent") -> None:
            if not silent:
                say(event.model_dump_json() if style is ProgressStyle.JSON else event.line, err=True)
            update(event)

        return asyncio.run(research(prepared, watch))


def _counted(tally: "Tally", event: "ResearchEvent") -> "Tally":
    from agents.research.events import AnswerDrafted, AttemptJudged, FinallyJudged

    if isinstance(event, AnswerDrafted):
        return tally.with_spent(event.answer.usage)
    if isinstance(event, AttemptJudged):
        return replace(tally.with_evaluation(event.evaluation), done=event.attempt)
    if isinstance(event, FinallyJudged):
        return tally.with_spent(event.evaluation.usage)
    return tally


def _show(result: "DeepResearchResult") -> None:
    from rich.console import Console

    from agents.research.source_list import numbered
    from data_base.whole_text import without_control_characters
    from eval.runs.served_models import changes, served_in_research
    from service.commands.terminal.claim_lines import claim_lines
    from service.commands.terminal.final_line import final_line
    from service.commands.terminal.tables import print_table

    console = Console(highlight=False, markup=False)
    text, sources = numbered(result.answer)
    console.print(text, soft_wrap=True)
    console.print()
    for source in sources:
        console.print(source.line, soft_wrap=True)
    for citation in result.answer.citations:
        if citation.doc_id is None:
            console.print(f"cited, but no such passage: {citation.passage_id}", soft_wrap=True)
    for sentence in result.answer.uncited:
        console.print(f"not cited: {sentence}", soft_wrap=True)
    headings = ("#", "query", "led by the suggestion", "new passages", "accuracy", "weighted", "change")
    print_table(headings, map(_row, result.attempts), title="Attempts")
    best = "no attempt was judged" if result.best is None else f"attempt {result.best.number} was returned"
    console.print(f"Stopped: {result.stop_reason}; {best}{_spent(result)}.")
    if result.final is not None:
        console.print(final_line(result.final), soft_wrap=True)
    # Of the returned draft alone there is a table of claims.
    judged = [each.evaluation for each in result.attempts if each.evaluation is not None]
    claims = (line for each in judged if each.claims is not None for line in claim_lines(each.claims))
    for line in (*changes(served_in_research(result)), *map(without_control_characters, claims)):
        console.print(line, soft_wrap=True)


def _spent(result: "DeepResearchResult") -> str:
    """What it took in tokens; nothing where the embedded model did all of it."""
    usage = result.total_usage
    if not usage.total_tokens:
        return ""
    known = ((usage.cached_input_tokens, "from prompt caches"), (usage.reasoning_tokens, "reasoning"))
    parts = (f", {count:,} of them {what}" for count, what in known if count)
    return f"; {usage.total_tokens:,} tokens{''.join(parts)}"


def _row(attempt: "Attempt") -> tuple[str, ...]:
    evaluation = attempt.evaluation
    scored = evaluation is not None and evaluation.scored
    accuracy = f"{evaluation.metrics.accuracy:.2f}" if evaluation and scored else "unscored"
    weighted = f"{evaluation.metrics.weighted_score:.2f}" if evaluation and scored else "unscored"
    change = "–" if attempt.score_change is None else f"{attempt.score_change:+.2f}"
    more = f"\nand {len(attempt.new) - _SHOWN} more" if len(attempt.new) > _SHOWN else ""
    found = "\n".join(attempt.new[:_SHOWN]) + more or "none"
    query = f"{attempt.query}\n(rewritten)" if attempt.rewritten else attempt.query
    return str(attempt.number), query, attempt.suggestion or "–", found, accuracy, weighted, change
