"""``judge evaluate``: score one answer, or a file of answers."""

import asyncio
import gc
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.commands.options.models import ModelOptionsOption, with_given
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.replies import kept_replies
from service.commands.terminal.evaluate_lines import json_line, text
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle, at_work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from langchain_core.language_models import BaseChatModel

    from agents.evaluator import RAGEvaluator
    from agents.judges.settings_file import JudgeSettings
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.judging.answer_file import AnswerToJudge

SOME_FAILED = 1
_COLLECT = 50_000, 20, 20
# A file of any length is judged; only what the means need is kept of each result.
_WITHOUT_TEXTS: dict[str, Any] = {
    **dict.fromkeys(("reason", "suggestion", "analysis"), ""),
    "raw_reply": None,
    "issues": (),
    "evidence": None,
}


FileArgument = Annotated[
    Path | None,
    typer.Argument(help="FILE.jsonl: question, answer and, if any, documents a line.", readable=False),
]
QuestionOption = Annotated[str | None, typer.Option(help="The question.")]
AnswerOption = Annotated[str | None, typer.Option(help="The answer to judge.")]
DocumentsOption = Annotated[
    list[Path] | None,
    typer.Option(help="A folder or files the answer should lean on.", readable=False),
]
ModelOption = Annotated[
    str, typer.Option(help="The judge: embedded, openai:…, google:…, embedded+openai:…, or several.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
OutOption = Annotated[
    Path | None,
    typer.Option(help="Write the results here, one JSON object a line, with a manifest beside."),
]
SettingsOption = Annotated[
    Path | None, typer.Option(help="A YAML or JSON file with weights, thresholds and rubric of your own.")
]
DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Say how many calls, tokens and dollars it would take, and stop."),
]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Neither read nor keep the judge's replies.")]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Judgements under way at once.")]
ScoreMapOption = Annotated[
    Path | None, typer.Option(help="Map the scores by a file of judge calibrate --save-map.")
]


def evaluate(
    *,
    file: FileArgument = None,
    question: QuestionOption = None,
    answer: AnswerOption = None,
    documents: DocumentsOption = None,
    model: ModelOption = "embedded",
    model_option: ModelOptionsOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
    settings: SettingsOption = None,
    dry_run: DryRunOption = False,
    no_cache: NoCacheOption = False,
    concurrency: ConcurrencyOption = 4,
    score_map: ScoreMapOption = None,
    panel: PanelOption = Panel.OFF,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Score answers for accuracy, completeness and clarity (1-10), with reasons and a suggestion.

    The judge's replies are kept in the file that JUDGE_CACHE names (.judge/replies.sqlite unless told
    otherwise, none if empty): the same command after an interruption pays for nothing twice.

    Exit code 1 says that the judge failed on some answer, 2 that the input cannot be used.
    """
    cache = None if no_cache else kept_replies()
    with stops_with(_advice(cache)):
        with at_work("reading the answers", progress):
            answers = _answers(file, question, answer, documents)
        own = _judge_settings(settings)
        run = _Run(
            answers,
            with_given(model, model_option, own.model if own else None),
            cache,
            concurrency,
            as_json=as_json,
            out=out,
            settings=own,
            score_map=score_map,
            panel=panel,
        )
        failed = asyncio.run(_foretell(run) if dry_run else _judge_all(run, file, progress))
    if failed:
        raise typer.Exit(SOME_FAILED)


def _advice(cache: Path | None) -> str:
    if cache is None:
        return "What was printed holds; no replies are kept, so that the same command begins anew."
    return "The judge's replies are kept; the same command prints all results and pays only for the rest."


@dataclass(frozen=True)
class _Answers:
    """The answers to be judged, read afresh each time they are asked for."""

    count: int
    read: "Callable[[], Iterator[AnswerToJudge]]"


@dataclass(frozen=True)
class _Run:
    """What is to be judged, by whom, and where the results go."""

    answers: _Answers
    model: str
    cache: Path | None
    concurrency: int
    as_json: bool
    out: Path | None
    settings: "JudgeSettings | None"
    score_map: Path | None
    panel: Panel

    def mapping(
        self, llm: "BaseChatModel"
    ) -> "Callable[[FineGrainedEvaluationResult], FineGrainedEvaluationResult]":
        from agents.models.names import model_identity
        from eval.calibration.score_map import load

        if self.score_map is None:
            return lambda result: result
        return load(self.score_map, model_identity(llm)).applied

    def evaluator(self, llm: "BaseChatModel") -> "RAGEvaluator":
        from agents.evaluator import RAGEvaluator

        given = {**(self.settings.evaluator if self.settings else {}), **self.panel.settings()}
        return RAGEvaluator(llm, cache=self.cache, **given)

    def requests(self) -> "Iterator[JudgeRequest]":
        from data_base.schemas.protocols import JudgeRequest

        return (JudgeRequest(**_fields_of(answer)) for answer in self.answers.read())


def _judge_settings(path: Path | None) -> "JudgeSettings | None":
    from agents.judges.settings_file import read_judge_settings

    return None if path is None else read_judge_settings(path)


def _fields_of(answer: "AnswerToJudge") -> dict[str, Any]:
    return {name: getattr(answer, name) for name in type(answer).model_fields if name != "id"}


def _answers(
    file: Path | None, question: str | None, answer: str | None, documents: list[Path] | None
) -> _Answers:
    if file is None:
        return _from_options(question, answer, documents)
    return _from_file(file, question, answer, documents)


def _from_options(question: str | None, answer: str | None, documents: list[Path] | None) -> _Answers:
    from data_base.documents.reader import read_documents
    from data_base.errors import InputError
    from eval.judging.answer_file import AnswerToJudge

    if question is None or answer is None or not question.strip():
        raise InputError("Give --question and --answer, or a FILE.jsonl.")
    passages = tuple(read_documents(documents)) if documents else None
    only = AnswerToJudge(id="1", question=question, answer=answer, documents=passages)
    return _Answers(1, lambda: iter([only]))


def _from_file(
    file: Path, question: str | None, answer: str | None, documents: list[Path] | None
) -> _Answers:
    from data_base.errors import InputError
    from eval.judging.answer_file import iter_answers

    if question or answer or documents:
        raise InputError(
            f"{file} brings its own questions, answers and documents; leave out --question, --answer and "
            "--documents."
        )
    # Read to the end once before anything is paid for, so that a bad last line costs nothing.
    count = sum(1 for _ in iter_answers(file))
    if not count:
        raise InputError(f"{file} holds no answers; write one JSON object a line.")
    return _Answers(count, lambda: iter_answers(file))


async def _foretell(run: _Run) -> int:
    """Say what the run would take; nobody is asked."""
    from agents.models.names import chat_model

    evaluator = run.evaluator(chat_model(run.model))
    estimate = await evaluator.estimate(run.requests())
    if run.as_json:
        typer.echo(estimate.model_dump_json())
        return 0
    cost = "cost unknown" if estimate.cost_usd is None else f"about ${estimate.cost_usd:.4f}"
    panel = evaluator.further_judgements
    more = f"Retries, hedges, repairs and {panel} more judgements of a close verdict"
    more = more if panel else "Retries, hedges and repairs"
    typer.echo(
        f"{run.answers.count} answers: {estimate.calls} calls to {run.model}, {estimate.cached} kept; "
        f"about {estimate.input_tokens:,} tokens sent, {estimate.output_tokens:,} received, {cost}. "
        f"{more} come on top. Nobody was asked."
    )
    return 0


async def _judge_all(run: _Run, file: Path | None, style: ProgressStyle) -> int:
    from agents.judges.cascade import sent_on
    from agents.models.names import chat_model, model_id
    from eval.judging.summary import summaries
    from eval.runs.served_models import changes, served_to
    from service.commands.evaluate_out import whole_file, write_manifest

    # Judging makes many small objects and hardly a cycle: looking for those less often saves a seventh.
    gc.set_threshold(*_COLLECT)
    llm = chat_model(run.model)
    evaluator = run.evaluator(llm)
    mapped = run.mapping(llm)
    if run.out is None:
        results = await _judged(
            run,
            llm,
            evaluator,
            mapped,
            style,
            lambda *item: typer.echo((json_line if run.as_json else text)(*item)),
        )
    else:
        with whole_file(run.out) as lines:
            results = await _judged(
                run, llm, evaluator, mapped, style, lambda *item: lines.write(json_line(*item) + "\n")
            )
    found, served = summaries(results), served_to(results)
    if run.out is not None:
        write_manifest(
            run.out, answers=file, evaluator=evaluator, settings=run.settings, results=found, served=served
        )
    if not run.as_json and run.answers.count > 1:
        typer.echo("\n".join(map(str, found)))
    for sentence in changes(served):
        typer.echo(sentence, err=True)
    if (told := sent_on(model_id(llm), [result.model_id for result in results])) is not None:
        typer.echo(told, err=True)
    return sum(item.total - item.scored for item in found)


async def _judged(
    run: _Run,
    llm: "BaseChatModel",
    evaluator: "RAGEvaluator",
    mapped: "Callable[[FineGrainedEvaluationResult], FineGrainedEvaluationResult]",
    style: ProgressStyle,
    show: "Callable[[AnswerToJudge, FineGrainedEvaluationResult], object]",
) -> "list[FineGrainedEvaluationResult]":
    """Judge all answers, showing each as it comes; the results without their texts, for the means."""
    from service.commands.terminal.progress import progress
    from service.commands.terminal.tally import Tally

    tally = Tally.of([llm])
    kept: list[FineGrainedEvaluationResult] = []
    answers = run.answers.read()
    with progress("evaluate", total=run.answers.count, style=style, begun=tally) as tell:
        await _require_judge(llm, evaluator, run)
        async for judged in evaluator.evaluate_many(run.requests(), concurrency=run.concurrency):
            result = mapped(judged)
            show(next(answers), result)
            tally = tally.with_evaluation(result)
            tell(tally)
            kept.append(_without_texts(result))
    return kept


def _without_texts(result: "FineGrainedEvaluationResult") -> "FineGrainedEvaluationResult":
    panel = result.panel
    if panel is not None:
        members = (member.model_copy(update={"raw_reply": None, "reason": ""}) for member in panel.members)
        panel = panel.model_copy(update={"members": tuple(members)})
    return result.model_copy(update={**_WITHOUT_TEXTS, "panel": panel})


async def _require_judge(llm: "BaseChatModel", evaluator: "RAGEvaluator", run: _Run) -> None:
    """Make sure that the judge answers, unless an earlier run has been through this and left its replies."""
    from agents.models.names import EMBEDDED, model_id
    from eval.runs.preflight import require_answers

    if model_id(llm) == EMBEDDED:
        return
    if (await evaluator.estimate([next(run.requests())])).calls:
        await require_answers([llm])
