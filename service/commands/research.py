"""``judge research``: answer a question from documents, and show how the research went."""

import asyncio
import json
import os
import sys
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.options.models import JudgeOptionsOption, ModelOptionsOption, with_given
from service.commands.options.panel import Panel, PanelOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from agents.research.events import ResearchEvent
    from data_base.schemas_deep_research import Attempt, DeepResearchResult
    from service.commands.terminal.tally import Tally


_SHOWN = 3


def research(
    *,
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    documents: Annotated[
        list[Path] | None, typer.Option(help="A folder or files (pdf, md, txt, html).", readable=False)
    ] = None,
    more_documents: Annotated[
        list[Path] | None,
        typer.Argument(help="More documents: what a shell makes of --documents *.pdf.", readable=False),
    ] = None,
    model: Annotated[str, typer.Option(help="Researches: embedded, openai:…, google:….")] = "embedded",
    judge: Annotated[str | None, typer.Option(help="Judges the drafts; --model by default.")] = None,
    model_option: ModelOptionsOption = None,
    judge_option: JudgeOptionsOption = None,
    panel: PanelOption = Panel.OFF,
    as_json: Annotated[bool, typer.Option("--json", help="The whole result as one JSON object.")] = False,
    resume: Annotated[
        str | None, typer.Option(metavar="ID", help="Go on with this run as it was begun (see --list).")
    ] = None,
    list_runs: Annotated[bool, typer.Option("--list", help="The runs that are kept, newest first.")] = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Answer a question from documents: search, draft, judge, search again; the best judged draft wins.

    The same command goes on where an interrupted one stopped, and so does --resume with its name.
    """
    with stops_with("Finished steps are kept; the same command goes on from there."):
        if list_runs:
            _list_runs(as_json=as_json)
            return
        if resume is not None:
            request = _slower(asyncio.run(_begun(resume, question)), model_option, judge_option)
        else:
            model = with_given(model, model_option)
            judge = with_given(judge or model, judge_option)
            request = _asked(question, [*(documents or []), *(more_documents or [])], model, judge)
            request = replace(request, panel=panel)
        result = asyncio.run(_researched(request, progress))
    if as_json:
        typer.echo(result.model_dump_json(indent=2))
    else:
        _show(result)


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be researched, from what, by whom, and under which name, None for the request's own."""

    question: str
    documents: tuple[str, ...]
    model: str
    judge: str
    thread_id: str | None = None
    panel: Panel = Panel.OFF


def _asked(question: str | None, documents: list[Path], model: str, judge: str) -> _Request:
    # Path raises on a long question.
    if question is None or not question.strip() or os.path.isfile(question):  # noqa: PTH113
        raise InputError('The question comes first: judge research "question" --documents DIR.')
    if not documents:
        raise InputError(
            "--documents is missing, the folder or files to answer from; see judge research --help."
        )
    return _Request(question, tuple(str(path.absolute()) for path in documents), model, judge)


async def _begun(thread_id: str, question: str | None) -> _Request:
    """The request of a run that is kept.

    Raises:
        InputError: there is no such run, it is of another question, or this command has not begun it.
    """
    from agents.research.saved_runs import kept_run
    from agents.research.settings import default_checkpoints

    run = await kept_run(default_checkpoints(), thread_id)
    if question is not None and question != run.question:
        raise InputError(f"The run {thread_id} is of another question; leave the question out with --resume.")
    try:
        documents = tuple(json.loads(run.notes["documents"]))
        panel = Panel(run.notes.get("panel", Panel.OFF.value))
        return _Request(run.question, documents, run.notes["model"], run.notes["judge"], thread_id, panel)
    except KeyError as error:
        raise InputError(
            f"The run {thread_id} was begun by another program, which alone can resume it."
        ) from error


def _slower(request: _Request, model_option: list[str] | None, judge_option: list[str] | None) -> _Request:
    """The request with other timeouts; all else is as the run was begun.

    Raises:
        InputError: another option is given.
    """
    for given in (*(model_option or ()), *(judge_option or ())):
        if given.partition("=")[0].strip() != "timeout":
            raise InputError(f"A run is resumed as it was begun; leave {given} out (timeout may be given).")
    model = with_given(request.model, model_option)
    return replace(request, model=model, judge=with_given(request.judge, judge_option or model_option))


def _list_runs(*, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from agents.research.saved_runs import kept_runs
    from agents.research.settings import default_checkpoints

    runs = asyncio.run(kept_runs(default_checkpoints()))
    if as_json:
        typer.echo(json.dumps([run.model_dump() for run in runs], ensure_ascii=False, indent=2))
        return
    table = Table(title="Runs")
    for heading in ("run", "question", "attempts", "stopped", "last step"):
        table.add_column(heading, overflow="fold")
    for run in runs:
        cells = run.thread_id, run.question, str(run.attempts), run.stop_reason or "not yet", run.written_at
        table.add_row(*map(Text, cells))
    Console(highlight=False, markup=False).print(table)


async def _researched(request: _Request, style: ProgressStyle) -> "DeepResearchResult":
    from agents.deep_research import DeepResearchService
    from agents.errors import ModelCallError, to_mend
    from agents.evaluator import RAGEvaluator
    from agents.models.names import chat_model
    from agents.research.events import Finished, RunStarted
    from agents.research.settings import ResearchSettings
    from data_base.documents.reader import read_documents
    from data_base.passage_index import PassageIndex
    from eval.runs.preflight import require_answers
    from eval.runs.terms import code_hash
    from service.commands.terminal.progress import at_work
    from service.commands.terminal.tally import Tally

    models = chat_model(request.model), chat_model(request.judge)
    with at_work("reading the documents", style):
        index = PassageIndex.from_passages(read_documents([Path(path) for path in request.documents]))
    settings = ResearchSettings()
    judging = RAGEvaluator(models[1], **request.panel.settings(panel_threshold=settings.threshold))
    service = DeepResearchService(models[0], retriever=index, evaluator=judging, settings=settings)
    # What ran under another judge or other code is another run, and its result is not to be served again.
    judged_by = f"{judging.identity}{'' if request.panel is Panel.OFF else ' adaptive'}"
    own_id = service.thread_id(request.question, label=f"{judged_by} {code_hash()}")
    thread_id = request.thread_id or own_id
    notes = {
        "documents": json.dumps(request.documents, ensure_ascii=False),
        "model": request.model,
        "judge": request.judge,
        "panel": request.panel.value,
    }
    try:
        with _told(service.settings.max_attempts, style, Tally.of(models)) as tell:
            async with aclosing(service.stream(request.question, thread_id=thread_id, notes=notes)) as events:
                async for event in events:
                    tell(event)
                    if isinstance(event, Finished):
                        return event.result
                    if isinstance(event, RunStarted) and not event.resumed:
                        await require_answers(models)
    except ModelCallError as error:
        raise to_mend(error) from error
    raise RuntimeError("the research ended without a result")


@contextmanager
def _told(attempts: int, style: ProgressStyle, tally: "Tally") -> "Iterator[Callable[[ResearchEvent], None]]":
    """Show events on stderr as they come: on a terminal and where they are asked for, else attempts only."""
    from service.commands.terminal.progress import progress

    counted = style if style is ProgressStyle.AUTO else ProgressStyle.OFF
    silent = style is ProgressStyle.OFF or (style is ProgressStyle.AUTO and not sys.stderr.isatty())
    with progress("research", total=attempts, style=counted, begun=tally) as show:

        def tell(event: "ResearchEvent") -> None:
            nonlocal tally
            tally = _counted(tally, event)
            if not silent:
                typer.echo(event.model_dump_json() if style is ProgressStyle.JSON else event.line, err=True)
            show(tally)

        yield tell


def _counted(tally: "Tally", event: "ResearchEvent") -> "Tally":
    from agents.research.events import AnswerDrafted, AttemptJudged

    if isinstance(event, AnswerDrafted):
        return tally.with_spent(event.answer.usage)
    if isinstance(event, AttemptJudged):
        return replace(tally.with_evaluation(event.evaluation), done=event.attempt)
    return tally


def _show(result: "DeepResearchResult") -> None:
    from rich.console import Console

    from agents.research.source_list import numbered
    from eval.runs.served_models import changes, served_in_research

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
    console.print(_ledger(result))
    best = "no attempt was judged" if result.best is None else f"attempt {result.best.number} was returned"
    thought = result.usage.reasoning_tokens
    spent = f"{result.usage.total_tokens} tokens" + (f", {thought} of them reasoning" if thought else "")
    console.print(f"Stopped: {result.stop_reason}; {best}; {spent}.")
    for sentence in changes(served_in_research(result)):
        console.print(sentence, soft_wrap=True)


def _ledger(result: "DeepResearchResult") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Attempts")
    for heading in ("#", "query", "led by the suggestion", "new passages", "accuracy", "weighted", "change"):
        table.add_column(heading, overflow="fold")
    for attempt in result.attempts:
        table.add_row(*(Text(cell) for cell in _row(attempt)))
    return table


def _row(attempt: "Attempt") -> tuple[str, ...]:
    evaluation = attempt.evaluation
    scored = evaluation is not None and evaluation.scored
    accuracy = f"{evaluation.metrics.accuracy:.2f}" if evaluation and scored else "unscored"
    weighted = f"{evaluation.metrics.weighted_score:.2f}" if evaluation and scored else "unscored"
    change = "–" if attempt.score_change is None else f"{attempt.score_change:+.2f}"
    more = f"\nand {len(attempt.new) - _SHOWN} more" if len(attempt.new) > _SHOWN else ""
    found = "\n".join(attempt.new[:_SHOWN]) + more or "none"
    return str(attempt.number), attempt.query, attempt.suggestion or "–", found, accuracy, weighted, change
