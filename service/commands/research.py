"""``judge research``: answer a question from documents, and show how the research went."""

import asyncio
import os
import sys
from contextlib import aclosing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.interrupt import stops_with
from service.commands.progress import ProgressOption, ProgressStyle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from agents.events import ResearchEvent
    from data_base.schemas_deep_research import Attempt, DeepResearchResult
    from service.commands.tally import Tally


_SHOWN = 3


def research(
    *,
    question: Annotated[str, typer.Argument(help="The question.")],
    documents: Annotated[
        list[Path], typer.Option(help="A folder or files (pdf, md, txt, html).", readable=False)
    ],
    more_documents: Annotated[
        list[Path] | None,
        typer.Argument(help="More documents: what a shell makes of --documents *.pdf.", readable=False),
    ] = None,
    model: Annotated[str, typer.Option(help="Researches: embedded, openai:…, google:….")] = "embedded",
    judge: Annotated[str | None, typer.Option(help="Judges the drafts; --model by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The whole result as one JSON object.")] = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Answer a question from documents: search, draft, judge, search again; the best judged draft wins.

    The same command goes on where an interrupted one stopped.
    """
    with stops_with("Finished steps are kept; the same command goes on from there."):
        if not question.strip() or os.path.isfile(question):  # noqa: PTH113  (Path raises on a long question)
            raise InputError('The question comes first: judge research "question" --documents DIR.')
        paths = [*documents, *(more_documents or [])]
        result = asyncio.run(_researched(question, paths, model, judge or model, progress))
    if as_json:
        typer.echo(result.model_dump_json(indent=2))
    else:
        _show(result)


async def _researched(
    question: str, paths: list[Path], model: str, judge: str, style: ProgressStyle
) -> "DeepResearchResult":
    from agents.chat_models.names import chat_model
    from agents.deep_research import DeepResearchService
    from agents.errors import ModelCallError
    from agents.evaluator import RAGEvaluator
    from agents.events import Finished, RunStarted
    from data_base.documents.reader import read_documents
    from data_base.passage_index import PassageIndex
    from eval.preflight import require_answers, to_mend
    from eval.terms import code_hash
    from service.commands.progress import at_work

    models = chat_model(model), chat_model(judge)
    with at_work("reading the documents", style):
        index = PassageIndex.from_passages(read_documents(paths))
    service = DeepResearchService(models[0], retriever=index, evaluator=RAGEvaluator(models[1]))
    # What ran under another judge or other code is another run, and its result is not to be served again.
    thread_id = service.thread_id(question, label=f"{judge} {code_hash()}")
    try:
        with _told(service.settings.max_attempts, style) as tell:
            async with aclosing(service.stream(question, thread_id=thread_id)) as events:
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
def _told(attempts: int, style: ProgressStyle) -> "Iterator[Callable[[ResearchEvent], None]]":
    """Show events on stderr as they come: on a terminal and where they are asked for, else attempts only."""
    from service.commands.progress import progress
    from service.commands.tally import Tally

    counted = style if style is ProgressStyle.AUTO else ProgressStyle.OFF
    silent = style is ProgressStyle.OFF or (style is ProgressStyle.AUTO and not sys.stderr.isatty())
    with progress("research", total=attempts, style=counted) as show:
        tally = Tally()

        def tell(event: "ResearchEvent") -> None:
            nonlocal tally
            tally = _counted(tally, event)
            if not silent:
                typer.echo(event.model_dump_json() if style is ProgressStyle.JSON else event.line, err=True)
            show(tally)

        yield tell


def _counted(tally: "Tally", event: "ResearchEvent") -> "Tally":
    from agents.events import AnswerDrafted, AttemptJudged

    if isinstance(event, AnswerDrafted):
        return tally.with_spent([(event.answer.model_id, event.answer.usage)])
    if isinstance(event, AttemptJudged):
        return replace(tally.with_evaluation(event.evaluation), done=event.attempt)
    return tally


def _show(result: "DeepResearchResult") -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    console.print(result.answer.text, soft_wrap=True)
    console.print()
    for citation in result.answer.citations:
        where = citation.doc_id or "no such passage"
        page = f", p. {citation.page}" if citation.page else ""
        verdict = citation.verdict.replace("_", " ")
        console.print(f"[{citation.passage_id}] {where}{page}: {verdict}", soft_wrap=True)
    console.print(_ledger(result))
    best = "no attempt was judged" if result.best is None else f"attempt {result.best.number} was returned"
    console.print(f"Stopped: {result.stop_reason}; {best}; {result.usage.total_tokens} tokens.")


def _ledger(result: "DeepResearchResult") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Attempts")
    for heading in ("#", "query", "led by the suggestion", "new passages", "accuracy", "weighted"):
        table.add_column(heading, overflow="fold")
    for attempt in result.attempts:
        table.add_row(*(Text(cell) for cell in _row(attempt)))
    return table


def _row(attempt: "Attempt") -> tuple[str, ...]:
    evaluation = attempt.evaluation
    scored = evaluation is not None and evaluation.scored
    accuracy = f"{evaluation.metrics.accuracy:.2f}" if evaluation and scored else "unscored"
    weighted = f"{evaluation.metrics.weighted_score:.2f}" if evaluation and scored else "unscored"
    more = f"\nand {len(attempt.new) - _SHOWN} more" if len(attempt.new) > _SHOWN else ""
    found = "\n".join(attempt.new[:_SHOWN]) + more or "none"
    return str(attempt.number), attempt.query, attempt.suggestion or "–", found, accuracy, weighted
